/** Creating listings: rows and events belong together, whether one is entered or a thousand are imported. */
import { encodeId } from '@timebank/contract';
import { uuidv7 } from 'uuidv7';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database/query.ts';
import { refusal } from '../../platform/refusal.ts';
import { type Actor, actorOf, appendAudit } from '../audit/append.ts';
import { appendEvents, type NewEvent } from '../delivery/append.ts';
import { insertListings, type ListingStatus, selectMemberExists } from './queries.ts';
import { type ListingInput, readListing } from './values.ts';

export interface NewListing {
  readonly externalId: string | null;
  readonly memberId: string;
  readonly type: 'service' | 'request';
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly estimatedSeconds: number | null;
  readonly status: ListingStatus;
  readonly createdAt: Date;
}

/** Creates all listings in two statements. Returns their ids in the order of the input. */
export async function createListings(
  transaction: Transaction,
  communityId: number,
  at: Date,
  listings: readonly NewListing[],
): Promise<string[]> {
  if (listings.length === 0) return [];
  const ids = listings.map(() => uuidv7());
  const column = <K extends keyof NewListing>(key: K): NewListing[K][] => listings.map((listing) => listing[key]);
  await insertListings(
    transaction,
    communityId,
    ids,
    column('externalId'),
    column('memberId'),
    column('type'),
    column('title'),
    column('description'),
    column('category'),
    column('estimatedSeconds'),
    column('status'),
    column('createdAt'),
    at,
  );
  await appendEvents(
    transaction,
    listings.flatMap(({ memberId, status }, index) =>
      status === 'active' ? [listingEvent(communityId, ids[index] as string, memberId, 'listing.published', at)] : [],
    ),
  );
  return ids;
}

/**
 * Creates one listing, active, or held for a moderator. Audited. Wake the worker afterwards.
 * @returns its UUID
 * @throws refusal validation_failed naming every field at fault, user_not_found
 */
export async function createListing(
  database: Database,
  clock: Clock,
  act: Actor & { readonly communityId: number; readonly memberId: string },
  input: ListingInput & { readonly title: string; readonly type: 'service' | 'request' },
  { held = false } = {},
): Promise<string> {
  const { communityId, memberId } = act;
  const at = clock.now();
  const values = { description: '', category: '', estimatedSeconds: null, ...readListing(input) };
  return await database.transaction(async (transaction) => {
    const [member] = await selectMemberExists(transaction, communityId, memberId);
    if (!member) throw refusal('user_not_found', 'There is no such member.');
    const status = held ? 'held' : 'active';
    const { type = input.type, title = input.title, ...rest } = values;
    const listing = { ...rest, type, title, externalId: null, memberId, status, createdAt: at } as const;
    const [id] = await createListings(transaction, communityId, at, [listing]);
    const subject = encodeId('lst', id as string);
    const details = { status };
    await appendAudit(transaction, [{ communityId, at, ...actorOf(act), action: 'listing.created', subject, details }]);
    return id as string;
  });
}

/** An event for every partner that may see the listing's member. */
export function listingEvent(
  communityId: number,
  listingId: string,
  memberId: string,
  type: 'listing.published' | 'listing.updated' | 'listing.closed',
  at: Date,
): NewEvent {
  return {
    ...{ communityId, type, partnerId: null, memberId, listingId, transferId: null, createdAt: at },
    data: { listing_id: encodeId('lst', listingId), user_id: encodeId('usr', memberId) },
  };
}
