/** GET, POST and DELETE /session; POST /session/password-confirmation */
import type { confirmPassword, getSession, signIn, signOut } from '@timebank/contract/console';
import { endSession, updatePasswordAt } from '../../../domain/administrators/session-queries.ts';
import { appendAudit } from '../../../domain/audit/append.ts';
import type { ConsoleHandler } from '../../http/console-handler.ts';
import { beginSessionIn, signedInReply } from './begin.ts';
import { newCookieId } from './cookie.ts';
import { presentSignedIn, presentVisitor } from './present.ts';
import { proveIdentity } from './prove.ts';

export const getSessionHandler: ConsoleHandler<typeof getSession> = async ({ session, cookie }, deps) => {
  if (!session) return { data: presentVisitor(deps, cookie) };
  return { data: await presentSignedIn(deps, session, cookie) };
};

export const signInHandler: ConsoleHandler<typeof signIn> = async (call, deps) => {
  const { administrator, proof } = await proveIdentity(deps, call, call.body);
  const cookie = await deps.database.transaction((transaction) =>
    beginSessionIn(transaction, deps.clock.now(), administrator.id, proof, { ...call, earlier: call.session }),
  );
  return await signedInReply(deps, cookie, call.address);
};

export const signOutHandler: ConsoleHandler<typeof signOut> = async ({ session, address, requestId }, deps) => {
  const at = deps.clock.now();
  const actor = `administrator:${session.administratorId}`;
  await deps.database.transaction(async (transaction) => {
    await endSession(transaction, session.administratorId, session.id, at);
    await appendAudit(transaction, [
      { communityId: null, at, actor, action: 'session.ended', subject: `session:${session.id}`, address, requestId },
    ]);
  });
  const cookie = newCookieId();
  return {
    data: presentVisitor(deps, cookie),
    cookie,
    headers: { 'Clear-Site-Data': '"storage"' },
  };
};

export const confirmPasswordHandler: ConsoleHandler<typeof confirmPassword> = async (call, deps) => {
  const { session, body, cookie, address } = call;
  await proveIdentity(deps, call, { email: session.email, ...body });
  await updatePasswordAt(deps.database.reads, session.id, deps.clock.now());
  return await signedInReply(deps, cookie, address);
};
