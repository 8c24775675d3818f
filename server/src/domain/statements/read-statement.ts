/** One UTC day of a partner, for the partner and for the office. */

import { isDay, type Statement } from '@timebank/contract';
import type { ClockState } from '../../platform/base/clock.ts';
import { refusal } from '../../platform/base/refusal.ts';
import { dayOf } from '../../platform/base/time.ts';
import type { PlatformDeps } from '../../platform/deps.ts';
import type { ChangeDeps } from '../change/change.ts';
import { closeAllDays, lastFinalDay, nextDay } from './close-days.ts';
import { selectClosedThrough, selectFrozenStatement, selectStatementDay } from './queries.ts';
import { totalsOf } from './totals.ts';

/**
 * Reads a day. Whether it is final says the database, so that every node says the same; who reads a day first that may be
 * closed closes it, and its event is sent.
 * @throws refusal invalid_request when it is no day, statement_not_found when it lies ahead
 */
export async function readStatement(
  { database, clock, clockState, wakeWorker }: ChangeDeps & Pick<PlatformDeps, 'clockState'>,
  communityId: number,
  partnerId: number,
  date: string,
): Promise<Statement> {
  if (!isDay(date)) {
    const message = 'date must be a day such as 2026-11-20.';
    throw refusal('invalid_request', message, [{ field: 'date', code: 'invalid_date', message }]);
  }
  const [account] = await selectClosedThrough(database.reads, communityId, partnerId);
  if (!account) throw new Error('a partner without a settlement account');
  let { closedThrough } = account;
  const now = clock.now();
  if (date > closedThrough && date <= lastFinalDay(now) && mayClose(clockState)) {
    await closeAllDays(database, clock, communityId, partnerId, date);
    closedThrough = date;
    wakeWorker();
  }
  if (date <= closedThrough) {
    const [frozen] = await selectFrozenStatement(database.reads, communityId, partnerId, date);
    if (frozen) return { date, status: 'final', ...totalsOf(frozen) };
    // Days before the partner existed are final without a row.
  } else if (date > dayOf(now) && date !== nextDay(closedThrough)) {
    throw refusal('statement_not_found', 'This day has not begun yet.');
  }
  const [row] = await selectStatementDay(database.heavy, communityId, partnerId, date);
  if (!row) throw new Error('a sum without a row');
  return { date, status: date <= closedThrough ? 'final' : 'open', ...totalsOf(row) };
}

const mayClose = (state: ClockState) => state.fault() === undefined && state.cautiousUntil() === undefined;
