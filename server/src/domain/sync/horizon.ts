/**
 * Up to where a reader has seen everything (ADR 0032). Not by clock: a time is taken before the commit. Each row has the
 * number of the transaction that changed it last, and each reader the oldest number that was still open when it began.
 */
import { uuidv7 } from 'uuidv7';
import type { Clock } from '../../platform/base/clock.ts';
import { ago, DAY_MS, HOUR_MS } from '../../platform/base/time.ts';
import { batchReads } from '../../platform/database/batcher.ts';
import { inBatches, type Job } from '../../platform/database/job.ts';
import type { Deps } from '../deps.ts';
import { deleteOldSyncMarks, insertSyncMark, selectHorizon } from './queries.ts';

/** Where a reader begins. */
export interface Horizon {
  /** A transaction id (xid8) as text: whatever is not seen from here on has this number or a higher one. */
  readonly xid: string;
  /**
   * What proves later that this was no other history: a restore takes the mark back together with what followed it. Null
   * while the database takes no writes.
   */
  readonly mark: string | null;
}

/**
 * Reads the horizon; `mark` is one that was given before.
 * @returns null when that mark was not given in this history: from before a restore, or too old
 */
export type ReadHorizon = (mark: string | null) => Promise<Horizon | null>;

/** A mark serves for so long, in one process: what a restore within that time takes back may go unnoticed. */
const MARK_MS = 10_000;
/** Longer than a token is valid. */
const MARK_KEPT_MS = 35 * DAY_MS;
const READS_MAX = 500;

/** For one application: readers that begin together share a statement, and those of ten seconds a mark. */
export function createReadHorizon({ database, clock }: Pick<Deps, 'database' | 'clock'>): ReadHorizon {
  const read = batchReads<string | null, { readonly xid: string; readonly isKnown: boolean }>(async (marks) => {
    const given = marks.filter((mark) => mark !== null);
    const [row] = await selectHorizon(database.reads, [...new Set(given)]);
    if (!row) throw new Error('a horizon has one row');
    const known = new Set(row.known);
    return marks.map((mark) => ({ xid: row.horizon, isKnown: mark === null || known.has(mark) }));
  }, READS_MAX);
  const markNow = createMarks({ database, clock });

  return async (given) => {
    // Reads go on while the disk is full.
    const [mark, { xid, isKnown }] = await Promise.all([markNow().catch(() => null), read(given)]);
    return isKnown ? { xid, mark } : null;
  };
}

function createMarks({ database, clock }: { database: Deps['database']; clock: Clock }): () => Promise<string> {
  let current: Promise<string> | undefined;
  let setAtMs = 0;
  return () => {
    const now = clock.now();
    if (current && Math.abs(now.getTime() - setAtMs) < MARK_MS) return current;
    const id = uuidv7();
    setAtMs = now.getTime();
    const setting = insertSyncMark(database.heavy, id, now).then(() => id);
    setting.catch(() => {
      if (current === setting) current = undefined;
    });
    current = setting;
    return setting;
  };
}

export const SYNC_JOBS: readonly Job[] = [
  {
    name: 'delete old sync marks',
    everyMs: HOUR_MS,
    run({ database, clock }, signal) {
      const before = ago(clock.now(), MARK_KEPT_MS);
      return inBatches(signal, (limit) => deleteOldSyncMarks(database.heavy, before, limit));
    },
  },
];
