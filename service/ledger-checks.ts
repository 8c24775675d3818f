/** The daily verification of the ledger, by one of the nodes that share the database. It reads a snapshot and takes no lock. */

import { repeat } from '../core/base/repeat.ts';
import { MINUTE_MS } from '../core/base/time.ts';
import type { Deps } from '../core/deps.ts';
import { verifyIfDue } from '../modules/operate/domain/ledger/check.ts';

/** Interval of the checks whether it is due. */
const LOOK_EVERY_MS = 10 * MINUTE_MS;

/** Starts now. @returns a function that stops it; a verification under way is given up */
export function startLedgerChecks(
  { database, clock, clockState, log }: Pick<Deps, 'database' | 'clock' | 'clockState' | 'log'>,
  lookEveryMs = LOOK_EVERY_MS,
): () => Promise<void> {
  const work = async (signal: AbortSignal) => {
    if (clockState.fault() !== undefined) return;
    const startedMs = performance.now();
    try {
      const report = await verifyIfDue(database, clock, signal);
      if (!report) return;
      const { holds, transfers, invariants } = report;
      const ms = Math.round(performance.now() - startedMs);
      if (holds) return log.info({ transfers, ms }, 'the ledger was verified and holds');
      const broken = invariants.filter((each) => !each.holds).map(({ id, rule }) => `${id}: ${rule}`);
      log.error({ transfers, ms, broken }, 'THE LEDGER IS BROKEN; "timebank ledger verify" names the rows');
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'the ledger could not be verified; another try follows');
    }
  };
  return repeat(work, { everyMs: lookEveryMs, firstMs: 0 }).stop;
}
