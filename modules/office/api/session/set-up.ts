/** POST /set-up/link, /set-up and /set-up/acceptance: a first account, another community, or access after a loss. */

import type { ConsoleHandler } from '../../../../console/desk/call.ts';
import type { OfficeDeps } from '../../../../console/desk/office-deps.ts';
import type { BegunBy } from '../../../../console/desk/session-queries.ts';
import type { Clock } from '../../../../core/base/clock.ts';
import { invalidField, rateLimited } from '../../../../core/base/refusal.ts';
import { createThrottle, throttleAddress } from '../../../../core/base/throttle.ts';
import { type Change, change } from '../../../../core/change/change.ts';
import { sha256 } from '../../../../core/partners/secrets.ts';
import type { acceptInvitation, readSetupLink, setUp } from '../../contract/set-up.ts';
import {
  acceptWithAccountIn,
  acceptWithNewAccountIn,
  isInvitation,
  readInvitation,
} from '../../domain/administrators/invitations.ts';
import { selectSetupLink } from '../../domain/administrators/queries.ts';
import { hashSetupPassword, linkInvalid, useSetupLinkIn } from '../../domain/administrators/setup-links.ts';
import { beginSessionIn, signedInReply } from './begin.ts';
import { checkLocalAccounts } from './local-accounts.ts';
import { ownActOf } from './own-act.ts';

/** Links tried per address and minute; a token of 192 bits is not guessed, but each try costs a query. */
const TRIES_PER_ADDRESS = 60;

export interface SetupHandlers {
  readonly readSetupLink: ConsoleHandler<typeof readSetupLink>;
  readonly setUp: ConsoleHandler<typeof setUp>;
  readonly acceptInvitation: ConsoleHandler<typeof acceptInvitation>;
}

/** The handlers, sharing one count of tries. */
export function createSetupHandlers(): SetupHandlers {
  const tries = createThrottle(TRIES_PER_ADDRESS);

  function countTry(address: string, clock: Clock): void {
    const waitSeconds = tries.count(throttleAddress(address), clock.now().getTime());
    if (waitSeconds === 0) return;
    throw rateLimited('Too many set-up links were tried.', waitSeconds);
  }

  return {
    async readSetupLink({ body, address }, { config, database, clock }) {
      countTry(address, clock);
      if (isInvitation(body.token)) {
        const { email, role, community, expiresAt } = await readInvitation(database.reads, body.token, clock.now());
        return {
          data: { purpose: 'invitation', email, name: '', role, community, expires_at: expiresAt.toISOString() },
        };
      }
      const [link] = await selectSetupLink(database.reads, { tokenHash: sha256(body.token), now: clock.now() });
      if (!link) throw linkInvalid();
      if (!link.byOperator) checkLocalAccounts(config);
      const { email, name, community, expiresAt } = link;
      return { data: { purpose: 'reset', email, name, role: null, community, expires_at: expiresAt.toISOString() } };
    },

    async setUp(call, deps) {
      const { body, address, requestId } = call;
      countTry(address, deps.clock);
      const name = body.name.trim();
      if (name === '') {
        throw invalidField('name', 'too_short', 'name must not be empty.');
      }
      const use = await (isInvitation(body.token) ? createAccount : resetAccount)(call, deps, name);
      const act = { communityId: null, actor: 'anonymous', address, requestId };
      const cookie = await change(deps, act, async (within) => {
        const { administratorId, how, by } = await use(within, { name, address, requestId });
        const begun = { by, provedAt: within.at };
        return await beginSessionIn(within, administratorId, how, begun, { ...call, earlier: call.session });
      });
      return await signedInReply(deps, cookie, address);
    },

    async acceptInvitation(call, deps) {
      const { body, session, cookie, address, requestId } = call;
      countTry(address, deps.clock);
      if (!isInvitation(body.token)) throw linkInvalid();
      await change(deps, ownActOf(call), (within) =>
        acceptWithAccountIn(within, body.token, session.administratorId, { address, requestId }),
      );
      return await signedInReply(deps, cookie, address);
    },
  };
}

interface Person {
  readonly name: string;
  readonly address: string;
  readonly requestId: string;
}

/** The part of a set-up that runs in the change, after the password was hashed. */
type Use = (
  within: Change,
  person: Person,
) => Promise<{ readonly administratorId: number; readonly how: string; readonly by: BegunBy }>;

type SetUpCall = Parameters<SetupHandlers['setUp']>[0];

async function createAccount(
  { body }: SetUpCall,
  { config, database, clock, passwords }: OfficeDeps,
  name: string,
): Promise<Use> {
  checkLocalAccounts(config);
  const invitation = await readInvitation(database.reads, body.token, clock.now());
  const passwordHash = await hashSetupPassword(passwords, invitation, name, body.password);
  return async (within, person) => {
    const administratorId = await acceptWithNewAccountIn(within, body.token, {
      ...person,
      passwordHash,
    });
    return { administratorId, how: 'invitation', by: 'password' };
  };
}

async function resetAccount(
  { body }: SetUpCall,
  { config, database, clock, passwords }: OfficeDeps,
  name: string,
): Promise<Use> {
  const [link] = await selectSetupLink(database.reads, { tokenHash: sha256(body.token), now: clock.now() });
  if (!link) throw linkInvalid();
  // The operator's own link is the way back in when the identity provider is away.
  if (!link.byOperator) checkLocalAccounts(config);
  const passwordHash = await hashSetupPassword(passwords, link, name, body.password);
  return async (within, person) => {
    const { administratorId } = await useSetupLinkIn(within, body.token, { ...person, passwordHash });
    return { administratorId, how: 'set-up link', by: link.byOperator ? 'operator link' : 'password' };
  };
}
