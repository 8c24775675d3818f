import { ENTITLED } from './entitlement.ts';

/** Counting stops here: nobody reads a larger number more exactly. */
const HELD_MAX = 10_000;

/**
 * How much waits for subscription s of partner p until it is switched on again or has room, as SQL: deliveries that were
 * begun, and the events it has missed since.
 */
export const HELD = `((select count(*) from deliveries d
      where d.community_id = s.community_id and d.subscription_id = s.id and d.status = 'held')
    + (select count(*) from (
        select from events e
        where e.community_id = s.community_id and e.id >= s.missed_from and e.type <> 'webhook.test'
          and (e.partner_id is null or e.partner_id = p.id) and s.event_types && array[e.type, '*']
          and not exists (
            select from deliveries d
            where d.community_id = e.community_id and d.event_id = e.id and d.subscription_id = s.id)
          and not exists (
            select from event_queue q where q.community_id = e.community_id and q.event_id = e.id)
          and ${ENTITLED}
        limit ${HELD_MAX}) missed))::int`;

/** How much of subscription s is on its way or waits for its next attempt, as SQL. */
export const ON_ITS_WAY = `(select count(*)::int from deliveries d
    where d.community_id = s.community_id and d.subscription_id = s.id and d.status = 'pending')`;
