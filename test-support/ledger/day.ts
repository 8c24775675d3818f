/** Days and their statements, naively, in the words that model and subjects share. Amounts are whole seconds. */
import { PARTNERS } from './steps.ts';

export interface Booking {
  readonly partner: number;
  readonly day: string;
  readonly kind: 'credit' | 'credit_reversal';
  readonly seconds: number;
}

/** The totals in the service's words: counts and seconds as numbers, or as the digits that the database answers. */
export type DayTotals = Readonly<
  Record<
    'openingSeconds' | 'creditsCount' | 'creditsSeconds' | 'reversalsCount' | 'reversalsSeconds' | 'closingSeconds',
    number | string
  >
>;

/** A day stays open for a quarter of an hour after its end. */
const GRACE_MS = 15 * 60_000;

export const testDayOf = (time: Date) => time.toISOString().slice(0, 10);

export const nextDay = (day: string, by = 1) => testDayOf(new Date(Date.parse(day) + by * 86_400_000));

const bookedSeconds = (bookings: readonly { readonly seconds: number }[]) =>
  bookings.reduce((sum, { seconds }) => sum + seconds, 0);

/** The last day that is final. */
export const lastFinalTestDay = (now: Date) => nextDay(testDayOf(new Date(now.getTime() - GRACE_MS)), -1);

export function statementText(day: string, status: string, totals: DayTotals): string {
  const { openingSeconds, creditsCount, creditsSeconds, reversalsCount, reversalsSeconds, closingSeconds } = totals;
  const booked = `${creditsCount} credits of ${creditsSeconds} s, ${reversalsCount} reversals of ${reversalsSeconds} s`;
  return `${status} ${day}: ${openingSeconds} s, ${booked}, ${closingSeconds} s`;
}

/** One day of a partner. */
export function statementLine(bookings: readonly Booking[], partner: number, day: string, now: Date): string {
  const own = (kind: Booking['kind']) => bookings.filter((of) => of.partner === partner && of.kind === kind);
  const before = (of: Booking) => of.day < day;
  const within = (of: Booking) => of.day === day;
  const credits = own('credit').filter(within);
  const reversals = own('credit_reversal').filter(within);
  const openingSeconds =
    bookedSeconds(own('credit').filter(before)) - bookedSeconds(own('credit_reversal').filter(before));
  return statementText(day, day <= lastFinalTestDay(now) ? 'final' : 'open', {
    openingSeconds,
    creditsCount: credits.length,
    creditsSeconds: bookedSeconds(credits),
    reversalsCount: reversals.length,
    reversalsSeconds: bookedSeconds(reversals),
    closingSeconds: openingSeconds + bookedSeconds(credits) - bookedSeconds(reversals),
  });
}

/** All final days of all partners since their beginning. */
export function finalStatements(bookings: readonly Booking[], start: Date, now: Date): string[] {
  const texts: string[] = [];
  for (let partner = 0; partner < PARTNERS; partner++) {
    for (let day = testDayOf(start); day <= lastFinalTestDay(now); day = nextDay(day)) {
      texts.push(`partner ${partner} ${statementLine(bookings, partner, day, now)}`);
    }
  }
  return texts;
}
