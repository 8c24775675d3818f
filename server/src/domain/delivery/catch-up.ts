/**
 * Events that subscriptions missed while they were switched off or had enough waiting, taken from the events in batches
 * (table `flights`). Deliveries are made when their first attempts have ended, each with one write instead of three.
 */
import { newIdAt } from '../../platform/base/ids.ts';
import type { Database } from '../../platform/database/query.ts';
import type { Claim, Flight, Grant } from './deliver.ts';
import { lockSubscriptionBehind, takeFlight } from './flight-queries.ts';

/** Events that are read for one batch. */
const EVENTS_MAX = 4000;

export interface CaughtUp {
  readonly claims: Claim[];
  /** As many as were granted: there is probably more. */
  readonly isUsedUp: boolean;
  /** It did not move since another worker had it, or more events are left. */
  readonly isLeft: boolean;
}

/**
 * Takes at most `limit` events for one subscription. The lock comes in a statement of its own: only what is read after
 * it contains all that was distributed before it.
 */
export async function catchUp(
  database: Database,
  now: Date,
  leaseMs: number,
  { communityId, subscriptionId, limit }: Grant,
  eventsMax = EVENTS_MAX,
): Promise<CaughtUp> {
  const lease = { until: new Date(now.getTime() + leaseMs) };
  return await database.transaction(async (transaction) => {
    const [behind] = await lockSubscriptionBehind(transaction, communityId, subscriptionId, now);
    if (!behind) return { claims: [], isUsedUp: false, isLeft: true };
    const { partnerId, eventTypes, missedFrom, room, ...target } = behind;
    const flight: Flight = { id: newIdAt(now), takenAt: now, open: 0 };
    const rows = await takeFlight(transaction, {
      ...{ communityId, subscriptionId, flightId: flight.id, partnerId, eventTypes, from: missedFrom, eventsMax },
      leaseUntil: lease.until,
      limit: Math.max(1, Math.min(limit, room)),
    });
    const claims: Claim[] = [];
    for (const { eventId, eventType, eventCreatedAt, eventData } of rows) {
      if (eventId === null) continue;
      claims.push({
        ...target,
        ...{ communityId, subscriptionId, partnerId, eventId, eventType, eventCreatedAt, eventData },
        ...{ deliveryId: newIdAt(now), attemptCount: 0, lastNumber: 0, manual: false, finished: false },
        ...{ verdict: 'pending', lease, flight },
      });
    }
    flight.open = claims.length;
    const isUsedUp = claims.length === limit;
    return { claims, isUsedUp, isLeft: !isUsedUp && rows[0]?.isBehind === true };
  });
}
