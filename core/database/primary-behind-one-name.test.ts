/** One host in DATABASE_URL, behind which is now one server and now another: a proxy, a service, a moving address. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { after, before, test } from 'node:test';
import { portsOf } from '../../test-support/ports-of.ts';
import {
  noPostgresServer,
  onServer,
  type PostgresServer,
  startPostgresServer,
  startStandby,
} from '../../test-support/postgres-server.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { connectDatabase } from './connect.ts';
import { DatabaseUnavailable } from './connection.ts';
import { settingsOfUrl } from './open.ts';

const WHERE = { text: `select current_setting('port')::int as port` };

const skip = noPostgresServer();
let first: PostgresServer;
let second: PostgresServer;
let proxy: Server;
/** Where the next connection is led; those that stand are never cut. */
let leadsTo: number;
before(async () => {
  if (skip) return;
  first = (await startPostgresServer()) as PostgresServer;
  await onServer(await first.database('named'), 'create table notes (port int)');
  second = await startStandby(first, first.port);
  proxy = createServer((client) => {
    const server = connect(leadsTo, '127.0.0.1');
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});
after(async () => {
  proxy?.close();
  await second?.stop();
  await first?.stop();
});

const settings = () => settingsOfUrl(`postgresql://postgres@127.0.0.1:${(proxy.address() as AddressInfo).port}/named`);

test('a standby behind the name is refused, and the primary is used once the name leads there', { skip }, async () => {
  leadsTo = second.port;
  await assert.rejects(connectDatabase(settings()), (error: Error) => {
    assert.ok(error instanceof DatabaseUnavailable);
    assert.match(error.message, /^the host takes no writes: 127\.0\.0\.1:\d+ is a standby$/);
    return true;
  });
  leadsTo = first.port;
  const database = await connectDatabase(settings());
  try {
    assert.deepEqual(await portsOf(database), [first.port]);
  } finally {
    await database.close();
  }
});

test('a server that turns read-only is left by every connection, and taken again when it writes', {
  skip,
}, async () => {
  leadsTo = first.port;
  const database = await connectDatabase(settings());
  const set = async (value: string) => {
    await onServer(await first.database('postgres'), `alter system set default_transaction_read_only = ${value}`);
    await onServer(await first.database('postgres'), 'select pg_reload_conf()');
  };
  try {
    assert.deepEqual(await portsOf(database), [first.port]);
    await set('on');
    await waitUntil('no lane answers any more', () =>
      database.heavy.run(WHERE, []).then(
        () => false,
        () => true,
      ),
    );
    await set('off');
    await waitUntil('it is used again', () =>
      portsOf(database).then(
        (ports) => ports.join() === `${first.port}`,
        () => false,
      ),
    );
  } finally {
    await set('off');
    await database.close();
  }
});

test('after a promotion the old primary is left, although nothing cuts the connections to it', { skip }, async () => {
  leadsTo = first.port;
  const database = await connectDatabase(settings());
  try {
    assert.deepEqual(await portsOf(database), [first.port]);
    await second.promote();
    leadsTo = second.port;
    await waitUntil('it is left', () =>
      portsOf(database).then(
        (ports) => ports.join() === `${second.port}`,
        () => false,
      ),
    );
    // The name leads back for a while: the old one takes writes, and is refused.
    leadsTo = first.port;
    await onServer(
      await second.database('named'),
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'timebank'`,
    );
    await assert.rejects(portsOf(database), DatabaseUnavailable);
    leadsTo = second.port;
    await waitUntil('it is back', () =>
      portsOf(database).then(
        (ports) => ports.join() === `${second.port}`,
        () => false,
      ),
    );
  } finally {
    await database.close();
  }
});
