/** Reading events as a partner may receive them now. */
import type { EventType } from '@timebank/contract';
import { ENTITLED } from '../../../domain/delivery/entitlement.ts';
import { filteredQuery } from '../../../platform/database/filtered.ts';

export interface EventRow {
  readonly id: string;
  readonly type: EventType;
  readonly createdAt: Date;
  readonly data: Record<string, unknown>;
}

/** A page of events that happened at or after `notBefore`, newest first. */
export const selectEventPage = filteredQuery<
  [communityId: number, partnerId: number, beforeId: string, limit: number, notBefore: Date],
  'type' | 'createdSince' | 'createdBefore',
  EventRow
>(
  { type: 'e.type = ', createdSince: 'e.created_at >= ', createdBefore: 'e.created_at < ' },
  5,
  (conditions) => `select e.id, e.type, e.created_at as "createdAt", e.data
   from events e
   join partners p on p.community_id = e.community_id and p.id = $2
   where e.community_id = $1 and e.id < $3 and e.created_at >= $5${conditions} and ${ENTITLED}
   order by e.id desc
   limit $4`,
);
