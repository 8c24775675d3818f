/** Balances in another unit than hours, and numbers of rows that have none. */
import { plainNumber } from './formats.ts';
import { rowDigests } from './row-digests.ts';
import type { DecimalMark, HoursUnit } from './types.ts';

const PER_HOUR: Readonly<Record<HoursUnit, number>> = { hours: 1, minutes: 60, seconds: 3600 };
/** Half of all members above it: no time bank has such balances in hours. */
const LARGE = 500;
const SAMPLE_MAX = 50_000;

/** Balances that look like another unit: their sum, and the largest. */
export interface UnclearUnit {
  readonly sum: string;
  readonly largest: string;
}

/** Several whole numbers of which half are large are seconds or minutes, as far as a file can show. */
export function unclearUnitOf(cells: Iterable<string>, decimal: DecimalMark | null): UnclearUnit | undefined {
  const sizes: number[] = [];
  let sum = 0;
  for (const cell of cells) {
    const text = plainNumber(cell, decimal).replace(',', '.').replace('\u2212', '-');
    const value = Number(text);
    if (text.trim() === '' || value === 0 || sizes.length >= SAMPLE_MAX) continue;
    if (!Number.isInteger(value)) return undefined;
    sum += value;
    sizes.push(Math.abs(value));
  }
  sizes.sort((a, b) => a - b);
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0;
  return sizes.length < 2 || median < LARGE ? undefined : { sum: String(sum), largest: String(sizes.at(-1)) };
}

/** From a number of the unit to a text of hours that keeps its seconds; a text that is no number stays. */
export function inHours(unit: HoursUnit): (text: string) => string {
  if (unit === 'hours') return (text) => text;
  return (text) => {
    const value = Number(text.trim().replace(',', '.').replace('\u2212', '-'));
    if (text.trim() === '' || !Number.isFinite(value)) return text;
    const seconds = Math.round(value * (3600 / PER_HOUR[unit]));
    const [size, sign] = [Math.abs(seconds), seconds < 0 ? '-' : ''];
    const parts = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60];
    return sign + parts.map((part, at) => String(part).padStart(at === 0 ? 1 : 2, '0')).join(':');
  };
}

/** Numbers made from rows: equal in every run, and equal rows get different ones. */
export function idsOfCells(): (cells: readonly string[]) => string {
  const digestOf = rowDigests();
  return (cells) => {
    const { digest, nth } = digestOf(cells.map((cell) => cell.trim()));
    return `N-${digest.slice(0, 10)}${nth === 1 ? '' : `-${nth}`}`;
  };
}
