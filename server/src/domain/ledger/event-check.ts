/** Events of members, listings and tests, made again from what they are about. */
import type { EventType } from '@timebank/contract';
import { pagesOf } from '../../platform/database/pages.ts';
import type { Queryable } from '../../platform/database/query.ts';
import { listingEvent, memberEvent } from '../members/events.ts';
import { type PlainEvent, selectPlainEvents } from './book-check-queries.ts';
import type { Offender } from './invariants.ts';

const TEST_DATA = /^\{"subscription_id":"whs_[0-9a-z]{26}"\}$/;

export async function checkPlainEvents(on: Queryable, limit: number): Promise<Offender[]> {
  const faults: Offender[] = [];
  for await (const rows of pagesOf(on, selectPlainEvents)) {
    for (const row of rows) {
      const problem = faultOf(row);
      if (problem === undefined || faults.length >= limit) continue;
      faults.push({ communityId: row.communityId, subject: `event ${row.id}`, problem });
    }
  }
  return faults.sort((a, b) => (a.communityId ?? 0) - (b.communityId ?? 0) || (a.subject < b.subject ? -1 : 1));
}

function faultOf(row: PlainEvent): string | undefined {
  const { type, memberId, listingId, ownerId, data } = row;
  const expected = dataOf(row);
  if (expected === undefined) return `is of nothing that could have caused it: ${type} ${data}`;
  if (data !== expected) return `says ${data} instead of ${expected}`;
  if (listingId !== null && ownerId !== null && ownerId !== memberId) return `is of a listing of another member`;
  return undefined;
}

function dataOf({ type, memberId, listingId, partnerId, data }: PlainEvent): string | undefined {
  const kind = type as EventType;
  switch (kind) {
    case 'user.activated':
    case 'user.updated':
    case 'user.deactivated':
      return memberId === null ? undefined : JSON.stringify(memberEvent(memberId, kind).data);
    case 'listing.published':
    case 'listing.updated':
    case 'listing.closed':
      if (memberId === null || listingId === null) return undefined;
      return JSON.stringify(listingEvent(listingId, memberId, kind).data);
    case 'webhook.test':
      // The subscription may be gone by now.
      return partnerId !== null && TEST_DATA.test(data) ? data : undefined;
    default:
      return undefined;
  }
}
