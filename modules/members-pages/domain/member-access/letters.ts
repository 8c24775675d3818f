/** Printed ways in: a letter to each member, whose code opens the member's pages once. */
import { encodeId } from '@timebank/contract';
import type { Keys } from '../../../../core/base/keys.ts';
import { DAY_MS } from '../../../../core/base/time.ts';
import { type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import { createLetterCode, letterHash } from './letter-code.ts';
import { endLetters, insertLetters, lockLetterDeputies, lockLetterMembers } from './queries.ts';

/** Days after which a letter opens nothing. */
const LETTER_DAYS = 60;

/** A letter, the only place where its code is readable. */
export interface WrittenLetter {
  /** The member, or the one for whom the deputy acts. */
  readonly memberId: string;
  /** The deputy whose letter it is; null: the member's own. */
  readonly deputyId: string | null;
  /** Whose letter it is. */
  readonly name: string;
  readonly code: string;
  readonly expiresAt: Date;
}

/**
 * Makes a letter for each of the members that may take part, and of the deputies who are no members, and ends their
 * letters before. Others get none.
 * @param memberIds without prefix
 * @param deputyIds without prefix
 */
export async function writeLetters(
  deps: ChangeDeps & { readonly keys: Pick<Keys, 'letters'> },
  act: CommunityAct,
  memberIds: readonly string[],
  deputyIds: readonly string[] = [],
): Promise<readonly WrittenLetter[]> {
  const { communityId } = act;
  return change(deps, act, async ({ transaction, at, audit }) => {
    const members = await lockLetterMembers(transaction, { communityId, memberIds });
    const deputies = await lockLetterDeputies(transaction, { communityId, deputyIds });
    const expiresAt = new Date(at.getTime() + LETTER_DAYS * DAY_MS);
    const written = () => ({ code: createLetterCode(), expiresAt });
    const letters: WrittenLetter[] = [
      ...members.map(({ id, name }) => ({ memberId: id, deputyId: null, name, ...written() })),
      ...deputies.map(({ id, memberId, name }) => ({ memberId, deputyId: id, name, ...written() })),
    ];
    if (letters.length === 0) return [];
    const ended = { communityId, memberIds: members.map(({ id }) => id), deputyIds: deputies.map(({ id }) => id), at };
    await endLetters(transaction, ended);
    const rows = letters.map(({ memberId, deputyId, code }) => ({
      memberId,
      deputyId,
      keyHash: letterHash(deps.keys.letters, code),
    }));
    await insertLetters(transaction, { rows, communityId, at, expiresAt });
    for (const { memberId, deputyId } of letters)
      audit(
        'member.letter_written',
        encodeId('usr', memberId),
        deputyId === null ? {} : { deputy: encodeId('dpt', deputyId) },
      );
    return letters;
  });
}
