/** From events to deliveries: one row per event and entitled subscription that can receive it now (I6). */
import type { Database } from '../../platform/database/query.ts';
import { type FannedOut, fanOutEvents } from './queries.ts';

/** Events, and the deliveries they become, of one batch. */
export const FAN_OUT_EVENTS_MAX = 500;
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
