/** The primary is lost under load and its synchronous standby promoted: one node, real servers, nothing acknowledged is lost. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { encodeId } from '@timebank/contract';
import { addCommunity } from '../domain/communities/create.ts';
import { verifyLedger } from '../domain/ledger/invariants.ts';
import { createMembersIn } from '../domain/members/create.ts';
import { addPartner } from '../domain/partners/provision.ts';
import { systemClock } from '../platform/base/clock.ts';
import { connectDatabase } from '../platform/database/connect.ts';
import type { Database } from '../platform/database/query.ts';
import { attachedDeps } from '../test-support/attached.ts';
import { testChange } from '../test-support/changes.ts';
import { type Credentials, createClient } from '../test-support/ledger/crash.ts';
import {
  noPostgresServer,
  type PostgresServer,
  setSynchronousStandbys,
  startPostgresServer,
  startStandby,
} from '../test-support/postgres-server.ts';
import { type ServeProcess, startServe } from '../test-support/serve-process.ts';
import { execute } from '../test-support/server.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../test-support/temporary-folder.ts';
import { createTwoRoles, type TwoRoles } from '../test-support/two-roles.ts';
import { waitUntil } from '../test-support/wait-until.ts';

const MEMBERS = 5;
/** Before the primary is lost, and again at the end. */
const CREDITS_MIN = 60;
const REPEATS_AT_ONCE = 32;
const RECOVERY_MAX_MS = 60_000;

const skip = await noPostgresServer();
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

async function provision(database: Database): Promise<Credentials> {
  const deps = attachedDeps(database);
  const { id: communityId } = await addCommunity(deps, { actor: 'test' }, { slug: 'failover', name: 'Failover' });
  const bank = { name: 'Bank', scopes: ['wallet.write', 'wallet.read'], rateLimitPerMinute: 0 };
  const partner = await addPartner(deps, { communityId, actor: 'test' }, bank);
  const people = Array.from({ length: MEMBERS }, (_, at) => ({ name: `Member ${at}` }));
  const members = await testChange(deps, communityId, (within) => createMembersIn(within, communityId, people));
  return { ...partner, userIds: members.map(({ id }) => encodeId('usr', id)) };
}

test('a primary that is killed under load and replaced by its synchronous standby loses and doubles no credit', {
  skip,
}, async (context) => {
  const client = createClient(await on(primary, provision));
  client.useOrigin(service.origin);
  await client.token();
  const isBooked = ({ creditId }: { creditId: string | undefined }) => creditId !== undefined;
  client.start();
  await waitUntil('credits are booked', () => client.journal.filter(isBooked).length >= CREDITS_MIN);

  const killedAtMs = performance.now();
  await primary.kill();
  const acknowledged = new Set(client.journal.filter(isBooked).map(({ reference }) => reference));
  const asked = client.journal.length;
  await standby.promote();
  const promotedAtMs = performance.now();
  const isBookedSince = () => client.journal.slice(asked).some(isBooked);
  await waitUntil('a credit is booked again', isBookedSince, RECOVERY_MAX_MS);
  const bookedAtMs = performance.now();
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  context.diagnostic(
    `first credit ${seconds(bookedAtMs - promotedAtMs)} s after the promotion, ${seconds(bookedAtMs - killedAtMs)} s after the loss of the primary`,
  );
  await waitUntil('credits flow', () => client.journal.slice(asked).filter(isBooked).length >= CREDITS_MIN);
  await client.stop();

  const waiting = client.journal.values();
  const settle = async () => {
    // The walkers share it: each line is settled by one of them.
    for (const line of waiting) {
      const status = await client.settle(line);
      if (acknowledged.has(line.reference)) assert.equal(status, 200, `${line.reference} was acknowledged`);
    }
  };
  await Promise.all(Array.from({ length: REPEATS_AT_ONCE }, settle));
  const report = await on(standby, (database) => verifyLedger(database, systemClock));
  assert.deepEqual(
    report.invariants.filter(({ holds }) => !holds),
    [],
  );
  assert.equal(report.transfers, client.journal.length);
  assert.equal(report.events, client.journal.length);
  const references = await execute(roles.url('owner', standby.port), 'select reference as name from transfers');
  assert.deepEqual(references.map(({ name }) => name).sort(), client.journal.map(({ reference }) => reference).sort());
  const statuses = [...client.statuses.keys()].filter((status) => ![0, 200, 201, 401, 503].includes(status));
  assert.deepEqual(statuses, [], 'partners are told to come again');
  assert.ok(client.statuses.get(503), 'while no server took writes the answer was 503');
  assert.deepEqual(service.faults, []);
});
