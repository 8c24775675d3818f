/** /communities/{slug}/member-pairs, and what is like a member who is being typed. */
import { encodeId } from '@timebank/contract';
import { foldText } from '@timebank/contract/fold';
import { actOf, type CommunityHandler } from '../../../../console/desk/call.ts';
import { memberIdOf } from '../../../../console/desk/named-member.ts';
import { FIRST_ID } from '../../../../core/database/keyset.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { openPage, pageOf } from '../../../../core/http/paging.ts';
import { addressKey, emailKey, phoneKey } from '../../../../core/people/members/likeness.ts';
import { changeMemberStatuses } from '../../../../core/people/members/status.ts';
import {
  type decideMemberPair,
  type findLikeMembers,
  listMemberPairs,
  type MemberPair,
  type setMemberStatuses,
} from '../../contract/member-pairs.ts';
import { decidePair } from '../../domain/decide-pair.ts';
import { selectLikeMembers, selectMemberPairs } from '../../domain/duplicate-queries.ts';
import { type MemberSummaryRow, selectMembersByIds } from '../../domain/members/console-queries.ts';
import { presentSummary } from './present.ts';

/** Members like the one who is typed. */
const LIKE_MAX = 10;

export const findLikeMembersHandler: CommunityHandler<typeof findLikeMembers> = async (call, deps) => {
  const { communityId } = call.membership;
  const { name, email, phone, second_phone, street, postal_code, place } = call.body;
  const rows = await selectLikeMembers(deps.database.heavy, {
    communityId,
    searchName: foldText(name ?? '').replace(/\s+/g, ' '),
    email: emailKey(email) ?? '',
    phoneKeys: [phoneKey(phone), phoneKey(second_phone)].filter((key) => key !== null),
    addressKey: addressKey(street, postal_code, place) ?? '',
    limit: LIKE_MAX,
  });
  const members = await byId(
    deps.database.heavy,
    communityId,
    rows.map(({ id }) => id),
  );
  return {
    data: rows.flatMap(({ id, by }) => {
      const member = members.get(id);
      return member ? [{ member: presentSummary(member), by: [...by] }] : [];
    }),
  };
};

export const listMemberPairsHandler: CommunityHandler<typeof listMemberPairs> = async (call, deps) => {
  const page = openPage(call, deps, listMemberPairs);
  const { communityId } = call.membership;
  const { heavy } = deps.database;
  const [afterId = FIRST_ID, afterOther = FIRST_ID] = page.after?.split(' ') ?? [];
  const rows = await selectMemberPairs(heavy, { communityId, afterId, afterOther, limit: page.limit });
  const ids = [...new Set(rows.flatMap(({ memberId, otherId }) => [memberId, otherId]))];
  const members = await byId(heavy, communityId, ids);
  return pageOf(
    page,
    rows,
    ({ memberId, otherId }) => `${memberId} ${otherId}`,
    ({ memberId, otherId, by }): MemberPair => ({
      first: presentSummary(members.get(memberId) as MemberSummaryRow),
      second: presentSummary(members.get(otherId) as MemberSummaryRow),
      by: [...by],
    }),
  );
};

export const decideMemberPairHandler: CommunityHandler<typeof decideMemberPair> = async (call, deps) => {
  const { member_id, other_id, decision } = call.body;
  const pair = { memberId: memberIdOf(member_id), otherId: memberIdOf(other_id) };
  await decidePair(deps, actOf(call), pair, decision);
  const members = await byId(deps.database.reads, call.membership.communityId, [pair.memberId]);
  return { data: presentSummary(members.get(pair.memberId) as MemberSummaryRow) };
};

export const setMemberStatusesHandler: CommunityHandler<typeof setMemberStatuses> = async (call, deps) => {
  const { member_ids, status, reason } = call.body;
  const memberIds = member_ids.map(memberIdOf);
  const { changed, unchanged } = await changeMemberStatuses(deps, actOf(call), memberIds, status, reason);
  return { data: { changed, unchanged: unchanged.map(({ id, ...row }) => ({ id: encodeId('usr', id), ...row })) } };
};

async function byId(on: Queryable, communityId: number, memberIds: readonly string[]) {
  const rows = await selectMembersByIds(on, { communityId, memberIds });
  return new Map(rows.map((row) => [row.id, row]));
}
