/** The one place that opens transactions. */
import type pg from 'pg';
import { abandon, answerWithin, ifUnavailable, isAway, isCut, isNameLost, sqlState } from './connection.ts';
import type { ConnectionPool } from './pool.ts';
import type { Database, SqlStatement, Transaction } from './query.ts';

const SNAPSHOT_TIMEOUT_MS = 600_000;
/** A server that is stopped or cut off answers nothing, not even its own time-out: then the connection is given up. */
const ANSWER_TIMEOUT_MS = 4000;
/** in_failed_sql_transaction */
const ABORTED = '25P02';

/** By the rows of an answer. */
const touched = new WeakMap<readonly unknown[], number>();

/** How many rows a statement of a transaction has changed, or of one that reads what it changes, has read. */
export const rowsTouched = (answer: readonly unknown[]): number | undefined => touched.get(answer);

/**
 * Returns `Database.transaction` over a pool of connections, each used by one transaction at a time: statements that do
 * not wait for each other's answers are pipelined, and the COMMIT right behind the last ones.
 * @param prepare false: each waits for the answer to the one before (`ConnectionPurpose.prepare`)
 * @param bookings the connections of bookings
 */
export function transactionsOn(
  pool: ConnectionPool,
  prepare: boolean,
  onFailure: (error: unknown) => void = () => {},
  bookings: ConnectionPool = pool,
): Database['transaction'] {
  return (work, { isBooking = false, lockWaitMs } = {}) => {
    const begin = lockWaitMs === undefined ? 'begin' : `begin; set local lock_timeout = ${lockWaitMs}`;
    const options = { prepare, begin, answerTimeoutMs: ANSWER_TIMEOUT_MS, onFailure };
    return runTransaction(isBooking ? bookings : pool, options, work);
  };
}

/** Returns `Database.snapshot`. */
export function snapshotsOn(pool: ConnectionPool, prepare: boolean): Database['snapshot'] {
  const begin = [
    'begin isolation level repeatable read read only',
    `set local statement_timeout = ${SNAPSHOT_TIMEOUT_MS}`,
    // A snapshot adds up whole tables: here scans and hash joins are right.
    'set local enable_seqscan = on',
    'set local enable_hashjoin = on',
    'set local enable_mergejoin = on',
    'set local plan_cache_mode = auto',
  ].join('; ');
  const options = { prepare, begin, answerTimeoutMs: SNAPSHOT_TIMEOUT_MS, onFailure() {} };
  return (work, signal) => runTransaction(pool, { ...options, signal }, work);
}
interface TransactionOptions {
  readonly prepare: boolean;
  /** One or several statements. */
  readonly begin: string;
  readonly answerTimeoutMs: number;
  readonly onFailure: (error: unknown) => void;
  /** Ends it by cutting its connection. */
  readonly signal?: AbortSignal | undefined;
}

async function runTransaction<T>(
  pool: ConnectionPool,
  { prepare, begin, answerTimeoutMs, onFailure, signal }: TransactionOptions,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  if (signal?.aborted) {
    client.release();
    throw signal.reason;
  }
  let broken = false;
  // A connection lost between two statements emits an error that no statement awaits.
  const onError = () => {
    broken = true;
  };
  client.on('error', onError);
  const cut = () => {
    broken = true;
    abandon(client);
  };
  signal?.addEventListener('abort', cut);
  const release = (destroy: boolean) => {
    signal?.removeEventListener('abort', cut);
    client.off('error', onError);
    client.release(destroy);
  };
  let failed: unknown;
  let last: Promise<unknown> = Promise.resolve();
  const send = <Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>> => {
    const ask = () => answerWithin(client, answerTimeoutMs, () => client.query<Row>(query));
    const answer = prepare ? ask() : last.then(ask);
    last = answer.catch(() => {});
    // The first failure is the cause; statements that were sent behind it fail because of it, perhaps without an awaiter.
    answer.catch((error: unknown) => {
      failed ??= error;
    });
    return answer;
  };
  let isOpen = false;
  let ended = false;
  const run = async <Row>(statement: SqlStatement, values: readonly unknown[]): Promise<Row[]> => {
    // Behind the end it would be a transaction of its own.
    if (ended) throw new Error('the transaction has ended');
    const text = { text: statement.text, values: values as unknown[] };
    const named = prepare && statement.name !== undefined ? { ...text, name: statement.name } : text;
    const { rows, rowCount } = await send<Row & pg.QueryResultRow>(named);
    touched.set(rows, rowCount ?? 0);
    return rows;
  };
  try {
    const begun = send({ text: begin }).then(() => {
      isOpen = true;
    });
    begun.catch(() => {});
    let isHeld = false;
    const afterBegin = <Row>(statement: SqlStatement, values: readonly unknown[]): Promise<Row[]> => {
      isHeld = true;
      return begun.then(() => run<Row>(statement, values));
    };
    const result = await work({
      kind: 'transaction',
      // Reads and locks follow the BEGIN without a pause. A statement that changes rows waits for the confirmed BEGIN:
      // after one that failed, each statement would be a transaction of its own.
      run: <Row>(statement: SqlStatement, values: readonly unknown[]) =>
        isOpen || statement.changesRows === false ? run<Row>(statement, values) : afterBegin<Row>(statement, values),
    });
    if (isHeld) await begun;
    ended = true;
    const committed = send({ text: 'commit' });
    await begun;
    const commit = await committed;
    // An aborted transaction answers COMMIT with ROLLBACK, and no error.
    if (commit.command !== 'COMMIT') throw failed ?? new Error('the transaction had failed and was rolled back');
    release(broken);
    return result;
  } catch (thrown) {
    const isSent = ended;
    ended = true;
    const error = ifUnavailable(sqlState(thrown) === ABORTED ? failed : thrown);
    const isLost = broken || isCut(client) || isAway(error);
    // With a deadline, too: a server that falls silent now must not hold up the caller of this transaction. Behind a
    // COMMIT that was sent there is nothing to roll back.
    if (!isLost && !isSent) await send({ text: 'rollback' }).catch(onError);
    // A new connection prepares again the statements that this one has lost.
    release(isLost || broken || isNameLost(error));
    onFailure(error);
    throw error;
  }
}
