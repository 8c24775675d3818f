/** POST /session/password-request and /session/password-reset: a new password by mail. */

import type { ConsoleHandler } from '../../../../console/desk/call.ts';
import { checkNewPassword } from '../../../../console/desk/password.ts';
import { consoleConflict } from '../../../../console/desk/refusal.ts';
import { rateLimited } from '../../../../core/base/refusal.ts';
import { createThrottle, throttleAddress } from '../../../../core/base/throttle.ts';
import type { requestPassword, resetPassword } from '../../contract/forgotten.ts';
import { askForPassword, readPasswordLink, resetPasswordByMail } from '../../domain/administrators/reset-password.ts';
import { checkLocalAccounts } from './local-accounts.ts';

/** Requests and links per network address and minute. */
const ASKED_PER_ADDRESS = 10;
const USED_PER_ADDRESS = 60;

export interface ForgottenHandlers {
  readonly requestPassword: ConsoleHandler<typeof requestPassword>;
  readonly resetPassword: ConsoleHandler<typeof resetPassword>;
}

/** The handlers, each with a count of tries. */
export function createForgottenHandlers(): ForgottenHandlers {
  const asked = createThrottle(ASKED_PER_ADDRESS);
  const used = createThrottle(USED_PER_ADDRESS);
  return {
    async requestPassword({ body, address }, deps) {
      checkLocalAccounts(deps.config);
      if (!deps.config.mail) throw consoleConflict('mail_off', 'Mail is off: ask the operator for a link.');
      const waitSeconds = asked.count(throttleAddress(address), deps.clock.now().getTime());
      if (waitSeconds > 0) throw rateLimited('Too many passwords were asked for.', waitSeconds);
      await askForPassword(deps, body.email);
      return { data: { asked: true } };
    },

    async resetPassword({ body, address, requestId }, deps) {
      checkLocalAccounts(deps.config);
      const waitSeconds = used.count(throttleAddress(address), deps.clock.now().getTime());
      if (waitSeconds > 0) throw rateLimited('Too many links were tried.', waitSeconds);
      const { email, name } = await readPasswordLink(deps, body.token);
      checkNewPassword(body.password, [email, name]);
      const hash = await deps.passwords.hash(body.password);
      await resetPasswordByMail(deps, body.token, hash, { address, requestId });
      return { data: { changed: true } };
    },
  };
}
