/**
 * Three nodes on a server of the system, by way of a pooler in transaction mode that is set up as docs/scaling.md says,
 * behind a proxy that takes turns: real processes, which are asked one by one and together, killed, and replaced.
 */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { OPERATIONS } from '@timebank/contract';
import { systemClock } from '../core/base/clock.ts';
import { connectDatabase } from '../core/database/connect.ts';
import { connectionOptions } from '../core/database/connection.ts';
import type { Database } from '../core/database/query.ts';
import { type CollectionSource, collectionRequests } from '../modules/docs-site/collections/requests.ts';
import { verifyLedger } from '../modules/operate/domain/ledger/invariants.ts';
import { type Bank, createBank } from '../test-support/bank.ts';
import { createCaller } from '../test-support/call.ts';
import { assertLedgerIsJournal, CONNECTIONS, createClient } from '../test-support/ledger/crash.ts';
import { noPooler, type Pooler, startPooler } from '../test-support/pgbouncer.ts';
import {
  noPostgresServer,
  onServer,
  type PostgresServer,
  startPostgresServer,
} from '../test-support/postgres-server.ts';
import { type RoundRobin, startRoundRobin } from '../test-support/round-robin.ts';
import { type ServeProcess, startServe } from '../test-support/serve-process.ts';
import { execute } from '../test-support/server.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../test-support/temporary-folder.ts';
import { createTwoRoles, type TwoRoles } from '../test-support/two-roles.ts';
import { waitUntil } from '../test-support/wait-until.ts';

const ROOT = join(import.meta.dirname, '..');
const NODES = 3;
const LIMIT = 30;
const REFUSED = 15;
const KILLS = 4;
/** Booked between two kills, and while a node is replaced. */
const CREDITS_MIN = 30;

const skip = noPostgresServer() || noPooler();
let folder: TemporaryFolder;
let server: PostgresServer;
let roles: TwoRoles;
let pooler: Pooler;
let proxy: RoundRobin;
let nodes: ServeProcess[] = [];
const secretKey = randomBytes(32).toString('base64');

before(async () => {
  if (skip) return;
  folder = await createTemporaryFolder();
  // A server's own time zone must not matter.
  const settings = ['timezone=Europe/Vienna'];
  server = (await startPostgresServer({ settings, password: randomBytes(12).toString('hex') })) as PostgresServer;
  roles = await createTwoRoles(server);
  for (const statement of await guidesSettings()) await onServer(await server.database('postgres'), statement);
  pooler = await startPooler(roles.url('app', server.port));
  proxy = await startRoundRobin();
  nodes = [await startNode()];
  nodes.push(...(await Promise.all(Array.from({ length: NODES - 1 }, startNode))));
  balance();
});
after(async () => {
  await proxy?.stop();
  await Promise.all(nodes.map((node) => node.stop()));
  await pooler?.stop();
  await server?.stop();
  await folder?.remove();
});

/** The settings of the role, from the guide. */
async function guidesSettings(): Promise<string[]> {
  const guide = await readFile(join(ROOT, 'docs/scaling.md'), 'utf8');
  const found = guide.match(/^alter role timebank set .*;$/gm) ?? [];
  assert.ok(found.length > 0, 'the guide has them');
  return found;
}

const startNode = () =>
  startServe(folder.path, {
    DATABASE_URL: roles.url('app', pooler.port),
    MIGRATE_DATABASE_URL: roles.url('owner', server.port),
    DATABASE_PREPARE: 'off',
    SECRET_KEY: secretKey,
  });
/** New connections go to these; undefined: to all. */
const balance = (to: readonly ServeProcess[] = nodes) => proxy.useOrigins(to.map(({ origin }) => origin));

/** Past the pooler, as an operator's commands that look at everything. */
async function directly<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await connectDatabase({ connectionString: roles.url('app', server.port) });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const transfersIn = async (database: Database) => (await verifyLedger(database, systemClock)).transfers;

async function tokenOf({ clientId, clientSecret }: Bank, origin: string): Promise<string> {
  const json = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const { status, body } = await createCaller(origin)('POST', '/oauth/token', { json });
  assert.equal(status, 200);
  return body.access_token;
}

const readMe = async (origin: string, token: string) => (await createCaller(origin)('GET', '/me', { token })).status;

