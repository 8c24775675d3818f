/** Columns that a file does not have, and the value that every row gets instead. */

import type { CsvRecord } from '../../../tables/read-records.ts';
import { type HeaderRules, takeColumns } from './headers.ts';
import type { Columns, ReadOptions } from './read-rows.ts';

/** The value of `external_id` that means a number made from the row. */
export const MADE_HERE = 'made here';

/** A short number, as balances are: a telephone number is longer. */
const SMALL_NUMBER = /^[+\-\u2212]?\d{1,6}(?:[.,:]\d{1,4})?$/;
const SAMPLE_ROWS = 200;

/**
 * What a person gave for columns, then what a plain list is taken for. Where a column of unknown meaning has numbers, it
 * may be the balance: then nothing is filled in, and the column that is missing is named.
 */
export function filledColumns(
  [header, ...rows]: readonly CsvRecord[],
  columns: Columns,
  rules: HeaderRules,
  { columns: chosen, defaults = {} }: ReadOptions,
): ReadonlyMap<string, string> {
  const meanings = takeColumns(rules, header?.fields ?? [], chosen);
  const has = new Set(meanings.map(({ column }) => column));
  const sample = rows.slice(0, SAMPLE_ROWS);
  const mayBeHours = meanings.some(({ by }, at) => {
    const cells = sample.map(({ fields }) => (fields[at] ?? '').trim()).filter(Boolean);
    return by === 'unknown' && cells.length > 0 && cells.every((cell) => SMALL_NUMBER.test(cell));
  });
  const filled = new Map<string, string>();
  for (const [name, { absent }] of Object.entries(columns)) {
    const given = Object.hasOwn(defaults, name) ? defaults[name] : undefined;
    if (given !== undefined) filled.set(name, given);
    else if (absent !== undefined && !has.has(name) && !mayBeHours) filled.set(name, absent);
  }
  return filled;
}
