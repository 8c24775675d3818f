/** Several processes of one service on one data folder: real processes, which are told apart by their sockets. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { BASE_PATH, encodeId } from '@timebank/contract';
import pg from 'pg';
import { addCommunity } from '../domain/communities/create.ts';
import { createMembersIn } from '../domain/members/create.ts';
import { addPartner } from '../domain/partners/provision.ts';
import { sendSignal } from '../platform/database/data-folder.ts';
import { attached, attachedDeps } from '../test-support/attached.ts';
import { testChange } from '../test-support/changes.ts';
import { childrenOf, isRunning, peerOf, portsOf } from '../test-support/proc.ts';
import { type ServeProcess, startServe } from '../test-support/serve-process.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../test-support/temporary-folder.ts';
import { waitUntil } from '../test-support/wait-until.ts';

const LIMIT = 20;
/** A new process loads the whole program, on a machine that may be busy with others. */
const START_TIMEOUT_MS = 60_000;

let folder: TemporaryFolder;
let dataDir: string;
let service: ServeProcess;
let communityId: number;
let userId: string;
const connections: Connection[] = [];

before(async () => {
  folder = await createTemporaryFolder();
  dataDir = join(folder.path, 'data');
  service = await serve();
  await attached(dataDir, async (database) => {
    const deps = attachedDeps(database);
    communityId = (await addCommunity(deps, { actor: 'test' }, { slug: 'several', name: 'Several' })).id;
    const [member] = await testChange(deps, communityId, (within) =>
      createMembersIn(within, communityId, [{ name: 'Member' }]),
    );
    userId = encodeId('usr', member?.id ?? '');
  });
});
beforeEach(async () => {
  if (await isRunning(service.pid)) return;
  service = await serve();
  balancesRead = 0;
});
afterEach(() => {
  for (const connection of connections.splice(0)) connection.close();
});
after(async () => {
  await service?.stop();
  await folder?.remove();
});

const serve = () => startServe(dataDir, { PROCESSES: '2', METRICS_PORT: '0' });

/** The processes that answer requests; the database's has children of its own. */
async function answering(): Promise<number[]> {
  const children = await childrenOf(service.pid);
  const isDatabase = await Promise.all(children.map(async (pid) => (await childrenOf(pid)).length > 0));
  return children.filter((_, at) => !isDatabase[at]);
}

interface Answer {
  readonly status: number;
  readonly body: { readonly access_token?: string; readonly data?: { readonly balance_hours?: number } };
}

/** One kept-alive connection. */
interface Connection {
  call(method: string, path: string, options?: { token?: string; json?: unknown }): Promise<Answer>;
  /** The process at its other end. */
  pid(): Promise<number>;
  close(): void;
}

function connect(): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { origin } = service;
  let localPort = 0;
  const connection: Connection = {
    async call(method, path, { token, json } = {}) {
      const headers = {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const sent = request(`${origin}${path}`, { method, agent, headers });
      sent.end(json === undefined ? undefined : JSON.stringify(json));
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      localPort = answer.socket.localPort ?? 0;
      return { status: answer.statusCode ?? 0, body: JSON.parse((await text(answer)) || '{}') };
    },
    pid: async () => peerOf(localPort, Number(new URL(origin).port), await answering()),
    close: () => agent.destroy(),
  };
  connections.push(connection);
  return connection;
}

/** Opens a connection to each process. */
async function connectToEach(): Promise<readonly [Connection, Connection]> {
  const found = new Map<number, Connection>();
  await waitUntil(
    'both have one',
    async () => {
      const connection = connect();
      await connection.call('GET', '/health/ready');
      found.set(await connection.pid(), connection);
      return found.size === 2;
    },
    START_TIMEOUT_MS,
  );
  return [...found.values()] as [Connection, Connection];
}

let partners = 0;
/** A token of a partner of its own. */
async function createToken(rateLimitPerMinute = 0): Promise<string> {
  const scopes = ['wallet.write', 'wallet.read'];
  const { clientId, clientSecret } = await attached(dataDir, (database) =>
    addPartner(
      attachedDeps(database),
      { communityId, actor: 'test' },
      { name: `Bank ${++partners}`, scopes, rateLimitPerMinute },
    ),
  );
  const json = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const { body } = await connect().call('POST', `${BASE_PATH}/oauth/token`, { json });
  return String(body.access_token);
}

/** From this service. */
let balancesRead = 0;
async function readBalance(connection: Connection, token: string): Promise<Answer> {
  const answer = await connection.call('GET', `${BASE_PATH}/wallet/balance/${userId}`, { token });
  if (answer.status === 200) balancesRead++;
  return answer;
}
const credit = (connection: Connection, token: string, reference: string) =>
  connection.call('POST', `${BASE_PATH}/wallet/credit`, { token, json: { user_id: userId, hours: 1, reference } });

test('connections that come one after the other are dealt out evenly', async () => {
  const opened = Array.from({ length: 40 }, connect);
  for (const each of opened) await each.call('GET', '/health/ready');
  const pids = await Promise.all(opened.map((each) => each.pid()));
  const counts = [...Map.groupBy(pids, (pid) => pid).values()].map((of) => of.length);
  assert.deepEqual(counts, [20, 20]);
});

