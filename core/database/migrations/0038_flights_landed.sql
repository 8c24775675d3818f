-- compatible: it moves rows that the release before still reads, and adds none of its own.

-- Batches of missed events that 0.1.0+f844f4bd has taken and not ended become deliveries, due when the lease of its worker
-- ends. Nothing takes batches since 0.2.0, and from here on nothing reads them: the table goes with the next release, since
-- nodes of 0.2.0 may run beside this one.
with landed as (
  delete from flights returning community_id, subscription_id, event_ids, lease_until
)
insert into deliveries (community_id, id, event_id, subscription_id, status, next_attempt_at, created_at)
select f.community_id,
  (lpad(to_hex((extract(epoch from f.lease_until) * 1000)::bigint), 12, '0') || '7'
    || substr(gen_random_uuid()::text, 16))::uuid,
  e.id, f.subscription_id, 'pending', f.lease_until, f.lease_until
from landed f
cross join lateral unnest(f.event_ids) as member (id)
join events e on e.community_id = f.community_id and e.id = member.id
order by e.id, f.subscription_id
on conflict (community_id, event_id, subscription_id) do nothing;
