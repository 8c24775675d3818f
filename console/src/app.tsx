/** Providers and routes. */
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { SignedIn } from '@timebank/contract/console';
import {
  Component,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { Redirect, Route, Router, Switch } from 'wouter';
import { CommunityContext, lastCommunity, rememberCommunity, SessionContext, useRead } from './api/hooks.ts';
import { withClock } from './i18n/format.ts';
import {
  ChooseLanguageContext,
  completeLanguage,
  type Language,
  type LanguageCode,
  LanguageContext,
  loadLanguage,
  rememberLanguage,
  useLanguage,
  useText,
} from './i18n/text.ts';
import { mayRetry } from './parts/page/failure.ts';
import { Notice } from './parts/page/notice.tsx';
import { LoadFailed, Loading } from './parts/page/states.tsx';
import { allowed } from './parts/shell/allowed.tsx';
import { GuardDialogs } from './parts/shell/guard.tsx';
import { ProgressLine } from './parts/shell/progress-line.tsx';
import { screen } from './parts/shell/screen.ts';
import { HandedOver } from './parts/shell/secret-context.tsx';
import { Shell } from './parts/shell/shell.tsx';
import { NoCommunity, NotFound } from './screens/not-found.tsx';
import { SignIn } from './screens/sign-in.tsx';
import { cssVariables, theme } from './theme.ts';

const AccountHistory = screen(() => import('./screens/account-history.tsx'));
const Accounts = screen(() => import('./screens/accounts.tsx'));
const Account = screen(() => import('./screens/account.tsx'));
const Administrators = allowed(
  'audit.read',
  screen(() => import('./screens/administrators.tsx')),
);
const Reports = screen(() => import('./screens/reports.tsx'));
const ToSettle = screen(() => import('./screens/to-settle.tsx'));
const ToCall = allowed(
  'members.write',
  screen(() => import('./screens/to-call.tsx')),
);
const Answers = allowed(
  'members.write',
  screen(() => import('./screens/answers.tsx')),
);
const AccountStatement = screen(() => import('./screens/account-statement.tsx'));
const Audit = allowed(
  'audit.read',
  screen(() => import('./screens/audit.tsx')),
);
const Calls = allowed(
  'calls.read',
  screen(() => import('./screens/calls.tsx')),
);
const Exchanges = screen(() => import('./screens/exchanges.tsx'));
const HandOver = screen(() => import('./screens/hand-over.tsx'));
const Import = allowed(
  'imports.write',
  screen(() => import('./screens/import.tsx')),
);
const Inbox = allowed(
  'statements.read',
  screen(() => import('./screens/inbox.tsx')),
);
const Letters = screen(() => import('./screens/letters.tsx'));
const Booklet = screen(() => import('./screens/booklet.tsx'));
const Categories = screen(() => import('./screens/categories.tsx'));
const Listing = screen(() => import('./screens/listing.tsx'));
const ListingNew = allowed(
  'listings.write',
  screen(() => import('./screens/listing-new.tsx')),
);
const Listings = screen(() => import('./screens/listings.tsx'));
const MemberDetail = screen(() => import('./screens/member.tsx'));
const MemberNew = allowed(
  'members.write',
  screen(() => import('./screens/member-new.tsx')),
);
const MemberPairs = allowed(
  'members.write',
  screen(() => import('./screens/member-pairs.tsx')),
);
const Members = screen(() => import('./screens/members.tsx'));
const Messages = screen(() => import('./screens/messages.tsx'));
const MoveIn = allowed(
  'imports.write',
  screen(() => import('./screens/move-in.tsx')),
);
const NewPassword = screen(() => import('./screens/new-password.tsx'));
const Overview = lazy(() => import('./screens/community-overview.tsx'));
const PartnerDetail = screen(() => import('./screens/partner.tsx'));
const PartnerNew = allowed(
  'credentials.write',
  screen(() => import('./screens/partner-new.tsx')),
);
const PaymentSlip = screen(() => import('./screens/payment-slip.tsx'));
const ProviderReturn = screen(() => import('./screens/provider-return.tsx'));
const Partners = screen(() => import('./screens/partners.tsx'));
const Safety = screen(() => import('./screens/safety.tsx'));
const Secret = allowed(
  'credentials.write',
  screen(() => import('./screens/secret.tsx')),
);
const SetUp = lazy(() => import('./screens/set-up.tsx'));
const Settings = screen(() => import('./screens/settings.tsx'));
const Slips = allowed(
  'exchanges.write',
  screen(() => import('./screens/slips.tsx')),
);

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

export function App({ nonce, language }: { nonce: string; language: Language }) {
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
              <HandedOver>
                <Router base="/console">
                  <Entry />
                </Router>
              </HandedOver>
            </Crash>
          </QueryClientProvider>
        </MantineProvider>
      </ChooseLanguageContext>
    </LanguageContext>
  );
}

