/** /communities/{slug}/members/{memberId}/sessions: the office signs a member out, whose phone is lost, say. */
import { encodeId } from '@timebank/contract';
import { actOf, type CommunityHandler } from '../../../console/desk/call.ts';
import { memberIdOf } from '../../../console/desk/named-member.ts';
import { readMember } from '../../members/api/members/present.ts';
import type { endMemberSessions } from '../contract/member-pages.ts';
import { signOutEverywhere } from '../domain/deputies/deputies.ts';

export const endMemberSessionsHandler: CommunityHandler<typeof endMemberSessions> = async (call, deps) => {
  const memberId = memberIdOf(call.params.memberId);
  await readMember(deps.database.reads, call.membership.communityId, memberId);
  // What was agreed on with the office stays: a thief of the telephone could appoint on the pages alone.
  const act = { ...actOf(call), memberId };
  const { ended, stay, endedDeputies } = await signOutEverywhere(deps, act, null, ({ how }) => how !== 'pages');
  const named = (rows: typeof stay) => rows.map(({ id, name }) => ({ id: encodeId('dpt', id), name }));
  return { data: { ended, deputies_ended: named(endedDeputies), deputies_left: named(stay) } };
};
