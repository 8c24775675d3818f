import { keysWaiting, keysWaitingAs } from '../../database/fragments.ts';
import { query, type StatementRow } from '../../database/query.ts';

/**
 * `oldestAt`: when the oldest event that is not distributed happened; null: none waits. `dueSince`: the time since
 * which the longest waiting delivery waits for an attempt; null: none is due. `openFrom`: the day after the last one
 * that is final for every partner, `YYYY-MM-DD`; null: there is no partner.
 */
export type Backlog = StatementRow<'select_backlog'>;

/**
 * Queues over all communities; each count stops at 100,000. The oldest event is looked for community by community,
 * the oldest delivery subscription by subscription; one that is being attempted does not wait.
 */
export const selectBacklog = query(
  'select_backlog',
  `${keysWaiting('event_queue', ['community_id'])},
   ${keysWaitingAs('receiving', 'deliveries', ['community_id', 'subscription_id'], `status = 'pending'`)}
   select
     (select min(oldest.created_at) from waiting w cross join lateral (
        select e.created_at from event_queue q join events e on e.community_id = q.community_id and e.id = q.event_id
        where q.community_id = w.community_id order by q.event_id limit 1) oldest) as "oldestAt",
     (select count(*) from (select 1 from event_queue limit 100000) e)::int as events,
     (select count(*) from (select 1 from deliveries where status = 'pending' limit 100000) d)::int as deliveries,
     (select min(due.next_attempt_at) from receiving r cross join lateral (
        select d.next_attempt_at from deliveries d
        where d.status = 'pending' and d.community_id = r.community_id and d.subscription_id = r.subscription_id
          and d.next_attempt_at <= $now and (d.lease_until is null or d.lease_until <= $now)
        order by d.next_attempt_at limit 1) due) as "dueSince",
     (select count(*) from subscriptions where status = 'disabled')::int as disabled,
     (select min(closed_through + 1)
        from accounts where partner_id is not null and kind = 'settlement') as "openFrom",
     pg_database_size(current_database()) as "databaseBytes"`,
);

/** `serverVersion`: as the server numbers it: 180004 is 18.4. `verifiedAt`: null: the ledger was never verified. */
export type WatchedFacts = StatementRow<'select_watched'>;

/** Figures that cost the database almost nothing. */
export const selectWatched = query(
  'select_watched',
  `select current_setting('server_version_num')::int as "serverVersion", c.verified_at as "verifiedAt", c.holds
   from (select true as id) one left join ledger_check c on c.id = one.id`,
);
