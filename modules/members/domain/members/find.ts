/** Finds members by a typed text: first where a word begins with it, then where it is inside a word, then with a typing error. */
import type { MemberStatus } from '@timebank/contract';
import { foldText } from '@timebank/contract/fold';
import { FIRST_ID } from '../../../../core/database/keyset.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { begunBy, FIT, type Fit, fitOf, nearTerms, wantedOf } from '../../../../core/people/members/near.ts';
import {
  numbersTyped,
  searchTerms,
  umlautsWritten,
  wordsOfName,
} from '../../../../core/people/members/search-words.ts';
import {
  countWords,
  type MemberSummaryRow,
  searchMembers,
  searchMembersAmong,
  selectMembersByIds,
  selectMembersCalled,
  selectMembersWithGrams,
  selectMembersWithWord,
  selectNearMembers,
  selectNearMembersAmong,
  selectWordsOf,
} from './console-queries.ts';

/** The search follows every letter. */
const END = '\u{10ffff}';
/** Terms of a search; further ones are ignored. */
const TERMS_MAX = 6;
/** Members compared, and members found, of whom no word begins with a term. A longer text finds the others. */
const CANDIDATES_MAX = 1000;
const NEAR_MAX = 100;
/** Up to so many members or words that begin with one term are compared with the other terms one by one. */
const FEW_MAX = 500;
/** The place behind the last member that is found by the beginning of a word: no id begins so. */
const NEAR = 'near ';

export interface MemberQuery {
  readonly communityId: number;
  readonly typed: string;
  /** Null: members of any status. */
  readonly status: MemberStatus | null;
  /** The `foundAt` of the last member of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
  /** Only members of whom each term begins a word. */
  readonly begunOnly?: boolean;
}

export type FoundMember = MemberSummaryRow & { readonly foundAt: string };

/** Members whose number or whole name is exactly the typed text, whatever their status. */
export async function findCalled(
  on: Queryable,
  communityId: number,
  typed: string,
  limit: number,
): Promise<MemberSummaryRow[]> {
  const searchName = foldText(typed.trim()).replace(/\s+/g, ' ');
  return await selectMembersCalled(on, { communityId, ...numbersTyped(typed), searchName, limit });
}

/** The next members found, the best first; none for a text of punctuation only. */
export async function findMembers(on: Queryable, query: MemberQuery): Promise<FoundMember[]> {
  const { typed, after, limit, begunOnly = false } = query;
  const terms = searchTerms(typed).slice(0, TERMS_MAX);
  if (terms.length === 0) return [];
  if (after?.startsWith(NEAR)) return await findNear(on, query, terms, Number(after.slice(NEAR.length)), limit);
  const begun = await findBegun(on, query, terms);
  if (begunOnly || begun.length >= limit) return begun;
  return [...begun, ...(await findNear(on, query, terms, 0, limit - begun.length))];
}

/** A name beside the typed one; `slip` also means inside a word. */
export interface NamedMember {
  readonly id: string;
  readonly fit: 'whole' | 'beginning' | 'slip';
}

const NAMED_MAX = 500;
const NAME_FITS = ['whole', 'beginning', 'slip'] as const;

/** Active members by their names alone, the best first: neither by address nor by telephone. */
export async function findNamed(on: Queryable, communityId: number, typed: string): Promise<NamedMember[]> {
  const spellings = [typed, umlautsWritten(typed), typed.replace(/(?<=[aou])e/gi, '')];
  const pages = await Promise.all(
    [...new Set(spellings.map(foldText))].map((spelling) =>
      findMembers(on, { communityId, typed: spelling, status: 'active', limit: NAMED_MAX }),
    ),
  );
  const found = new Map(pages.flat().map((row) => [row.id, row]));
  const fits = [...found.values()].map((row) => ({ id: row.id, fit: nameFitOf(typed, row) }));
  return NAME_FITS.flatMap((fit) => fits.filter((one) => one.fit === fit).map(({ id }) => ({ id, fit })));
}

const sameWords = (a: string, b: string) =>
  searchTerms(umlautsWritten(a)).toSorted().join(' ') === searchTerms(umlautsWritten(b)).toSorted().join(' ');

