import { query } from '../../../../core/database/query.ts';
import { ENTITLED } from '../../../../core/events/delivery/entitlement.ts';

/** A node that started within the last minute may still be at what waited for it. */
const NODE_RUNS = `exists (select from nodes
     where seen_at > now() - interval '15 seconds' and started_at < now() - interval '1 minute')`;

/** Whether a row is as it was when event e was written; five minutes of difference between clocks are allowed for. */
const UNCHANGED = (row: string) => `${row}.updated_at < e.created_at - interval '5 minutes'`;
/** Whether a row is as it was created, so that its time says nothing of when it was changed. */
const NEVER_CHANGED = (row: string) => `${row}.updated_at = ${row}.created_at`;

/**
 * Events that wait for their distribution although a node runs, and a partner's own events that never were distributed:
 * neither waiting, on their way nor delivered, to a subscription that was there before, unchanged since, and has not
 * missed them. That it was there before is known by the clocks or, where it was never changed, by the numbers of both
 * transactions.
 */
export const selectUndistributedEvents = query(
  'select_undistributed_events',
  `(select e.community_id as "communityId", 'event ' || e.id as subject, 'waits for its distribution' as problem
    from event_queue q
    join events e on e.community_id = q.community_id and e.id = q.event_id
    where e.created_at < $before and ${NODE_RUNS}
    order by e.community_id, e.id
    limit $limit)
   union all
   (select e.community_id, 'event ' || e.id, 'was never distributed to subscription ' || s.id
    from events e
    join partners p on p.community_id = e.community_id and p.id = e.partner_id
      and (${UNCHANGED('p')} or ${NEVER_CHANGED('p')})
    join subscriptions s on s.community_id = e.community_id and s.partner_id = e.partner_id
      and s.status = 'active' and (${UNCHANGED('s')} or ${NEVER_CHANGED('s')} and e.xid > s.created_xid)
      and s.event_types && array[e.type, '*'] and (s.missed_from is null or s.missed_from > e.id)
    where e.created_at >= $since and e.created_at < $before
      and e.type in ('wallet.credited', 'wallet.credit_reversed', 'statement.ready') and ${ENTITLED}
      and not exists (select from event_queue q where q.community_id = e.community_id and q.event_id = e.id)
      and not exists (select from deliveries d
        where d.community_id = e.community_id and d.event_id = e.id and d.subscription_id = s.id)
    order by e.community_id, e.id
    limit $limit)`,
);
