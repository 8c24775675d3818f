/** /communities/{slug}/members/{memberId}/sessions and /email-retries: what the office does for a way in. */
import { encodeId } from '@timebank/contract';
import { actOf, type CommunityHandler } from '../../../console/desk/call.ts';
import { memberIdOf } from '../../../console/desk/named-member.ts';
import { trustAddress } from '../../../core/people/members/update.ts';
import { readMember } from '../../members/api/members/present.ts';
import type { endMemberSessions, retryMemberEmail } from '../contract/member-pages.ts';
import { signOutEverywhere } from '../domain/deputies/deputies.ts';

/** The office signs a member out, whose phone is lost, say. */
export const endMemberSessionsHandler: CommunityHandler<typeof endMemberSessions> = async (call, deps) => {
  const memberId = memberIdOf(call.params.memberId);
  await readMember(deps.database.reads, call.membership.communityId, memberId);
  // What was agreed on with the office stays: a thief of the telephone could appoint on the pages alone.
  const act = { ...actOf(call), memberId };
  const { ended, stay, endedDeputies } = await signOutEverywhere(deps, act, null, ({ how }) => how !== 'pages');
  const named = (rows: typeof stay) => rows.map(({ id, name }) => ({ id: encodeId('dpt', id), name }));
  return { data: { ended, deputies_ended: named(endedDeputies), deputies_left: named(stay) } };
};

/** The office has asked the member, and the address works. */
export const retryMemberEmailHandler: CommunityHandler<typeof retryMemberEmail> = async (call, deps) => ({
  data: { was_bad: await trustAddress(deps, { ...actOf(call), memberId: memberIdOf(call.params.memberId) }) },
});
