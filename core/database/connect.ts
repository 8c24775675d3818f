/** Opens the lanes and the transaction pool of one process. */
import type { ConnectionSettings } from './connection.ts';
import { type LaneOptions, type OpenLane, openLane } from './lanes.ts';
import { openPool } from './pool.ts';
import { followPrimary } from './primary.ts';
import type { Database } from './query.ts';
import { snapshotsOn, transactionsOn } from './transaction.ts';

const STATEMENT_TIMEOUT_MS = 3500;
const TRANSACTIONS = { byKey: true, transactions: true, statementTimeoutMs: STATEMENT_TIMEOUT_MS };
/** A community whose accounts are locked holds two of the bookings' while it waits. */
const CONNECTIONS = { transactions: 5, bookings: 5 };
const HEAVY_STATEMENT_TIMEOUT_MS = 30_000;
/** Memory of each of the two connections of that lane. */
const HEAVY_WORK_MEM_MB = 64;

/**
 * Connects as the application's role.
 * @param prepare false behind a pooler that breaks named statements
 * @param onFailure called with the error of every statement and transaction that failed
 */
export async function connectDatabase(
  settings: ConnectionSettings,
  prepare = true,
  onFailure: (error: unknown) => void = () => {},
): Promise<Database> {
  const short = {
    byKey: true,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    answerTimeoutMs: 4000,
    pendingMax: 2000,
    prepare,
    onFailure,
  };
  const long = {
    statementTimeoutMs: HEAVY_STATEMENT_TIMEOUT_MS,
    workMemMb: HEAVY_WORK_MEM_MB,
    answerTimeoutMs: 32_000,
    pendingMax: 200,
    prepare,
    onFailure,
  };
  const primary = followPrimary(settings);
  const lanes: OpenLane[] = [];
  const lane = async (options: LaneOptions) => {
    const opened = await openLane(primary, options).catch(async (error) => {
      // Left open, those before it would try to connect for ever.
      await Promise.all(lanes.map((one) => one.close()));
      throw error;
    });
    lanes.push(opened);
    return opened;
  };
  const reads = await lane({ ...short, connections: 2 });
  const heavy = await lane({ ...long, connections: 2, atRest: 2 });
  const relaxed = await lane({ ...short, connections: 2, relaxed: true });
  const outbox = await lane({ ...short, connections: 3, relaxed: true });
  const open = (max: number) => openPool(primary, { ...TRANSACTIONS, prepare }, { max, idleTimeoutMillis: 60_000 });
  const pool = open(CONNECTIONS.transactions);
  const bookings = open(CONNECTIONS.bookings);
  const unwatch = primary.watch();
  return {
    reads,
    heavy,
    relaxed,
    outbox,
    transaction: transactionsOn(pool, prepare, onFailure, bookings),
    snapshot: snapshotsOn(pool, prepare),
    async close() {
      unwatch();
      await Promise.all([...lanes.map((one) => one.close()), pool.end(), bookings.end()]);
    },
  };
}

/** One connection and nothing else: for work that must be the only one on the database. */
export interface LoneConnection {
  readonly transaction: Database['transaction'];
  close(): Promise<void>;
}

/** Connects as `connectDatabase` does, once. */
export function connectAlone(settings: ConnectionSettings, prepare = true): LoneConnection {
  const pool = openPool(followPrimary(settings), { ...TRANSACTIONS, prepare }, { max: 1 });
  return { transaction: transactionsOn(pool, prepare), close: () => pool.end() };
}
