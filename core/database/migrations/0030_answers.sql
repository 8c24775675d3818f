-- compatible: new tables, which the release before does not read.

-- A form of a member's page that has made a listing: sent twice, it makes one. Rows are deleted after some days.
create table listing_forms (
  community_id integer not null references communities (id),
  member_id uuid not null,
  form uuid not null,
  listing_id uuid not null,
  created_at timestamptz not null,
  foreign key (community_id, member_id) references members (community_id, id),
  foreign key (community_id, listing_id) references listings (community_id, id)
);
create index listing_forms_by_listing on listing_forms (community_id, listing_id);
create index listing_forms_by_age on listing_forms (created_at);
-- The key is made last: of two that cost the same, the younger is taken.
alter table listing_forms add primary key (community_id, member_id, form);

-- What a member has answered to another's listing, what each of the two lets the other see, and what came of it.
create table answers (
  community_id integer not null references communities (id),
  id uuid not null,
  listing_id uuid not null,
  from_member uuid not null,
  -- The owner of the listing, which does not change.
  to_member uuid not null,
  -- Empty once one of the two was erased.
  message text not null check (char_length(message) <= 2000),
  released text[] not null default '{}' check (released <@ '{email,phone}'::text[]),
  reply text check (char_length(reply) <= 2000),
  owner_released text[] not null default '{}' check (owner_released <@ '{email,phone}'::text[]),
  state text not null default 'open' check (state in ('open', 'agreed', 'declined', 'ended')),
  -- Made by the page: sent twice, it is one answer.
  form uuid not null,
  created_at timestamptz not null,
  replied_at timestamptz check (state not in ('agreed', 'declined') or replied_at is not null),
  unique (community_id, from_member, form),
  foreign key (community_id, listing_id) references listings (community_id, id),
  foreign key (community_id, from_member) references members (community_id, id),
  foreign key (community_id, to_member) references members (community_id, id),
  check (from_member <> to_member)
);
create index answers_by_listing on answers (community_id, listing_id, id);
create index answers_by_sender on answers (community_id, from_member, created_at);
create index answers_by_owner on answers (community_id, to_member, created_at);
create index answers_by_age on answers (created_at);
alter table answers add primary key (community_id, id);
