/** What every screen stands in: language, theme, reads, and what is shown when a screen fails. */
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { Component, type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { Router } from 'wouter';
import { pendingCalls } from './api/call.ts';
import { queries } from './api/hooks.ts';
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
import { LeavingAsks } from './parts/page/leaving.tsx';
import { Notice } from './parts/page/states.tsx';
import { cssVariables, theme } from './theme.ts';

export function App({ nonce, language, children }: { nonce: string; language: Language; children: ReactNode }) {
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
          <QueryClientProvider client={queries}>
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

// A line at the top while something takes longer than one notices.

const PATIENCE_MS = 400;
const LONG_MS = 5_000;

function ProgressLine() {
  const text = useText();
  const pending = useSyncExternalStore(pendingCalls.subscribe, pendingCalls.read) > 0;
  const [wait, setWait] = useState<'none' | 'slow' | 'long'>('none');
  useEffect(() => {
    if (!pending) {
      setWait('none');
      return;
    }
    const slow = setTimeout(() => setWait('slow'), PATIENCE_MS);
    const long = setTimeout(() => setWait('long'), LONG_MS);
    return () => {
      clearTimeout(slow);
      clearTimeout(long);
    };
  }, [pending]);
  return (
    <div role="status" className="progress" data-wait={wait}>
      {wait !== 'none' && (
        <>
          <span className="progress-line" aria-hidden="true" />
          <span className={wait === 'long' ? 'progress-text' : 'hidden'}>
            {wait === 'long' ? text.app.working : text.app.loading}
          </span>
        </>
      )}
    </div>
  );
}
