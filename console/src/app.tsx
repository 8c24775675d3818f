/** What every screen stands in: language, theme, reads, and what is shown when a screen fails. */
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Component, type ReactNode, useCallback, useEffect, useState } from 'react';
import { Router } from 'wouter';
import type { LanguageCode } from './i18n/languages.ts';
import {
  ChooseLanguageContext,
  completeLanguage,
  type Language,
  LanguageContext,
  loadLanguage,
  rememberLanguage,
  useText,
} from './i18n/text.ts';
import { mayRetry } from './parts/page/failure.ts';
import { LeavingAsks } from './parts/page/leaving.tsx';
import { Notice } from './parts/page/notice.tsx';
import { ProgressLine } from './parts/shell/progress-line.tsx';
import { cssVariables, theme } from './theme.ts';

const RETRIES = 1;
const FRESH_MS = 5_000;

function createClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < RETRIES && mayRetry(error),
        networkMode: 'always',
      },
    },
  });
}

export function App({ nonce, language, children }: { nonce: string; language: Language; children: ReactNode }) {
  const [client] = useState(createClient);
  const [spoken, setSpoken] = useState(language);
  const choose = useCallback((code: LanguageCode) => {
    rememberLanguage(code);
    void Promise.all([loadLanguage(code, navigator.languages), completeLanguage(code)]).then(([loaded]) =>
      setSpoken(loaded),
    );
  }, []);
  useEffect(() => {
    document.documentElement.lang = spoken.code;
  }, [spoken]);
  return (
    <LanguageContext value={spoken}>
      <ChooseLanguageContext value={choose}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          // The style sheet is below the root: its defaults would win over an equal selector.
          cssVariablesSelector=":root:root"
          defaultColorScheme="auto"
          getStyleNonce={() => nonce}
        >
          <QueryClientProvider client={client}>
            <ProgressLine />
            <Notifications position="bottom-right" />
            <Crash>
              <LeavingAsks>
                <Router base="/console">{children}</Router>
              </LeavingAsks>
            </Crash>
          </QueryClientProvider>
        </MantineProvider>
      </ChooseLanguageContext>
    </LanguageContext>
  );
}

/** A fault of ours: say so instead of showing nothing. */
class Crash extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? <Crashed /> : this.props.children;
  }
}

function Crashed() {
  const text = useText();
  return (
    <main className="center">
      <Notice
        tone="bad"
        role="alert"
        title={text.failure.crashTitle}
        action={
          <button type="button" className="banner-link" onClick={() => window.location.reload()}>
            {text.failure.reload}
          </button>
        }
      >
        {text.failure.crash}
      </Notice>
    </main>
  );
}