test('of N + 1 parallel requests at limit N, spread over the processes, exactly one is refused', async () => {
  const token = await createToken(LIMIT);
  const opened = Array.from({ length: LIMIT + 1 }, connect);
  const statuses = (await Promise.all(opened.map((each) => readBalance(each, token)))).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 429).length, 1);
  assert.equal(statuses.filter((status) => status === 200).length, LIMIT);
  assert.equal(new Set(await Promise.all(opened.map((each) => each.pid()))).size, 2);
});

test('a token revoked by way of one process is refused by the other at once', async () => {
  const [first, second] = await connectToEach();
  const token = await createToken();
  for (const each of [first, second]) assert.equal((await readBalance(each, token)).status, 200);
  assert.equal((await first.call('POST', `${BASE_PATH}/oauth/revoke`, { json: { token } })).status, 200);
  assert.equal((await readBalance(second, token)).status, 401);
});

async function scrape(): Promise<(pattern: RegExp) => number> {
  const [port] = (await portsOf(service.pid)).filter((each) => each !== Number(new URL(service.origin).port));
  const exposition = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return (pattern) => Number(pattern.exec(exposition)?.[1]);
}
const BALANCES = /^timebank_call_seconds_count\{operation="getBalance",status="200"\} (\d+)/m;
const PROCESSES = /^timebank_processes (\d+)/m;

test('a killed process is replaced; the others go on, and no acknowledged credit and no count is lost', async () => {
  const token = await createToken();
  const [killed, other] = await connectToEach();
  for (const [at, each] of [killed, other].entries()) {
    assert.equal((await credit(each, token, `before ${at}`)).status, 201);
    await readBalance(each, token);
  }
  // A process too busy to answer a scrape counts as it did last: what it never told goes with it.
  const areCounted = async () => (await scrape())(BALANCES) === balancesRead;
  await waitUntil('all that was read is counted', areCounted);
  const pid = await killed.pid();
  process.kill(pid, 'SIGKILL');
  // While it is gone, and in the same connection.
  for (let at = 0; at < 20; at++) assert.equal((await credit(other, token, `meanwhile ${at}`)).status, 201);
  await waitUntil('another takes its place', async () => (await scrape())(PROCESSES) === 2, START_TIMEOUT_MS);
  const pids = await answering();
  assert.equal(pids.length, 2);
  assert.equal(pids.includes(pid), false);
  const [first, second] = await connectToEach();
  for (const each of [first, second]) {
    assert.equal((await readBalance(each, token)).body.data?.balance_hours, 22);
    assert.equal((await credit(each, token, 'before 0')).status, 200, 'it was booked once');
  }
  await waitUntil('what the killed one counted and what was read since are counted', areCounted);
  assert.match(service.faults.join(), new RegExp(`"process":${pid},.*"signal":"SIGKILL"`));
});

test('when all processes are killed at once, others answer on the same port', async () => {
  const before = await answering();
  for (const pid of before) process.kill(pid, 'SIGKILL');
  await waitUntil('others have come', async () => {
    const pids = await answering();
    return pids.length === 2 && pids.every((pid) => !before.includes(pid));
  });
  await connectToEach();
});

/** Holds every booking up for as long as `work` takes. */
async function whileNothingIsBooked(work: (aBookingWaits: () => Promise<boolean>) => Promise<void>): Promise<void> {
  await attached(dataDir, async (_, { ownerConnection }) => {
    const clients = [new pg.Client(ownerConnection), new pg.Client(ownerConnection)] as const;
    for (const client of clients) client.on('error', () => {});
    await Promise.all(clients.map((client) => client.connect()));
    const [holding, looking] = clients;
    await holding.query('begin');
    await holding.query('lock table transfers in exclusive mode');
    await work(async () => {
      const { rows } = await looking.query(`select from pg_stat_activity where wait_event_type = 'Lock'`);
      return rows.length > 0;
    });
    await Promise.all(clients.map((client) => client.end()));
  });
}

test('signals to all processes, twice, stop once: what was under way is answered, and nothing is left', async () => {
  const token = await createToken();
  const [connection] = await connectToEach();
  const pids = [service.pid, ...(await answering())];
  const faultsBefore = service.faults.length;
  const exited = once(service.child, 'exit');
  let answer: Promise<Answer> | undefined;
  await whileNothingIsBooked(async (aBookingWaits) => {
    answer = credit(connection, token, 'under way');
    await waitUntil('it waits', aBookingWaits);
    for (const pid of [...pids, ...pids]) process.kill(pid, 'SIGTERM');
    await waitUntil('it stops', () => service.said('stopping'));
  });
  assert.equal((await answer)?.status, 201);
  assert.equal((await exited)[0], 0);
  for (const pid of pids) assert.equal(await isRunning(pid), false);
  assert.deepEqual(service.faults.slice(faultsBefore), []);

  service = await serve();
  const [again] = await connectToEach();
  assert.equal((await credit(again, token, 'under way')).status, 200, 'it was booked');
});

test('processes end by themselves when the first one is killed, and a new start finds all that was acknowledged', async () => {
  const token = await createToken();
  const [connection] = await connectToEach();
  assert.equal((await credit(connection, token, 'acknowledged')).status, 201);
  const pids = await answering();
  await service.kill();
  try {
    await waitUntil('they have ended', async () => !(await Promise.all(pids.map(isRunning))).includes(true));
  } finally {
    // They would hold the output of this run open.
    for (const pid of pids) sendSignal(pid, 'SIGKILL');
  }

  service = await serve();
  const [again] = await connectToEach();
  assert.equal((await credit(again, token, 'acknowledged')).status, 200);
});
