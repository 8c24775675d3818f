/**
 * Closing a partner's day: from 00:15 UTC of the next day its statement is frozen, and nothing is booked into it any
 * more, not even by a request that began before. The worker does it; whoever reads a final day first does it too.
 */
import type { Clock } from '../../platform/base/clock.ts';
import { ago, DAY_MS, dayOf, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/base/time.ts';
import { inBatches, type Job } from '../../platform/database/job.ts';
import type { Database, Transaction } from '../../platform/database/query.ts';
import type { ChangeDeps } from '../change/change.ts';
import { appendEvents } from '../delivery/append.ts';
import {
  deleteCreditDays,
  insertStatement,
  lockSettlement,
  selectPartnersToClose,
  selectStatementDay,
  updateClosedThrough,
} from './queries.ts';
import { totalsOf } from './totals.ts';

/** How long after midnight UTC a day stays open. */
const GRACE_MS = 15 * MINUTE_MS;
const PARTNERS_MAX = 100;
/** Days closed in one transaction; a longer pause is caught up over several. */
const DAYS_MAX = 31;

/** The last day that is final at this time, `YYYY-MM-DD`. */
export function lastFinalDay(now: Date): string {
  return dayOf(ago(now, GRACE_MS + DAY_MS));
}

/**
 * Closes the days that are due, for up to a hundred partners.
 * @returns how many partners had a day closed; call again while it is not 0
 */
export async function closeDueDays(database: Database, clock: Clock): Promise<number> {
  const through = lastFinalDay(clock.now());
  const partners = await selectPartnersToClose(database.heavy, through, PARTNERS_MAX);
  for (const { communityId, partnerId } of partners) {
    await database.transaction((transaction) => closeDays(transaction, clock, communityId, partnerId, through));
  }
  return partners.length;
}

/** The worker's part of it. */
export const STATEMENT_JOBS: readonly Job[] = [
  {
    name: 'close statement days',
    everyMs: 5 * SECOND_MS,
    async run({ database, clock }, signal) {
      while (!signal.aborted && (await closeDueDays(database, clock)) > 0);
    },
  },
  {
    name: 'delete totals of final days',
    everyMs: HOUR_MS,
    run: ({ database }, signal) => inBatches(signal, (limit) => deleteCreditDays(database.heavy, limit)),
  },
];

/** Closes all of a partner's open days up to and including `through`. */
export async function closeAllDays(
  database: Database,
  clock: Clock,
  communityId: number,
  partnerId: number,
  through: string,
): Promise<void> {
  let last: string | undefined;
  do {
    last = await database.transaction((transaction) => closeDays(transaction, clock, communityId, partnerId, through));
  } while (last !== undefined && last < through);
}

/** In a sandbox, on request: today is final at once, and what follows is booked on the next day. */
export async function closeToday(
  { database, clock, wakeWorker }: ChangeDeps,
  communityId: number,
  partnerId: number,
): Promise<void> {
  await closeAllDays(database, clock, communityId, partnerId, dayOf(clock.now()));
  wakeWorker();
}

/**
 * Closes a partner's open days up to and including `through`, oldest first, each with its event.
 * @returns the last day closed; undefined when there was none
 */
async function closeDays(
  transaction: Transaction,
  clock: Clock,
  communityId: number,
  partnerId: number,
  through: string,
): Promise<string | undefined> {
  const [settlement] = await lockSettlement(transaction, communityId, partnerId);
  if (!settlement) return undefined;
  let day = nextDay(settlement.closedThrough);
  const closedAt = clock.now();
  let last: string | undefined;
  for (let count = 0; day <= through && count < DAYS_MAX; count++, day = nextDay(day)) {
    const [row] = await selectStatementDay(transaction, communityId, partnerId, day);
    if (!row) throw new Error('a sum without a row');
    await insertStatement(transaction, { ...row, communityId, partnerId, day, closedAt });
    await appendEvents(transaction, communityId, closedAt, [
      { type: 'statement.ready', partnerId, data: { date: day, ...totalsOf(row) } },
    ]);
    last = day;
  }
  if (last !== undefined) await updateClosedThrough(transaction, communityId, settlement.id, last);
  return last;
}

/** The day after. */
export function nextDay(day: string): string {
  return dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS));
}
