import { keysWaiting } from '../database/fragments.ts';
import { query } from '../database/query.ts';

export interface Backlog {
  readonly events: number;
  /** When the oldest event that is not distributed happened; null: none waits. */
  readonly oldestAt: Date | null;
  readonly deliveries: number;
  readonly disabled: number;
}

/** What waits, over all communities; each count stops at 100,000. The oldest is looked for community by community. */
export const selectBacklog = query<[], Backlog>(
  'select_backlog',
  `${keysWaiting('event_queue', ['community_id'])}
   select
     (select min(oldest.created_at) from waiting w cross join lateral (
        select e.created_at from event_queue q join events e on e.community_id = q.community_id and e.id = q.event_id
        where q.community_id = w.community_id order by q.event_id limit 1) oldest) as "oldestAt",
     (select count(*) from (select 1 from event_queue limit 100000) e)::int as events,
     (select count(*) from (select 1 from deliveries where status = 'pending' limit 100000) d)::int as deliveries,
     (select count(*) from subscriptions where status = 'disabled')::int as disabled`,
);
