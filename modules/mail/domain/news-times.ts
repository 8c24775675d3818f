/** When mails of news are due, and which days each is about: its key says so, so that it says the same when it is late. */
import { ago, DAY_MS, dayOf, HOUR_MS } from '../../../core/base/time.ts';

/** Mails of news are due from this hour, in UTC. */
const FROM_HOUR_MS = 6 * HOUR_MS;
/** For as long after: who says yes later in the day gets the next. */
const DAILY_WITHIN_MS = 6 * HOUR_MS;
const WEEKLY_WITHIN_MS = 2 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;

/** What is new since the one, before the other. */
export interface NewsSpan {
  readonly from: Date;
  readonly to: Date;
}

const startOf = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + FROM_HOUR_MS);
const endingAt = (to: Date, ms: number): NewsSpan => ({ from: ago(to, ms), to });

/** The day whose mails are due: `2026-11-27`; undefined: none is due at this hour. */
export function dueDay(now: Date): string | undefined {
  const day = dayOf(ago(now, FROM_HOUR_MS));
  return now.getTime() - startOf(day).getTime() < DAILY_WITHIN_MS ? day : undefined;
}

/** The week whose mails are due, on Monday and Tuesday: `2026-W48` (ISO 8601). */
export function dueWeek(now: Date): string | undefined {
  const week = weekOf(ago(now, FROM_HOUR_MS));
  return now.getTime() - startOf(mondayOf(week)).getTime() < WEEKLY_WITHIN_MS ? week : undefined;
}

export const spanOfDay = (day: string): NewsSpan => endingAt(startOf(day), DAY_MS);
export const spanOfWeek = (week: string): NewsSpan => endingAt(startOf(mondayOf(week)), WEEK_MS);

/** Days since the Monday before. */
const daysIn = (date: Date) => (date.getUTCDay() + 6) % 7;

function weekOf(date: Date): string {
  const thursday = ago(date, (daysIn(date) - 3) * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / WEEK_MS);
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** Of each year, 4 January is in its first week. */
function mondayOf(week: string): string {
  const [year = 0, number = 1] = week.split('-W').map(Number);
  const fourth = new Date(Date.UTC(year, 0, 4));
  return dayOf(ago(fourth, (daysIn(fourth) - (number - 1) * 7) * DAY_MS));
}
