/** The other side of a record: an id that a page has offered, or what a member types, a number or a name. */
import { decodeId } from '@timebank/contract';
import type { Database } from '../../../../core/database/query.ts';
import { numbersTyped } from '../../../../core/people/members/search-words.ts';
import { type NamesShown, nameForMembers } from '../../../../core/people/name-for-members.ts';
import { findNamed } from '../../../members/domain/members/find.ts';
import { type Namesake, selectByNumber, selectNamesakes, selectSharedByName } from './who-queries.ts';

export interface Counterpart {
  readonly accountId: number;
  /** Null: an organisation or the community fund. */
  readonly memberId: string | null;
  /** As members read it. */
  readonly name: string;
}

/** One of several whose names are alike. */
export type NamedAlike = Counterpart & Pick<Namesake, 'number' | 'listing'>;

/** `several`: they are to be chosen from; `isNear`: the name of none is the one that was typed, but like it. */
export type FoundCounterpart =
  | { readonly found: Counterpart }
  | { readonly several: readonly NamedAlike[]; readonly isNear?: boolean }
  | { readonly fault: 'who_required' | 'who_short' | 'who_unknown' };

/** Letters that a name needs, and names that are shown at most: nobody reads the list of members by it. */
const LETTERS_MIN = 3;
const NAMES_MAX = 8;

/**
 * @param typed `usr_…`, the member number, the name of an organisation, or words of a member's name
 * @param countName is called before members are looked for by a number or a name, and may refuse: no number tells by
 *   trial whose it is
 */
export async function findCounterpart(
  { reads, heavy }: Database,
  community: NamesShown & { readonly id: number },
  ownId: string,
  typed: string,
  countName: () => void,
): Promise<FoundCounterpart> {
  const { id: communityId } = community;
  const text = typed.trim();
  if (text === '') return { fault: 'who_required' };
  const memberId = decodeId('usr', text) ?? null;
  if (memberId === null) countName();
  const { numbers, wordOfNumber } = numbersTyped(text);
  const numbered = await selectByNumber(reads, { communityId, memberId, numbers, wordOfNumber, limit: NAMES_MAX });
  const [first] = numbered;
  if (first && (numbered.length === 1 || first.number === text)) return { found: counterpartOf(first, community) };
  if (first) return { several: numbered.map((row) => alikeOf(row, community)) };
  const [shared] = await selectSharedByName(reads, { communityId, name: text });
  if (shared) return { found: { ...shared, memberId: null } };
  if (text.replace(/\P{L}/gu, '').length < LETTERS_MIN) return { fault: 'who_short' };
  const named = await findNamed(heavy, communityId, text);
  const memberIds = named.map(({ id }) => id);
  const rows = await selectNamesakes(reads, { communityId, memberIds, exceptId: ownId, limit: NAMES_MAX });
  const fits = new Map(named.map(({ id, fit }) => [id, fit]));
  const [whole, begun] = [['whole'], ['whole', 'beginning']].map((wanted) =>
    rows.filter(({ id }) => wanted.includes(fits.get(id) ?? '')),
  );
  const [one] = whole?.length === 1 ? whole : begun?.length === 1 ? begun : [];
  if (one) return { found: counterpartOf(one, community) };
  if (rows.length === 0) return { fault: 'who_unknown' };
  const isNear = !begun?.length;
  return { isNear, several: (isNear ? rows : begun).map((row) => alikeOf(row, community)) };
}

const alikeOf = (member: Namesake, shown: NamesShown): NamedAlike => ({
  ...counterpartOf(member, shown),
  number: member.number,
  listing: member.listing,
});

const counterpartOf = (member: Namesake, shown: NamesShown): Counterpart => ({
  accountId: member.accountId,
  memberId: member.id,
  name: nameForMembers(member, shown),
});
