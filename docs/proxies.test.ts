/**
 * The proxies of the operator guide, as they are: nodes are replaced one by one under load, what a proxy answers itself
 * looks like the API's, plain http reaches the service, and no POST is sent twice.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { API_VERSION, BASE_PATH, encodeId } from '@timebank/contract';
import { connectDatabase } from '../core/database/connect.ts';
import { addPartner } from '../core/partners/provision.ts';
import { createMembersIn } from '../modules/members/domain/members/create.ts';
import { addCommunity } from '../modules/office/domain/communities/create.ts';
import { attachedDeps } from '../test-support/attached.ts';
import { testChange } from '../test-support/changes.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/database.ts';
import { freePort } from '../test-support/free-port.ts';
import { missing } from '../test-support/has-tool.ts';
import { type ServeProcess, startServe } from '../test-support/serve-process.ts';
import { execute } from '../test-support/server.ts';
import { patientMs } from '../test-support/speed.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../test-support/temporary-folder.ts';
import { waitUntil } from '../test-support/wait-until.ts';
import { readBlocks } from './test-support/blocks.ts';
import {
  type Certificate,
  HOST,
  makeCertificate,
  PROXIES,
  type RunningProxy,
  startProxy,
} from './test-support/proxies.ts';

const NODES = 3;
/** Longer than nginx leaves a node out, and than the others need to see that one is not ready. */
const DRAIN_SECONDS = '3';
/** Clients of each proxy, one connection each. */
const CLIENTS = 4;
const PAUSE_MS = 5;
const ANSWER_MAX_MS = 20_000;
/** More than the API takes, and less than a file in the console may have. */
const LARGE = 8_000_000;

const present = Object.entries(PROXIES).filter(([, { command }]) => missing(command) === false);
const names = present.map(([name]) => name);
const noProxy = names.length === 0 && 'needs a proxy';

let folder: TemporaryFolder;
let certificate: Certificate;
let database: TestDatabase;
let nodes: ServeProcess[] = [];
let ports: number[];
let userId: string;
let token: string;
const proxies = new Map<string, RunningProxy>();

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface Call {
  readonly agent?: Agent;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(
  proxy: RunningProxy,
  method: string,
  path: string,
  { agent = new Agent(), json, headers }: Call = {},
): Promise<Answer> {
  const body = json === undefined ? undefined : JSON.stringify(json);
  const sent = request({
    ...{ host: '127.0.0.1', port: proxy.httpsPort, servername: HOST, ca: certificate.cert, method, path, agent },
    signal: AbortSignal.timeout(patientMs(ANSWER_MAX_MS)),
    headers: {
      host: HOST,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...headers,
    },
  });
  // A declared length without a body: a refusal can only be for the length.
  if (headers?.['content-length']) sent.flushHeaders();
  else sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const all = await text(answer);
  if (!sent.writableEnded) sent.destroy();
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: all };
}

const authorized = () => ({ authorization: `Bearer ${token}` });
const balancePath = () => `${BASE_PATH}/wallet/balance/${userId}`;

function startNode(at: number): Promise<ServeProcess> {
  return startServe(join(folder.path, `node-${at}`), {
    ...{ DATABASE_URL: database.appUrl, MIGRATE_DATABASE_URL: database.ownerUrl },
    ...{ SECRET_KEY: Buffer.alloc(32, 9).toString('base64'), PUBLIC_URL: `https://${HOST}` },
    ...{ PORT: String(ports[at]), TRUST_PROXY: '127.0.0.1', DRAIN_SECONDS },
  });
}

before(async () => {
  folder = await createTemporaryFolder();
  if (names.length === 0) return;
  [certificate, database] = await Promise.all([makeCertificate(), createTestDatabase()]);
  ports = await Promise.all(Array.from({ length: NODES }, freePort));
  nodes = await Promise.all(ports.map((_, at) => startNode(at)));
  for (const name of names) proxies.set(name, await startProxy(name, folder.path, certificate, ports));
  const connected = await connectDatabase(database.appConnection);
  try {
    const deps = attachedDeps(connected);
    const { id: communityId } = await addCommunity(deps, { actor: 'test' }, { slug: 'rolling', name: 'Rolling' });
    const [member] = await testChange(deps, communityId, (within) =>
      createMembersIn(within, communityId, [{ name: 'Member' }]),
    );
    userId = encodeId('usr', member?.id ?? '');
    const scopes = ['wallet.write', 'wallet.read'] as const;
    const partner = { name: 'Bank', scopes, rateLimitPerMinute: 0 };
    const credentials = await addPartner(deps, { communityId, actor: 'test' }, partner);
    const json = {
      grant_type: 'client_credentials',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
    };
    const [proxy] = proxies.values();
    token = JSON.parse(
      (await send(proxy as RunningProxy, 'POST', `${BASE_PATH}/oauth/token`, { json })).text,
    ).access_token;
  } finally {
    await connected.close();
  }
});
after(async () => {
  await Promise.all([...proxies.values()].map((proxy) => proxy.stop()));
  await Promise.all(nodes.map((node) => node.kill()));
  await database?.drop();
  await folder?.remove();
});

