/** Statements of a transaction that leave together: one that fails takes all with it, whichever it is. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../test-support/database.ts';
import { connectDatabase } from './connect.ts';
import { connectionOptions, DatabaseUnavailable, sqlState } from './connection.ts';
import { query, type Transaction, write } from './query.ts';
import { transactionsOn } from './transaction.ts';

const insert = write<[id: number]>('test_insert', 'insert into pipelined (id) values ($1)');
const broken = query<[], { one: number }>(
  'test_broken',
  'select 1 / (select count(*) from pipelined where false) as one',
);
const count = query<[], { count: number }>('test_count', 'select count(*)::int as count from pipelined');

const planning = query<[], { scans: string; plans: string }>(
  'test_planning',
  "select current_setting('enable_seqscan') as scans, current_setting('plan_cache_mode') as plans",
);

const backend = query<[], { pid: number }>('test_backend', 'select pg_backend_pid() as pid');
const ending = query<[], never>('test_ending', 'select pg_terminate_backend(pg_backend_pid())');

let database: TestDatabase;
let pool: pg.Pool;
before(async () => {
  database = await createTestDatabase();
  const options = connectionOptions(database.ownerConnection, { transactions: true, statementTimeoutMs: 3000 });
  pool = new pg.Pool({ ...options, max: 1 });
  await pool.query('create table pipelined (id integer primary key)');
  transaction = transactionsOn(pool, true);
});
after(async () => {
  await pool?.end();
  await database?.drop();
});

let transaction: ReturnType<typeof transactionsOn>;

async function rows(): Promise<number> {
  const [row] = await transaction((on) => count(on));
  return row?.count ?? -1;
}

test('what nobody waits for is written when the transaction has ended well', async () => {
  await transaction(async (on) => {
    insert(on, 1).catch(() => {});
    insert(on, 2).catch(() => {});
  });
  assert.equal(await rows(), 2);
});

test('a write that fails behind the back of its transaction fails it, with its own error, and leaves nothing', async () => {
  const before = await rows();
  const failing = transaction(async (on) => {
    insert(on, 10).catch(() => {});
    insert(on, 1).catch(() => {});
    insert(on, 11).catch(() => {});
    return 'answered';
  });
  await assert.rejects(failing, (error) => sqlState(error) === '23505');
  assert.equal(await rows(), before);
});

test('what fails for the failure before it is told by the first', async () => {
  const before = await rows();
  const failing = transaction(async (on) => {
    insert(on, 20).catch(() => {});
    broken(on).catch(() => {});
    await insert(on, 21);
  });
  await assert.rejects(failing, (error) => sqlState(error) === '22012');
  assert.equal(await rows(), before);
});

test('work that gives up while statements are on their way keeps nothing, and the connection is used again', async () => {
  const before = await rows();
  const failing = transaction(async (on) => {
    insert(on, 30).catch(() => {});
    throw new Error('enough');
  });
  await assert.rejects(failing, /enough/);
  assert.equal(await rows(), before);
  assert.equal(pool.totalCount, 1);
});

test('behind a BEGIN that failed nothing is written, although the connection would take it', async () => {
  const before = await rows();
  const client = await pool.connect();
  const { query } = client;
  // The server refuses it as it may refuse a BEGIN that was cancelled: with an error, on a connection that stays.
  client.query = function (this: pg.PoolClient, given: unknown, ...rest: unknown[]) {
    const isBegin = (given as { text?: string }).text === 'begin';
    return Reflect.apply(query, this, [isBegin ? { text: 'select 1 / 0' } : given, ...rest]);
  } as typeof client.query;
  client.release();
  try {
    const failing = transaction(async (on) => {
      await count(on);
      await insert(on, 40);
    });
    await assert.rejects(failing, (error) => sqlState(error) === '22012');
  } finally {
    client.query = query;
  }
  assert.equal(await rows(), before);
});

describe('transactions that are piped', () => {
  const piped = <T>(work: (on: Transaction) => Promise<T>) => transaction(work, { isPiped: true });
  const held = write<[], { locks: number }>(
    'test_held',
    `with locked as materialized (select id from pipelined for update) select count(*)::int as locks from locked`,
  );

  test('follow each other before the first is answered, each with its own BEGIN and COMMIT around all of its own', async () => {
    const client = await pool.connect();
    const { query } = client;
    const sent: string[] = [];
    let answered = 0;
    client.query = function (this: pg.PoolClient, given: { text: string }, ...rest: unknown[]) {
      sent.push(given.text);
      const answer = Reflect.apply(query, this, [given, ...rest]) as Promise<unknown>;
      return answer.finally(() => answered++);
    } as typeof client.query;
    client.release();
    try {
      let answeredBefore = -1;
      await Promise.all([
        piped(async (on) => {
          held(on).catch(() => {});
          // It has not sent everything yet, and whoever follows waits.
          await Promise.resolve();
          await Promise.resolve();
          count(on).catch(() => {});
        }),
        piped(async (on) => {
          answeredBefore = answered;
          count(on).catch(() => {});
        }),
      ]);
      assert.equal(answeredBefore, 0);
      const texts = sent.map((text) => (/held|for update/.test(text) ? 'held' : text.split(' ')[0]));
      assert.deepEqual(texts, ['begin', 'held', 'select', 'commit', 'begin', 'select', 'commit']);
    } finally {
      client.query = query;
    }
  });

  test('fail each for itself: what follows is kept, whatever became of the one before', async () => {
    const before = await rows();
    const [failed, kept, gaveUp, last] = await Promise.allSettled([
      piped(async (on) => {
        broken(on).catch(() => {});
      }),
      piped((on) => insert(on, 50)),
      piped(async (on) => {
        insert(on, 51).catch(() => {});
        throw new Error('enough');
      }),
      piped((on) => insert(on, 52)),
    ]);
    assert.equal(failed.status === 'rejected' && sqlState(failed.reason), '22012');
    assert.equal(kept.status, 'fulfilled');
    assert.match(String(gaveUp.status === 'rejected' && gaveUp.reason), /enough/);
    assert.equal(last.status, 'fulfilled');
    assert.equal(await rows(), before + 2);
    assert.equal(pool.totalCount, 1);
  });

  test('end together with their connection, and the next one gets another', async () => {
    const before = await rows();
    const [{ pid = 0 } = {}] = await piped((on) => backend(on));
    const lost = await Promise.allSettled([
      piped(async (on) => {
        ending(on).catch(() => {});
      }),
      piped(async (on) => {
        count(on).catch(() => {});
      }),
    ]);
    for (const each of lost) assert.ok(each.status === 'rejected' && each.reason instanceof DatabaseUnavailable);
    const [next] = await piped((on) => backend(on));
    assert.notEqual(next?.pid, pid);
    assert.equal(await rows(), before);
  });
});

test('a transaction plans by key and keeps its plans; a snapshot, which adds up whole tables, plans for what is there', async () => {
  const connected = await connectDatabase(database.appConnection);
  try {
    assert.deepEqual(await connected.transaction((on) => planning(on)), [
      { scans: 'off', plans: 'force_generic_plan' },
    ]);
    assert.deepEqual(await connected.snapshot((on) => planning(on)), [{ scans: 'on', plans: 'auto' }]);
  } finally {
    await connected.close();
  }
});
