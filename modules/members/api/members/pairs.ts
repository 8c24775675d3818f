/** /communities/{slug}/member-pairs, and what is like a member who is being typed. */
import { encodeId, hoursFromSeconds } from '@timebank/contract';
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
import { selectLikeMembers, selectMemberPairs, selectSameOpenings } from '../../domain/duplicate-queries.ts';
import { type MemberSummaryRow, selectMembersByIds } from '../../domain/members/console-queries.ts';
import { presentSummary } from './present.ts';

/** Members like the one who is typed. */
const LIKE_MAX = 10;
/** More than the evidence of any pair: before the first. */
const EVIDENCE_MAX = 1000;

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
  const [evidence, afterId = FIRST_ID, afterOther = FIRST_ID] = page.after?.split(' ') ?? [];
  const afterEvidence = evidence === undefined ? EVIDENCE_MAX : Number.parseInt(evidence, 10);
  const rows = await selectMemberPairs(heavy, { communityId, afterEvidence, afterId, afterOther, limit: page.limit });
  const openings = await selectSameOpenings(heavy, {
    communityId,
    memberIds: rows.map(({ memberId }) => memberId),
    otherIds: rows.map(({ otherId }) => otherId),
  });
  const openingOf = new Map(openings.map((row) => [`${row.memberId} ${row.otherId}`, row]));
  const ids = [...new Set(rows.flatMap(({ memberId, otherId }) => [memberId, otherId]))];
  const members = await byId(heavy, communityId, ids);
  return pageOf(
    page,
    rows,
    ({ evidence: last, memberId, otherId }) => `${last} ${memberId} ${otherId}`,
    ({ memberId, otherId, by }): MemberPair => {
      const [first, second] = [members.get(memberId), members.get(otherId)] as [MemberSummaryRow, MemberSummaryRow];
      const opening = openingOf.get(`${memberId} ${otherId}`);
      const joined = first.balanceSeconds + second.balanceSeconds;
      return {
        ...{ first: presentSummary(first), second: presentSummary(second), by: [...by] },
        joined_hours: hoursFromSeconds(joined),
        same_opening: opening
          ? {
              ...{ hours: hoursFromSeconds(opening.seconds), file_name: opening.fileName },
              joined_hours: hoursFromSeconds(joined - opening.seconds),
            }
          : null,
      };
    },
  );
};

export const decideMemberPairHandler: CommunityHandler<typeof decideMemberPair> = async (call, deps) => {
  const { member_id, other_id, decision, opening, reason } = call.body;
  const pair = { memberId: memberIdOf(member_id), otherId: memberIdOf(other_id) };
  await decidePair(deps, actOf(call), pair, decision, { opening, reason });
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
