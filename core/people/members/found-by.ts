/**
 * The search index of a member, written with the member: words for terms typed in full or begun, grams for the rest.
 */
import type { Transaction } from '../../database/query.ts';
import { beginningsOf, gramsOf } from './near.ts';
import { deleteMemberGrams, deleteMemberWords, insertMemberGrams, insertMemberWords } from './queries.ts';
import { type NameFields, searchWordsOf } from './search-words.ts';

/** For members of whom nothing is written yet. */
export async function writeFoundByIn(
  transaction: Transaction,
  communityId: number,
  members: readonly (NameFields & { readonly id: string })[],
): Promise<void> {
  const words = members.map(searchWordsOf);
  await insertMemberWords(transaction, {
    communityId,
    memberIds: members.flatMap(({ id }, at) => (words[at] ?? []).map(() => id)),
    words: words.flat(),
  });
  await insertMemberGrams(transaction, {
    communityId,
    memberIds: members.map(({ id }) => id),
    grams: members.map(({ name }, at) => gramsText(communityId, name, words[at] ?? [])),
  });
}

/** All grams of a member, as PostgreSQL writes an array. */
export function gramsText(communityId: number, name: string, words: readonly string[]): string {
  return `{${[...beginningsOf(communityId, words), ...gramsOf(communityId, name)].join(',')}}`;
}

/** Nobody finds these members any more. */
export async function clearFoundByIn(
  transaction: Transaction,
  communityId: number,
  memberIds: readonly string[],
): Promise<void> {
  await deleteMemberWords(transaction, { communityId, memberIds });
  await deleteMemberGrams(transaction, { communityId, memberIds });
}
