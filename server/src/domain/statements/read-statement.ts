/** One UTC day of a partner, for the partner and for the office. */

import { isDay, type Statement } from '@timebank/contract';
import { refusal } from '../../platform/base/refusal.ts';
import { dayOf } from '../../platform/base/time.ts';
import type { ChangeDeps } from '../change/change.ts';
import { closeAllDays, lastFinalDay } from './close-days.ts';
import { selectFrozenStatement, selectStatementDay } from './queries.ts';
import { totalsOf } from './totals.ts';

/**
 * Reads a day; whoever reads a final day first closes it, and its event is sent.
 * @param isSandbox there a day may be final before its time
 * @throws refusal invalid_request when it is no day, statement_not_found when it lies ahead
 */
export async function readStatement(
  { database, clock, wakeWorker }: ChangeDeps,
  communityId: number,
  partnerId: number,
  date: string,
  isSandbox = false,
): Promise<Statement> {
  if (!isDay(date)) {
    const message = 'date must be a day such as 2026-11-20.';
    throw refusal('invalid_request', message, [{ field: 'date', code: 'invalid_date', message }]);
  }
  const now = clock.now();
  if (date > dayOf(now)) throw refusal('statement_not_found', 'This day has not begun yet.');
  const final = date <= lastFinalDay(now);
  const [frozen] = final || isSandbox ? await selectFrozenStatement(database.reads, communityId, partnerId, date) : [];
  if (frozen) return { date, status: 'final', ...totalsOf(frozen) };
  if (final) {
    await closeAllDays(database, clock, communityId, partnerId, date);
    wakeWorker();
  }
  // Days before the partner existed are final without a row: nothing can have been booked on them.
  const [row] = await selectStatementDay(database.heavy, communityId, partnerId, date);
  if (!row) throw new Error('a sum without a row');
  return { date, status: final ? 'final' : 'open', ...totalsOf(row) };
}
