/** `/at/{community}/sign-out`: ends this session. */

import { newCookieId } from '../../../core/http/cookies.ts';
import { actingOf } from '../domain/deputies/acting.ts';
import { endSessionsOfMember } from '../domain/member-access/sign-in.ts';
import type { MemberHandler } from './present/call.ts';

export const leaveAsMemberHandler: MemberHandler = async ({ community, home, session, address, requestId }, deps) => {
  if (session) {
    const act = { communityId: community.id, ...actingOf(session), address, requestId };
    await endSessionsOfMember(deps, act, session.memberId, { sessionId: session.id });
  }
  return { to: home, cookie: { id: newCookieId(), isKept: false } };
};
