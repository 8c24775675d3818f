/** One UTC day of a partner, for the partner and for the office. */

import { isDay, NO_PREVIOUS_HASH, type Statement } from '@timebank/contract';
import type { ClockState } from '../base/clock.ts';
import type { PlatformDeps } from '../base/deps.ts';
import { refusal } from '../base/refusal.ts';
import { dayOf } from '../base/time.ts';
import type { ChangeDeps } from '../change/change.ts';
import type { Database } from '../database/query.ts';
import { closeAllDays, lastFinalDay, openDayOf } from './close-days.ts';
import { withHashes } from './hash-day.ts';
import { type SettlementRow, selectFrozenStatement, selectSettlement, selectStatementDay } from './queries.ts';
import { frozenStatement, totalsOf } from './totals.ts';

/**
 * Reads a day. Whether it is final says the database, so that every node says the same; who reads a day first that may
 * be closed, or the day after it, closes it, and its event is sent.
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
  let settlement = await readSettlement(database, communityId, partnerId);
  const now = clock.now();
  const through = date < lastFinalDay(now) ? date : lastFinalDay(now);
  if (settlement.closedThrough < through && mayClose(clockState)) {
    await closeAllDays(database, clock, communityId, partnerId, through);
    wakeWorker();
    settlement = await readSettlement(database, communityId, partnerId);
  }
  const isFinal = date <= settlement.closedThrough;
  if (isFinal) {
    const frozen = await readFrozen(database, communityId, partnerId, date);
    if (frozen) return frozenStatement(frozen);
    // Days before the partner existed are final without a row.
  } else if (date > dayOf(now) && date !== openDayOf(settlement)) {
    throw refusal('statement_not_found', 'This day has not begun yet.');
  }
  const [row] = await selectStatementDay(database.heavy, { communityId, partnerId, day: date });
  if (!row) throw new Error('a sum without a row');
  const previous_hash =
    date === openDayOf(settlement) ? await readHashBefore(database, communityId, partnerId, settlement) : null;
  return { date, status: isFinal ? 'final' : 'open', ...totalsOf(row), hash: null, previous_hash };
}

const mayClose = (state: ClockState) => state.fault() === undefined && state.cautiousUntil() === undefined;

async function readSettlement(database: Database, communityId: number, partnerId: number): Promise<SettlementRow> {
  const [settlement] = await selectSettlement(database.reads, { communityId, partnerId });
  if (!settlement) throw new Error('a partner without a settlement account');
  return settlement;
}

/** A frozen day. If a node that knows of no hashes closed it, it gets its hash first. */
async function readFrozen(database: Database, communityId: number, partnerId: number, date: string) {
  const read = () => selectFrozenStatement(database.reads, { communityId, partnerId, day: date });
  const [frozen] = await withHashes(database, communityId, partnerId, read);
  return frozen;
}

/** The hash that the oldest open day will build on. */
async function readHashBefore(
  database: Database,
  communityId: number,
  partnerId: number,
  { closedThrough }: SettlementRow,
): Promise<string> {
  const before = await readFrozen(database, communityId, partnerId, closedThrough);
  return before?.hash ?? NO_PREVIOUS_HASH;
}
