/** GET /communities/{slug}/search: members, partners, credits and calls by one text. */
import { decodeId, encodeId, hoursFromSeconds } from '@timebank/contract';
import type { ConsoleHandler } from '../../../console/desk/call.ts';
import { type Permission, ROLE_PERMISSIONS } from '../../../console/desk/contract/routes.ts';
import { shownAs } from '../../../core/base/fields/fields.ts';
import type { Queryable } from '../../../core/database/query.ts';
import { fitOf } from '../../../core/people/members/near.ts';
import { searchTerms, wordsOfName } from '../../../core/people/members/search-words.ts';
import {
  foundCall,
  foundCredit,
  foundMember,
  SEARCH_HITS_MAX,
  type SearchResult,
  type searchCommunity,
} from '../contract/search.ts';
import { type MemberSummaryRow, selectMembersByIds } from '../domain/members/console-queries.ts';
import { findCalled, findMembers } from '../domain/members/find.ts';
import {
  type CallHitRow,
  type CreditHitRow,
  type PartnerNameRow,
  selectCreditsBegun,
  selectFoundCalls,
  selectPartnerNames,
} from '../domain/search-queries.ts';

/** One more than are shown, to know whether there are others. */
const LIMIT = SEARCH_HITS_MAX + 1;
const PARTNERS_MAX = 1000;
/** A shorter text would match too many references. */
const REFERENCE_LENGTH_MIN = 3;
/** The search follows every character. */
const END = '\u{10ffff}';

interface Search {
  readonly on: Queryable;
  readonly communityId: number;
  readonly typed: string;
}

export const searchCommunityHandler: ConsoleHandler<typeof searchCommunity> = async (call, deps) => {
  const { communityId, role } = call.membership;
  const typed = call.query.q?.trim() ?? '';
  const search: Search = { on: deps.database.heavy, communityId, typed };
  const may = (permission: Permission) => typed !== '' && ROLE_PERMISSIONS[role].includes(permission);
  const [members, partners, credits, calls] = await Promise.all([
    may('members.read') ? membersFound(search) : [],
    may('partners.read') ? partnersFound(search) : [],
    may('statements.read') ? creditsFound(search) : [],
    may('calls.read') ? callsFound(search) : [],
  ]);
  const data: SearchResult = {
    members: group(members, presentMember),
    partners: group(partners, ({ id, name, status }) => ({ id, name, status })),
    credits: group(credits, presentCredit),
    calls: group(calls, presentCall),
  };
  return { data };
};

const group = <Row, Hit>(rows: readonly Row[], present: (row: Row) => Hit) => ({
  hits: rows.slice(0, SEARCH_HITS_MAX).map(present),
  has_more: rows.length > SEARCH_HITS_MAX,
});

async function membersFound({ on, communityId, typed }: Search): Promise<MemberSummaryRow[]> {
  const id = decodeId('usr', typed);
  if (id) return await selectMembersByIds(on, { communityId, memberIds: [id] });
  const [called, found] = await Promise.all([
    findCalled(on, communityId, typed, LIMIT),
    findMembers(on, { communityId, typed, status: null, limit: LIMIT }),
  ]);
  const known = new Set(called.map((row) => row.id));
  return [...called, ...found.filter((row) => !known.has(row.id))];
}

async function partnersFound({ on, communityId, typed }: Search): Promise<PartnerNameRow[]> {
  const terms = searchTerms(typed);
  const rows = await selectPartnerNames(on, { communityId, limit: PARTNERS_MAX });
  return rows
    .map((row) => ({ row, fit: row.clientId === typed ? 0 : fitOf(terms, wordsOfName(row.name)) }))
    .filter((one): one is typeof one & { fit: number } => one.fit !== undefined && terms.length > 0)
    .sort((a, b) => a.fit - b.fit)
    .map(({ row }) => row);
}

async function creditsFound({ on, communityId, typed }: Search): Promise<CreditHitRow[]> {
  return await selectCreditsBegun(on, { communityId, ...referencesBegun(typed), limit: LIMIT });
}

async function callsFound({ on, communityId, typed }: Search): Promise<CallHitRow[]> {
  return await selectFoundCalls(on, { communityId, requestId: typed, ...referencesBegun(typed), limit: LIMIT });
}

/** References keep their case; the search tries the usual spellings of the typed text. */
function referencesBegun(typed: string) {
  if (typed.length < REFERENCE_LENGTH_MIN) return { from: [], before: [] };
  const from = [...new Set([typed, typed.toUpperCase(), typed.toLowerCase()])];
  return { from, before: from.map((start) => start + END) };
}

const presentMember = (row: MemberSummaryRow) => ({ ...shownAs(foundMember, row), id: encodeId('usr', row.id) });

const presentCredit = (row: CreditHitRow) => ({
  ...shownAs(foundCredit, row),
  partner: { id: row.partnerId, name: row.partnerName },
  status: row.reversalReference === null ? ('posted' as const) : ('reversed' as const),
  hours: hoursFromSeconds(row.amountSeconds),
});

const presentCall = (row: CallHitRow) => ({
  ...shownAs(foundCall, row),
  partner: { id: row.partnerId, name: row.partnerName },
});
