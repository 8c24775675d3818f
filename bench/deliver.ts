/** Deliveries from a backlog to a local HTTPS receiver, against a bare loop of signed undici posts of the same bytes. */
import { once } from 'node:events';
import type { BareOrder } from './bare-sender.ts';
import { compare, type Measurement, median } from './measure.ts';
import { EVENT_DATA, startProcess, startWebhookService, stopProcess } from './webhook-service.ts';

const EVENTS = 10_000;
/** As many connections as the service opens to one receiver. */
const CONNECTIONS = 32;

export async function benchDeliver(): Promise<Measurement[]> {
  const service = await startWebhookService();
  const bare = startProcess('bare-sender.ts');
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
