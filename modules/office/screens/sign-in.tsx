import { Anchor, Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { keepSession, useWaysIn } from '../../../console/src/api/hooks.ts';
import { failureOf } from '../../../console/src/api/provider.ts';
import { useText } from '../../../console/src/i18n/text.ts';
import { ActionFailed } from '../../../console/src/parts/page/states.tsx';
import { Front } from '../../../console/src/parts/shell/front.tsx';
import { screen } from '../../../console/src/parts/shell/screen.ts';
import { SignInForm } from '../../../console/src/parts/shell/sign-in-form.tsx';

const Forgotten = screen(() => import('./sign-in/forgotten.tsx'));

export function SignIn() {
  const text = useText();
  const { local_accounts: hasPasswords } = useWaysIn();
  const failed = failureOf(useHistoryState());
  const [forgotten, setForgotten] = useState(false);
  const help = (
    <>
      <Anchor component="button" type="button" aria-expanded={forgotten} onClick={() => setForgotten(!forgotten)}>
        {text.signIn.forgotten}
      </Anchor>
      {forgotten && (
        <div className="front-help" role="status">
          <Suspense fallback={<Skeleton height={160} />}>
            <Forgotten />
          </Suspense>
        </div>
      )}
    </>
  );
  return (
    <Front title={text.signIn.title} lead={text.signIn.lead} foot={hasPasswords && help}>
      <ActionFailed error={failed} />
      <SignInForm onDone={(session) => keepSession({ data: session })} />
    </Front>
  );
}
