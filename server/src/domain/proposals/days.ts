/** The days of help that members may record. */
import type { Clock } from '../../platform/base/clock.ts';
import { ago, DAY_MS, dayOf } from '../../platform/base/time.ts';
import { invalidExchange } from '../exchanges/parties.ts';
import { latestServiceDay } from '../exchanges/service-day.ts';

const DAYS_BACK_MAX = 366;

/** @throws refusal validation_failed for a day that has not come yet anywhere, or is more than a year ago */
export function checkHelpDay(clock: Clock, field: string, day: string): void {
  const now = clock.now();
  if (day > latestServiceDay(now)) throw invalidExchange(field, 'in_the_future', `${field} ${day} has not come yet.`);
  if (day >= dayOf(ago(now, DAYS_BACK_MAX * DAY_MS))) return;
  throw invalidExchange(field, 'too_long_ago', `${field} ${day} is more than ${DAYS_BACK_MAX} days ago.`);
}
