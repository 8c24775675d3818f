/** A day's totals as a statement and its event tell them. */
import { hoursFromSeconds, type Statement } from '@timebank/contract';
import type { DayRow } from './queries.ts';

export function totalsOf(row: DayRow): Omit<Statement, 'date' | 'status'> {
  const closingSeconds = row.opening_seconds + row.credits_seconds - row.reversals_seconds;
  return {
    opening_hours: hoursFromSeconds(row.opening_seconds),
    opening_seconds: row.opening_seconds,
    credits: sumOf(row.credits_count, row.credits_seconds),
    reversals: sumOf(row.reversals_count, row.reversals_seconds),
    closing_hours: hoursFromSeconds(closingSeconds),
    closing_seconds: closingSeconds,
  };
}

const sumOf = (count: number, seconds: number) => ({ count, hours: hoursFromSeconds(seconds), seconds });
