/** Statements of a transaction that leave together: one that fails takes all with it, whichever it is. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../test-support/database.ts';
import { connectDatabase } from './connect.ts';
import { connectionOptions, DatabaseBusy, DatabaseUnavailable, sqlState } from './connection.ts';
import { type NoParameters, query, type Transaction, write } from './query.ts';
import { transactionsOn } from './transaction.ts';

const insert = write<{ id: number }>('test_insert', 'insert into pipelined (id) values ($id)');
const broken = query<NoParameters, { one: number }>(
  'test_broken',
  'select 1 / (select count(*) from pipelined where false) as one',
);
const count = query<NoParameters, { count: number }>('test_count', 'select count(*)::int as count from pipelined');

const planning = query<NoParameters, { scans: string; plans: string }>(
  'test_planning',
  "select current_setting('enable_seqscan') as scans, current_setting('plan_cache_mode') as plans",
);

const backend = query<NoParameters, { pid: number }>('test_backend', 'select pg_backend_pid() as pid');
const ending = query<NoParameters, never>('test_ending', 'select pg_terminate_backend(pg_backend_pid())');

/** Sessions that are ended between two statements, and as many before the COMMIT. */
const ENDED_SESSIONS = Number(process.env.ENDED_SESSIONS ?? 36);

let database: TestDatabase;
let pool: pg.Pool;
before(async () => {
  database = await createTestDatabase();
  const options = connectionOptions(database.ownerConnection, { transactions: true, statementTimeoutMs: 3000 });
  pool = new pg.Pool({ ...options, max: 1 });
  // As connectDatabase does: a connection that is given back to be closed may report its end later.
  pool.on('error', () => {});
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

test('a statement without an awaiter is written when the transaction has committed', async () => {
  await transaction(async (on) => {
    insert(on, { id: 1 }).catch(() => {});
    insert(on, { id: 2 }).catch(() => {});
  });
  assert.equal(await rows(), 2);
});

test('a write that fails behind the back of its transaction fails it, with its own error, and leaves nothing', async () => {
  const before = await rows();
  const failing = transaction(async (on) => {
    insert(on, { id: 10 }).catch(() => {});
    insert(on, { id: 1 }).catch(() => {});
    insert(on, { id: 11 }).catch(() => {});
    return 'answered';
  });
  await assert.rejects(failing, (error) => sqlState(error) === '23505');
  assert.equal(await rows(), before);
});

test('a transaction fails with its first error, not with the errors that follow from it', async () => {
  const before = await rows();
  const failing = transaction(async (on) => {
    insert(on, { id: 20 }).catch(() => {});
    broken(on).catch(() => {});
    await insert(on, { id: 21 });
  });
  await assert.rejects(failing, (error) => sqlState(error) === '22012');
  assert.equal(await rows(), before);
});

test('work that gives up while statements are on their way keeps nothing, and the connection is used again', async () => {
  const before = await rows();
  const failing = transaction(async (on) => {
    insert(on, { id: 30 }).catch(() => {});
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
      await insert(on, { id: 40 });
    });
    await assert.rejects(failing, (error) => sqlState(error) === '22012');
  } finally {
    client.query = query;
  }
  assert.equal(await rows(), before);
});

test('where the server has lost the names of statements, the next transaction gets another connection', async () => {
  const [{ pid = 0 } = {}] = await transaction((on) => backend(on));
  await rows();
  const client = await pool.connect();
  await client.query('deallocate all');
  client.release();
  await assert.rejects(rows(), (error) => sqlState(error) === '26000');
  assert.notEqual((await transaction((on) => backend(on)))[0]?.pid, pid);
});

test('a transaction whose connection ends is away, writes nothing, and the next one gets another connection', async () => {
  const before = await rows();
  const [{ pid = 0 } = {}] = await transaction((on) => backend(on));
  const lost = transaction(async (on) => {
    insert(on, { id: 1001 }).catch(() => {});
    await ending(on);
  });
  await assert.rejects(lost, DatabaseUnavailable);
  assert.notEqual((await transaction((on) => backend(on)))[0]?.pid, pid);
  assert.equal(await rows(), before);
});

test('a session that the server ends is away in every gap of a transaction, whenever the driver hears of it', async () => {
  const own = await connectDatabase(database.ownerConnection);
  const other = new pg.Client(database.ownerConnection);
  await other.connect();
  const endSession = async (on: Transaction, turns: number) => {
    const [{ pid } = { pid: 0 }] = await backend(on);
    await other.query('select pg_terminate_backend($1)', [pid]);
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  try {
    for (let round = 0; round < ENDED_SESSIONS; round++) {
      const [id, turns] = [1000 + 2 * round, round % 12];
      const between = own.transaction(async (on) => {
        await insert(on, { id });
        await endSession(on, turns);
        await insert(on, { id: id + 1 });
      });
      await assert.rejects(between, DatabaseUnavailable, `between two statements, ${turns} turns later`);
      const atTheEnd = own.transaction(async (on) => {
        await insert(on, { id });
        await endSession(on, turns);
      });
      await assert.rejects(atTheEnd, DatabaseUnavailable, `before the COMMIT, ${turns} turns later`);
    }
    const { rows: left } = await other.query('select from pipelined where id >= 1000');
    assert.equal(left.length, 0);
  } finally {
    await other.end();
    await own.close();
  }
});

test('behind a pooler that breaks names, statements of a transaction are sent without', async () => {
  const unnamed = transactionsOn(pool, false);
  const before = await rows();
  const counted = await unnamed(async (on) => {
    await Promise.all([count(on), insert(on, { id: 50 })]);
    return await count(on);
  });
  assert.deepEqual(counted, [{ count: before + 1 }]);
});

test('a lock that is not given in time fails its transaction alone', async () => {
  const lock = write<{ id: number }>('test_lock', 'select from pipelined where id = $id for update');
  const holder = new pg.Client(database.ownerConnection as pg.ClientConfig);
  await holder.connect();
  try {
    await holder.query('begin; select from pipelined where id = 1 for update');
    const waiting = transaction((on) => lock(on, { id: 1 }), { lockWaitMs: 50 });
    await assert.rejects(waiting, DatabaseBusy);
  } finally {
    await holder.end();
  }
  const timeout = query<NoParameters, { wait: string }>(
    'test_timeout',
    "select current_setting('lock_timeout') as wait",
  );
  assert.deepEqual(await transaction((on) => timeout(on)), [{ wait: '0' }]);
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
