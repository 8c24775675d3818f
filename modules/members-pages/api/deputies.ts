/** /communities/{slug}/members/{memberId}/deputies: who acts for a member on the members' pages. */
import { decodeId, encodeId } from '@timebank/contract';
import { actOf, type CommunityCall, type CommunityHandler } from '../../../console/desk/call.ts';
import type { MemberDeputy } from '../../../console/desk/contract/deputies.ts';
import { memberIdOf } from '../../../console/desk/named-member.ts';
import { refusal } from '../../../core/base/refusal.ts';
import type { Queryable } from '../../../core/database/query.ts';
import { invalidBody } from '../../../core/http/steps.ts';
import { readMember } from '../../members/api/members/present.ts';
import type { appointMemberDeputy, endMemberDeputy, listMemberDeputies } from '../contract/deputies.ts';
import { appointDeputy, endDeputy, type NewDeputy } from '../domain/deputies/deputies.ts';
import { selectDeputiesOf } from '../domain/deputies/queries.ts';

const LIST_MAX = 50;

export const listMemberDeputiesHandler: CommunityHandler<typeof listMemberDeputies> = async (call, deps) => {
  const memberId = memberIdOf(call.params.memberId);
  const { communityId } = call.membership;
  await readMember(deps.database.reads, communityId, memberId);
  return { data: await readDeputies(deps.database.reads, communityId, memberId) };
};

export const appointMemberDeputyHandler: CommunityHandler<typeof appointMemberDeputy> = async (call, deps) => {
  const memberId = memberIdOf(call.params.memberId);
  const { agreed_on: agreedOn, how } = call.body;
  await appointDeputy(deps, { ...actOf(call), memberId }, deputyOf(call.body), { agreedOn, how });
  return { data: await readDeputies(deps.database.reads, call.membership.communityId, memberId) };
};

export const endMemberDeputyHandler: CommunityHandler<typeof endMemberDeputy> = async (call, deps) => {
  const memberId = memberIdOf(call.params.memberId);
  const { communityId } = call.membership;
  await readMember(deps.database.reads, communityId, memberId);
  const deputyId = decodeId('dpt', call.params.deputyId);
  if (deputyId === undefined) throw refusal('not_found', 'There is no such deputy.');
  await endDeputy(deps, { ...actOf(call), memberId }, deputyId);
  return { data: await readDeputies(deps.database.reads, communityId, memberId) };
};

/** @throws Refusal validation_failed */
function deputyOf({ member, name, email = null }: CommunityCall<typeof appointMemberDeputy>['body']): NewDeputy {
  if (member === undefined && name !== undefined) return { name, email };
  const deputyMemberId = member === undefined || name !== undefined ? undefined : decodeId('usr', member);
  if (deputyMemberId !== undefined) return { deputyMemberId };
  const message = 'member is the id of a member, or name is given instead.';
  throw invalidBody([{ field: 'member', code: 'unknown_value', message }]);
}

/** A member's deputies, at most so many. */
export async function readDeputies(
  on: Queryable,
  communityId: number,
  memberId: string,
  limit = LIST_MAX,
): Promise<MemberDeputy[]> {
  const rows = await selectDeputiesOf(on, { communityId, memberId, limit });
  return rows.map(({ id, deputyMemberId, name, email, agreedOn, how, createdAt, endedAt }) => ({
    ...{ id: encodeId('dpt', id), name, email, agreed_on: agreedOn, how },
    member: deputyMemberId === null ? null : encodeId('usr', deputyMemberId),
    created_at: createdAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  }));
}
