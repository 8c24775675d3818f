/** The community's totals of a day: computed by whoever asks first, then frozen, so that nobody can watch them move. */
import type { Band } from '@timebank/contract';
import { DAY_MS } from '../../../platform/base/time.ts';
import type { Database } from '../../../platform/database/query.ts';
import { nextBand, sumBand } from './bands.ts';
import {
  type FiguresRow,
  insertSnapshot,
  type SnapshotRow,
  selectFigures,
  selectSnapshot,
  selectSnapshotBefore,
} from './queries.ts';

/** Bands only: the stored row tells no more than the answer. */
export interface Totals {
  readonly active_users: Band;
  readonly active_services: Band;
  readonly active_requests: Band;
  readonly exchanges_last_30_days: Band;
  readonly hours_exchanged_last_30_days: Band | null;
  readonly hours_credited_last_30_days: Band | null;
}

/** The window of the totals, today included. */
const WINDOW_DAYS = 30;

/** Reads a community's snapshot of a day. */
export type ReadSnapshot = (communityId: number, now: Date) => Promise<SnapshotRow>;

/**
 * Returns the reader of one application: the snapshot of the UTC day `now` lies in; it takes it if nobody has. The first
 * requests of a new day compute once. Of several nodes at once the first to store wins, and all answer what is stored.
 */
export function createSnapshots(database: Database): ReadSnapshot {
  const running = new Map<string, Promise<SnapshotRow>>();

  return async (communityId, now) => {
    const day = dayOf(now);
    const [stored] = await selectSnapshot(database.reads, communityId, day);
    if (stored) return stored;
    const key = `${communityId} ${day}`;
    let snapshot = running.get(key);
    if (!snapshot) {
      snapshot = takeSnapshot(database, communityId, now).finally(() => running.delete(key));
      running.set(key, snapshot);
    }
    return await snapshot;
  };
}

async function takeSnapshot(database: Database, communityId: number, now: Date): Promise<SnapshotRow> {
  const day = dayOf(now);
  const firstDay = dayOf(new Date(now.getTime() - (WINDOW_DAYS - 1) * DAY_MS));
  const [[previous], [figures]] = await Promise.all([
    selectSnapshotBefore(database.heavy, communityId, day),
    selectFigures(database.heavy, communityId, firstDay, day),
  ]);
  const totals = totalsOf(figures as FiguresRow, previous?.totals);
  await insertSnapshot(database.heavy, communityId, day, now, JSON.stringify(totals));
  const [stored] = await selectSnapshot(database.heavy, communityId, day);
  return stored as SnapshotRow;
}

/** Exact figures to bands, given the bands published before. */
function totalsOf(figures: FiguresRow, previous: Totals | undefined): Totals {
  return {
    active_users: nextBand(figures.activeUsers, previous?.active_users ?? null),
    active_services: nextBand(figures.activeServices, previous?.active_services ?? null),
    active_requests: nextBand(figures.activeRequests, previous?.active_requests ?? null),
    exchanges_last_30_days: nextBand(figures.exchanges, previous?.exchanges_last_30_days ?? null),
    hours_exchanged_last_30_days: sumBand(
      {
        seconds: figures.exchangedSeconds,
        contributors: figures.exchangeMembers,
        largestSeconds: figures.exchangeLargestSeconds,
      },
      previous?.hours_exchanged_last_30_days ?? null,
    ),
    hours_credited_last_30_days: sumBand(
      {
        seconds: figures.creditedSeconds,
        contributors: figures.creditMembers,
        largestSeconds: figures.creditLargestSeconds,
      },
      previous?.hours_credited_last_30_days ?? null,
    ),
  };
}

/** The next UTC midnight after a time. */
export function nextMidnight(time: Date): Date {
  return new Date((Math.floor(time.getTime() / DAY_MS) + 1) * DAY_MS);
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
