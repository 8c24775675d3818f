/** A community over time: hours exchanged and credited, members who took part, new listings. */
import { ago, DAY_MS, dayOf, HOUR_MS } from '../../../core/base/time.ts';
import { inBatches, type Job } from '../../../core/database/job.ts';
import type { Database } from '../../../core/database/query.ts';
import {
  type ActivityRow,
  countActivity,
  deleteOldActivityCounts,
  type PeriodRow,
  selectBusyCommunities,
  selectPeriods,
  type Unit,
} from './activity-queries.ts';

export interface Point {
  readonly from: string;
  readonly exchangedSeconds: number;
  readonly creditedSeconds: number;
  readonly activeMembers: number;
  readonly newListings: number;
}

/** Transfers that one statement counts, unless a single period has more; and statements at once. */
const TRANSFERS_MAX = 100_000;
const AT_ONCE = 2;
/** Counts are kept so long: of a month that is looked at, it is counted again once in that time. */
const KEEP_DAYS = 35;
/** In a year. A community with fewer is counted by the request that asks for it. */
const BUSY_TRANSFERS = 50_000;
const COMMUNITIES_MAX = 100;

/** The first day of the twelve months of which the last is today's: none of them is counted in part. */
export function yearBefore(today: string): string {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return dayOf(new Date(Date.UTC(year, month - 12, 1)));
}

/**
 * One point per period, also where nothing happened. What has been counted before and still holds is not counted again.
 */
export async function readSeries(
  { heavy }: Pick<Database, 'heavy'>,
  now: Date,
  communityId: number,
  { unit, first, last }: { readonly unit: Unit; readonly first: string; readonly last: string },
): Promise<Point[]> {
  const periods = await selectPeriods(heavy, { communityId, unit, first, last });
  const counted = new Map<string, ActivityRow>();
  // An import that ran over midnight has ended by then.
  const final = dayOf(ago(now, DAY_MS));
  const parts = partsOf(periods.filter(({ activeMembers }) => activeMembers === null)).values();
  async function count(): Promise<void> {
    for (const part of parts) {
      const days = { firstDays: part.map(({ firstDay }) => firstDay), lastDays: part.map(({ lastDay }) => lastDay) };
      for (const row of await countActivity(heavy, { communityId, ...days, final, now }))
        counted.set(row.firstDay, row);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, count));
  return periods.map(({ from, firstDay, exchangedSeconds, creditedSeconds, ...kept }) => {
    const { activeMembers, newListings } = counted.get(firstDay) ?? kept;
    return {
      from,
      exchangedSeconds,
      creditedSeconds,
      activeMembers: activeMembers ?? 0,
      newListings: newListings ?? 0,
    };
  });
}

/** Periods that are counted together. */
function partsOf(periods: readonly PeriodRow[]): PeriodRow[][] {
  const parts: PeriodRow[][] = [];
  let transfers = Number.POSITIVE_INFINITY;
  for (const period of periods) {
    transfers += period.transfers;
    if (transfers > TRANSFERS_MAX) {
      parts.push([]);
      transfers = period.transfers;
    }
    parts.at(-1)?.push(period);
  }
  return parts;
}

/**
 * Counts the last year of large communities ahead of requests. If one fails, the others are still counted.
 * @throws the first failure, after all were tried
 */
export async function countAhead(database: Database, now: Date, signal?: AbortSignal): Promise<void> {
  const last = dayOf(now);
  const first = yearBefore(last);
  let found: { readonly communityId: number }[];
  let after = 0;
  let failure: unknown;
  do {
    found = await selectBusyCommunities(database.heavy, {
      since: first,
      transfers: BUSY_TRANSFERS,
      afterId: after,
      limit: COMMUNITIES_MAX,
    });
    for (const { communityId } of found) {
      if (signal?.aborted) return;
      await readSeries(database, now, communityId, { unit: 'month', first, last }).catch((error: unknown) => {
        failure ??= error;
      });
      after = communityId;
    }
  } while (found.length === COMMUNITIES_MAX);
  if (failure !== undefined) throw failure;
}

/** The worker's part of it. */
export const ACTIVITY_JOBS: readonly Job[] = [
  {
    name: 'count active members',
    everyMs: HOUR_MS,
    run: ({ database, clock }, signal) => countAhead(database, clock.now(), signal),
  },
  {
    name: 'delete old counts of active members',
    everyMs: HOUR_MS,
    run({ database, clock }, signal) {
      const before = ago(clock.now(), KEEP_DAYS * DAY_MS);
      return inBatches(signal, (limit) => deleteOldActivityCounts(database.outbox, { before, limit }));
    },
  },
];
