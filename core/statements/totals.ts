/** A day's totals as a statement and its event tell them. */
import { hoursFromSeconds, type Statement } from '@timebank/contract';
import type { DayRow, FrozenRow } from './queries.ts';

export function totalsOf(row: DayRow): Omit<Statement, 'date' | 'status' | 'hash' | 'previous_hash'> {
  const closingSeconds = row.openingSeconds + row.creditsSeconds - row.reversalsSeconds;
  return {
    opening_hours: hoursFromSeconds(row.openingSeconds),
    opening_seconds: row.openingSeconds,
    credits: sumOf(row.creditsCount, row.creditsSeconds),
    reversals: sumOf(row.reversalsCount, row.reversalsSeconds),
    closing_hours: hoursFromSeconds(closingSeconds),
    closing_seconds: closingSeconds,
  };
}

const sumOf = (count: number, seconds: number) => ({ count, hours: hoursFromSeconds(seconds), seconds });

/** A frozen day with its hashes. */
export const frozenStatement = (row: FrozenRow): Statement => ({
  date: row.day,
  status: 'final',
  ...totalsOf(row),
  hash: row.hash,
  previous_hash: row.previousHash,
});
