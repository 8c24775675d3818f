/** GET, POST and DELETE /session; POST /session/password-confirmation */

import type { ConsoleHandler } from '../../../../console/desk/call.ts';
import type { confirmPassword, getSession, signIn, signOut } from '../../../../console/desk/contract/session.ts';
import { endSession, updatePasswordAt } from '../../../../console/desk/session-queries.ts';
import { change } from '../../../../core/change/change.ts';
import { newCookieId } from '../../../../core/http/cookies.ts';
import { beginSessionIn, signedInReply } from './begin.ts';
import { checkLocalAccounts } from './local-accounts.ts';
import { ownActOf } from './own-act.ts';
import { presentSignedIn, presentVisitor } from './present.ts';
import { proveIdentity } from './prove.ts';

export const getSessionHandler: ConsoleHandler<typeof getSession> = async ({ session, cookie }, deps) => {
  if (!session) return { data: presentVisitor(deps, cookie) };
  return { data: await presentSignedIn(deps, session, cookie) };
};

export const signInHandler: ConsoleHandler<typeof signIn> = async (call, deps) => {
  checkLocalAccounts(deps.config);
  const { administrator, proof } = await proveIdentity(deps, call, { email: call.body.email }, call.body);
  const { address, requestId } = call;
  const act = { communityId: null, actor: `administrator:${administrator.id}`, address, requestId };
  const cookie = await change(deps, act, (within) =>
    beginSessionIn(
      within,
      administrator.id,
      proof,
      { by: 'password', provedAt: within.at },
      { ...call, earlier: call.session },
    ),
  );
  return await signedInReply(deps, cookie, call.address);
};

export const signOutHandler: ConsoleHandler<typeof signOut> = async (call, deps) => {
  const { session } = call;
  await change(deps, ownActOf(call), async ({ transaction, at, audit }) => {
    await endSession(transaction, { administratorId: session.administratorId, sessionId: session.id, at });
    audit('session.ended', `session:${session.id}`);
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
  checkLocalAccounts(deps.config);
  await proveIdentity(deps, call, session, body);
  await updatePasswordAt(deps.database.reads, { sessionId: session.id, at: deps.clock.now() });
  return await signedInReply(deps, cookie, address);
};
