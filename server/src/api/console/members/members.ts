/** /communities/{slug}/members: find, add, read and change members. */
import { decodeId } from '@timebank/contract';
import {
  type createMember,
  type getMember,
  listMembers,
  type MemberUpdate,
  type setMemberStatus,
  type setMemberVisibility,
  type updateMember,
} from '@timebank/contract/console';
import { foldText } from '@timebank/contract/fold';
import type { Deps } from '../../../domain/deps.ts';
import { addMember } from '../../../domain/members/add.ts';
import { rarestWord, searchTerms } from '../../../domain/members/search-words.ts';
import { changeMemberStatus } from '../../../domain/members/status.ts';
import { changeMember, choosePartnerVisibility, type MemberChanges } from '../../../domain/members/update.ts';
import { FIRST_ID } from '../../../platform/database/keyset.ts';
import { openPage, type Page, pageOf } from '../../http/paging.ts';
import { actOf, type ConsoleHandler } from '../access/call.ts';
import { COUNT_LIMIT, counted, sortedBy, sortedPageOf } from '../access/sorted.ts';
import { memberIdOf, presentSummary, readMember } from './present.ts';
import {
  countMembers,
  type MemberSummaryRow,
  searchMembers,
  selectMemberDetail,
  selectMemberPage,
  selectMembersCalled,
} from './queries.ts';

/** Follows every letter. */
const END = '\u{10ffff}';
/** Further terms do not narrow a search any more. */
const TERMS_MAX = 6;

export const listMembersHandler: ConsoleHandler<typeof listMembers> = async (call, deps) => {
  const page = openPage(call, deps, listMembers);
  const { search, status, exact, sort = 'name' } = call.query;
  const { heavy } = deps.database;
  const { communityId } = call.membership;
  const [afterKey = '', afterId = FIRST_ID] = page.after === undefined ? [] : splitKey(page.after);
  if (search === undefined) {
    const [rows, counts] = await Promise.all([
      selectMemberPage.run(heavy, communityId, sortedBy(sort, page), { status }),
      page.after === undefined ? countMembers.run(heavy, [communityId, COUNT_LIMIT], { status }) : [],
    ]);
    return counted(sortedPageOf(page, rows, presentSummary), counts[0]?.count);
  }
  const memberId = decodeId('usr', search.trim());
  if (memberId) {
    const found = (await selectMemberDetail(heavy, communityId, memberId)).filter(
      (row) => status === undefined || row.status === status,
    );
    return counted(
      pageOf(page, found, ({ id }) => id, presentSummary),
      undefined,
    );
  }
  const [term, ...further] = searchTerms(search).slice(0, TERMS_MAX);
  // Nothing but punctuation names nobody.
  if (term === undefined) return emptyPage(page);
  const called = exact === undefined || page.after !== undefined ? [] : await membersCalled(search, call, deps, page);
  const ends = further.map((one) => one + END);
  const rows = await searchMembers(heavy, {
    communityId,
    term,
    termEnd: term + END,
    furtherTerms: further,
    furtherEnds: ends,
    ...{ afterWord: page.after === undefined ? term : afterKey, afterId },
    status: status ?? null,
    limit: page.limit,
  });
  if (called.length === 0) {
    return counted(
      pageOf(page, rows, ({ word, id }) => `${id}${word}`, presentSummary),
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

async function membersCalled(
  typed: string,
  { membership }: Parameters<typeof listMembersHandler>[0],
  { database }: Deps,
  page: Page,
): Promise<MemberSummaryRow[]> {
  const number = typed.trim();
  const name = foldText(number).replace(/\s+/g, ' ');
  const word = rarestWord(number) ?? '';
  return await selectMembersCalled(database.heavy, membership.communityId, number, name, word, page.limit);
}

const UUID_LENGTH = FIRST_ID.length;
/** The id has a fixed length, so the rest may hold anything. */
const splitKey = (last: string): [key: string, id: string] => [last.slice(UUID_LENGTH), last.slice(0, UUID_LENGTH)];
const emptyPage = (page: Page) =>
  counted(
    pageOf<never>(page, [], () => '', presentSummary),
    0,
  );

export const createMemberHandler: ConsoleHandler<typeof createMember> = async (call, deps) => {
  const { status, ...fields } = call.body;
  const id = await addMember(deps, actOf(call), {
    ...changesOf(fields),
    name: call.body.name,
    ...(status === undefined ? {} : { status }),
  });
  return { data: await readMember(deps.database.reads, call.membership.communityId, id) };
};

export const getMemberHandler: ConsoleHandler<typeof getMember> = async ({ membership, params }, deps) => ({
  data: await readMember(deps.database.reads, membership.communityId, memberIdOf(params.memberId)),
});

export const updateMemberHandler: ConsoleHandler<typeof updateMember> = async (call, deps) => {
  const memberId = memberIdOf(call.params.memberId);
  await changeMember(deps, { ...actOf(call), memberId }, changesOf(call.body));
  return { data: await readMember(deps.database.reads, call.membership.communityId, memberId) };
};

export const setMemberStatusHandler: ConsoleHandler<typeof setMemberStatus> = async (call, deps) => {
  const memberId = memberIdOf(call.params.memberId);
  await changeMemberStatus(deps, { ...actOf(call), memberId }, call.body.status);
  return { data: await readMember(deps.database.reads, call.membership.communityId, memberId) };
};

export const setMemberVisibilityHandler: ConsoleHandler<typeof setMemberVisibility> = async (call, deps) => {
  const memberId = memberIdOf(call.params.memberId);
  const { partner_id, visibility } = call.body;
  await choosePartnerVisibility(deps, { ...actOf(call), memberId }, partner_id, visibility);
  return { data: await readMember(deps.database.reads, call.membership.communityId, memberId) };
};

/** From the wire's names to the domain's, only what was sent. */
function changesOf(body: MemberUpdate): MemberChanges {
  const { external_id, joined_on, ...same } = body;
  return {
    ...same,
    ...(external_id === undefined ? {} : { externalId: external_id }),
    ...(joined_on === undefined ? {} : { joinedOn: joined_on }),
  };
}
