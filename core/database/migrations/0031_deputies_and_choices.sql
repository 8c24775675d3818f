-- compatible: a new table, and columns that are nullable or have a default, which the release before does not read.

-- How a community's pages speak to its members, and what they show.
alter table communities
  add column address_form text not null default 'formal' check (address_form in ('formal', 'familiar')),
  -- What members read for "the office"; null: that.
  add column office_name_en text check (char_length(office_name_en) between 1 and 80),
  add column office_name_de text check (char_length(office_name_de) between 1 and 80),
  -- Members read each other's whole names.
  add column names_whole boolean not null default false,
  -- Listings that members add wait for the office.
  add column look_first boolean not null default false,
  -- Visitors may ask to take part.
  add column may_join boolean not null default false;

alter table members
  -- Of the printed card, which names its owner to other members and opens nothing. Null: none was made yet.
  add column card text check (card ~ '^[2-9A-HJ-NP-TV-Z]{10}$'),
  -- Whether other members find the member by name.
  add column seen_by_members boolean not null default true,
  -- When the question about mails of news was answered.
  add column digest_asked_at timestamptz,
  -- Asked on the community's pages to take part.
  add column join_asked_at timestamptz;
create unique index members_card on members (community_id, card) where card is not null;

-- Acts for a member: another member, or a person who is none.
create table deputies (
  community_id integer not null references communities (id),
  id uuid not null,
  member_id uuid not null,
  deputy_member_id uuid,
  -- Of a person who is no member.
  name text check (char_length(name) between 1 and 200),
  email text check (char_length(email) <= 320),
  -- One for all for whom the person acts: the member's id, else that of the person's first row here.
  person_id uuid not null,
  agreed_on date not null,
  how text not null check (how in ('paper', 'telephone', 'in_person', 'pages')),
  recorded_by text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  foreign key (community_id, member_id) references members (community_id, id),
  foreign key (community_id, deputy_member_id) references members (community_id, id),
  check (num_nonnulls(deputy_member_id, name) = 1),
  check (email is null or name is not null),
  check (deputy_member_id is null or (deputy_member_id <> member_id and person_id = deputy_member_id))
);
create unique index deputies_open on deputies (community_id, member_id, person_id) where ended_at is null;
create index deputies_by_member on deputies (community_id, member_id, id);
create index deputies_by_person on deputies (community_id, person_id, id);
create index deputies_by_mailbox on deputies (community_id, lower(email)) where email is not null and ended_at is null;
-- The key is made last: of two that cost the same, the younger is taken.
alter table deputies add primary key (community_id, id);

-- The deputy whose way in it is; null: the member's own.
alter table sign_in_requests
  add column deputy_id uuid,
  -- Of a cookie that a browser keeps, also when it is signed out: a browser in which the mailbox was used before.
  add column device_hash bytea check (length(device_hash) = 32),
  add constraint sign_in_requests_deputy_fkey foreign key (community_id, deputy_id)
    references deputies (community_id, id);
create index sign_in_requests_by_deputy on sign_in_requests (community_id, deputy_id) where deputy_id is not null;

-- The deputy who acts for the member in this browser; null: the member.
alter table member_sessions
  add column deputy_id uuid,
  add column device_hash bytea check (length(device_hash) = 32),
  add constraint member_sessions_deputy_fkey foreign key (community_id, deputy_id) references deputies (community_id, id);
create index member_sessions_by_deputy on member_sessions (community_id, deputy_id, id) where deputy_id is not null;
create index member_sessions_by_device on member_sessions (community_id, device_hash) where device_hash is not null;

-- A person who has proposed or confirmed for one of the two; null: the member did. Nobody confirms what the same person
-- has proposed.
alter table proposals
  add column proposed_person uuid,
  add column confirmed_person uuid,
  add constraint proposals_person_check
    check (coalesce(confirmed_person, confirmed_by) <> coalesce(proposed_person, proposed_by));

-- Who has written an answer for the member.
alter table answers
  add column from_deputy uuid,
  add constraint answers_deputy_fkey foreign key (community_id, from_deputy) references deputies (community_id, id);
create index answers_by_deputy on answers (community_id, from_deputy) where from_deputy is not null;

-- A mail to a deputy, about the member.
alter table mails
  add column deputy_id uuid,
  add constraint mails_deputy_fkey foreign key (community_id, deputy_id) references deputies (community_id, id)
    on delete cascade,
  add constraint mails_deputy_check check (deputy_id is null or member_id is not null);
create index mails_of_deputy on mails (community_id, deputy_id) where deputy_id is not null;

-- When the office first published a listing that was held; null: it was there from the beginning, or is held still.
alter table listings
  add column published_at timestamptz;
