/**
 * Closing a partner's day: from 00:15 UTC of the next day its statement is frozen, and nothing is booked into it any
 * more, not even by a request that began before. The worker does it; the first reader of a final day does it too.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../base/clock.ts';
import { ago, DAY_MS, dayOf, HOUR_MS, MINUTE_MS, SECOND_MS } from '../base/time.ts';
import type { ChangeDeps } from '../change/change.ts';
import { inBatches, type Job } from '../database/job.ts';
import type { Database, Transaction } from '../database/query.ts';
import { appendEvents, type NewEvent } from '../events/delivery/append.ts';
import { hashAllClosedDays, hashClosedDays, hashDays, readPreviousHash } from './hash-day.ts';
import { insertStatementHashes } from './hash-queries.ts';
import {
  deleteCreditDays,
  insertStatements,
  lockSettlement,
  type SettlementRow,
  selectDaysToClose,
  selectPartnersToClose,
  selectSettlement,
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
 * Closes the days that are due, for up to a hundred partners, and hashes those that a node without hashes has closed.
 * @returns how many partners had such a day; call again while it is not 0
 */
export async function closeDueDays(database: Database, clock: Clock): Promise<number> {
  const through = lastFinalDay(clock.now());
  const partners = await selectPartnersToClose(database.heavy, { through, limit: PARTNERS_MAX });
  for (const { communityId, partnerId } of partners) {
    await hashAllClosedDays(database, communityId, partnerId);
    await closeAllDays(database, clock, communityId, partnerId, through);
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
    run: ({ database }, signal) => inBatches(signal, (limit) => deleteCreditDays(database.heavy, { limit })),
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

/**
 * In a sandbox, on request: a day is final at once, also one ahead of the clock, and what follows is booked on the
 * next.
 */
export async function closeAtOnce(
  { database, clock, wakeWorker }: ChangeDeps,
  communityId: number,
  partnerId: number,
  day: string,
): Promise<void> {
  await closeAllDays(database, clock, communityId, partnerId, day);
  wakeWorker();
}

/**
 * Closes a partner's open days up to and including `through`, oldest first, each with its event. They are hashed before
 * the lock that bookings wait for, and once more only if something was booked into one of them meanwhile.
 * @returns the last day closed, also when another node closed one first; undefined when there was none
 */
async function closeDays(
  transaction: Transaction,
  clock: Clock,
  communityId: number,
  partnerId: number,
  through: string,
): Promise<string | undefined> {
  const [seen] = await selectSettlement(transaction, { communityId, partnerId });
  if (!seen || openDayOf(seen) > through) return undefined;
  const first = openDayOf(seen);
  const last = [through, daysAfter(first, DAYS_MAX - 1)].sort()[0] as string;
  while (await hashClosedDays(transaction, communityId, partnerId));
  const previousHash = await readPreviousHash(transaction, communityId, partnerId);
  let days = await selectDaysToClose(transaction, { communityId, partnerId, first, last });
  let hashed = await hashDays(transaction, communityId, partnerId, previousHash, days);
  const [settlement] = await lockSettlement(transaction, { communityId, partnerId });
  if (!settlement || openDayOf(settlement) !== first) return first;
  const locked = await selectDaysToClose(transaction, { communityId, partnerId, first, last });
  if (!isDeepStrictEqual(locked, days)) {
    days = locked;
    hashed = await hashDays(transaction, communityId, partnerId, previousHash, days);
  }
  const now = clock.now();
  const closed = days.map((day) => ({ ...day, communityId, partnerId, closedAt: closingTime(now, day.day) }));
  await insertStatements(transaction, { rows: closed });
  await insertStatementHashes(transaction, {
    rows: hashed.map((each) => ({ ...each, communityId, partnerId, inEvent: true })),
  });
  const ready = closed.map((row, at): NewEvent => {
    const { hash = '', previousHash: previous_hash = '' } = hashed[at] ?? {};
    const data = { date: row.day, ...totalsOf(row), hash, previous_hash };
    return { type: 'statement.ready', communityId, partnerId, createdAt: row.closedAt, data };
  });
  await appendEvents(transaction, ready);
  await updateClosedThrough(transaction, { communityId, accountId: settlement.id, day: last });
  return last;
}

/** Now; or, before a day is over, its last moment: its event lies between its lines and those of the next day. */
function closingTime(now: Date, day: string): Date {
  return day < dayOf(now) ? now : new Date(Date.parse(`${daysAfter(day, 1)}T00:00:00Z`) - 1);
}

/** The oldest day of a partner that is not final. */
export const openDayOf = ({ closedThrough }: SettlementRow) => daysAfter(closedThrough, 1);

function daysAfter(day: string, count: number): string {
  return dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS));
}
