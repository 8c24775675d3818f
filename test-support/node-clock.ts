/** A node's own clock over a database whose time a test sets, for services that share it and differ. */
import type { Clock } from '../core/base/clock.ts';
import { createNodeClock, type NodeClock, timeSource } from '../core/base/nodes/node-clock.ts';
import type { DatabaseLog } from '../core/database/log.ts';
import type { Database } from '../core/database/query.ts';

/** By how much the machine's clock is ahead; a test changes it, and measures. */
export interface TestMachine {
  aheadMs: number;
}

/** All that differs from production is where the two times come from. */
export function nodeClockOf(
  database: Pick<Database, 'reads'>,
  databaseClock: Clock,
  machine: TestMachine,
  log: DatabaseLog,
): Promise<NodeClock> {
  const nowMs = () => databaseClock.now().getTime();
  const source = timeSource(database.reads);
  return createNodeClock(
    { clock: { now: () => new Date(nowMs() + machine.aheadMs) }, steadyMs: nowMs },
    { ...source, ask: async () => ({ ...(await source.ask()), at: databaseClock.now() }) },
    log,
  );
}