test('behind the pooler, the role has every setting that a connection for requests sends', { skip }, async () => {
  const { options = '', statement_timeout } = connectionOptions(
    {},
    { statementTimeoutMs: 30_000, byKey: true, transactions: true },
  );
  const sent = [...options.matchAll(/-c (\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value] as const);
  // Lists have no connections of their own there, and are better planned for what is asked.
  const kept = sent.filter(([name]) => name !== 'plan_cache_mode');
  assert.equal(sent.length - kept.length, 1);
  const wanted = new Map([...kept, ['statement_timeout', `${Number(statement_timeout) / 1000}s`] as const]);
  assert.ok(wanted.size > 5);
  for (const [name, value] of wanted) {
    const asked = await execute(roles.url('app', pooler.port), `select current_setting('${name}') as name`);
    assert.deepEqual(asked, [{ name: value }], name);
  }
});

test('every operation of the partner API works on each node', { skip }, async () => {
  const document = JSON.parse(await readFile(join(ROOT, 'openapi.json'), 'utf8')) as CollectionSource;
  const requests = collectionRequests(document);
  assert.deepEqual(requests.map(({ id }) => id).sort(), OPERATIONS.map(({ id }) => id).sort());
  await Promise.all(
    nodes.map(async ({ origin }, at) => {
      const bank = await directly((database) => createBank(database, `operations-${at}`));
      const variables: Record<string, unknown> = {
        clientId: bank.clientId,
        clientSecret: bank.clientSecret,
        paymentReference: bank.paymentReferences[0],
        webhookUrl: 'https://bank.example/webhooks/timebank',
      };
      const fill = (text: string) =>
        text.replace(/\{\{(\$?\w+)\}\}/g, (_, name: string) => {
          const value = name === '$guid' ? randomUUID() : variables[name];
          assert.ok(value !== undefined, `{{${name}}} is set`);
          return String(value);
        });
      const call = createCaller(origin);
      for (const { id, method, path, query, body, hasToken, captures, statuses } of requests) {
        // The first delivery comes a moment after what caused it.
        await waitUntil(`${id} works on node ${at + 1}`, async () => {
          const answer = await call(method, fill(path), {
            query: Object.fromEntries(query.filter(({ isOn }) => isOn).map(({ name, value }) => [name, fill(value)])),
            ...(hasToken ? { token: fill('{{accessToken}}') } : {}),
            ...(body === undefined ? {} : { json: JSON.parse(fill(JSON.stringify(body))) }),
          });
          assert.ok(statuses.includes(answer.status), `${id}: ${answer.status} ${answer.text}`);
          for (const [variable, place] of captures) {
            const value = place.split(/[.[\]]+/).reduce((inside, name) => inside?.[name], answer.body);
            assert.ok(value !== undefined, `${id} has ${place}`);
            variables[variable] = value;
          }
          return true;
        });
      }
    }),
  );
});

test('a token that one node revokes is refused by every other at once', { skip }, async () => {
  const bank = await directly((database) => createBank(database, 'revoked'));
  for (const { origin } of nodes) {
    const token = await tokenOf(bank, origin);
    for (const each of nodes) assert.equal(await readMe(each.origin, token), 200);
    assert.equal((await createCaller(origin)('POST', '/oauth/revoke', { json: { token } })).status, 200);
    const statuses = await Promise.all(nodes.map((each) => readMe(each.origin, token)));
    assert.deepEqual(statuses, [401, 401, 401]);
  }
});

test('a limit of requests is used up through all nodes together, exactly', { skip }, async () => {
  const bank = await directly((database) => createBank(database, 'limited', { rateLimitPerMinute: LIMIT }));
  const token = await tokenOf(bank, proxy.origin);
  const asked = Array.from({ length: LIMIT + REFUSED }, (_, at) => nodes[at % NODES]?.origin ?? '');
  const statuses = await Promise.all(asked.map((origin) => readMe(origin, token)));
  assert.equal(statuses.filter((status) => status === 200).length, LIMIT);
  assert.equal(statuses.filter((status) => status === 429).length, REFUSED);
});

test('nodes that are killed at random and started again lose and double no credit', { skip }, async (context) => {
  const before = await directly(transfersIn);
  const client = createClient(await directly((database) => createBank(database, 'killed')));
  client.useOrigin(proxy.origin);
  await client.token();
  client.start();
  context.after(() => client.stop());
  const booked = async (credits: number) => {
    const enough = client.acknowledged().size + credits;
    await waitUntil('credits are booked', () => client.acknowledged().size >= enough);
  };
  await booked(CREDITS_MIN);
  for (let round = 0; round < KILLS; round++) {
    const victim = Math.floor(Math.random() * NODES);
    await nodes[victim]?.kill();
    // The others answer; the proxy still tries the one that is gone.
    await booked(CREDITS_MIN);
    nodes[victim] = await startNode();
    balance();
  }
  await booked(CREDITS_MIN);
  await client.stop();
  await client.settleAll(client.acknowledged());
  assert.deepEqual(
    [...client.statuses.keys()].filter((status) => ![0, 200, 201, 401].includes(status)),
    [],
  );
  await directly((database) => assertLedgerIsJournal(database, client, before));
});

test('all nodes are replaced one by one, at the cost of no more than a request for each connection', {
  skip,
}, async (context) => {
  const before = await directly(transfersIn);
  const client = createClient(await directly((database) => createBank(database, 'replaced')));
  client.useOrigin(proxy.origin);
  await client.token();
  client.start();
  context.after(() => client.stop());
  for (const old of [...nodes]) {
    const enough = client.acknowledged().size + CREDITS_MIN;
    const next = await startNode();
    nodes = [...nodes.filter((node) => node !== old), next];
    balance();
    assert.equal(await old.stop(), 0);
    assert.deepEqual(old.faults, []);
    await waitUntil('credits are booked', () => client.acknowledged().size >= enough);
  }
  await client.stop();
  // One that is sent on a kept connection just as the node closes it gets no answer.
  const lost = client.statuses.get(0) ?? 0;
  assert.ok(lost <= NODES * CONNECTIONS, `${lost} requests got no answer`);
  assert.deepEqual(
    [...client.statuses.keys()].filter((status) => ![0, 201].includes(status)),
    [],
  );
  await client.settleAll(client.acknowledged());
  await directly((database) => assertLedgerIsJournal(database, client, before));
});
