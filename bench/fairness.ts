/** A healthy receiver beside one that hangs for 15 s on each call and one that refuses connections, against it alone. */
import { compare, type Measurement } from './measure.ts';
import { startWebhookService } from './webhook-service.ts';

const EVENTS = 10_000;

export async function benchFairness(): Promise<Measurement[]> {
  const service = await startWebhookService();
  try {
    const partner = await service.createPartner('Fairness');
    const rateOf = async (path: string, others: readonly string[]) => {
      const subscriptionId = await partner.subscribe(service.targetUrl(path));
      const otherIds = await Promise.all(others.map((url) => partner.subscribe(url)));
      await service.append(partner, EVENTS);
      const { firstAtMs, lastAtMs } = await service.arrived(path, EVENTS);
      await service.settled(subscriptionId);
      for (const id of [subscriptionId, ...otherIds]) await service.end(id);
      return EVENTS / ((lastAtMs - firstAtMs) / 1000);
    };
    let round = 0;
    return [
      await compare(
        {
          what: `each of ${EVENTS} events to a healthy receiver beside a hanging and a refusing one`,
          against: 'the same alone',
          goal: 0.8,
        },
        () => rateOf(`/beside/${++round}`, [service.targetUrl('/hang'), 'https://127.0.0.1:1/refuse']),
        () => rateOf(`/alone/${++round}`, []),
      ),
    ];
  } finally {
    await service.stop();
  }
}
