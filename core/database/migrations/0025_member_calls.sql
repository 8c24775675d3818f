-- compatible: a new table and an index.

-- That the office called a member, or met the person: the list of those who need a call leaves the member out until then.
create table member_calls (
  community_id integer not null references communities (id),
  id bigint not null generated always as identity,
  member_id uuid not null,
  called_on date not null,
  called_by text not null,
  note text check (char_length(note) between 1 and 500),
  -- The member is on the list again from this day on, if there is still a reason.
  again_on date not null check (again_on >= called_on),
  recorded_at timestamptz not null,
  primary key (community_id, id),
  foreign key (community_id, member_id) references members (community_id, id) on delete cascade
);
create index member_calls_by_member on member_calls (community_id, member_id, id);
-- The key is made last: of two that cost the same, the younger is taken.
alter table member_calls drop constraint member_calls_pkey, add primary key (community_id, id);
