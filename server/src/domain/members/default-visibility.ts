/** When a community's default visibility changes, so does what partners see of everyone who chose nothing. */
import type { Transaction } from '../../platform/database/query.ts';
import { appendEvents } from '../delivery/append.ts';
import { memberEvents, type Standing } from './events.ts';
import type { Visibility } from './member.ts';
import { selectPartnerIds, touchMembersOnDefault } from './queries.ts';

/** Members of one pair of statements: each stays far below the time limit of a statement. */
const BATCH = 5000;
/** Smaller than every UUIDv7. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Appends the events of a change of the default, in the transaction that makes it.
 * @returns how many members it concerned
 */
export async function announceDefaultVisibility(
  transaction: Transaction,
  communityId: number,
  before: Visibility,
  after: Visibility,
  at: Date,
): Promise<number> {
  if (before === after) return 0;
  const partners = await selectPartnerIds(transaction, communityId);
  let count = 0;
  for (let afterId = FIRST_ID; ; ) {
    const members = await touchMembersOnDefault(transaction, communityId, afterId, BATCH, at);
    const events = members.flatMap(({ id, choices }) => {
      const standing = (defaultVisibility: Visibility): Standing => ({
        status: 'active',
        visibility: null,
        defaultVisibility,
        choices: new Map(partners.map((partner) => [partner.id, choices?.[partner.id] ?? null])),
      });
      return memberEvents({ communityId, memberId: id, at }, standing(before), standing(after), false);
    });
    await appendEvents(transaction, events);
    count += members.length;
    const last = members.at(-1);
    if (!last || members.length < BATCH) return count;
    afterId = last.id;
  }
}
