-- What a subscription has missed: the smallest id of an event that was distributed without it, because it was paused,
-- disabled, its partner shut out, or had enough waiting. No row is kept for what it missed; from here on it is delivered
-- from the events. Null: it has missed nothing.
alter table subscriptions add column missed_from uuid;
create index subscriptions_behind on subscriptions (community_id, id) where missed_from is not null;

-- Events are distributed community by community, so that one community's burst delays no other.
alter table event_queue drop constraint event_queue_pkey;
alter table event_queue add primary key (community_id, event_id);
