/** Distribution of events whose partner has as many endpoints as it may, all of them off, against a partner without any. */
import { compare, type Measurement } from './measure.ts';
import { startWebhookService } from './webhook-service.ts';

const EVENTS = 50_000;
const ENDPOINTS = 200;

/** By PostgreSQL's CPU time: nothing is sent, and the worker looks for new events once a second. */
export async function benchMarked(): Promise<Measurement[]> {
  const service = await startWebhookService();
  try {
    const partner = await service.createPartner('Endpoints that are off');
    const other = await service.createPartner('No endpoints');
    for (let endpoint = 0; endpoint < ENDPOINTS; endpoint++) {
      await service.end(await partner.subscribe(service.targetUrl('/off')));
    }
    const distributed = (to: typeof partner) => async () => {
      await service.append(to, EVENTS);
      const before = await service.cpuMs();
      await service.distributed();
      const after = await service.cpuMs();
      return EVENTS / ((after.database - before.database) / 1000);
    };
    return [
      await compare(
        {
          what: `events distributed per second of PostgreSQL's CPU, ${ENDPOINTS} endpoints of their partner off`,
          against: 'a partner of the same community without endpoints',
          goal: 0.5,
        },
        distributed(partner),
        distributed(other),
      ),
    ];
  } finally {
    await service.stop();
  }
}
