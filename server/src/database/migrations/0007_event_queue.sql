-- Events that are not distributed yet, written with the event and deleted by the fan-out. A mark on the event itself would
-- write its row and each of its index entries a second time. Like all due work it is found over all communities; event
-- ids are UUIDv7, so the oldest come first.
create table event_queue (
  event_id uuid primary key,
  community_id integer not null
);
insert into event_queue (event_id, community_id) select id, community_id from events where fanned_out_at is null;
alter table events drop column fanned_out_at;
