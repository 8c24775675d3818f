/** `/at/{community}/sign-out`: ends this session. */
import { endSessionsOfMember, memberActor } from '../../domain/member-access/sign-in.ts';
import { newCookieId } from '../http/cookies.ts';
import type { MemberHandler } from './present/call.ts';

export const leaveAsMemberHandler: MemberHandler = async ({ community, home, session, address, requestId }, deps) => {
  if (session) {
    const { id: sessionId, memberId } = session;
    const act = { communityId: community.id, actor: memberActor(memberId), address, requestId };
    await endSessionsOfMember(deps, act, memberId, { sessionId });
  }
  return { to: home, cookie: { id: newCookieId(), isKept: false } };
};
