-- compatible: new tables, and a column with a default that the release before does not read.

-- A community's pages for its members, under /at/{slug}. Off, each of them is an unknown path.
alter table communities add column members_side boolean not null default false;
alter table communities add constraint communities_members_side_check check (not members_side or kind = 'live');

-- A way in that a member holds on paper: the code of a printed letter. It counts once; its readable form is on paper only.
create table sign_in_requests (
  community_id integer not null references communities (id),
  id bigint not null generated always as identity,
  way text not null check (way in ('letter')),
  member_id uuid not null,
  -- HMAC of the code under a key of its own (I7).
  key_hash bytea not null check (length(key_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  key_used_at timestamptz,
  -- A newer letter has taken its place.
  ended_at timestamptz,
  primary key (community_id, id),
  unique (community_id, key_hash),
  foreign key (community_id, member_id) references members (community_id, id)
);
-- A new letter ends those before.
create index sign_in_requests_by_member on sign_in_requests (community_id, member_id);

-- A browser in which a member is signed in. Read at each request, so that one that was ended is dead at once.
create table member_sessions (
  community_id integer not null references communities (id),
  id bigint not null generated always as identity,
  token_hash bytea not null check (length(token_hash) = 32),
  member_id uuid not null,
  way text not null check (way in ('letter')),
  -- On a device that others use: it ends within the hour.
  shared boolean not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz,
  primary key (community_id, id),
  unique (community_id, token_hash),
  foreign key (community_id, member_id) references members (community_id, id)
);
create index member_sessions_by_member on member_sessions (community_id, member_id, id);
-- The key is made last: of two that cost the same, the younger is taken.
alter table member_sessions drop constraint member_sessions_pkey, add primary key (community_id, id);
-- Old sessions are deleted.
create index member_sessions_by_age on member_sessions (created_at);
