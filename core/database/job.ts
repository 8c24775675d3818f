/** Repeating work of the worker, apart from the deliveries. */
import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { Database } from './query.ts';

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
