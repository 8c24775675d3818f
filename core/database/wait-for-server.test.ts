import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../test-support/database.ts';
import { silentLog } from '../../test-support/server.ts';
import { ConnectionLost, sqlState } from './connection.ts';
import { waitForServer } from './wait-for-server.ts';

let testDatabase: TestDatabase;
before(async () => {
  testDatabase = await createTestDatabase();
});
after(() => testDatabase.drop());

test('a server that starts later is waited for, and said to be missing once', async () => {
  const { host, port, user = '', password, database = '' } = new pg.Client(testDatabase.appConnection);
  const proxy = createServer((client) => {
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const end of [client, server]) end.on('error', () => end.destroy());
    client.pipe(server).pipe(client);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const late = proxy.address() as AddressInfo;
  proxy.close();
  await once(proxy, 'close');

  const warnings: unknown[] = [];
  let started = false;
  const warn = (warning: object, message: string) => {
    warnings.push([warning, message]);
    started = true;
    proxy.listen(late.port, '127.0.0.1');
  };
  await waitForServer(
    { host: '127.0.0.1', port: late.port, user, password: password ?? '', database },
    { ...silentLog, warn },
  );
  proxy.close();
  assert.ok(started);
  // The sentence that would end the start, and no stack.
  const sentence = `The database cannot be used (connect ECONNREFUSED 127.0.0.1:${late.port}): start it, or correct DATABASE_URL and MIGRATE_DATABASE_URL. Waiting up to 60 seconds for it.`;
  assert.deepEqual(warnings, [[{}, sentence]]);
});

test('a wrong password is reported at once, and a server that stays away when the time is over', async () => {
  const { host, port, database = '' } = new pg.Client(testDatabase.appConnection);
  const unknown = { host, port, database, user: 'nobody_known', password: 'x' };
  const causeOf = (error: Error) => error.cause;
  assert.match(sqlState(await waitForServer(unknown, silentLog).catch(causeOf)) ?? '', /^28/);
  const away = await waitForServer({ host: '127.0.0.1', port: 1 }, silentLog, 0).catch(causeOf);
  assert.ok(away instanceof ConnectionLost);
});
