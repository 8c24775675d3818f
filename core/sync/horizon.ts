/**
 * Up to where a reader has seen everything (docs/decisions/copies-in-step.md). Not by clock: a time is taken before the commit. Each row has
 * the number of the transaction that changed it last, and each reader the oldest number that was still open when it
 * began.
 */
import { uuidv7 } from 'uuidv7';
import type { Clock } from '../base/clock.ts';
import { DAY_MS, HOUR_MS } from '../base/time.ts';
import { batch, batchReads } from '../database/batcher.ts';
import { deletion, type Job } from '../database/job.ts';
import type { Deps } from '../deps.ts';
import { deleteOldSyncMarks, insertSyncMark, selectHorizon, selectMarkNumber, writeNumber } from './queries.ts';

/** Where a reader begins. */
export interface Horizon {
  /**
   * A transaction id (xid8) as text: what is not seen from here on has this number or a higher one. It is sent to
   * the reader, so the one before it is on disk: a crash gives numbers out again that are not (docs/decisions/deliveries.md). 0, the
   * beginning, while the database takes no writes.
   */
  readonly xid: string;
  /** Every transaction below it has ended: what they wrote may be shown, but the number itself may be forgotten. */
  readonly ended: string;
  /**
   * What proves later that this was no other history: a restore takes the mark back together with what followed it.
   * Null while the database takes no writes.
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

interface Mark {
  readonly id: string;
  /** The highest number that is known to be on disk, in the history of the mark. */
  written: bigint;
}

/** For one application: readers that begin together share a statement, and those of ten seconds a mark. */
export function createReadHorizon({ database, clock }: Pick<Deps, 'database' | 'clock'>): ReadHorizon {
  const read = batchReads<string | null, { readonly ended: string; readonly isKnown: boolean }>(async (marks) => {
    const given = marks.filter((mark) => mark !== null);
    const [row] = await selectHorizon(database.reads, { marks: [...new Set(given)] });
    if (!row) throw new Error('a horizon has one row');
    const known = new Set(row.known);
    return marks.map((mark) => ({ ended: row.horizon, isKnown: mark === null || known.has(mark) }));
  }, READS_MAX);
  const markNow = createMarks({ database, clock });
  const writeOne = batch<null, bigint>(async (askers) => {
    // Given up as soon as any booking: readers wait for it.
    const [row] = await database.transaction((transaction) => writeNumber(transaction));
    const written = numberOf(row);
    return askers.map(() => written);
  }, READS_MAX);

  /** One number more, unless nothing was written since the last. */
  async function reach(mark: Mark, ended: bigint): Promise<bigint> {
    if (mark.written + 1n < ended) {
      // A failed write leads to a smaller number, so that objects come twice.
      const written = await writeOne(null).catch(() => mark.written);
      if (written > mark.written) mark.written = written;
    }
    return mark.written + 1n < ended ? mark.written + 1n : ended;
  }

  return async (given) => {
    // Reads go on while the disk is full.
    const [mark, { ended, isKnown }] = await Promise.all([markNow().catch(() => null), read(given)]);
    if (!isKnown) return null;
    if (!mark) return { xid: '0', ended, mark };
    return { xid: String(await reach(mark, BigInt(ended))), ended, mark: mark.id };
  };
}

function createMarks({ database, clock }: { database: Deps['database']; clock: Clock }): () => Promise<Mark> {
  let current: Promise<Mark> | undefined;
  let setAtMs = 0;
  return () => {
    const now = clock.now();
    if (current && Math.abs(now.getTime() - setAtMs) < MARK_MS) return current;
    const id = uuidv7();
    setAtMs = now.getTime();
    const setting = database
      .transaction((transaction) => insertSyncMark(transaction, { id, createdAt: now }))
      .then(([row]) => ({ id, written: numberOf(row) }));
    setting.catch(() => {
      if (current === setting) current = undefined;
    });
    current = setting;
    return setting;
  };
}

function numberOf(row: { readonly xid: string } | undefined): bigint {
  if (!row) throw new Error('a transaction without a number');
  return BigInt(row.xid);
}

/**
 * What a release before 0.2 sent to a reader need not have been on disk, but its mark was: the lower of both.
 * @param xid a number that a reader has, with its mark
 */
export async function onDisk(database: Deps['database'], xid: string, mark: string | null): Promise<string> {
  const [row] = mark === null ? [] : await selectMarkNumber(database.reads, { mark });
  if (!row) return xid;
  // The row keeps the lower half of its number; what lies between is far less than that counts.
  const behind = BigInt.asIntN(32, BigInt(row.xid) + 1n - BigInt(xid));
  return behind < 0n ? String(BigInt(xid) + behind) : xid;
}

export const SYNC_JOBS: readonly Job[] = [
  deletion('delete old sync marks', HOUR_MS, [deleteOldSyncMarks, MARK_KEPT_MS]),
];
