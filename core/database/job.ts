/** Repeating work of the worker, apart from the deliveries. */
import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import { ago } from '../base/time.ts';
import type { Database, Query } from './query.ts';

const BATCH_MAX = 1000;

/** The dependencies of a job. */
export interface JobDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly config: Pick<Config, 'keptDays'>;
}

/**
 * Two workers may do it at once. None is run while the clock is wrong or the hour of caution lasts: most of them close or
 * delete irrevocably.
 */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(deps: JobDeps, signal: AbortSignal): Promise<void>;
}

/** Deletes batch after batch until nothing is left; each is a statement of its own, so that it blocks no other work. */
export async function inBatches(
  signal: AbortSignal,
  deleteBatch: (limit: number) => Promise<{ deleted: number }[]>,
): Promise<void> {
  while (!signal.aborted) {
    const [row] = await deleteBatch(BATCH_MAX);
    if ((row?.deleted ?? 0) < BATCH_MAX) return;
  }
}

/** What is deleted, and for how long it is kept: always as long, or by the settings. */
type Kept = readonly [
  deleteOld: Query<{ before: Date; limit: number }, { deleted: number }>,
  keptMs: number | ((days: Config['keptDays']) => number),
];

/** A job that deletes what is older than it is kept, one kind after the other. */
export const deletion = (name: string, everyMs: number, ...kinds: readonly Kept[]): Job => ({
  name,
  everyMs,
  async run({ database, clock, config }, signal) {
    const now = clock.now();
    for (const [deleteOld, keptMs] of kinds) {
      const before = ago(now, typeof keptMs === 'number' ? keptMs : keptMs(config.keptDays));
      await inBatches(signal, (limit) => deleteOld(database.heavy, { before, limit }));
    }
  },
});