function Entry() {
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
  );
}

/** Below it, hours are written as the community wants them. */
function HoursAs({ form, children }: { form: string | undefined; children: ReactNode }) {
  const language = useLanguage();
  const own = useMemo(
    () => (form === 'clock' ? { ...language, format: withClock(language.format) } : language),
    [form, language],
  );
  return <LanguageContext value={own}>{children}</LanguageContext>;
}

function SignedInRoutes({ session }: { session: SignedIn }) {
  const choose = useContext(ChooseLanguageContext);
  const { language } = session.preferences;
  useEffect(() => {
    if (language) choose(language);
  }, [language, choose]);
  const first = lastCommunity(session.communities);
  return (
    <SessionContext value={session}>
      <Switch>
        <Route path="/c/:slug/*?">
          {({ slug }) => {
            const community = session.communities.find((one) => one.slug === slug);
            if (community) rememberCommunity(community.slug);
            return (
              <CommunityContext value={community} key={slug}>
                <HoursAs form={community?.hours_as}>
                  <Shell community={community ?? first}>{community ? <CommunityRoutes /> : <NotFound />}</Shell>
                </HoursAs>
              </CommunityContext>
            );
          }}
        </Route>
        <Route path="/account">
          <Shell community={first}>
            <Suspense fallback={<Waiting />}>
              <Account />
            </Suspense>
          </Shell>
        </Route>
        <Route path="/">
          {first ? (
            <Redirect to={`/c/${first.slug}`} replace />
          ) : (
            <Shell community={undefined}>
              <NoCommunity />
            </Shell>
          )}
        </Route>
        <Route>
          <Shell community={first}>
            <NotFound />
          </Shell>
        </Route>
      </Switch>
      <GuardDialogs />
    </SessionContext>
  );
}

function CommunityRoutes() {
  return (
    <Suspense fallback={<Waiting />}>
      <Switch>
        <Route path="/c/:slug" component={Overview} />
        <Route path="/c/:slug/members" component={Members} />
        <Route path="/c/:slug/letters" component={Letters} />
        <Route path="/c/:slug/reports" component={Reports} />
        <Route path="/c/:slug/answers" component={Answers} />
        <Route path="/c/:slug/to-settle" component={ToSettle} />
        <Route path="/c/:slug/to-call" component={ToCall} />
        <Route path="/c/:slug/members/new" component={MemberNew} />
        <Route path="/c/:slug/members/duplicates" component={MemberPairs} />
        <Route path="/c/:slug/members/:memberId/payment-slip" component={PaymentSlip} />
        <Route path="/c/:slug/members/:memberId/statement" component={AccountStatement} />
        <Route path="/c/:slug/accounts/:accountId/statement" component={AccountStatement} />
        <Route path="/c/:slug/members/:memberId/:tab?" component={MemberDetail} />
        <Route path="/c/:slug/listings" component={Listings} />
        <Route path="/c/:slug/listings/new" component={ListingNew} />
        <Route path="/c/:slug/listings/categories" component={Categories} />
        <Route path="/c/:slug/listings/booklet" component={Booklet} />
        <Route path="/c/:slug/listings/:listingId" component={Listing} />
        <Route path="/c/:slug/exchanges" component={Exchanges} />
        <Route path="/c/:slug/exchanges/slips" component={Slips} />
        <Route path="/c/:slug/inbox/:tab?" component={Inbox} />
        <Route path="/c/:slug/import" component={Import} />
        <Route path="/c/:slug/import/move" component={MoveIn} />
        <Route path="/c/:slug/accounts" component={Accounts} />
        <Route path="/c/:slug/accounts/:accountId" component={AccountHistory} />
        <Route path="/c/:slug/messages/:tab?" component={Messages} />
        <Route path="/c/:slug/settings" component={Settings} />
        <Route path="/c/:slug/partners" component={Partners} />
        <Route path="/c/:slug/partners/new" component={PartnerNew} />
        <Route path="/c/:slug/partners/:partnerId/secret" component={Secret} />
        <Route path="/c/:slug/partners/:partnerId/:tab?/:item?/:report?" component={PartnerDetail} />
        <Route path="/c/:slug/calls" component={Calls} />
        <Route path="/c/:slug/audit" component={Audit} />
        <Route path="/c/:slug/administrators" component={Administrators} />
        <Route path="/c/:slug/safety" component={Safety} />
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </Suspense>
  );
}

function Waiting() {
  return (
    <div className="page">
      <Loading />
    </div>
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
