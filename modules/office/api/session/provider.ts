/** /session/provider, /identities/enrolment: to the organisation's identity provider, and back. */

import type { ConsoleCall, ConsoleHandler, ConsoleReply } from '../../../../console/desk/call.ts';
import type { ProviderReason } from '../../../../console/desk/contract/errors.ts';
import { PROVIDER_RETURN_PATH } from '../../../../console/desk/contract/routes.ts';
import { cookieHash } from '../../../../console/desk/cookie.ts';
import type { OfficeDeps } from '../../../../console/desk/office-deps.ts';
import { consoleConflict, consoleRefusal } from '../../../../console/desk/refusal.ts';
import { updatePasswordAt } from '../../../../console/desk/session-queries.ts';
import { countFromAddress, judging } from '../../../../console/desk/throttle.ts';
import type { OidcConfig } from '../../../../core/base/oidc-config.ts';
import { type Refusal, rateLimited } from '../../../../core/base/refusal.ts';
import { createThrottle, throttleAddress } from '../../../../core/base/throttle.ts';
import { ago, MINUTE_MS } from '../../../../core/base/time.ts';
import { change } from '../../../../core/change/change.ts';
import type {
  beginIdentity,
  beginProviderConfirmation,
  beginProviderSignIn,
  finishProvider,
} from '../../contract/provider.ts';
import { accountOfIdentityIn, type FoundAccount, linkIdentityIn } from '../../domain/administrators/identities.ts';
import { type ProviderPurpose, selectIdentity } from '../../domain/administrators/identity-queries.ts';
import { beginProviderRequest, type TakenRequest, takeRequest } from '../../domain/administrators/provider-requests.ts';
import {
  createIdentityProvider,
  type IdentityProvider,
  type ProvedIdentity,
  ProviderFault,
} from '../../oidc/provider.ts';
import { beginSessionIn, signedInReply } from './begin.ts';
import { auditFailure } from './failures.ts';
import { ownActOf } from './own-act.ts';

/** Begun per address and minute: each is a row until the hour's end. */
const BEGUN_PER_ADDRESS = 30;
/** How far the provider's clock may be off. */
const CLOCK_TOLERANCE_MS = MINUTE_MS;

export interface ProviderHandlers {
  readonly beginProviderSignIn: ConsoleHandler<typeof beginProviderSignIn>;
  readonly beginProviderConfirmation: ConsoleHandler<typeof beginProviderConfirmation>;
  readonly beginIdentity: ConsoleHandler<typeof beginIdentity>;
  readonly finishProvider: ConsoleHandler<typeof finishProvider>;
}

type BeginCall = Pick<ConsoleCall, 'address' | 'cookie' | 'origin'>;
type FinishCall = ConsoleCall<typeof finishProvider>;

/** The handlers, sharing one client of the provider and one count. */
export function createProviderHandlers(): ProviderHandlers {
  const begun = createThrottle(BEGUN_PER_ADDRESS);
  let client: IdentityProvider | undefined;

  function providerOf({ config, clock }: OfficeDeps): {
    readonly provider: IdentityProvider;
    readonly settings: OidcConfig;
  } {
    if (!config.oidc) throw consoleConflict('no_provider', 'This installation has no identity provider.');
    client ??= createIdentityProvider(config.oidc, clock);
    return { provider: client, settings: config.oidc };
  }

  async function begin(
    call: BeginCall,
    deps: OfficeDeps,
    purpose: ProviderPurpose,
  ): Promise<ConsoleReply<typeof beginIdentity>> {
    const { provider } = providerOf(deps);
    const now = deps.clock.now();
    const waitSeconds = begun.count(throttleAddress(call.address), now.getTime());
    if (waitSeconds > 0) throw rateLimited('Too many sign-ins were begun.', waitSeconds);
    const ask = { cookieHash: cookieHash(call.cookie), purpose, redirectUri: call.origin + PROVIDER_RETURN_PATH };
    const request = await beginProviderRequest(deps.database.reads, deps.keys, ask, now);
    try {
      return { data: { url: await provider.addressFor(request, purpose === 'confirm') } };
    } catch (error) {
      throw shownFault(deps, error);
    }
  }

  return {
    beginProviderSignIn: (call, deps) => begin(call, deps, 'sign in'),
    beginProviderConfirmation: (call, deps) => begin(call, deps, 'confirm'),
    beginIdentity: (call, deps) => begin(call, deps, 'link'),

    async finishProvider(call, deps) {
      const { provider, settings } = providerOf(deps);
      const { database, clock, keys } = deps;
      const { response } = call.body;
      const attempt = await countFromAddress(database, clock.now(), call.address);
      const ask = {
        cookieHash: cookieHash(call.cookie),
        response,
        redirectUri: call.origin + PROVIDER_RETURN_PATH,
      };
      const reply = await judging(attempt, async () => {
        const taken = await takeRequest(database.reads, keys, ask, clock.now());
        if (!taken) {
          await auditFailure(deps, call, undefined, 'too_late');
          throw refused('too_late');
        }
        const identity = await provider.prove(taken.request, response).catch(async (error: unknown) => {
          if (!(error instanceof ProviderFault) || error.kind !== 'not_verified') await attempt.takenBack();
          else await auditFailure(deps, call, undefined, error.kind);
          throw shownFault(deps, error);
        });
        return await finish[taken.purpose](call, deps, { taken, identity, settings });
      });
      await attempt.succeeded();
      return reply;
    },
  };
}