/** An error of the API's, from the service or from a proxy. */
function assertError({ status, headers, text: body }: Answer, expected: number, code: string): void {
  assert.equal(status, expected, body);
  assert.match(headers['content-type'] ?? '', /^application\/json/);
  assert.equal(headers['api-version'], API_VERSION);
  assert.equal(headers['cache-control'], 'no-store');
  const error = JSON.parse(body);
  assert.deepEqual(Object.keys(error).sort(), ['error', 'error_description', 'error_uri', 'request_id']);
  assert.equal(error.error, code);
  assert.equal(error.error_uri, `https://${HOST}/docs/errors#${code}`);
  assert.ok(error.request_id.length >= 16);
  assert.equal(headers['x-request-id'], error.request_id);
}

/** The answers that one client has seen. */
interface Journal {
  readonly confirmed: string[];
  readonly failures: string[];
  reads: number;
}

async function load(name: string, journal: Journal, isOver: () => boolean): Promise<void> {
  const proxy = proxies.get(name) as RunningProxy;
  async function client(number: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let count = 0; !isOver(); count++) {
      const reference = `${name} ${number} ${count}`;
      try {
        const json = { user_id: userId, hours: 0.01, reference };
        const options = { agent, headers: authorized() };
        const credit = await send(proxy, 'POST', `${BASE_PATH}/wallet/credit`, { ...options, json });
        if (credit.status === 201) journal.confirmed.push(reference);
        else journal.failures.push(`${reference}: ${credit.status} ${credit.text}`);
        const read = await send(proxy, 'GET', balancePath(), options);
        if (read.status === 200) journal.reads++;
        else journal.failures.push(`${reference}, read: ${read.status} ${read.text}`);
      } catch (error) {
        journal.failures.push(`${reference}: ${error}`);
      }
      await delay(PAUSE_MS);
    }
    agent.destroy();
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
}

describe('docs/deploy', () => {
  for (const { file, language } of Object.values(PROXIES)) {
    it(`${file} is what the operator guide shows`, async () => {
      const shown = (await readBlocks('docs/operator-guide.md')).filter((block) => block.language === language);
      const sample = await readFile(join(import.meta.dirname, 'deploy', file), 'utf8');
      assert.deepEqual(
        shown.map((block) => `${block.text}\n`),
        [sample],
      );
    });
  }
});

