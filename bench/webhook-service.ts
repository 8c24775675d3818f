/** The service and a receiver of webhooks, for the measurements of delivery: each a process of its own. */

import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { decodeId, encodeId } from '@timebank/contract';
import { generate } from 'selfsigned';
import { connectDatabase } from '../core/database/connect.ts';
import { uuidV7At } from '../core/database/fragments.ts';
import { query } from '../core/database/query.ts';
import { type DemoService, post, startDemo } from './demo-service.ts';
import { cpuMsOf, descendants } from './tools.ts';

// An HTTPS receiver in a process of its own. Counts per path; a path that begins with /hang gets no answer.

/** The parent asks for a path's count to be reached; the answer tells when the first and the last request came. */
export interface CountWanted {
  readonly path: string;
  readonly count: number;
}

/** Times of the machine's monotonic clock in ms, comparable between processes. */
export interface CountReached {
  readonly path: string;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
}

interface Arrivals {
  atMs: number[];
  wanted: number;
}

if (import.meta.main) {
  const arrivals = new Map<string, Arrivals>();
  const of = (path: string) => {
    const known = arrivals.get(path) ?? { atMs: [], wanted: Number.POSITIVE_INFINITY };
    arrivals.set(path, known);
    return known;
  };
  const answerIfReached = (path: string, { atMs, wanted }: Arrivals) => {
    if (atMs.length < wanted) return;
    const [firstAtMs = 0, lastAtMs = 0] = [atMs[0], atMs[wanted - 1]];
    process.send?.({ path, firstAtMs, lastAtMs } satisfies CountReached);
    arrivals.delete(path);
  };
  const server = createServer({ key: process.env.KEY, cert: process.env.CERT }, (request, response) => {
    const path = request.url ?? '';
    const atMs = Number(process.hrtime.bigint()) / 1e6;
    request.resume();
    request.on('error', () => {});
    if (path.startsWith('/hang')) return;
    request.on('end', () => {
      response.writeHead(204).end();
      const counted = of(path);
      counted.atMs.push(atMs);
      answerIfReached(path, counted);
    });
  });
  process.on('message', ({ path, count }: CountWanted) => {
    const counted = of(path);
    counted.wanted = count;
    answerIfReached(path, counted);
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
export interface WebhookService {
  readonly demo: DemoService;
  readonly ca: string;
  /** `https://localhost:<port><path>` */
  targetUrl(path: string): string;
  /** A partner without a request limit that may receive every event. */
  createPartner(name: string): Promise<BenchPartner>;
  /** Appends events for the partner; `data` as that of a credit. */
  append(partner: BenchPartner, count: number): Promise<void>;
  /** Resolves when so many requests came to the path since it was last asked for. */
  arrived(path: string, count: number): Promise<CountReached>;
  /** Resolves when the subscription has no open delivery. */
  settled(subscriptionId: string): Promise<void>;
  /** Switches the subscription off and lets its deliveries rest. */
  end(subscriptionId: string): Promise<void>;
  /** CPU time in ms so far: of the service's process, and of its PostgreSQL. */
  cpuMs(): Promise<{ service: number; database: number }>;
  stop(): Promise<void>;
}

export interface BenchPartner {
  readonly clientId: string;
  readonly token: string;
  /** Returns the subscription's UUID. */
  subscribe(targetUrl: string, eventTypes?: readonly string[]): Promise<string>;
  /** Deletes the subscription with its deliveries. */
  unsubscribe(subscriptionId: string): Promise<void>;
}

/** The bytes of one event's `data`, about as many as a credit's. */
export const EVENT_DATA = JSON.stringify({
  credit_id: 'crd_0197f9a0-3b1c-7c4e-9d2a-4b6f8a1c2d3e',
  user_id: 'usr_0197f9a0-3b1c-7c4e-9d2a-4b6f8a1c2d3e',
  hours: 1.5,
  reference: 'BENCH-2026-11-20-000001',
});

const appendEvents = query<{ clientId: string; count: number; data: string; now: Date }, never>(
  'bench_append_events',
  `with appended as (
     insert into events (community_id, id, type, partner_id, data, created_at)
     select p.community_id, ${uuidV7At("($now::timestamptz + n * interval '1 ms')")}, 'wallet.credited', p.id, $data::json, $now
     from partners p, generate_series(1, $count::int) n where p.client_id = $clientId
     returning id, community_id
   )
   insert into event_queue (event_id, community_id) select id, community_id from appended`,
);
const countOpen = query<{ subscriptionId: string }, { open: number }>(
  'bench_count_open',
  `select ((select count(*) from deliveries where subscription_id = $subscriptionId::uuid and status = 'pending')
    + (select count(*) from subscriptions where id = $subscriptionId::uuid and missed_from is not null)
    + (select count(*) from event_queue))::int as open`,
);
const disable = query<{ subscriptionId: string }, never>(
  'bench_disable',
  `update subscriptions set status = 'disabled', disabled_reason = 'The round is over.' where id = $subscriptionId::uuid`,
);
const rest = query<{ subscriptionId: string }, never>(
  'bench_rest',
  `update deliveries set status = 'held', next_attempt_at = null, lease_until = null
   where subscription_id = $subscriptionId::uuid and status = 'pending'`,
);

const SCOPES = 'wallet.read wallet.write webhooks.manage users.read listings.read';

/** Starts both. */
export async function startWebhookService(extra: Readonly<Record<string, string>> = {}): Promise<WebhookService> {
  const folder = await mkdtemp(join(tmpdir(), 'timebank-bench-'));
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, cert);
  const receiver = startProcess(import.meta.filename, { CERT: cert, KEY: key });
  const [port] = (await once(receiver, 'message')) as [number];
  const demo = await startDemo({ PORT: '18086', WEBHOOK_ALLOW_CIDR: '127.0.0.0/8', WEBHOOK_CA_FILE: caFile, ...extra });
  const database = await connectDatabase({ host: demo.socketDir, user: 'timebank_app', database: 'timebank' });
  return {
    demo,
    ca: cert,
    targetUrl: (path) => `https://localhost:${port}${path}`,
    createPartner: (name) => createPartner(demo, name),
    async append({ clientId }, count) {
      await appendEvents(database.heavy, { clientId, count, data: EVENT_DATA, now: new Date() });
    },
    async arrived(path, count) {
      const answers = on(receiver, 'message');
      receiver.send({ path, count } satisfies CountWanted);
      for await (const [reached] of answers as AsyncIterable<[CountReached]>) if (reached.path === path) return reached;
      throw new Error('the receiver ended');
    },
    async settled(subscriptionId) {
      while ((await countOpen(database.heavy, { subscriptionId }))[0]?.open !== 0) await delay(100);
    },
    async end(subscriptionId) {
      await disable(database.heavy, { subscriptionId });
      await rest(database.heavy, { subscriptionId });
    },
    async cpuMs() {
      const postmaster = Number((await readFile(join(demo.socketDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
      const servers = [postmaster, ...(await descendants(postmaster))];
      return { service: await cpuMsOf([demo.pid]), database: await cpuMsOf(servers) };
    },
    async stop() {
      await database.close();
      await demo.stop();
      await stopProcess(receiver);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a program of this folder that takes its orders by messages. */
export function startProcess(file: string, env: Readonly<Record<string, string>> = {}): ChildProcess {
  return fork(resolve(import.meta.dirname, file), { env: { ...process.env, ...env }, execArgv: [] });
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}

async function createPartner(demo: DemoService, name: string): Promise<BenchPartner> {
  const settings = ['--community', demo.slug, '--name', name, '--scopes', SCOPES, '--rate-limit', '0', '--json'];
  const { client_id, client_secret } = JSON.parse(await demo.timebank('partner', 'create', ...settings));
  const answer = await post(`${demo.api}/oauth/token`, { grant_type: 'client_credentials', client_id, client_secret });
  const token = answer.access_token as string;
  return {
    clientId: client_id,
    token,
    async subscribe(targetUrl, eventTypes = ['wallet.credited']) {
      const body = { event_types: eventTypes, target_url: targetUrl };
      const { data } = (await post(`${demo.api}/webhooks/subscriptions`, body, token)) as { data: { id: string } };
      return decodeId('whs', data.id) ?? '';
    },
    async unsubscribe(subscriptionId) {
      const headers = { authorization: `Bearer ${token}` };
      const url = `${demo.api}/webhooks/subscriptions/${encodeId('whs', subscriptionId)}`;
      const response = await fetch(url, { method: 'DELETE', headers });
      if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    },
  };
}
