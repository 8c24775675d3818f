/** The screens of all modules, each at its address, for who is signed in: with the frame and the first screen one file. */
import { type ReactNode, Suspense, useContext, useEffect, useMemo } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import type { SignedIn } from '../../console/desk/contract/session.ts';
import {
  CommunityContext,
  lastCommunity,
  rememberCommunity,
  SessionContext,
  useSession,
} from '../../console/src/api/hooks.ts';
import { withClock } from '../../console/src/i18n/format.ts';
import { ChooseLanguageContext, LanguageContext, useLanguage } from '../../console/src/i18n/text.ts';
import { Loading } from '../../console/src/parts/page/states.tsx';
import { allowed } from '../../console/src/parts/shell/allowed.tsx';
import { GuardDialogs } from '../../console/src/parts/shell/guard.tsx';
import { screen } from '../../console/src/parts/shell/screen.ts';
import { Shell } from '../../console/src/parts/shell/shell.tsx';
import Overview from '../../modules/office/screens/community-overview.tsx';
import { NoCommunity, NotFound } from '../../modules/office/screens/not-found.tsx';

const AccountHistory = screen(() => import('../../modules/members/screens/account-history.tsx'));
const Accounts = screen(() => import('../../modules/members/screens/accounts.tsx'));
const Account = screen(() => import('../../modules/office/screens/account.tsx'));
const Administrators = allowed(
  'audit.read',
  screen(() => import('../../modules/office/screens/administrators.tsx')),
);
const Reports = screen(() => import('../../modules/paper/screens/reports.tsx'));
const ToSettle = screen(() => import('../../modules/members-pages/screens/to-settle.tsx'));
const ToCall = allowed(
  'members.write',
  screen(() => import('../../modules/members/screens/to-call.tsx')),
);
const Answers = allowed(
  'members.write',
  screen(() => import('../../modules/members-pages/screens/answers.tsx')),
);
const AccountStatement = screen(() => import('../../modules/members/screens/account-statement.tsx'));
const Audit = allowed(
  'audit.read',
  screen(() => import('../../modules/office/screens/audit.tsx')),
);
const Calls = allowed(
  'calls.read',
  screen(() => import('../../modules/partners/screens/calls.tsx')),
);
const Exchanges = screen(() => import('../../modules/members/screens/exchanges.tsx'));
const Import = allowed(
  'imports.write',
  screen(() => import('../../modules/moving/screens/import.tsx')),
);
const Communities = screen(() => import('../../modules/operate/screens/communities.tsx'));
const Inbox = allowed(
  'statements.read',
  screen(() => import('../../modules/bank/screens/inbox.tsx')),
);
const Letters = screen(() => import('../../modules/members-pages/screens/letters.tsx'));
const Booklet = screen(() => import('../../modules/paper/screens/booklet.tsx'));
const Categories = screen(() => import('../../modules/members/screens/categories.tsx'));
const Listing = screen(() => import('../../modules/members/screens/listing.tsx'));
const ListingNew = allowed(
  'listings.write',
  screen(() => import('../../modules/members/screens/listing-new.tsx')),
);
const Listings = screen(() => import('../../modules/members/screens/listings.tsx'));
const MemberDetail = screen(() => import('../../modules/members/screens/member.tsx'));
const MemberNew = allowed(
  'members.write',
  screen(() => import('../../modules/members/screens/member-new.tsx')),
);
const MemberPairs = allowed(
  'members.write',
  screen(() => import('../../modules/members/screens/member-pairs.tsx')),
);
const Members = screen(() => import('../../modules/members/screens/members.tsx'));
const Messages = screen(() => import('../../modules/mail/screens/messages.tsx'));
const MoveIn = allowed(
  'imports.write',
  screen(() => import('../../modules/moving/screens/move-in.tsx')),
);
const PartnerDetail = screen(() => import('../../modules/partners/screens/partner.tsx'));
const PartnerNew = allowed(
  'credentials.write',
  screen(() => import('../../modules/partners/screens/partner-new.tsx')),
);
const PaymentSlip = screen(() => import('../../modules/bank/screens/payment-slip.tsx'));
const Partners = screen(() => import('../../modules/partners/screens/partners.tsx'));
const Safety = screen(() => import('../../modules/office/screens/safety.tsx'));
const Secret = allowed(
  'credentials.write',
  screen(() => import('../../modules/partners/screens/secret.tsx')),
);
const Settings = screen(() => import('../../modules/office/screens/settings.tsx'));
const Slips = allowed(
  'exchanges.write',
  screen(() => import('../../modules/paper/screens/slips.tsx')),
);

/** Below it, hours are written as the community wants them. */
function HoursAs({ form, children }: { form: string | undefined; children: ReactNode }) {
  const language = useLanguage();
  const own = useMemo(
    () => (form === 'clock' ? { ...language, format: withClock(language.format) } : language),
    [form, language],
  );
  return <LanguageContext value={own}>{children}</LanguageContext>;
}

export default function SignedInRoutes({ session }: { session: SignedIn }) {
  const choose = useContext(ChooseLanguageContext);
  const { language } = session.preferences;
  useEffect(() => {
    if (language) choose(language);
  }, [language, choose]);
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
                  {community ? (
                    <Shell community={community}>
                      <CommunityRoutes />
                    </Shell>
                  ) : (
                    <OwnShell>
                      <NotFound />
                    </OwnShell>
                  )}
                </HoursAs>
              </CommunityContext>
            );
          }}
        </Route>
        <Route path="/account">
          <OwnShell>
            <Suspense fallback={<Waiting />}>
              <Account />
            </Suspense>
          </OwnShell>
        </Route>
        {session.administrator.is_operator && (
          <Route path="/communities">
            <OwnShell>
              <Suspense fallback={<Waiting />}>
                <Communities />
              </Suspense>
            </OwnShell>
          </Route>
        )}
        <Route path="/">
          <Home />
        </Route>
        <Route>
          <OwnShell>
            <NotFound />
          </OwnShell>
        </Route>
      </Switch>
      <GuardDialogs />
    </SessionContext>
  );
}

/** Around what is of no community: the menu is that of the one that was looked at last, as of when it is drawn. */
function OwnShell({ children }: { children: ReactNode }) {
  return <Shell community={lastCommunity(useSession().communities)}>{children}</Shell>;
}

function Home() {
  const first = lastCommunity(useSession().communities);
  if (first) return <Redirect to={`/c/${first.slug}`} replace />;
  return (
    <Shell community={undefined}>
      <NoCommunity />
    </Shell>
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
