/** When a community's default visibility changes, so does what partners see of everyone who chose nothing. */
import type { Visibility } from '@timebank/contract';
import type { Change } from '../../../../core/change/change.ts';
import { FIRST_ID } from '../../../../core/database/keyset.ts';
import { announceMembersIn, type MemberVisibility } from '../../../../core/people/members/events.ts';
import { selectPartnerIds, touchMembersOnDefault } from '../../../../core/people/members/queries.ts';

/** Members of one pair of statements: each stays far below the time limit of a statement. */
const BATCH = 5000;

/**
 * Emits the events of a change of the default, in the change that makes it.
 * @returns how many members it concerned
 */
export async function announceDefaultVisibilityIn(
  within: Change,
  communityId: number,
  before: Visibility,
  after: Visibility,
): Promise<number> {
  if (before === after) return 0;
  const { transaction, at, flush } = within;
  const partners = await selectPartnerIds(transaction, { communityId });
  let count = 0;
  for (let afterId = FIRST_ID; ; ) {
    const members = await touchMembersOnDefault(transaction, { communityId, afterId, limit: BATCH, updatedAt: at });
    const changes = members.map(({ id, choices }) => {
      const factsWith = (defaultVisibility: Visibility): MemberVisibility => ({
        status: 'active',
        visibility: null,
        defaultVisibility,
        choices: new Map(partners.map((partner) => [partner.id, choices?.[partner.id] ?? null])),
      });
      return { memberId: id, before: factsWith(before), after: factsWith(after), changed: false };
    });
    await announceMembersIn(within, communityId, changes);
    await flush();
    count += members.length;
    const last = members.at(-1);
    if (!last || members.length < BATCH) return count;
    afterId = last.id;
  }
}
