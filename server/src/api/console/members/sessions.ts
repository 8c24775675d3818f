/** /communities/{slug}/members/{memberId}/sessions: the office signs a member out, whose phone is lost, say. */
import type { endMemberSessions } from '@timebank/contract/console';
import { endSessionsOfMember } from '../../../domain/member-access/sign-in.ts';
import { actOf, type CommunityHandler } from '../access/call.ts';
import { memberIdOf, readMember } from './present.ts';

export const endMemberSessionsHandler: CommunityHandler<typeof endMemberSessions> = async (call, deps) => {
  const memberId = memberIdOf(call.params.memberId);
  await readMember(deps.database.reads, call.membership.communityId, memberId);
  return { data: { ended: await endSessionsOfMember(deps, actOf(call), memberId, 'all') } };
};
