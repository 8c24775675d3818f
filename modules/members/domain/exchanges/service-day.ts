import { ago, dayOf, HOUR_MS } from '../../../../core/base/time.ts';

/** The latest local time on earth is this far ahead of UTC. */
const EARLIEST_ZONE_MS = 14 * HOUR_MS;

/** The last day on which help may have been given: `YYYY-MM-DD`, somewhere on earth it is that day. */
export const latestServiceDay = (now: Date): string => dayOf(ago(now, -EARLIEST_ZONE_MS));
