/** Deliveries from a backlog to a local HTTPS receiver, against a bare loop of signed undici posts of the same bytes. */

import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Pool } from 'undici';
import { compare, type Measurement, median } from './measure.ts';
import { EVENT_DATA, startProcess, startWebhookService, stopProcess } from './webhook-service.ts';

const EVENTS = 10_000;
/** As many connections as the service opens to one receiver. */
const CONNECTIONS = 32;

export async function benchDeliver(): Promise<Measurement[]> {
  const service = await startWebhookService();
  const bare = startProcess(import.meta.filename);
  const partner = await service.createPartner('Deliveries');
  const subscriptionId = await partner.subscribe(service.targetUrl('/deliver'));
  const body = JSON.stringify({
    id: 'evt_00000000-0000-7000-8000-000000000000',
    type: 'wallet.credited',
    timestamp: new Date().toISOString(),
    data: JSON.parse(EVENT_DATA),
  });
  const cpuMicros: { service: number; database: number; bare: number }[] = [];
  let ours = { service: 0, database: 0 };
  try {
    const measured = await compare(
      {
        what: `webhook deliveries of ${EVENTS} events to one HTTPS receiver`,
        against: `a bare loop of signed undici posts over ${CONNECTIONS} connections`,
        goal: 0.6,
      },
      async () => {
        await service.append(partner, EVENTS);
        const before = await service.cpuMs();
        const { firstAtMs, lastAtMs } = await service.arrived('/deliver', EVENTS);
        await service.settled(subscriptionId);
        const after = await service.cpuMs();
        const each = 1000 / EVENTS;
        ours = {
          service: (after.service - before.service) * each,
          database: (after.database - before.database) * each,
        };
        return EVENTS / ((lastAtMs - firstAtMs) / 1000);
      },
      async () => {
        const order: BareOrder = {
          ...{ url: service.targetUrl('/bare'), ca: service.ca, body, connections: CONNECTIONS, count: EVENTS },
        };
        const ended = once(bare, 'message');
        bare.send(order);
        const { firstAtMs, lastAtMs } = await service.arrived('/bare', EVENTS);
        const [micros] = (await ended) as [number];
        cpuMicros.push({ ...ours, bare: micros / EVENTS });
        return EVENTS / ((lastAtMs - firstAtMs) / 1000);
      },
    );
    const rounds = cpuMicros.slice(1);
    const of = (side: 'service' | 'database' | 'bare') => Math.round(median(rounds.map((round) => round[side])));
    const note = `CPU per delivery: service ${of('service')} µs, PostgreSQL ${of('database')} µs; bare ${of('bare')} µs`;
    return [{ ...measured, note }];
  } finally {
    await stopProcess(bare);
    await service.stop();
  }
}

// The least a webhook delivery costs: a loop of signed undici posts, nothing else. Driven by messages.

export interface BareOrder {
  readonly url: string;
  readonly ca: string;
  readonly body: string;
  readonly connections: number;
  readonly count: number;
}

const key = randomBytes(32);
let pool: Pool | undefined;

async function post(path: string, body: Buffer): Promise<void> {
  const id = 'evt_00000000-0000-7000-8000-000000000000';
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Timebank-Webhooks/1.0',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  const answer = await (pool as Pool).request({ method: 'POST', path, headers, body });
  await answer.body.dump();
  if (answer.statusCode !== 204) throw new Error(`the receiver answered ${answer.statusCode}`);
}

if (import.meta.main) {
  process.on('message', async ({ url, ca, body, connections, count }: BareOrder) => {
    const { origin, pathname } = new URL(url);
    pool ??= new Pool(origin, { connections, allowH2: false, connect: { ca } });
    const bytes = Buffer.from(body);
    const before = process.cpuUsage();
    let left = count;
    const loop = async () => {
      while (left-- > 0) await post(pathname, bytes);
    };
    await Promise.all(Array.from({ length: connections }, loop));
    const { user, system } = process.cpuUsage(before);
    process.send?.(user + system);
  });
}
