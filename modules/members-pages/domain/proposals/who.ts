/** The other side of a record: an id that a page has offered, or what a member types, a number or a name. */
import { decodeId } from '@timebank/contract';
import { foldText } from '@timebank/contract/fold';
import type { Queryable } from '../../../../core/database/query.ts';
import { type NamesShown, nameForMembers } from '../../../../core/people/name-for-members.ts';
import { type MemberFound, type Namesake, selectByNumber, selectNamesakes, selectSharedByName } from './who-queries.ts';

export interface Counterpart {
  readonly accountId: number;
  /** Null: an organisation or the community fund. */
  readonly memberId: string | null;
  /** As members read it. */
  readonly name: string;
}

/** One of several whose names begin alike. */
export type NamedAlike = Counterpart & Pick<Namesake, 'number' | 'listing'>;

/** `several`: they are to be chosen from. */
export type FoundCounterpart =
  | { readonly found: Counterpart }
  | { readonly several: readonly NamedAlike[] }
  | { readonly fault: 'who_required' | 'who_short' | 'who_unknown' };

/** Letters that a name needs, and names that are shown at most: nobody reads the list of members by it. */
const LETTERS_MIN = 3;
const NAMES_MAX = 8;

/**
 * @param typed `usr_…`, the member number, the name of an organisation, or the beginning of a member's name
 * @param countName is called before members are looked for by a number or a name, and may refuse: no number tells by
 *   trial whose it is
 */
export async function findCounterpart(
  on: Queryable,
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
  const [numbered] = await selectByNumber(on, { communityId, memberId, number: text });
  if (numbered) return { found: counterpartOf(numbered, community) };
  const [shared] = await selectSharedByName(on, { communityId, name: text });
  if (shared) return { found: { ...shared, memberId: null } };
  const name = foldText(text).replace(/\.$/, '');
  if (name.replace(/\P{L}/gu, '').length < LETTERS_MIN) return { fault: 'who_short' };
  const before = `${name}\u{10ffff}`;
  const rows = await selectNamesakes(on, { communityId, name, before, exceptId: ownId, limit: NAMES_MAX });
  const [first] = rows;
  if (!first) return { fault: 'who_unknown' };
  if (rows.length === 1) return { found: counterpartOf(first, community) };
  return {
    several: rows.map((row) => ({ ...counterpartOf(row, community), number: row.number, listing: row.listing })),
  };
}

const counterpartOf = (member: MemberFound, shown: NamesShown): Counterpart => ({
  accountId: member.accountId,
  memberId: member.id,
  name: nameForMembers(member, shown),
});
