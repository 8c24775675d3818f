/**
 * Events that subscriptions missed while they were switched off or had enough waiting: their deliveries are claimed as
 * they are made, which saves the write of a claim.
 */
import type { Database } from '../../database/query.ts';
import { lockSubscriptionBehind, takeMissed } from './catch-up-queries.ts';
import type { Claim, Grant } from './deliver.ts';

/** Events that are read at once. */
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
    const [behind] = await lockSubscriptionBehind(transaction, { communityId, subscriptionId, now });
    if (!behind) return { claims: [], isUsedUp: false, isLeft: true };
    const { partnerId, eventTypes, missedFrom, room, ...target } = behind;
    const rows = await takeMissed(transaction, {
      ...{ communityId, subscriptionId, partnerId, eventTypes, from: missedFrom, eventsMax },
      ...{ now, leaseUntil: lease.until },
      limit: Math.max(1, Math.min(limit, room)),
    });
    const claims: Claim[] = [];
    for (const { eventId, isBehind: _, ...row } of rows) {
      if (eventId === null) continue;
      claims.push({
        ...{ ...target, ...row, eventId, communityId, subscriptionId, partnerId, lease },
        ...{ attemptCount: 0, lastNumber: 0, manual: false, finished: false, verdict: 'pending' },
      });
    }
    const isUsedUp = claims.length === limit;
    return { claims, isUsedUp, isLeft: !isUsedUp && rows[0]?.isBehind === true };
  });
}
