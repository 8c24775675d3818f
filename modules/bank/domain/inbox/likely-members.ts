/** Whose payment a line without a readable reference may be: a question to the person, never a proposal. */
import { distance } from '@timebank/contract/near';
import type { Queryable } from '../../../../core/database/query.ts';
import { searchTerms, umlautsWritten, wordsOfName } from '../../../../core/people/members/search-words.ts';
import { type ListedLineRow, selectMembersOfWords } from './queries.ts';

/** A line as people read it. */
export interface ShownLineRow extends ListedLineRow {
  /** The one active member of the payer's name whose reference is nearly the written one. */
  readonly likely: { readonly id: string; readonly name: string; readonly number: string | null } | null;
}

/** Digits that may be wrong, missing, added, or exchanged with their neighbour; a reference has sixteen. */
const SLIPS_MAX = 2;

/** The lines, with the member that each may be of where it is open for want of a reference. One statement a page. */
export async function withLikelyMembers(
  on: Queryable,
  communityId: number,
  lines: readonly ListedLineRow[],
): Promise<ShownLineRow[]> {
  const asked = lines.filter(isNobodys);
  const words = [...new Set(asked.flatMap(({ payer }) => spellingsOf(payer ?? '').flatMap(wordsOfName)))];
  const members = words.length === 0 ? [] : await selectMembersOfWords(on, { communityId, words });
  return lines.map((line) => {
    const [one, other] = isNobodys(line) ? members.filter((member) => mayPay(line, member)) : [];
    return { ...line, likely: one && !other ? { id: one.id, name: one.name, number: one.number } : null };
  });
}

const WITHOUT_MEMBER = new Set(['no_reference', 'unreadable_reference', 'unknown_reference']);
const isNobodys = ({ state, reason, payer }: ListedLineRow) =>
  state === 'open' && payer !== null && WITHOUT_MEMBER.has(reason);

/** Stored words have no umlauts; banks write `MUELLER`. */
const spellingsOf = (payer: string) => [payer, payer.replace(/(?<=[aou])e/gi, '')];

/** Whether the payer's name has every word of the member's, and the texts nearly have the reference. */
function mayPay({ payer, texts }: ListedLineRow, member: { name: string; reference: string }): boolean {
  const payers = new Set(searchTerms(umlautsWritten(payer ?? '')));
  if (!searchTerms(umlautsWritten(member.name)).every((word) => payers.has(word))) return false;
  const written = texts.join('').replace(/\D/g, '');
  const digits = member.reference.slice('RF'.length);
  for (let at = 0; at + digits.length - SLIPS_MAX <= written.length; at++) {
    for (let length = digits.length - SLIPS_MAX; length <= digits.length + SLIPS_MAX; length++) {
      if (distance(written.slice(at, at + length), digits) <= SLIPS_MAX) return true;
    }
  }
  return false;
}
