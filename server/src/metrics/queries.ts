import { query } from '../database/query.ts';

/** What waits, over all communities; each count stops at 100,000. */
export const selectBacklog = query<[], { events: number; deliveries: number; disabled: number }>(
  'select_backlog',
  `select
     (select count(*) from (select 1 from event_queue limit 100000) e)::int as events,
     (select count(*) from (select 1 from deliveries where status = 'pending' limit 100000) d)::int as deliveries,
     (select count(*) from subscriptions where status = 'disabled')::int as disabled`,
);
