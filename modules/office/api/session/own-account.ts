/** PATCH /account, POST /account/second-factor-put-off */

import type { ConsoleHandler } from '../../../../console/desk/call.ts';
import { checkRecentPassword } from '../../../../console/desk/session.ts';
import { foldAddress } from '../../../../core/base/email-address.ts';
import { rateLimited } from '../../../../core/base/refusal.ts';
import { createThrottle } from '../../../../core/base/throttle.ts';
import type { putOffSecondFactor, updateOwnAccount } from '../../contract/own-account.ts';
import { changeOwnAccount, putOffAsking } from '../../domain/administrators/own-account.ts';
import { signedInReply } from './begin.ts';
import { ownActOf } from './own-act.ts';

/** Addresses tried per person and minute: a refusal reveals that there is such an account, as an invitation's link does. */
const TRIES_PER_PERSON = 5;

export interface OwnAccountHandlers {
  readonly updateOwnAccount: ConsoleHandler<typeof updateOwnAccount>;
  readonly putOffSecondFactor: ConsoleHandler<typeof putOffSecondFactor>;
}

/** The handlers, with a count of tries. */
export function createOwnAccountHandlers(): OwnAccountHandlers {
  const tries = createThrottle(TRIES_PER_PERSON);
  return {
    async updateOwnAccount(call, deps) {
      const { session, body, cookie, address } = call;
      const now = deps.clock.now();
      if (body.email !== undefined && foldAddress(body.email) !== session.email) {
        checkRecentPassword(session, now);
        const waitSeconds = tries.count(String(session.administratorId), now.getTime());
        if (waitSeconds > 0) {
          throw rateLimited('Too many addresses were tried.', waitSeconds);
        }
      }
      await changeOwnAccount(deps, ownActOf(call), session.administratorId, body);
      return await signedInReply(deps, cookie, address);
    },

    async putOffSecondFactor(call, deps) {
      await putOffAsking(deps, ownActOf(call), call.session.administratorId);
      return await signedInReply(deps, call.cookie, call.address);
    },
  };
}