function nameFitOf(typed: string, { name, givenName, familyName }: MemberSummaryRow): NamedMember['fit'] | undefined {
  if (sameWords(typed, name)) return 'whole';
  const names = [name, givenName, familyName].filter((one) => one !== null).join(' ');
  const fits = [fitOf(searchTerms(typed), wordsOfName(names))];
  fits.push(fitOf(searchTerms(umlautsWritten(typed)), wordsOfName(umlautsWritten(names))));
  if (fits.some((fit) => fit !== undefined && fit <= FIT.beginning)) return 'beginning';
  return fits.some((fit) => fit !== undefined) ? 'slip' : undefined;
}

async function findBegun(on: Queryable, query: MemberQuery, terms: readonly string[]): Promise<FoundMember[]> {
  const { communityId, status, after, limit } = query;
  const [term = '', ...further] = terms;
  const asked = {
    communityId,
    term,
    termEnd: term + END,
    furtherTerms: further,
    furtherEnds: further.map((one) => one + END),
    // The id has a fixed length, so the word may hold anything.
    afterWord: after?.slice(FIRST_ID.length) ?? term,
    afterId: after?.slice(0, FIRST_ID.length) ?? FIRST_ID,
    status,
    limit,
  };
  const few = further.length === 0 ? undefined : await fewOf(on, communityId, terms);
  if (few?.length === 0) return [];
  const rows = await (few ? searchMembersAmong(on, { ...asked, memberIds: few }) : searchMembers(on, asked));
  return rows.map(({ word, ...row }) => ({ ...row, foundAt: `${row.id}${word}` }));
}

/** Members among whom all are that the terms find, if such are few; else a walk soon meets enough of them. */
async function fewOf(on: Queryable, communityId: number, terms: readonly string[]): Promise<string[] | undefined> {
  const ends = terms.map((one) => one + END);
  const counts = await countWords(on, { communityId, terms, ends, limit: FEW_MAX + 1 });
  const words = counts.map((count) => count.words);
  const rarest = words.indexOf(Math.min(...words));
  const [term = '', count = 0] = [terms[rarest], words[rarest]];
  if (count === 0) return [];
  const rows =
    count <= FEW_MAX
      ? await selectMembersWithWord(on, { communityId, term, termEnd: term + END })
      : await selectMembersWithGrams(on, { communityId, grams: begunBy(communityId, terms), limit: FEW_MAX + 1 });
  return rows.length <= FEW_MAX ? rows.map(({ id }) => id) : undefined;
}

async function findNear(
  on: Queryable,
  query: MemberQuery,
  terms: readonly string[],
  from: number,
  limit: number,
): Promise<FoundMember[]> {
  const { communityId } = query;
  const near = nearTerms(terms);
  const candidates = await candidatesOf(on, query, terms, near);
  const best = candidates
    .map(({ id, name }) => ({ id, name, fit: fitOf(near, wordsOfName(name)) }))
    .filter((one): one is typeof one & { fit: Fit } => one.fit !== undefined)
    .sort((a, b) => a.fit - b.fit || compare(a.name, b.name) || compare(a.id, b.id))
    .slice(0, NEAR_MAX);
  const all = best.map(({ id }) => id);
  const words = new Map((await selectWordsOf(on, { communityId, memberIds: all })).map((row) => [row.id, row.words]));
  // Members of whom each term begins a word, also of the e-mail address, were found before.
  const isBegun = (id: string) => (fitOf(terms, words.get(id) ?? []) ?? FIT.slip) <= FIT.beginning;
  const ids = all.filter((id) => !isBegun(id)).slice(from, from + limit);
  const rows = await selectMembersByIds(on, { communityId, memberIds: ids });
  return rows.map((row, at) => ({ ...row, foundAt: `${NEAR}${from + at + 1}` }));
}

/** Members of whom `near` may be inside the name or miss it by a slip, and each other term begins a word. */
async function candidatesOf(
  on: Queryable,
  { communityId, status }: MemberQuery,
  terms: readonly string[],
  near: readonly string[],
): Promise<{ readonly id: string; readonly name: string }[]> {
  const [first, second = first] = near.map((term) => wantedOf(communityId, term));
  if (!first || !second) return [];
  const others = terms.filter((term) => !near.includes(term));
  const asked = {
    ...{ communityId, status, limit: CANDIDATES_MAX },
    ...{ furtherTerms: others, furtherEnds: others.map((term) => term + END) },
  };
  // A rare number beside a common name is looked up by the number.
  const few = others.length > 0 ? await fewOf(on, communityId, others) : undefined;
  if (few) return await selectNearMembersAmong(on, { ...asked, memberIds: few });
  const { inside, slips } = first;
  return await selectNearMembers(on, { ...asked, inside, slips, otherInside: second.inside, otherSlips: second.slips });
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
