/** Dates and numbers by locale. */
import { clockOf } from '@timebank/contract/duration';
import type { DecimalMark } from './hours.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

export interface Format {
  /** Between the whole and the decimals. */
  readonly decimal: DecimalMark;
  number(value: number): string;
  /** A large number in little room: `1.5M`, `1,5 Mio.` */
  compact(value: number): string;
  /** An amount of hours: to two decimals, or as a clock shows it where the community wants that. */
  hours(value: number): string;
  /** Whether hours are written as a clock shows them. */
  readonly isClock?: boolean;
  /** A number to be changed in a field: thousands are not grouped. */
  inField(value: number): string;
  dateTime(at: string): string;
  /** With seconds. */
  exact(at: string): string;
  /** A calendar day (`2026-11-20`), whatever the time zone. */
  day(day: string): string;
  /** The month of a calendar day: `Nov 2026`. */
  month(day: string): string;
  time(at: string): string;
  /** "3 minutes ago", "in 2 days". */
  relative(at: string, now?: Date): string;
  /** "yesterday, 03:10"; of what is longer ago the date. */
  lately(at: string, now?: Date): string;
  latency(milliseconds: number): string;
  list(items: readonly string[]): string;
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
];

/** The same, but hours as a clock shows them: `1:20`, exact to the second. */
export const withClock = (format: Format): Format => ({
  ...format,
  isClock: true,
  hours: (value) => {
    const seconds = Math.round(value * 3600);
    return `${seconds < 0 ? '−' : ''}${clockOf(Math.abs(seconds))}`;
  },
});

export function createFormat(locale: string): Format {
  const number = new Intl.NumberFormat(locale);
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 });
  const hours = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 4, useGrouping: false });
  const mark = number.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value;
  const milliseconds = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', timeZone: 'UTC' });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  return {
    decimal: mark === ',' ? ',' : '.',
    inField: (value) => plain.format(value),
    number: (value) => number.format(value),
    compact: (value) => compact.format(value),
    // With the minus sign, as wide as a plus: a hyphen is lost beside a number.
    hours: (value) => hours.format(value).replace('-', '−'),
    dateTime: (at) => dateTime.format(new Date(at)),
    exact: (at) => exact.format(new Date(at)),
    day: (value) => day.format(new Date(`${value}T00:00:00Z`)),
    month: (value) => month.format(new Date(`${value}T00:00:00Z`)),
    time: (at) => time.format(new Date(at)),
    relative(at, now = new Date()) {
      const distance = new Date(at).getTime() - now.getTime();
      const [unit, size] = STEPS.find(([, step]) => Math.abs(distance) >= step) ?? ['second', 1000];
      return relative.format(Math.round(distance / size), unit);
    },
    lately(at, now = new Date()) {
      const then = new Date(at);
      const days = Math.round((noonOf(now) - noonOf(then)) / DAY_MS);
      return days === 0 || days === 1
        ? `${relative.format(-days, 'day')}, ${time.format(then)}`
        : dateTime.format(then);
    },
    latency: (value) => (value < 1000 ? `${milliseconds.format(value)} ms` : `${hours.format(value / 1000)} s`),
    list: (items) => list.format(items),
  };
}

/** The middle of a day of this person's calendar, which no change of the clock moves to another day. */
const noonOf = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate(), 12).getTime();

/** The browser's own variant of a language: `en-GB` for a British browser, also where it is only the second choice. */
export function localeOf(language: string, preferred: readonly string[]): string {
  return (
    preferred.find((tag) => tag.split('-')[0] === language && isLocale(tag)) ?? (language === 'en' ? 'en-GB' : language)
  );
}

/** Some systems give tags that are none, such as `en-US@posix`. */
function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/** Whether a text is a day of the calendar as `YYYY-MM-DD`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
