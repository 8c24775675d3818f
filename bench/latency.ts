/** From a credit's commit, as its client sees it, to the receiver's first byte, on a service that is otherwise idle. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Figure, median, quantile } from './measure.ts';
import { post, startWebhookService } from './webhook-service.ts';

const CREDITS = 200;
/** Between two credits, so that each finds the worker asleep. */
const PAUSE_MS = 30;

export async function benchLatency(): Promise<Figure[]> {
  const service = await startWebhookService();
  try {
    const partner = await service.createPartner('Latency');
    await partner.subscribe(service.targetUrl('/latency'));
    const [user_id] = service.demo.memberIds;
    const waitsMs: number[] = [];
    for (let at = 0; at < CREDITS; at++) {
      const body = { user_id, hours: 0.01, reference: `LATENCY-${at}` };
      const arrived = service.arrived('/latency', 1);
      await post(`${service.demo.api}/wallet/credit`, body, partner.token);
      const creditedAtMs = Number(process.hrtime.bigint()) / 1e6;
      waitsMs.push((await arrived).firstAtMs - creditedAtMs);
      await delay(PAUSE_MS);
    }
    const what = "from a credit's 201 to the receiver's first byte";
    return [{ what, medianMs: median(waitsMs), p95Ms: quantile(waitsMs, 0.95), goalMs: 50 }];
  } finally {
    await service.stop();
  }
}
