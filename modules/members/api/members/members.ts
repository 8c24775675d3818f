/** /communities/{slug}/members: find, add, read and change members. */

import { decodeId } from '@timebank/contract';
import { actOf, type CommunityHandler } from '../../../../console/desk/call.ts';
import { memberIdOf } from '../../../../console/desk/named-member.ts';
import { unlessWidening } from '../../../../console/desk/session.ts';
import { COUNT_LIMIT, counted, sortedBy, sortedPageOf } from '../../../../console/desk/sorted.ts';
import { widensMember, widensVisibility } from '../../../../console/desk/widens.ts';
import { camelCased } from '../../../../core/base/fields/fields.ts';
import { openPage, pageOf } from '../../../../core/http/paging.ts';
import { beginHold, endHold } from '../../../../core/people/holds/hold.ts';
import { changeMemberStatus } from '../../../../core/people/members/status.ts';
import { changeMember, choosePartnerVisibility } from '../../../../core/people/members/update.ts';
import {
  type beginMemberHold,
  type createMember,
  type endMemberHold,
  type getMember,
  listMembers,
  type setMemberStatus,
  type setMemberVisibility,
  type updateMember,
} from '../../contract/members.ts';
import { addMember } from '../../domain/members/add.ts';
import { countMembers, selectMemberDetail, selectMemberPage } from '../../domain/members/console-queries.ts';
import { findCalled, findMembers } from '../../domain/members/find.ts';
import { presentSummary, readMember } from './present.ts';

export const listMembersHandler: CommunityHandler<typeof listMembers> = async (call, deps) => {
  const page = openPage(call, deps, listMembers);
  const { communityId } = call.membership;
  const { search, status, exact, sort = 'name' } = call.query;
  const { heavy } = deps.database;
  if (search === undefined) {
    const [rows, counts] = await Promise.all([
      selectMemberPage(heavy, { communityId, ...sortedBy(sort, page), status }),
      page.after === undefined ? countMembers(heavy, { communityId, limit: COUNT_LIMIT, status }) : [],
    ]);
    return counted(sortedPageOf(page, rows, presentSummary), counts[0]?.count);
  }
  const memberId = decodeId('usr', search.trim());
  if (memberId) {
    const found = (await selectMemberDetail(heavy, { communityId, memberId })).filter(
      (row) => status === undefined || row.status === status,
    );
    return counted(
      pageOf(page, found, ({ id }) => id, presentSummary),
      undefined,
    );
  }
  const called =
    exact === undefined || page.after !== undefined ? [] : await findCalled(heavy, communityId, search, page.limit);
  const rows = await findMembers(heavy, {
    ...{ communityId, typed: search, status: status ?? null, after: page.after, limit: page.limit },
    // A search for the member of a booking tolerates no typing error.
    begunOnly: exact !== undefined,
  });
  if (called.length === 0) {
    return counted(
      pageOf(page, rows, ({ foundAt }) => foundAt, presentSummary),
      undefined,
    );
  }
  const known = new Set(called.map(({ id }) => id));
  const all = [...called, ...rows.filter(({ id }) => !known.has(id))];
  return {
    data: all.slice(0, page.perPage).map(presentSummary),
    meta: { per_page: page.perPage, has_more: all.length > page.perPage, next_cursor: null, count: null },
  };
};

export const createMemberHandler: CommunityHandler<typeof createMember> = async (call, deps) => {
  const { status, ...fields } = call.body;
  // A new member follows the community's choice unless the request has the member's own.
  unlessWidening(call, deps, widensVisibility)(null, fields.visibility ?? null);
  const id = await addMember(deps, actOf(call), {
    ...camelCased(fields),
    name: call.body.name,
    ...(status === undefined ? {} : { status }),
  });
  return { data: await readMember(deps.database.reads, call.membership.communityId, id) };
};

export const getMemberHandler: CommunityHandler<typeof getMember> = async ({ membership, params }, deps) => ({
  data: await readMember(deps.database.reads, membership.communityId, memberIdOf(params.memberId)),
});

export const updateMemberHandler: CommunityHandler<typeof updateMember> = async (call, deps) => {
  const memberId = memberIdOf(call.params.memberId);
  const allow = unlessWidening(call, deps, widensMember);
  await changeMember(deps, { ...actOf(call), memberId }, camelCased(call.body), allow);
  return { data: await readMember(deps.database.reads, call.membership.communityId, memberId) };
};

export const setMemberStatusHandler: CommunityHandler<typeof setMemberStatus> = async (call, deps) => {
  const memberId = memberIdOf(call.params.memberId);
  await changeMemberStatus(deps, { ...actOf(call), memberId }, call.body.status, call.body.reason);
  return { data: await readMember(deps.database.reads, call.membership.communityId, memberId) };
};

export const beginMemberHoldHandler: CommunityHandler<typeof beginMemberHold> = async (call, deps) => {
  const memberId = memberIdOf(call.params.memberId);
  await beginHold(deps, { ...actOf(call), memberId }, call.body.until ?? null);
  return { data: await readMember(deps.database.reads, call.membership.communityId, memberId) };
};

export const endMemberHoldHandler: CommunityHandler<typeof endMemberHold> = async (call, deps) => {
  const memberId = memberIdOf(call.params.memberId);
  await endHold(deps, { ...actOf(call), memberId });
  return { data: await readMember(deps.database.reads, call.membership.communityId, memberId) };
};

export const setMemberVisibilityHandler: CommunityHandler<typeof setMemberVisibility> = async (call, deps) => {
  const memberId = memberIdOf(call.params.memberId);
  const { partner_id, visibility } = call.body;
  const allow = unlessWidening(call, deps, widensVisibility);
  await choosePartnerVisibility(deps, { ...actOf(call), memberId }, partner_id, visibility, allow);
  return { data: await readMember(deps.database.reads, call.membership.communityId, memberId) };
};
