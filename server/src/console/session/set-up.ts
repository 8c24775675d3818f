/** POST /set-up/link and /set-up: a person's first way in, or back in. */
import type { readSetupLink, setUp } from '@timebank/contract/console';
import { selectSetupLink } from '../../administrators/queries.ts';
import { applySetupLink, hashSetupPassword, linkInvalid, setupLinkHash } from '../../administrators/setup-links.ts';
import type { Clock } from '../../clock.ts';
import { createThrottle, throttleAddress } from '../../oauth/throttle.ts';
import { refusal } from '../../refusal.ts';
import type { ConsoleHandler } from '../handler.ts';
import { beginSession, signedInReply } from './begin.ts';

/** Links tried per address and minute; a token of 192 bits is not guessed, but each try costs a query. */
const TRIES_PER_ADDRESS = 60;

export interface SetupHandlers {
  readonly readSetupLink: ConsoleHandler<typeof readSetupLink>;
  readonly setUp: ConsoleHandler<typeof setUp>;
}

/** The two handlers, sharing one count of tries. */
export function createSetupHandlers(): SetupHandlers {
  const tries = createThrottle(TRIES_PER_ADDRESS);

  function countTry(address: string, clock: Clock): void {
    const waitSeconds = tries.count(throttleAddress(address), clock.now().getTime());
    if (waitSeconds === 0) return;
    throw refusal('rate_limited', 'Too many set-up links were tried.', undefined, {
      'Retry-After': String(waitSeconds),
    });
  }

  return {
    async readSetupLink({ body, address }, { database, clock }) {
      countTry(address, clock);
      const [link] = await selectSetupLink(database.reads, setupLinkHash(body.token), clock.now());
      if (!link) throw linkInvalid();
      const { purpose, email, name, community, expiresAt } = link;
      return { data: { purpose, email, name, community, expires_at: expiresAt.toISOString() } };
    },

    async setUp(call, deps) {
      const { body, address, requestId } = call;
      const { database, clock } = deps;
      countTry(address, clock);
      const name = body.name.trim();
      if (name === '') {
        const message = 'name must not be empty.';
        throw refusal('validation_failed', message, [{ field: 'name', code: 'too_short', message }]);
      }
      const [link] = await selectSetupLink(database.reads, setupLinkHash(body.token), clock.now());
      if (!link) throw linkInvalid();
      const passwordHash = await hashSetupPassword(link, name, body.password);
      const at = clock.now();
      const cookie = await database.transaction(async (transaction) => {
        await applySetupLink(transaction, at, body.token, { name, passwordHash, address, requestId });
        return await beginSession(transaction, at, link.administratorId, 'set-up link', {
          ...call,
          earlier: call.session,
        });
      });
      return await signedInReply(deps, cookie, address);
    },
  };
}
