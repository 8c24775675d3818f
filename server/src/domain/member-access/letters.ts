/** Printed ways in: a letter to each member, whose code opens the member's pages once. */
import { encodeId } from '@timebank/contract';
import type { Keys } from '../../platform/base/keys.ts';
import { DAY_MS } from '../../platform/base/time.ts';
import { type ChangeDeps, type CommunityAct, change } from '../change/change.ts';
import { createLetterCode, letterHash } from './letter-code.ts';
import { endLetters, insertLetters, lockLetterMembers } from './queries.ts';

/** Days after which a letter opens nothing. */
const LETTER_DAYS = 60;

/** A letter, the only place where its code is readable. */
export interface WrittenLetter {
  readonly memberId: string;
  readonly name: string;
  readonly code: string;
  readonly expiresAt: Date;
}

/**
 * Makes a letter for each of the members that may take part, and ends their letters before. Others get none.
 * @param memberIds without prefix
 */
export async function writeLetters(
  deps: ChangeDeps & { readonly keys: Keys },
  act: CommunityAct,
  memberIds: readonly string[],
): Promise<readonly WrittenLetter[]> {
  const { communityId } = act;
  return change(deps, act, async ({ transaction, at, audit }) => {
    const members = await lockLetterMembers(transaction, { communityId, memberIds });
    if (members.length === 0) return [];
    const expiresAt = new Date(at.getTime() + LETTER_DAYS * DAY_MS);
    const letters = members.map(({ id, name }) => ({ memberId: id, name, code: createLetterCode(), expiresAt }));
    await endLetters(transaction, { communityId, memberIds: members.map(({ id }) => id), at });
    const rows = letters.map(({ memberId, code }) => ({ memberId, keyHash: letterHash(deps.keys.letters, code) }));
    await insertLetters(transaction, { rows, communityId, at, expiresAt });
    for (const { memberId } of letters) audit('member.letter_written', encodeId('usr', memberId));
    return letters;
  });
}
