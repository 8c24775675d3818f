/** A delivery as its partner and the console see it. */
import { type Delivery, encodeId } from '@timebank/contract';
import type { DeliveryRow } from '../../domain/subscriptions/delivery-queries.ts';

export function presentDelivery(row: DeliveryRow): Delivery {
  // A retry keeps the time of an earlier end; it is over when it is over.
  const isOver = row.status === 'delivered' || row.status === 'failed';
  return {
    id: encodeId('dlv', row.id),
    event_id: encodeId('evt', row.event_id),
    event_type: row.event_type,
    status: row.status,
    created_at: row.created_at.toISOString(),
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    finished_at: isOver ? (row.finished_at?.toISOString() ?? null) : null,
    attempts: row.attempts.map((attempt) => ({
      ...attempt,
      started_at: new Date(attempt.started_at).toISOString(),
    })),
  };
}
