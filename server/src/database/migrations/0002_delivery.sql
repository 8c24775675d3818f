-- Due and held work is found per subscription, so that one subscription's backlog costs the others nothing.
drop index deliveries_due;
create index deliveries_pending on deliveries (community_id, subscription_id, next_attempt_at) where status = 'pending';
create index deliveries_held on deliveries (community_id, subscription_id) where status = 'held';

-- A single attempt that a person asked for: made although the subscription is paused or disabled, and its failure does
-- not count against the subscription.
alter table deliveries add column manual boolean not null default false;

-- The lease alone tells a claim: whoever finds the lease it gave finds a pending delivery.
alter table deliveries add check (lease_until is null or status = 'pending');

-- A claim writes nothing that an index holds: with room on the page it costs no index entry.
alter table deliveries set (fillfactor = 80);
