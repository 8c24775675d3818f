/** The partner that an operation's path names. */

import { refusal } from '../../core/base/refusal.ts';
import { selectPartner } from '../../core/partners/queries.ts';
import type { CommunityDeps } from './call.ts';
import { readNumber } from './numbers.ts';
import type { Membership } from './session-queries.ts';

/**
 * The partner a path names.
 * @throws Refusal partner_not_found, also for a partner of another community
 */
export async function findPartner({ database }: CommunityDeps, membership: Membership, partnerId: string | undefined) {
  const id = readNumber(partnerId);
  const [row] =
    id === undefined ? [] : await selectPartner(database.reads, { communityId: membership.communityId, partnerId: id });
  if (!row) throw refusal('partner_not_found', 'This community has no such partner.');
  return row;
}
