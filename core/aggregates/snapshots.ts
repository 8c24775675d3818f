/**
 * The community's totals of a UTC day, frozen: the worker takes them when the day begins, asked for or not, so that
 * nobody chooses the moment and nobody can watch them move. Any number of nodes may do it; the first to store wins.
 */
import { SNAPSHOT_DAYS } from '@timebank/contract';
import type { Clock } from '../base/clock.ts';
import { refusal } from '../base/refusal.ts';
import { ago, DAY_MS, dayOf, MINUTE_MS, SECOND_MS } from '../base/time.ts';
import type { Job } from '../database/job.ts';
import type { Database } from '../database/query.ts';
import {
  type DueCommunityRow,
  deleteSnapshots,
  type FiguresRow,
  insertSnapshot,
  selectDueCommunities,
  selectFigures,
  selectLatestSnapshot,
  selectSnapshot,
} from './queries.ts';
import { NO_TOTALS, nextTotals, type Totals } from './totals.ts';

/** Whole days before the snapshot's: when on its own day it is taken makes no difference. */
const WINDOW_DAYS = 30;
const COMMUNITIES_MAX = 100;
/** Side by side, so that one that takes long does not hold up the rest. */
const AT_ONCE = 2;

export interface Snapshot {
  readonly asOf: Date;
  /** Null for the snapshot of a past day, which stays as it is. */
  readonly nextUpdateAt: Date | null;
  readonly totals: Totals;
}

/**
 * The community's latest snapshot. Right after midnight, or when the worker is late, it is the one before, until the
 * next full minute; a community that has none yet is shown as empty as it was created.
 */
export async function readSnapshot(database: Database, communityId: number, now: Date): Promise<Snapshot> {
  const today = dayOf(now);
  const [row] = await selectLatestSnapshot(database.reads, { communityId, day: today });
  if (!row) throw new Error('a partner without a community');
  const { asOf, day, totals } = row;
  return { asOf, nextUpdateAt: nextMultiple(now, day === today ? DAY_MS : MINUTE_MS), totals: totals ?? NO_TOTALS };
}

/**
 * The snapshot of a UTC day as it was published. Today's goes on to the next midnight.
 * @throws refusal not_found
 */
export async function readSnapshotOf(
  database: Database,
  communityId: number,
  day: string,
  now: Date,
): Promise<Snapshot> {
  const today = dayOf(now);
  const isKept = day <= today && day >= oldestDay(now);
  const [row] = isKept ? await selectSnapshot(database.reads, { communityId, day }) : [];
  if (!row) throw refusal('not_found', `There are no totals of ${day}; they are kept for ${SNAPSHOT_DAYS} days.`);
  return { ...row, nextUpdateAt: day === today ? nextMultiple(now, DAY_MS) : null };
}

const oldestDay = (now: Date) => dayOf(ago(now, SNAPSHOT_DAYS * DAY_MS));

/**
 * Takes the day's snapshot of every community that has none. One that fails does not keep the others from theirs.
 * @throws when any failed, after all were tried; call again
 */
export async function takeDueSnapshots(database: Database, clock: Clock, signal?: AbortSignal): Promise<void> {
  const failures: string[] = [];
  let due: DueCommunityRow[];
  let after = 0;
  do {
    due = await selectDueCommunities(database.heavy, {
      day: dayOf(clock.now()),
      afterId: after,
      limit: COMMUNITIES_MAX,
    });
    after = due.at(-1)?.communityId ?? after;
    const queue = due.values();
    await Promise.all(Array.from({ length: AT_ONCE }, () => takeAll(queue)));
  } while (due.length === COMMUNITIES_MAX && !signal?.aborted);
  const [first] = failures;
  if (first) throw new Error(`totals that could not be taken: ${failures.length}; first ${first}`);

  async function takeAll(queue: Iterable<DueCommunityRow>): Promise<void> {
    for (const community of queue) {
      if (signal?.aborted) return;
      await takeSnapshot(database, clock.now(), community).catch((error: Error) =>
        failures.push(`of community ${community.communityId}: ${error.message}`),
      );
    }
  }
}

/** The worker's part of it. */
export const AGGREGATE_JOBS: readonly Job[] = [
  {
    name: 'take totals of the day',
    everyMs: 5 * SECOND_MS,
    run: ({ database, clock }, signal) => takeDueSnapshots(database, clock, signal),
  },
];

async function takeSnapshot(database: Database, now: Date, { communityId, previous }: DueCommunityRow): Promise<void> {
  const firstDay = dayOf(ago(now, WINDOW_DAYS * DAY_MS));
  const [figures] = await selectFigures(database.heavy, { communityId, firstDay, lastDay: dayOf(ago(now, DAY_MS)) });
  const totals = nextTotals(figures as FiguresRow, previous);
  await insertSnapshot(database.heavy, { communityId, day: dayOf(now), asOf: now, totals: JSON.stringify(totals) });
  await deleteSnapshots(database.heavy, { communityId, before: oldestDay(now) });
}

/** The first multiple of a span after a time. */
function nextMultiple(time: Date, spanMs: number): Date {
  return new Date((Math.floor(time.getTime() / spanMs) + 1) * spanMs);
}
