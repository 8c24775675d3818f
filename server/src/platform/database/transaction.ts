/** The one place that opens transactions. */
import type pg from 'pg';
import { isNameLost, isUnavailable, unavailable } from './connection.ts';
import type { Database, SqlStatement, Transaction } from './query.ts';

const SNAPSHOT_TIMEOUT_MS = 600_000;
/** A server that is stopped or cut off answers nothing, not even its own time-out: then the connection is given up. */
const ANSWER_TIMEOUT_MS = 4000;

/** Returns `Database.transaction` over a pool of ordinary, non-pipelined connections. */
export function transactionsOn(
  pool: pg.Pool,
  prepare: boolean,
  onFailure: (error: unknown) => void = () => {},
): Database['transaction'] {
  const options = { prepare, begin: ['begin'], answerTimeoutMs: ANSWER_TIMEOUT_MS, onFailure };
  return (work) => runTransaction(pool, options, work);
}

/** Returns `Database.snapshot`. */
export function snapshotsOn(pool: pg.Pool, prepare: boolean): Database['snapshot'] {
  const begin = [
    'begin isolation level repeatable read read only',
    `set local statement_timeout = ${SNAPSHOT_TIMEOUT_MS}`,
    // A snapshot adds up whole tables: here scans and hash joins are right.
    'set local enable_seqscan = on',
    'set local enable_hashjoin = on',
    'set local enable_mergejoin = on',
  ];
  const options = { prepare, begin, answerTimeoutMs: SNAPSHOT_TIMEOUT_MS, onFailure() {} };
  return (work) => runTransaction(pool, options, work);
}

interface TransactionOptions {
  readonly prepare: boolean;
  readonly begin: readonly string[];
  readonly answerTimeoutMs: number;
  readonly onFailure: (error: unknown) => void;
}

async function runTransaction<T>(
  pool: pg.Pool,
  { prepare, begin, answerTimeoutMs, onFailure }: TransactionOptions,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: Error) => {
    throw unavailable(error);
  });
  let broken = false;
  // A connection lost between two statements emits an error nobody awaits.
  const onError = () => {
    broken = true;
  };
  client.on('error', onError);
  const release = (destroy: boolean) => {
    client.off('error', onError);
    client.release(destroy);
  };
  try {
    const send = (text: string) => client.query(withTimeout({ text }, answerTimeoutMs));
    for (const statement of begin) await send(statement);
    const result = await work(transactionOn(client, prepare, answerTimeoutMs));
    const commit = await send('commit');
    // An aborted transaction answers COMMIT with ROLLBACK, and no error.
    if (commit.command !== 'COMMIT') throw new Error('the transaction had failed and was rolled back');
    release(broken);
    return result;
  } catch (error) {
    const away = broken || isUnavailable(error);
    // With a deadline, too: a server that falls silent just now must not hold up whoever waits for this transaction.
    if (!away) await client.query(withTimeout({ text: 'rollback' }, answerTimeoutMs)).catch(onError);
    // What a connection has lost of its prepared statements, a new one prepares again.
    release(away || broken || isNameLost(error));
    onFailure(error);
    if (away) throw unavailable(error as Error);
    throw error;
  }
}

/** The driver reads `query_timeout` of each query, although its types do not say so. */
function withTimeout(query: pg.QueryConfig, timeoutMs: number): pg.QueryConfig {
  return { ...query, query_timeout: timeoutMs } as pg.QueryConfig;
}

function transactionOn(client: pg.PoolClient, prepare: boolean, answerTimeoutMs: number): Transaction {
  return {
    kind: 'transaction',
    async run<Row>(statement: SqlStatement, values: readonly unknown[]): Promise<Row[]> {
      const text = { text: statement.text, values: values as unknown[] };
      const named = prepare && statement.name !== undefined ? { ...text, name: statement.name } : text;
      const result = await client.query<Row & pg.QueryResultRow>(withTimeout(named, answerTimeoutMs));
      return result.rows;
    },
  };
}
