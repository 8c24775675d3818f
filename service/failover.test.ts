/** The primary is lost under load and its synchronous standby promoted: one node, real servers, nothing acknowledged is lost. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { connectDatabase } from '../core/database/connect.ts';
import type { Database } from '../core/database/query.ts';
import { createBank } from '../test-support/bank.ts';
import { assertLedgerIsJournal, createClient } from '../test-support/ledger/crash.ts';
import {
  noPostgresServer,
  type PostgresServer,
  setSynchronousStandbys,
  startPostgresServer,
  startStandby,
} from '../test-support/postgres-server.ts';
import { type ServeProcess, startServe } from '../test-support/serve-process.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../test-support/temporary-folder.ts';
import { createTwoRoles, type TwoRoles } from '../test-support/two-roles.ts';
import { waitUntil } from '../test-support/wait-until.ts';

/** Before the primary is lost, and again at the end. */
const CREDITS_MIN = 60;
const RECOVERY_MAX_MS = 60_000;

const skip = noPostgresServer();
let folder: TemporaryFolder;
let primary: PostgresServer;
let standby: PostgresServer;
let roles: TwoRoles;
let service: ServeProcess;

before(async () => {
  if (skip) return;
  folder = await createTemporaryFolder();
  primary = (await startPostgresServer({ password: randomBytes(12).toString('hex') })) as PostgresServer;
  roles = await createTwoRoles(primary);
  standby = await startStandby(primary, primary.port);
  await setSynchronousStandbys(primary, '*');
  const ports = [primary.port, standby.port];
  service = await startServe(folder.path, {
    DATABASE_URL: `${roles.url('app', ...ports)}?target_session_attrs=read-write`,
    MIGRATE_DATABASE_URL: `${roles.url('owner', ...ports)}?target_session_attrs=read-write`,
    SECRET_KEY: randomBytes(32).toString('base64'),
  });
});
after(async () => {
  await service?.stop();
  // First, or what still writes would wait for it.
  await primary?.stop();
  await standby?.stop();
  await folder?.remove();
});

async function on<T>(server: PostgresServer, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await connectDatabase({ connectionString: roles.url('app', server.port) });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

test('a primary that is killed under load and replaced by its synchronous standby loses and doubles no credit', {
  skip,
}, async (context) => {
  const client = createClient(await on(primary, (database) => createBank(database, 'failover')));
  client.useOrigin(service.origin);
  await client.token();
  client.start();
  context.after(() => client.stop());
  await waitUntil('credits are booked', () => client.acknowledged().size >= CREDITS_MIN);

  const killedAtMs = performance.now();
  await primary.kill();
  const acknowledged = client.acknowledged();
  const asked = client.journal.length;
  await standby.promote();
  const promotedAtMs = performance.now();
  const bookedSince = () => client.journal.slice(asked).filter(({ creditId }) => creditId !== undefined).length;
  await waitUntil('a credit is booked again', () => bookedSince() > 0, RECOVERY_MAX_MS);
  const bookedAtMs = performance.now();
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  context.diagnostic(
    `first credit ${seconds(bookedAtMs - promotedAtMs)} s after the promotion, ${seconds(bookedAtMs - killedAtMs)} s after the loss of the primary`,
  );
  await waitUntil('credits flow', () => bookedSince() >= CREDITS_MIN);
  await client.stop();

  await client.settleAll(acknowledged);
  await on(standby, (database) => assertLedgerIsJournal(database, client));
  const statuses = [...client.statuses.keys()].filter((status) => ![0, 200, 201, 401, 503].includes(status));
  assert.deepEqual(statuses, [], 'partners get answers that ask for a repeat');
  assert.ok(client.statuses.get(503), 'while no server took writes the answer was 503');
  assert.deepEqual(service.faults, []);
});
