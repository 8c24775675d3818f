/** Amounts in another unit than hours, and numbers of rows that have none. */
import { rateOfUnit, secondsOf, wholeOf } from './exact-seconds.ts';
import { plainNumber } from './formats.ts';
import { rowDigests } from './row-digests.ts';
import type { DecimalMark, HoursUnit } from './types.ts';

const PER_HOUR: Readonly<Record<HoursUnit, string>> = { hours: '1', minutes: '60', seconds: '3600' };
/** Half of all amounts above it: no time bank has such balances or exchanges in hours. */
const LARGE = 500n;
const SAMPLE_MAX = 50_000;

/** Amounts that look like another unit: their sum, and the largest. */
export interface UnclearUnit {
  readonly sum: string;
  readonly largest: string;
}

/** Several whole numbers of which half are large are seconds or minutes, as far as a file can show. */
export function unclearUnitOf(cells: Iterable<string>, decimal: DecimalMark | null): UnclearUnit | undefined {
  const sizes: bigint[] = [];
  let sum = 0n;
  for (const cell of cells) {
    const text = withPoint(plainNumber(cell, decimal));
    if (text === '' || sizes.length >= SAMPLE_MAX) continue;
    const value = wholeOf(text);
    if (value === undefined) return undefined;
    if (value === 0n) continue;
    sum += value;
    sizes.push(value < 0n ? -value : value);
  }
  sizes.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0n;
  return sizes.length < 2 || median < LARGE ? undefined : { sum: String(sum), largest: String(sizes.at(-1)) };
}

/** From a number of the unit to a text of hours that keeps its seconds; a text that is no number stays. */
export function inHours(unit: HoursUnit): (text: string) => string {
  if (unit === 'hours') return (text) => text;
  const rate = rateOfUnit(PER_HOUR[unit]);
  return (text) => {
    const seconds = secondsOf(withPoint(text), rate);
    if (seconds === undefined) return text;
    const [size, sign] = [Math.abs(seconds), seconds < 0 ? '-' : ''];
    const parts = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60];
    return sign + parts.map((part, at) => String(part).padStart(at === 0 ? 1 : 2, '0')).join(':');
  };
}

const withPoint = (text: string) => text.trim().replace(',', '.');

/** Numbers made from rows: equal in every run, and equal rows get different ones. */
export function idsOfCells(): (cells: readonly string[]) => string {
  const digestOf = rowDigests();
  return (cells) => {
    const { digest, nth } = digestOf(cells.map((cell) => cell.trim()));
    return `N-${digest.slice(0, 10)}${nth === 1 ? '' : `-${nth}`}`;
  };
}
