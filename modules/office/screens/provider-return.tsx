/** The screen to which the identity provider sends the browser back: it hands the answer over, and goes on. */

import { Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { ApiError, call, keepSession, useRead } from '../../../console/src/api/hooks.ts';
import { announceDone, forgetReturn, keptFailure, readReturn } from '../../../console/src/api/provider.ts';
import { useText } from '../../../console/src/i18n/text.ts';
import { ActionFailed, Loading } from '../../../console/src/parts/page/states.tsx';
import { Front } from '../../../console/src/parts/shell/front.tsx';
import { To } from '../../../console/src/parts/values/to.tsx';

export default function ProviderReturn() {
  const text = useText();
  const [, navigate] = useLocation();
  const [brought] = useState(readReturn);
  const { response, to, beside } = brought;
  useEffect(() => forgetReturn(brought), [brought]);
  const [state, setState] = useState<'under way' | 'done' | ApiError>('under way');
  // The session of the cookie with which the request was begun, and its CSRF token.
  const session = useRead('getSession', {}, { staleTime: Number.POSITIVE_INFINITY });
  const ready = session.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: handed over once, as soon as there is a token to do it with
  useEffect(() => {
    if (!ready) return;
    const finish = async () => {
      try {
        const answer = await call('finishProvider', { body: { response } });
        if (beside) {
          setState('done');
          return announceDone();
        }
        keepSession(answer);
        navigate(await destination(to), { replace: true });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (beside) setState(error);
        else navigate(to, { replace: true, state: keptFailure(error) });
      }
    };
    void (response === '' ? navigate('/', { replace: true }) : finish());
  }, [ready]);

  const failed = state instanceof ApiError ? state : session.error;
  return (
    <Front title={text.signIn.title}>
      <Stack>
        {failed && <ActionFailed error={failed as ApiError} />}
        {failed && !beside && <To href="/">{text.setUp.toSignIn}</To>}
        {state === 'done' && <p role="status">{text.signIn.closeWindow}</p>}
        {state === 'under way' && !failed && (
          <>
            <p>{text.signIn.finishing}</p>
            <Loading rows={1} />
          </>
        )}
      </Stack>
    </Front>
  );
}

/** An invitation's page, while there is something left to accept: a new account has accepted it already. */
async function destination(to: string): Promise<string> {
  const { pathname, hash } = new URL(to, window.location.origin);
  if (pathname !== '/set-up' || hash === '') return to;
  return await call('readSetupLink', { body: { token: decodeURIComponent(hash.slice(1)) } }).then(
    () => to,
    () => '/',
  );
}
