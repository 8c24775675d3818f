/** Which day it is in a community: what people do and read goes by its time zone, bookings by UTC. */
import { dayIn } from '../base/time.ts';
import type { Queryable } from '../database/query.ts';
import { selectTimeZone } from './queries.ts';

/** `YYYY-MM-DD` */
export async function readToday(on: Queryable, communityId: number, now: Date): Promise<string> {
  const [row] = await selectTimeZone(on, { communityId });
  return dayIn(now, row?.timeZone ?? 'UTC');
}

/** Whether a name is one of the IANA that this machine knows; offsets such as `+02:00` know no summer time. */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !name.includes('/')) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
