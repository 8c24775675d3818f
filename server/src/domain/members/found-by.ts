/** What members are found by, written with the member: words for what is typed in full or begun, grams for the rest. */
import type { Transaction } from '../../platform/database/query.ts';
import { gramsOf } from './near.ts';
import { deleteMemberGrams, deleteMemberWords, insertMemberGrams, insertMemberWords } from './queries.ts';
import { type Named, searchWordsOf } from './search-words.ts';

/** For members of whom nothing is written yet. */
export async function writeFoundByIn(
  transaction: Transaction,
  communityId: number,
  members: readonly (Named & { readonly id: string })[],
): Promise<void> {
  const words = members.map(searchWordsOf);
  await insertMemberWords(
    transaction,
    communityId,
    members.flatMap(({ id }, at) => (words[at] ?? []).map(() => id)),
    words.flat(),
  );
  const grams = members.map(({ name }) => `{${gramsOf(communityId, name).join(',')}}`);
  const ids = members.map(({ id }) => id);
  await insertMemberGrams(transaction, communityId, ids, grams);
}

/** Nobody finds these members any more. */
export async function clearFoundByIn(
  transaction: Transaction,
  communityId: number,
  memberIds: readonly string[],
): Promise<void> {
  await deleteMemberWords(transaction, communityId, memberIds);
  await deleteMemberGrams(transaction, communityId, memberIds);
}
