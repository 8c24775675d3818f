/** A server that is not PostgreSQL in what bookings rely on is refused before it books anything. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { runCommand } from '../../test-support/command.ts';
import { testDatabase } from '../../test-support/database.ts';
import { startSplittingProxy } from '../../test-support/splitting-proxy.ts';
import { systemClock } from '../base/clock.ts';
import { quietLog } from './log.ts';
import { checkServer, faultOfTransactions, probeServer } from './server-check.ts';

const OPTIONS = { mode: 'demo', clock: systemClock, log: quietLog } as const;
const HELD = { isOneTransaction: true, holdsLocks: true, readsOneSnapshot: true };

const database = await testDatabase();

async function rowsLeft(): Promise<number> {
  const client = new pg.Client(database.ownerConnection);
  await client.connect();
  try {
    return (await client.query('select 1 from activity_counts')).rows.length;
  } finally {
    await client.end();
  }
}

test('PostgreSQL passes, and no row of the probe stays', async () => {
  assert.deepEqual(await probeServer(database.appConnection, new Date()), HELD);
  await checkServer(database.appConnection, OPTIONS);
  assert.equal(await rowsLeft(), 0);
});

test('a server that ends a transaction after each statement is refused, and nothing is left there', async () => {
  const proxy = await startSplittingProxy(database, () => true);
  try {
    await assert.rejects(checkServer(proxy.database.appConnection, OPTIONS), {
      message: /^The database server is not PostgreSQL, .*the first one stays although the second one fails/,
    });
    assert.equal(await rowsLeft(), 0);
  } finally {
    await proxy.stop();
  }
});

test('a server whose locks end before the transaction is refused', async () => {
  const proxy = await startSplittingProxy(database, (begun) => begun === 2);
  try {
    await assert.rejects(checkServer(proxy.database.appConnection, OPTIONS), {
      message: /^The database server is not PostgreSQL, .*a lock that a transaction takes is free before/,
    });
    assert.equal(await rowsLeft(), 0);
  } finally {
    await proxy.stop();
  }
});

test('a server whose statements see what they write is refused', () => {
  assert.equal(faultOfTransactions(HELD), undefined);
  const fault = faultOfTransactions({ ...HELD, readsOneSnapshot: false });
  assert.match(fault ?? '', /a part of a statement sees what another part of it writes/);
});

test('the service does not start on such a server, and says why', async () => {
  const proxy = await startSplittingProxy(database, () => true);
  try {
    const { code, stderr } = await runCommand(proxy.database, ['serve'], { MODE: 'demo', PORT: '0' });
    assert.notEqual(code, 0);
    assert.match(stderr, /The database server is not PostgreSQL/);
  } finally {
    await proxy.stop();
  }
});
