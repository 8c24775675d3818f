/** Changing a listing, holding it for a moderator, releasing, closing and reopening it. */
import { encodeId } from '@timebank/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/query.ts';
import { refusal } from '../../platform/refusal.ts';
import { type Actor, actorOf, appendAudit } from '../audit/append.ts';
import { appendEvents } from '../delivery/append.ts';
import { listingEvent } from './create.ts';
import { type ListingStatus, lockListing, type StoredListing, updateListingRow } from './queries.ts';
import { type ListingInput, type ListingValues, readListing } from './values.ts';

/** Whose listing, which one (UUID), and who acts. */
export interface ListingAct extends Actor {
  readonly communityId: number;
  readonly listingId: string;
}

/**
 * Changes what a listing says; partners hear of it while it is active. Audited. Wake the worker afterwards.
 * @throws refusal listing_not_found, validation_failed naming every field at fault
 */
export async function updateListing(
  database: Database,
  clock: Clock,
  act: ListingAct,
  changes: ListingInput,
): Promise<void> {
  await change(database, clock, act, 'listing.updated', readListing(changes));
}

/**
 * Makes a listing `active` (released by a moderator, or reopened), `held`, or `closed`. To partners only active ones
 * exist: it is published or closed. Audited. Wake the worker afterwards.
 * @throws refusal listing_not_found
 */
export function setListingStatus(
  database: Database,
  clock: Clock,
  act: ListingAct,
  status: ListingStatus,
): Promise<void> {
  return change(database, clock, act, 'listing.status_changed', { status });
}

async function change(
  database: Database,
  clock: Clock,
  act: ListingAct,
  action: string,
  values: ListingValues & { readonly status?: ListingStatus },
): Promise<void> {
  const { communityId, listingId } = act;
  const at = clock.now();
  await database.transaction(async (transaction) => {
    const [before] = await lockListing(transaction, communityId, listingId);
    if (!before) throw refusal('listing_not_found', 'There is no such listing.');
    const after: StoredListing = { ...before, ...values };
    const fields = (Object.keys(values) as (keyof StoredListing)[]).filter((key) => before[key] !== after[key]);
    if (fields.length === 0) return;
    const { type, title, description, category, estimatedSeconds, status } = after;
    await updateListingRow(
      transaction,
      communityId,
      listingId,
      type,
      title,
      description,
      category,
      estimatedSeconds,
      status,
      at,
    );
    const kind = eventKind(before.status === 'active', status === 'active');
    if (kind) await appendEvents(transaction, [listingEvent(communityId, listingId, before.memberId, kind, at)]);
    const subject = encodeId('lst', listingId);
    const details = fields.includes('status') ? { before: before.status, after: status } : { fields };
    await appendAudit(transaction, [{ communityId, at, ...actorOf(act), action, subject, details }]);
  });
}

function eventKind(wasActive: boolean, isActive: boolean) {
  if (isActive) return wasActive ? 'listing.updated' : 'listing.published';
  return wasActive ? 'listing.closed' : undefined;
}