for (const [name, { command }] of Object.entries(PROXIES)) {
  describe(`${name} in front of three nodes`, { skip: missing(command) }, () => {
    const proxyOf = () => proxies.get(name) as RunningProxy;

    it(`${name} leaves plain http to the service: a partner is refused, a person led to https`, async () => {
      const ask = async (path: string, accept: string) => {
        const options = { host: '127.0.0.1', port: proxyOf().httpPort, path, headers: { host: HOST, accept } };
        const sent = plainRequest(options);
        sent.end();
        const [answer] = (await once(sent, 'response')) as [IncomingMessage];
        return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
      };
      for (const accept of ['*/*', 'text/html']) {
        const refused = await ask(balancePath(), accept);
        assert.equal(refused.headers.location, undefined);
        assertError(refused, 403, 'https_required');
      }
      for (const path of ['/', '/docs/start?a=b', '/console/elm/members']) {
        const led = await ask(path, 'text/html,*/*;q=0.8');
        assert.deepEqual([led.status, led.headers.location], [301, `https://${HOST}${path}`]);
      }
      assertError(await ask('/docs', '*/*'), 403, 'https_required');
    });

    it(`${name} leaves large bodies and headers to the API, and refuses larger ones alike`, async () => {
      const options = { headers: { ...authorized(), 'content-type': 'application/json' } };
      const path = `${BASE_PATH}/wallet/credit`;
      const large = await send(proxyOf(), 'POST', path, { ...options, json: 'x'.repeat(LARGE) });
      assertError(large, 413, 'payload_too_large');
      const ten = 'x'.repeat(10_000);
      const many = await send(proxyOf(), 'GET', balancePath(), { headers: { 'x-a': ten, 'x-b': ten } });
      assertError(many, 431, 'headers_too_large');
      if (name !== 'nginx') return;
      // It has limits of its own, above those of the service.
      const tooLarge = { headers: { ...options.headers, 'content-length': String(10 * LARGE) } };
      assertError(await send(proxyOf(), 'POST', path, tooLarge), 413, 'payload_too_large');
      const tooLong = { headers: { 'x-a': ten + ten } };
      assertError(await send(proxyOf(), 'GET', balancePath(), tooLong), 431, 'headers_too_large');
      assertError(await send(proxyOf(), 'GET', `/${ten}${ten}`), 414, 'uri_too_long');
    });

    it(`${name} sends what could not be sent to another node, and never a POST that was`, async () => {
      const seen: string[] = [];
      const cutting = [0, 1].map(() =>
        createServer((received, response) => {
          seen.push(received.url ?? '');
          if (received.url !== '/cut') return void response.end('{}');
          received.resume().on('end', () => received.socket.destroy());
        }).listen(0, '127.0.0.1'),
      );
      await Promise.all(cutting.map((server) => once(server, 'listening')));
      const live = cutting.map((server) => (server.address() as AddressInfo).port);
      const other = await startProxy(name, folder.path, certificate, [await freePort(), ...live]);
      const count = (path: string) => seen.filter((each) => each === path).length;
      try {
        for (let at = 1; at <= 6; at++) {
          assert.equal((await send(other, 'POST', '/whole', { json: {} })).status, 200);
          assert.equal(count('/whole'), at);
        }
        assertError(await send(other, 'POST', '/cut', { json: {} }), 503, 'temporarily_unavailable');
        assert.equal(count('/cut'), 1);
      } finally {
        await other.stop();
        for (const server of cutting) {
          server.close();
          server.closeAllConnections();
        }
      }
    });
  });
}

describe('all proxies', { skip: noProxy }, () => {
  it('a rolling restart of three nodes shows no failed request but one for each port that closes behind nginx, and each confirmed credit is found', async (t) => {
    const journals = new Map(names.map((name) => [name, { confirmed: [], failures: [], reads: 0 } as Journal]));
    const all = () => [...journals.values()];
    let over = false;
    const loads = [...journals].map(([name, journal]) => load(name, journal, () => over));
    const credited = async () => {
      const before = all().map(({ confirmed }) => confirmed.length);
      await waitUntil('each proxy has answered some', () =>
        all().every(({ confirmed, failures }, at) => failures.length > 0 || confirmed.length > (before[at] ?? 0) + 20),
      );
    };
    await credited();
    for (const [at, node] of nodes.entries()) {
      assert.equal(await node.stop(), 0);
      assert.deepEqual(node.faults, []);
      nodes[at] = await startNode(at);
    }
    await credited();
    over = true;
    await Promise.all(loads);
    t.diagnostic(
      all()
        .map(({ confirmed, reads }, at) => `${names[at]}: ${confirmed.length} credits, ${reads} reads`)
        .join('; '),
    );
    for (const [name, { failures }] of journals) {
      // nginx asks no node whether it is ready, so a request can cross with the closing of the port, and a POST is not sent twice.
      const isCrossed = (failure: string) =>
        name === 'nginx' && failure.includes(': 503 {"error":"temporarily_unavailable"');
      assert.deepEqual(
        failures.filter((failure) => !isCrossed(failure)),
        [],
      );
      assert.ok(failures.length <= NODES, failures.join('\n'));
    }
    const booked = await execute(database.appUrl, 'select reference as name from transfers');
    const references = new Set(booked.map((row) => row.name));
    for (const { confirmed } of all())
      assert.deepEqual(
        confirmed.filter((reference) => !references.has(reference)),
        [],
      );
  });

  it('with no node left, each proxy answers as the API would', async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    await Promise.all(
      [...proxies.values()].map(async (proxy) => {
        const answer = await send(proxy, 'GET', balancePath(), { headers: authorized() });
        assertError(answer, 503, 'temporarily_unavailable');
        assert.equal(answer.headers['retry-after'], '2');
      }),
    );
  });
});
