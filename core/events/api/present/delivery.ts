/** A delivery as its partner and the console see it. */
import { type Delivery, encodeId } from '@timebank/contract';
import type { DeliveryRow } from '../../subscriptions/delivery-queries.ts';

export function presentDelivery(row: DeliveryRow): Delivery {
  // A retry keeps the time of an earlier end; it is over when it is over.
  const isOver = row.status === 'delivered' || row.status === 'failed';
  return {
    id: encodeId('dlv', row.id),
    event_id: encodeId('evt', row.eventId),
    event_type: row.eventType,
    status: row.status,
    created_at: row.createdAt.toISOString(),
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
    finished_at: isOver ? (row.finishedAt?.toISOString() ?? null) : null,
    attempts: row.attempts.map(({ number, startedAt, latencyMs, statusCode, error }) => ({
      number,
      started_at: new Date(startedAt).toISOString(),
      latency_ms: latencyMs,
      status_code: statusCode,
      error,
    })),
  };
}
