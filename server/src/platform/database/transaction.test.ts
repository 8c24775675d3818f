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

describe('transactions in one message', () => {
  const atOnce = <T>(work: (on: Transaction) => Promise<T>) => transaction(work, { line: 1 });
  const held = write<[], { locks: number }>(
    'test_held',
    `with locked as materialized (select id from pipelined for update) select count(*)::int as locks from locked`,
  );
  const xid = write<[], { xid: string }>('test_xid', 'select pg_current_xact_id()::text as xid');
  const xids = async (on: Transaction) => {
    const answers = await Promise.all([xid(on), insert(on, ++last), xid(on)]);
    return [answers[0][0]?.xid, answers[2][0]?.xid];
  };
  let last = 50;

  test('are each a transaction of their own, sent before the ones ahead are answered', async () => {
    const before = await rows();
    const answers = await Promise.all([atOnce(xids), atOnce(xids), atOnce(xids)]);
    for (const [first, second] of answers) assert.equal(first, second);
    assert.equal(new Set(answers.flat()).size, 3);
    assert.equal(await rows(), before + 3);
    assert.equal(pool.totalCount, 1);
  });

  test('answer each statement once all of it is committed', async () => {
    const committed = query<[xid: string], { status: string }>(
      'test_status',
      'select pg_xact_status($1::xid8) as status',
    );
    const other = new pg.Client(database.ownerConnection as pg.ClientConfig);
    await other.connect();
    try {
      const status = await atOnce(async (on) => {
        const own = xid(on);
        insert(on, ++last).catch(() => {});
        const [row] = await own;
        const { rows } = await other.query<{ status: string }>(committed.statement.text, [row?.xid]);
        return rows[0]?.status;
      });
      assert.equal(status, 'committed');
    } finally {
      await other.end();
    }
  });

  test('fail each for itself, wholly and with its own error: what follows is kept', async () => {
    const before = await rows();
    const settled: string[] = [];
    const [failed, kept, gaveUp, also] = await Promise.allSettled([
      atOnce(async (on) => {
        const each = [insert(on, ++last), broken(on), insert(on, ++last)];
        for (const one of each) one.catch((error) => settled.push(String(sqlState(error))));
        await Promise.allSettled(each);
      }),
      atOnce((on) => insert(on, ++last)),
      atOnce(async () => {
        throw new Error('enough');
      }),
      atOnce(async (on) => {
        const [, [locked]] = await Promise.all([insert(on, ++last), held(on)]);
        return locked?.locks;
      }),
    ]);
    assert.equal(failed.status === 'rejected' && sqlState(failed.reason), '22012');
    assert.deepEqual(settled, ['22012', '22012', '22012']);
    assert.equal(kept.status, 'fulfilled');
    assert.match(String(gaveUp.status === 'rejected' && gaveUp.reason), /enough/);
    assert.deepEqual(also, { status: 'fulfilled', value: before + 2 });
    assert.equal(await rows(), before + 2);
    assert.equal(pool.totalCount, 1);
  });

  test('go on with statements that a failure kept from being parsed', async () => {
    const late = query<[], { late: number }>('test_late', 'select 1 as late');
    const failing = atOnce(async (on) => {
      broken(on).catch(() => {});
      await late(on);
    });
    await assert.rejects(failing, (error) => sqlState(error) === '22012');
    assert.deepEqual(await atOnce((on) => late(on)), [{ late: 1 }]);
    assert.deepEqual(await atOnce((on) => late(on)), [{ late: 1 }]);
    assert.equal(pool.totalCount, 1);
  });

  test('go on with another connection where the server has lost the names of statements', async () => {
    await atOnce((on) => count(on));
    const [{ pid = 0 } = {}] = await transaction((on) => backend(on));
    const client = await pool.connect();
    await client.query('deallocate all');
    client.release();
    await assert.rejects(
      atOnce((on) => count(on)),
      (error) => sqlState(error) === '26000',
    );
    assert.equal((await atOnce((on) => count(on))).length, 1);
    assert.notEqual((await transaction((on) => backend(on)))[0]?.pid, pid);
  });

  test('take nothing more once they are sent', async () => {
    const before = await rows();
    const tooLate = atOnce(async (on) => {
      await count(on);
      await insert(on, 1000);
    });
    await assert.rejects(tooLate, /has been sent/);
    assert.equal(await rows(), before);
  });

  test('work without names, too, behind a pooler that breaks them', async () => {
    const unnamed = transactionsOn(pool, false);
    const before = await rows();
    const work = async (on: Transaction) => {
      await Promise.all([count(on), insert(on, ++last)]);
      return await count(on);
    };
    assert.deepEqual(await unnamed(work, { line: 1 }), [{ count: before + 1 }]);
  });

  test('end together with their connection, and the next one gets another', async () => {
    const before = await rows();
    const [{ pid = 0 } = {}] = await atOnce((on) => backend(on));
    const lost = await Promise.allSettled([
      atOnce(async (on) => {
        insert(on, 1001).catch(() => {});
        ending(on).catch(() => {});
      }),
      atOnce((on) => insert(on, 1002)),
    ]);
    for (const each of lost) assert.ok(each.status === 'rejected' && each.reason instanceof DatabaseUnavailable);
    const [next] = await atOnce((on) => backend(on));
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
