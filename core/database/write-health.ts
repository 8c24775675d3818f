/** Whether the database takes writes, by its last refusal, and by a small test write on request. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { isWriteRefused } from './connection.ts';
import type { DatabaseLog } from './log.ts';
import { writeProbe } from './probe-queries.ts';
import type { Database } from './query.ts';

export interface WriteHealth {
  /** Notes the error of a failed statement, so that a refused booking counts at once. */
  readonly note: (error: unknown) => void;
  /** Why writes are refused; undefined: they are taken. Writes at most once in five seconds, for all callers. */
  readonly check: (database: Pick<Database, 'transaction'>) => Promise<string | undefined>;
}

/** Each probe waits for the disk. */
const PROBE_INTERVAL_MS = 5000;
/** A full disk has room for a small row long after it has none for the next booking's page. */
const FILLER_BYTES = 256 * 1024;
const NONE = Buffer.alloc(0);

/** @param log gets one line when the database begins to refuse writes, and one when it takes them again */
export function createWriteHealth(
  clock: Clock,
  log: DatabaseLog,
  probeIntervalMs: number = PROBE_INTERVAL_MS,
): WriteHealth {
  let reason: string | undefined;
  let refusals = 0;
  let probedAtMs = Number.NEGATIVE_INFINITY;
  let probing: Promise<void> | undefined;

  function note(error: unknown): void {
    if (!isWriteRefused(error)) return;
    refusals++;
    const { message } = error as Error;
    if (reason === undefined) log.error({ reason: message }, `the database refuses writes: ${message}`);
    reason = message;
  }

  async function probe(database: Pick<Database, 'transaction'>): Promise<void> {
    const refusalsBefore = refusals;
    const filler = reason === undefined ? NONE : randomBytes(FILLER_BYTES);
    await database.transaction((transaction) => writeProbe(transaction, { at: clock.now(), filler }));
    // A booking that was refused meanwhile is more recent.
    if (reason === undefined || refusals > refusalsBefore) return;
    reason = undefined;
    log.info({}, 'the database takes writes again');
  }

  return {
    note,
    async check(database) {
      if (performance.now() - probedAtMs >= probeIntervalMs) {
        probing ??= probe(database)
          .catch((error: unknown) => {
            note(error);
            if (!isWriteRefused(error)) throw error;
          })
          .then(() => {
            probedAtMs = performance.now();
          })
          .finally(() => {
            probing = undefined;
          });
        await probing;
      }
      return reason;
    },
  };
}