interface ProviderAnswer {
  readonly taken: TakenRequest;
  readonly identity: ProvedIdentity;
  readonly settings: OidcConfig;
}

type Finish = (
  call: FinishCall,
  deps: OfficeDeps,
  brought: ProviderAnswer,
) => Promise<ConsoleReply<typeof finishProvider>>;

const finish: Readonly<Record<ProviderPurpose, Finish>> = {
  'sign in': async (call, deps, { identity, settings }) => {
    const { address, requestId } = call;
    const act = { communityId: null, actor: 'anonymous', address, requestId };
    const { found, cookie } = await change(deps, act, async (within) => {
      const found: FoundAccount = await accountOfIdentityIn(within, identity, settings, { address, requestId });
      const { administratorId } = found;
      if (administratorId === undefined || found.refused) {
        const subject = administratorId === undefined ? undefined : `administrator:${administratorId}`;
        within.audit('sign_in.failed', subject, { reason: found.refused ?? 'no_account' });
        return { found };
      }
      const { identityId } = found;
      // A provider that does not say when the person signed in may not have asked them to.
      const begun = { by: 'identity provider', identityId, provedAt: identity.authenticatedAt ?? null } as const;
      const beginning = { ...call, earlier: call.session };
      return { found, cookie: await beginSessionIn(within, administratorId, 'identity provider', begun, beginning) };
    });
    if (cookie === undefined) throw refused(found.refused ?? 'no_account');
    return await signedInReply(deps, cookie, address);
  },

  confirm: async (call, deps, { taken, identity }) => {
    const { session, cookie, address } = call;
    // The cookie is the one that the sign-in began with; its session may have ended since.
    if (!session) throw refused('too_late');
    const [known] = await selectIdentity(deps.database.reads, { issuer: identity.issuer, subject: identity.subject });
    const isSame = known?.administratorId === session.administratorId;
    const isAfresh = identity.authenticatedAt && identity.authenticatedAt >= ago(taken.begunAt, CLOCK_TOLERANCE_MS);
    if (!isSame || !isAfresh) {
      const reason = isSame ? 'not_afresh' : 'other_person';
      await auditFailure(deps, call, session.administratorId, reason);
      throw refused(reason);
    }
    await updatePasswordAt(deps.database.reads, { sessionId: session.id, at: deps.clock.now() });
    return await signedInReply(deps, cookie, address);
  },

  link: async (call, deps, { identity }) => {
    const { session, cookie, address, requestId } = call;
    if (!session) throw refused('too_late');
    const act = ownActOf({ session, address, requestId });
    await change(deps, act, (within) => linkIdentityIn(within, session.administratorId, identity));
    return await signedInReply(deps, cookie, address);
  },
};

const SENTENCES: Readonly<Record<ProviderReason, string>> = {
  address_taken:
    'There is an account with your e-mail address already: sign in to it, and link it with the identity provider under Your account.',
  denied: 'The identity provider did not let you in, or you cancelled.',
  email_unverified: 'The identity provider does not say that your e-mail address is verified; ask its operator.',
  no_account: 'You have no account here: ask an owner of your community to invite the e-mail address you sign in with.',
  no_role:
    'You have no role here any more, or not yet: ask the person who manages your groups at the identity provider.',
  not_afresh: 'The identity provider did not ask you to sign in again; sign out and in again to go on.',
  not_verified: 'What the identity provider sent could not be verified; begin again.',
  other_person: 'You signed in at the identity provider as another person.',
  too_late: 'This took too long, was begun in another browser, or was finished already; begin again.',
};

function refused(reason: ProviderReason): Refusal {
  const message = SENTENCES[reason];
  return consoleRefusal('provider_refused', message, [{ field: 'response', code: reason, message }]);
}

/** The error as the person sees it; a fault that the operator must mend goes to the log. */
function shownFault({ log }: OfficeDeps, error: unknown): unknown {
  if (!(error instanceof ProviderFault)) return error;
  if (error.kind === 'denied') return refused('denied');
  log.warn({ reason: reasonOf(error) }, 'a sign-in through the identity provider failed');
  if (error.kind === 'not_verified') return refused('not_verified');
  const message = 'The identity provider does not answer as it should; try again in a minute.';
  return consoleRefusal('provider_away', message, undefined, { 'Retry-After': '60' });
}

/** The messages of an error and its causes; never the request, which holds codes and tokens. */
function reasonOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 3) return '';
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  const cause = reasonOf(error.cause, depth + 1);
  return `${error.message}${code}${cause && `: ${cause}`}`;
}
