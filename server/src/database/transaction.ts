/** The one place that opens transactions. */
import type pg from 'pg';
import { DatabaseUnavailable, isUnavailable } from './connection.ts';
import type { Database, Statement, Transaction } from './query.ts';

const SNAPSHOT_TIMEOUT_MS = 600_000;

/** Returns `Database.transaction` over a pool of ordinary, non-pipelined connections. */
export function transactionsOn(pool: pg.Pool, prepare: boolean): Database['transaction'] {
  return (work) => runTransaction(pool, prepare, ['begin'], work);
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
  return (work) => runTransaction(pool, prepare, begin, work);
}

async function runTransaction<T>(
  pool: pg.Pool,
  prepare: boolean,
  begin: readonly string[],
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: Error) => {
    throw new DatabaseUnavailable(`database away: ${error.message}`);
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
    for (const statement of begin) await client.query(statement);
    const result = await work(transactionOn(client, prepare));
    const commit = await client.query('commit');
    // An aborted transaction answers COMMIT with ROLLBACK, and no error.
    if (commit.command !== 'COMMIT') throw new Error('the transaction had failed and was rolled back');
    release(broken);
    return result;
  } catch (error) {
    const away = broken || isUnavailable(error);
    if (!away) await client.query('rollback').catch(onError);
    release(away || broken);
    if (away) throw new DatabaseUnavailable(`database away: ${(error as Error).message}`);
    throw error;
  }
}

function transactionOn(client: pg.PoolClient, prepare: boolean): Transaction {
  return {
    kind: 'transaction',
    async run<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
      const text = { text: statement.text, values: values as unknown[] };
      const result = await client.query<Row & pg.QueryResultRow>(prepare ? { ...text, name: statement.name } : text);
      return result.rows;
    },
  };
}
