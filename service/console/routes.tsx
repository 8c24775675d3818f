/** What is shown to whom: the sign-in, or the screens, which are on their way while a password is typed. */
import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { useRead } from '../../console/src/api/hooks.ts';
import { LoadFailed, Loading } from '../../console/src/parts/page/states.tsx';
import { screen } from '../../console/src/parts/shell/screen.ts';
import { SignIn } from '../../modules/office/screens/sign-in.tsx';
import { HandedOver } from '../../modules/partners/screens/parts/secret-context.tsx';

const screens = import('./signed-in.tsx');
// Who needs them reads what went wrong.
screens.catch(() => {});
const SignedInRoutes = lazy(() => screens);
const HandOver = screen(() => import('../../modules/partners/screens/hand-over.tsx'));
const NewPassword = screen(() => import('../../modules/office/screens/new-password.tsx'));
const ProviderReturn = screen(() => import('../../modules/office/screens/provider-return.tsx'));
const SetUp = lazy(() => import('../../modules/office/screens/set-up.tsx'));

export function Routes() {
  const session = useRead('getSession', {}, { staleTime: Number.POSITIVE_INFINITY });
  const state = session.data?.data;
  const arriving = (
    <main className="center">
      <Loading rows={1} height={280} />
    </main>
  );
  const screen = !state ? (
    session.error ? (
      <main className="center">
        <LoadFailed error={session.error} retry={() => void session.refetch()} />
      </main>
    ) : (
      arriving
    )
  ) : state.signed_in ? (
    <SignedInRoutes session={state} />
  ) : (
    <SignIn />
  );
  return (
    <HandedOver>
      <Suspense fallback={arriving}>
        <Switch>
          <Route path="/set-up">
            <SetUp />
          </Route>
          <Route path="/new-password">
            <NewPassword />
          </Route>
          <Route path="/hand-over">
            <HandOver />
          </Route>
          <Route path="/oidc">
            <ProviderReturn />
          </Route>
          <Route>{screen}</Route>
        </Switch>
      </Suspense>
    </HandedOver>
  );
}
