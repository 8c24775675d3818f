/** Traces as a collector gets them from a service at work: who waited for what, and nothing about people. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import {
  startTestService,
  type TestMember,
  type TestPartner,
  type TestService,
} from '../../../test-support/harness.ts';
import { type Receiver, startReceiver } from '../../../test-support/receiver.ts';
import { type ServeProcess, startServe } from '../../../test-support/serve-process.ts';
import { patientMs } from '../../../test-support/speed.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../test-support/temporary-folder.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { systemClock } from '../clock.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const KEY = Buffer.alloc(32, 7).toString('base64');

interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly links?: readonly { readonly traceId: string }[];
  readonly status: { readonly code?: number };
}

const spans: CollectedSpan[] = [];
const asked: IncomingHttpHeaders[] = [];
let collector: Server;
let endpoint: string;
let service: TestService;
let receiver: Receiver;
let folder: TemporaryFolder;
let serve: ServeProcess;
let partner: TestPartner;
let member: TestMember;

before(async () => {
  collector = createServer(async (req, res) => {
    asked.push(req.headers);
    const sent = (await json(req)) as { resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[] };
    spans.push(...sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    res.setHeader('Content-Type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  receiver = await startReceiver();
  service = await startTestService({ clock: systemClock });
  partner = await service.createPartner({ name: 'Harbour Bank' });
  member = await service.createMember({ communityId: partner.communityId, name: 'Anna Berger' });
  folder = await createTemporaryFolder();
  serve = await startServe(folder.path, {
    ...databaseOf(service),
    OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%2Cb',
    WEBHOOK_ALLOW_CIDR: '127.0.0.1',
    WEBHOOK_CA_FILE: receiver.caFile,
  });
});
after(async () => {
  await serve?.stop();
  await service?.stop();
  await receiver?.stop();
  collector?.close();
  await folder?.remove();
});

function databaseOf({ testDatabase }: TestService) {
  return { DATABASE_URL: testDatabase.appUrl, MIGRATE_DATABASE_URL: testDatabase.ownerUrl, SECRET_KEY: KEY };
}

async function ask(
  origin: string,
  method: string,
  path: string,
  token: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return await fetch(`${origin}/api/partner/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

const attribute = (span: CollectedSpan, name: string) =>
  Object.values(span.attributes.find(({ key }) => key === name)?.value ?? {})[0];
const childrenOf = (span: CollectedSpan) => spans.filter(({ parentSpanId }) => parentSpanId === span.spanId);

test('a request, the statements it waits for and the deliveries that follow reach the collector, without names', async () => {
  const token = await service.token(partner);
  await ask(serve.origin, 'POST', '/webhooks/subscriptions', token, {
    target_url: receiver.url,
    event_types: ['wallet.credited'],
  });
  const credit = { user_id: member.id, hours: 1.5, reference: 'TRACED-REFERENCE-1' };
  const answer = await ask(serve.origin, 'POST', '/wallet/credit', token, credit);
  assert.equal(answer.status, 201, await answer.text());
  const requestId = answer.headers.get('x-request-id');
  const spanOf = () => spans.find((span) => attribute(span, 'timebank.request_id') === requestId);
  await waitUntil('request and delivery were collected', () => {
    return spanOf() !== undefined && spans.some(({ name }) => name === 'deliver');
  });
  const span = spanOf() as CollectedSpan;
  assert.equal(span.name, 'POST /api/partner/v1/wallet/credit');
  assert.equal(span.parentSpanId, undefined);
  assert.equal(attribute(span, 'http.response.status_code'), 201);
  const parts = childrenOf(span).map(({ name }) => name);
  assert.ok(parts.includes('post'), parts.join());
  const delivered = spans.find(({ name }) => name === 'deliver') as CollectedSpan;
  assert.equal(attribute(delivered, 'timebank.event_type'), 'wallet.credited');
  assert.equal(attribute(delivered, 'http.response.status_code'), 200);
  assert.equal(asked[0]?.['x-collector-key'], 'a,b');
  const everything = JSON.stringify(spans);
  for (const secret of ['TRACED-REFERENCE-1', member.id, 'Anna', token, '127.0.0.1']) {
    assert.ok(!everything.includes(secret), secret);
  }
});

test('a statement is a part of the request that waits for it', async () => {
  const token = await service.token(partner);
  const answer = await ask(serve.origin, 'GET', '/users?per_page=2', token);
  const requestId = answer.headers.get('x-request-id');
  const spanOf = () => spans.find((span) => attribute(span, 'timebank.request_id') === requestId);
  await waitUntil('it was collected', () => spanOf() !== undefined);
  const span = spanOf() as CollectedSpan;
  const statements = childrenOf(span).filter((child) => attribute(child, 'db.system.name') === 'postgresql');
  assert.ok(statements.length > 0);
  assert.ok(statements.every(({ traceId }) => traceId === span.traceId));
});

test('a client that is no proxy of the operator may name a trace, which is linked and decides nothing', async () => {
  const token = await service.token(partner);
  const headers = { traceparent: `00-${TRACE}-${PARENT}-00` };
  await ask(serve.origin, 'GET', '/me', token, undefined, headers);
  const linked = () => spans.find(({ links = [] }) => links.some(({ traceId }) => traceId === TRACE));
  await waitUntil('it was collected', () => linked() !== undefined);
  assert.notEqual(linked()?.traceId, TRACE);
  for (const traceparent of ['', 'x', `00-${'0'.repeat(32)}-${PARENT}-01`, `00-${TRACE}-${PARENT}`]) {
    assert.equal((await ask(serve.origin, 'GET', '/me', token, undefined, { traceparent })).status, 200);
  }
});

test('behind a proxy of the operator the trace goes on; stopping sends what is left', async () => {
  const own = await createTemporaryFolder();
  const behind = await startServe(own.path, {
    ...databaseOf(service),
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLER_ARG: '0',
    TRUST_PROXY: '127.0.0.1',
  });
  const token = await service.token(partner);
  await ask(behind.origin, 'GET', '/me', token, undefined, { traceparent: `00-${TRACE}-${PARENT}-01` });
  const quiet = await ask(behind.origin, 'GET', '/me', token);
  await behind.stop();
  const [span] = spans.filter(({ traceId, name }) => traceId === TRACE && name === 'GET /api/partner/v1/me');
  assert.equal(span?.parentSpanId, PARENT);
  const requestId = quiet.headers.get('x-request-id');
  assert.equal(
    spans.find((one) => attribute(one, 'timebank.request_id') === requestId),
    undefined,
  );
  await own.remove();
});

test('a collector that is away or hangs costs neither an answer nor the end', async () => {
  const own = await createTemporaryFolder();
  const hanging = createServer(() => {}).listen(0, '127.0.0.1');
  await once(hanging, 'listening');
  const { port } = hanging.address() as AddressInfo;
  const alone = await startServe(own.path, {
    ...databaseOf(service),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  });
  assert.equal((await ask(alone.origin, 'GET', '/me', await service.token(partner))).status, 200);
  const startedMs = performance.now();
  assert.equal(await alone.stop(), 0);
  assert.ok(performance.now() - startedMs < patientMs(9000), 'less than stopping may take');
  hanging.closeAllConnections();
  hanging.close();
  await own.remove();
});
