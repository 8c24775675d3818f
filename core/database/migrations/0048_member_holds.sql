-- compatible: a new table, and a column that the release before leaves as it is.

-- A membership that is on hold: the member is away for a while, and the listings with it. One row a member, the last one.
create table member_holds (
  community_id integer not null,
  member_id uuid not null,
  -- The day on which the member is back, by the community's time zone; null: not known yet.
  until date,
  began_at timestamptz not null,
  -- Null: the member is away now.
  ended_at timestamptz,
  -- How many listings came back with the member; null: none could, since the membership ended or was suspended.
  shown integer check (shown >= 0),
  check (ended_at is not null or shown is null),
  primary key (community_id, member_id),
  foreign key (community_id, member_id) references members (community_id, id) on delete cascade
);
create index member_holds_due on member_holds (until, community_id) where ended_at is null and until is not null;

-- Of a listing that is closed because its member is on hold: what it is again when the hold ends. Where the status is
-- another, it says nothing.
alter table listings add column back_as text check (back_as in ('active', 'held'));
