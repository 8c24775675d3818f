/** From events to deliveries: one row per event and entitled subscription (I6). */
import type { Database } from '../database/query.ts';
import { fanOutEvents } from './queries.ts';

/** Events of one batch. */
export const FAN_OUT_MAX = 500;

export interface FannedOut {
  readonly events: number;
  readonly deliveries: number;
}

/**
 * Distributes the oldest undistributed events; several workers may do so at once. Entitlement is decided here, not when
 * the event was written. Deliveries of a subscription, partner or community that is switched off are created held.
 * @returns what was done; fewer than `limit` events: nothing is left that another worker does not have
 */
export async function fanOut(database: Database, now: Date, limit = FAN_OUT_MAX): Promise<FannedOut> {
  const [row] = await fanOutEvents(database.outbox, now, limit);
  return row ?? { events: 0, deliveries: 0 };
}
