/** Periods that end now. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../i18n/time.ts';

export const PERIOD_MS = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
} as const;
export type Period = keyof typeof PERIOD_MS;

/** The beginning of a period that ends now, to the minute, so that the same question is asked for a while. */
export function sinceOf(periodMs: number, now = new Date()): string {
  return new Date(Math.floor((now.getTime() - periodMs) / MINUTE_MS) * MINUTE_MS).toISOString();
}
