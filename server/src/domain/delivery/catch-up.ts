/** Delivers from the events what subscriptions have missed while they were switched off or had enough waiting. */
import type { Database } from '../../platform/database/query.ts';
import { catchUp, lockSubscriptionBehind, selectSubscriptionsBehind } from './queries.ts';

/** Subscriptions of one round; and of each, events that are looked at and deliveries that are made. */
const SUBSCRIPTIONS_MAX = 20;
const EVENTS_MAX = 4000;
const ROWS_MAX = 1000;

export interface CaughtUp {
  /** Subscriptions that moved on; call again while it is not 0. */
  readonly moved: number;
  /** Whether one has missed still more, or could not move since somebody else had it. */
  readonly isBehind: boolean;
}

/** One step of each subscription whose turn it is. */
export async function catchUpRound(database: Database, now: Date, eventsMax = EVENTS_MAX): Promise<CaughtUp> {
  const behind = await selectSubscriptionsBehind(database.outbox, SUBSCRIPTIONS_MAX);
  let moved = 0;
  let isBehind = false;
  for (const { communityId, subscriptionId } of behind) {
    const step = await catchUpOne(database, now, communityId, subscriptionId, eventsMax);
    if (step) moved++;
    isBehind ||= step?.isBehind ?? true;
  }
  return { moved, isBehind };
}

/** The lock comes in a statement of its own: only what is read after it contains all that was distributed before it. */
async function catchUpOne(
  database: Database,
  now: Date,
  communityId: number,
  subscriptionId: string,
  eventsMax: number,
): Promise<{ readonly isBehind: boolean } | undefined> {
  return await database.transaction(async (transaction) => {
    const [behind] = await lockSubscriptionBehind(transaction, communityId, subscriptionId);
    if (!behind) return undefined;
    const { partnerId, eventTypes, missedFrom } = behind;
    const rowsMax = Math.max(2, Math.min(ROWS_MAX, behind.room));
    const [step] = await catchUp(transaction, {
      now,
      communityId,
      subscriptionId,
      partnerId,
      eventTypes,
      from: missedFrom,
      eventsMax,
      rowsMax,
    });
    return step;
  });
}
