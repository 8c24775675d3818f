/** Spans of time in milliseconds, and times as text. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

/** The time that lies so far back. */
export const ago = (now: Date, ms: number) => new Date(now.getTime() - ms);

let lastMs = Number.NaN;
let lastText = '';

/** `toISOString` for hot paths: consecutive times are of few milliseconds, and each text costs half a µs. */
export function isoText(time: Date): string {
  const ms = time.getTime();
  if (ms !== lastMs) {
    lastText = time.toISOString();
    lastMs = ms;
  }
  return lastText;
}

/** The UTC day of a time: `YYYY-MM-DD`. */
export const dayOf = (time: Date) => isoText(time).slice(0, 10);

/** The day after one: `YYYY-MM-DD`. */
export const dayAfter = (day: string) => dayOf(new Date(Date.parse(day) + DAY_MS));

/** The day of a time in a time zone of the IANA: `YYYY-MM-DD`. */
export function dayIn(time: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ calendar: 'gregory', numberingSystem: 'latn' },
  }).formatToParts(time);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}`;
}

/** `40 seconds`, `3 minutes`, `26 hours`, `9 days`. */
export function describeSpan(ms: number): string {
  const steps = [
    ['day', DAY_MS, 2 * DAY_MS],
    ['hour', HOUR_MS, 2 * HOUR_MS],
    ['minute', MINUTE_MS, 2 * MINUTE_MS],
    ['second', SECOND_MS, 0],
  ] as const;
  const [word, unit] = steps.find(([, , from]) => ms >= from) ?? steps[3];
  const count = Math.floor(Math.max(0, ms) / unit);
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
