/** Several hosts in DATABASE_URL, with real servers: a primary and its standby. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { portsOf } from '../../test-support/ports-of.ts';
import {
  noPostgresServer,
  onServer,
  type PostgresServer,
  startPostgresServer,
  startStandby,
} from '../../test-support/postgres-server.ts';
import { silentLog } from '../../test-support/server.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { readConfig } from '../base/config.ts';
import { withClient } from './client.ts';
import { connectAlone, connectDatabase } from './connect.ts';
import { DatabaseUnavailable } from './connection.ts';
import { openDatabaseServer } from './open.ts';
import { DatabaseOpenError } from './open-error.ts';
import type { Database } from './query.ts';

const WHERE = { text: `select current_setting('port')::int as port, pg_is_in_recovery() as standby` };
const NOBODY = 1;

const skip = noPostgresServer();
let first: PostgresServer;
let second: PostgresServer;
let third: PostgresServer;
before(async () => {
  if (skip) return;
  first = (await startPostgresServer()) as PostgresServer;
  await onServer(await first.database('several'), 'create table notes (port int)');
  second = await startStandby(first, first.port);
});
after(async () => {
  await third?.stop();
  await second?.kill();
  await second?.stop();
  await first?.stop();
});

const settingsOf = async (...ports: number[]) => {
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join();
  const DATABASE_URL = `postgresql://postgres@${hosts}/several?target_session_attrs=read-write`;
  const options = { exclusive: true, create: true, command: 'a test', log: silentLog };
  return (await openDatabaseServer(readConfig({ DATABASE_URL }, 'demo'), options)).appConnection;
};

async function withDatabase(ports: readonly number[], work: (database: Database) => Promise<void>): Promise<void> {
  const database = await connectDatabase(await settingsOf(...ports));
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

test('whatever their order, all connections go to the server that takes writes', { skip }, async () => {
  for (const ports of [
    [second.port, first.port],
    [NOBODY, second.port, first.port],
  ]) {
    await withDatabase(ports, async (database) => assert.deepEqual(await portsOf(database), [first.port]));
    const settings = await settingsOf(...ports);
    assert.equal(await withClient(settings, async (client) => (await client.query(WHERE)).rows[0].port), first.port);
    const alone = connectAlone(settings);
    const [row] = await alone.transaction((on) => on.run<{ port: number }>(WHERE, []));
    assert.equal(row?.port, first.port);
    await alone.close();
  }
});

test('if no host takes writes, one sentence names each', { skip }, async () => {
  const settings = await settingsOf(second.port, NOBODY);
  const failed = withClient(settings, async () => {});
  await assert.rejects(failed, DatabaseOpenError);
  await assert.rejects(connectDatabase(settings), DatabaseUnavailable);
  assert.match(
    String(await failed.catch((error: unknown) => error)),
    new RegExp(
      `^Error: The database cannot be used \\(none of the hosts takes writes: 127.0.0.1:${second.port} is a standby, 127.0.0.1:1 does not answer \\(connect ECONNREFUSED [^\\n]*: start the primary or promote a standby, or correct DATABASE_URL`,
    ),
  );
});

test('a wrong database is reported at once, though another host is away', { skip }, async () => {
  const { hosts } = (await settingsOf(NOBODY, first.port)) as { hosts: { connectionString: string }[] };
  const elsewhere = hosts.map((host) => ({ connectionString: host.connectionString.replace('several', 'nothing') }));
  await assert.rejects(
    withClient({ hosts: elsewhere }, async () => {}),
    /\(database "nothing" does not exist\): create it/,
  );
});

test('after a promotion all connections leave the old primary, although it runs on and takes writes', {
  skip,
}, async () => {
  await withDatabase([first.port, second.port], async (database) => {
    assert.deepEqual(await portsOf(database), [first.port]);
    await second.promote();

    await waitUntil('it is left', async () => (await portsOf(database)).join() === `${second.port}`);

    // Also when what it has breaks, and the old one would be there at once.
    await onServer(
      await second.database('several'),
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'timebank'`,
    );
    await waitUntil('it is back', async () => (await portsOf(database)).join() === `${second.port}`);
  });
});

test('a primary that falls silent is left once another is promoted', { skip }, async (context) => {
  third = await startStandby(second, second.port);
  await withDatabase([second.port, third.port], async (database) => {
    assert.deepEqual(await portsOf(database), [second.port]);
    await second.freeze();
    await third.promote();
    const promotedAtMs = performance.now();
    await waitUntil('it is left', async () => (await portsOf(database)).join() === `${third.port}`);
    context.diagnostic(`left after ${((performance.now() - promotedAtMs) / 1000).toFixed(1)} s`);
  });
  await second.kill();
});

test('a server that was demoted is refused, although it takes writes and no other does', { skip }, async () => {
  await withDatabase([first.port, third.port], async (database) => {
    assert.deepEqual(await portsOf(database), [third.port]);
    await onServer(await third.database('postgres'), 'alter system set default_transaction_read_only = on');
    await onServer(await third.database('postgres'), 'select pg_reload_conf()');
    let refused: unknown;
    await waitUntil('nothing is written any more', () =>
      portsOf(database).then(
        () => false,
        (error) => {
          refused = error;
          return /was demoted/.test(error.message);
        },
      ),
    );
    assert.ok(refused instanceof DatabaseUnavailable);
    assert.match(
      refused.message,
      new RegExp(`127.0.0.1:${first.port} was demoted \\(its timeline is 1, and 3 was seen`),
    );
  });
});
