/** POST /password */

import type { ConsoleHandler } from '../../../../console/desk/call.ts';
import type { changePassword } from '../../../../console/desk/contract/session.ts';
import { cookieHash } from '../../../../console/desk/cookie.ts';
import { checkNewPassword } from '../../../../console/desk/password.ts';
import { consoleRefusal } from '../../../../console/desk/refusal.ts';
import { checkRecentPassword } from '../../../../console/desk/session.ts';
import { endSessions, renewSession } from '../../../../console/desk/session-queries.ts';
import { invalidField } from '../../../../core/base/refusal.ts';
import { change } from '../../../../core/change/change.ts';
import { newCookieId } from '../../../../core/http/cookies.ts';
import { updateCodesForgotten, updatePasswordHash } from '../../domain/administrators/queries.ts';
import { signedInReply } from './begin.ts';
import { checkLocalAccounts } from './local-accounts.ts';
import { ownActOf } from './own-act.ts';
import { provePassword } from './prove.ts';

export const changePasswordHandler: ConsoleHandler<typeof changePassword> = async (call, deps) => {
  const { session, body, address } = call;
  const { current_password, new_password } = body;
  checkLocalAccounts(deps.config);
  // This form has the password only; an account with codes must have proved one lately.
  if (session.totpEnabled) checkRecentPassword(session, deps.clock.now());
  checkNewPassword(new_password, [session.email, session.name], 'new_password');
  if (new_password === current_password) {
    throw invalidField('new_password', 'unchanged', 'new_password must differ from the current one.');
  }
  const { succeeded } = await provePassword(deps, call, session, current_password).catch((error: unknown) => {
    if (!consoleRefusal.is(error, 'sign_in_failed')) throw error;
    throw invalidField('current_password', 'wrong_password', 'current_password is wrong.');
  });
  await succeeded();
  const hash = await deps.passwords.hash(new_password);
  const cookie = newCookieId();
  const act = ownActOf(call);
  await change(deps, act, async ({ transaction, at, audit }) => {
    const { administratorId: id } = session;
    await updatePasswordHash(transaction, { administratorId: id, passwordHash: hash });
    // A person who tried codes knew the old password.
    await updateCodesForgotten(transaction, { administratorId: id });
    await endSessions(transaction, { administratorId: id, butSessionId: session.id, at });
    const passwordAt = session.totpEnabled ? session.passwordAt : at;
    await renewSession(transaction, { sessionId: session.id, tokenHash: cookieHash(cookie), at, passwordAt });
    audit('administrator.password_changed', act.actor);
  });
  return await signedInReply(deps, cookie, address);
};
