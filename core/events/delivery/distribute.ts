/** Distributes events of all communities in turns, so that what fails or takes long in one delays no other. */

import type { Database } from '../../database/query.ts';
import { type FannedOut, fanOutEvents, selectQueuedCommunities } from './queries.ts';

const COMMUNITIES_MAX = 100;
const BACKOFF_MIN_MS = 250;
const BACKOFF_MAX_MS = 30_000;
const NOTHING: Round = { more: false, fellBehind: false };

export interface Distributor {
  /** One batch of each community that has events waiting. @throws when the database cannot be asked at all */
  round(now: Date): Promise<Round>;
}

export interface Round {
  /** Whether another round is worthwhile at once. */
  readonly more: boolean;
  /** Whether a subscription has missed something that had missed nothing until now. */
  readonly fellBehind: boolean;
}

/** The state of a community whose batch failed. */
interface Trouble {
  eventsMax: number;
  failures: number;
  pausedUntilMs: number;
}

/**
 * After a failure a community's batch is halved, down to a single event, and tried again after a growing wait; with
 * each success it doubles until it is whole again.
 */
export function createDistributor(
  database: Database,
  onFailure: (communityId: number, error: Error, retryInMs: number) => void,
  backoffMinMs = BACKOFF_MIN_MS,
): Distributor {
  const troubles = new Map<number, Trouble>();
  let after = 0;

  async function distributeOne(communityId: number, now: Date): Promise<Round> {
    const trouble = troubles.get(communityId);
    if (trouble && trouble.pausedUntilMs > performance.now()) return NOTHING;
    const eventsMax = trouble?.eventsMax ?? FAN_OUT_EVENTS_MAX;
    try {
      const { full, fellBehind } = await fanOut(database, now, communityId, eventsMax);
      if (trouble) {
        trouble.eventsMax = eventsMax * 2;
        trouble.failures = 0;
        if (trouble.eventsMax >= FAN_OUT_EVENTS_MAX) troubles.delete(communityId);
      }
      return { more: full, fellBehind: fellBehind > 0 };
    } catch (error) {
      const failures = trouble?.failures ?? 0;
      const waitMs = Math.min(backoffMinMs * 2 ** failures, BACKOFF_MAX_MS);
      troubles.set(communityId, {
        eventsMax: Math.max(1, Math.floor(eventsMax / 2)),
        failures: failures + 1,
        pausedUntilMs: performance.now() + waitMs,
      });
      onFailure(communityId, error as Error, waitMs);
      return NOTHING;
    }
  }

  return {
    async round(now) {
      const waiting = await selectQueuedCommunities(database.outbox, { after, limit: COMMUNITIES_MAX });
      const isLastPage = waiting.length < COMMUNITIES_MAX;
      after = isLastPage ? 0 : (waiting.at(-1)?.communityId ?? 0);
      let more = !isLastPage;
      let fellBehind = false;
      for (const { communityId } of waiting) {
        const round = await distributeOne(communityId, now);
        more ||= round.more;
        fellBehind ||= round.fellBehind;
      }
      return { more, fellBehind };
    },
  };
}

/** Distributes everything that waits. @throws the first failure */
export async function distributeAll(database: Database, now: Date): Promise<void> {
  const distributor = createDistributor(database, (_, error) => {
    throw error;
  });
  while ((await distributor.round(now)).more);
}

// From events to deliveries: one row per event and entitled subscription that can receive it now (I6).

/** Events, and the deliveries they become, of one batch. */
const FAN_OUT_EVENTS_MAX = 500;
export const FAN_OUT_ROWS_MAX = 1000;

/**
 * Distributes a community's oldest undistributed events; several workers may do so at once. Entitlement is decided here,
 * not when the event was written. Subscriptions that are switched off or have enough waiting get a mark, not rows.
 * @returns what was done; not full: nothing is left that another worker does not have
 */
export async function fanOut(
  database: Database,
  now: Date,
  communityId: number,
  eventsMax = FAN_OUT_EVENTS_MAX,
): Promise<FannedOut> {
  const [row] = await fanOutEvents(database.outbox, { now, communityId, eventsMax, rowsMax: FAN_OUT_ROWS_MAX });
  return row ?? { events: 0, full: false, deliveries: 0, fellBehind: 0 };
}
