/** The last day of a listing. */
import { ago, DAY_MS, dayOf } from '../../base/time.ts';

/** Of many at once the first ends after so many days: the office is not asked about all of them in one week. */
const SPREAD_FROM_DAYS = 30;

const inDays = (now: Date, days: number) => dayOf(ago(now, -days * DAY_MS));

/** The UTC day so many months later; of a longer month the last day of the shorter one. */
export function dayAfterMonths(now: Date, months: number): string {
  const month = now.getUTCMonth() + months;
  const last = new Date(Date.UTC(now.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(now.getUTCFullYear(), month, Math.min(now.getUTCDate(), last))));
}

/** The days over which listings of a community are spread: the first, and how many there are. */
export function spreadOver(now: Date, months: number): { readonly firstDay: string; readonly days: number } {
  const all = Math.round((Date.parse(dayAfterMonths(now, months)) - Date.parse(dayOf(now))) / DAY_MS);
  const from = Math.min(SPREAD_FROM_DAYS, all - 1);
  return { firstDay: inDays(now, from), days: all - from + 1 };
}

/**
 * The last day of each of so many new listings: of one the whole time, of those of a file spread evenly.
 * @param months null: they do not end
 */
export function endsOfNew(now: Date, months: number | null, count: number): (position: number) => string | null {
  if (months === null) return () => null;
  const { days } = spreadOver(now, months);
  const end = Date.parse(dayAfterMonths(now, months));
  return (position) => dayOf(new Date(end - Math.floor(((count - 1 - position) * (days - 1)) / count) * DAY_MS));
}
