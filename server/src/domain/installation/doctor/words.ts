/** Sizes and spans as people say them. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/base/time.ts';

const UNITS: readonly (readonly [word: string, bytes: number])[] = [
  ['TB', 1e12],
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
];

/** `41 GB`, `1.4 TB`. */
export function describeSize(bytes: number): string {
  const [word, unit] = UNITS.find(([, size]) => bytes >= size) ?? ['B', 1];
  const amount = bytes / unit;
  return `${amount < 10 && unit > 1 ? amount.toFixed(1) : Math.round(amount)} ${word}`;
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

/** The first few, and how many more there are. */
export function describeList(items: readonly string[], max = 5): string {
  const more = items.length - max;
  return more > 0 ? `${items.slice(0, max).join(', ')} and ${more} more` : items.join(', ');
}
