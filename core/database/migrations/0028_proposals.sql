-- compatible: new tables, and a setting with a default that the release before does not read.

alter table communities
  -- After so many days the member waited for gets a reminder, and after so many the office takes over.
  add column remind_days integer not null default 7 check (remind_days between 1 and 60),
  add column silent_days integer not null default 14 check (silent_days between 2 and 120),
  add constraint communities_silence_check check (remind_days < silent_days);

-- An hour that one member has recorded and another has to confirm. Only its confirmation makes a transfer, whose external
-- id names it (I9).
create table proposals (
  community_id integer not null references communities (id),
  id uuid not null,
  -- Of who helped, and of who was helped. They never change.
  provider_account_id bigint not null,
  receiver_account_id bigint not null,
  -- The member who recorded it, the one whose version it is now, and the one who has to answer.
  created_by uuid not null,
  proposed_by uuid not null,
  waits_for uuid,
  amount_seconds integer not null check (amount_seconds between 1 and 86400),
  service_date date not null,
  listing_id uuid,
  note text check (char_length(note) <= 500),
  -- Rises with each correction, of which there is one.
  revision smallint not null default 1 check (revision between 1 and 2),
  -- Counts those of the same two, day and time that are meant to be several.
  again smallint not null default 0 check (again >= 0),
  state text not null default 'waiting' check (state in ('waiting', 'office', 'confirmed', 'withdrawn', 'ended')),
  office_reason text check (office_reason in ('organisation', 'limit', 'rule', 'contested', 'silent')),
  -- UUID of the page that it was sent from: sent twice, it is one.
  form uuid not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- Since the present version has waited.
  waits_since timestamptz not null,
  reminded_at timestamptz,
  confirmed_by uuid,
  -- Members that have said what is wrong, each once.
  contested_by uuid[] not null default '{}' check (cardinality(contested_by) <= 2),
  -- Whom the office is, where it settled it: `administrator:3`.
  settled_by text,
  how text check (how in ('telephone', 'paper', 'in_person')),
  end_reason text check (char_length(end_reason) <= 500),
  -- Both have one e-mail address: who confirmed is not certain.
  one_mailbox boolean not null default false,
  transfer_id uuid,
  primary key (community_id, id),
  unique (community_id, created_by, form),
  foreign key (community_id, provider_account_id) references accounts (community_id, id),
  foreign key (community_id, receiver_account_id) references accounts (community_id, id),
  foreign key (community_id, created_by) references members (community_id, id),
  foreign key (community_id, listing_id) references listings (community_id, id),
  foreign key (community_id, transfer_id) references transfers (community_id, id),
  check (provider_account_id <> receiver_account_id),
  check ((state = 'waiting') = (waits_for is not null)),
  check (state <> 'office' or office_reason is not null),
  check (waits_for <> proposed_by and (confirmed_by is null or confirmed_by <> proposed_by)),
  check ((state = 'confirmed') = (transfer_id is not null)),
  check (state = 'confirmed' or confirmed_by is null),
  check (state <> 'confirmed' or num_nonnulls(confirmed_by, settled_by) = 1),
  check (settled_by is null or (how is not null and state in ('confirmed', 'ended')))
);
create unique index proposals_transfer on proposals (community_id, transfer_id) where transfer_id is not null;
-- Two that record the same help meet here.
create unique index proposals_alike on proposals
  (community_id, provider_account_id, receiver_account_id, service_date, amount_seconds, again)
  where state in ('waiting', 'office');
create index proposals_of_receiver on proposals (community_id, receiver_account_id, id);
create index proposals_of_provider on proposals (community_id, provider_account_id, id);
create index proposals_of_creator on proposals (community_id, created_by, created_at);
create index proposals_for_member on proposals (community_id, waits_for, id) where waits_for is not null;
create index proposals_for_office on proposals (community_id, id) where state = 'office';
-- For the worker: those that nobody has answered for long.
create index proposals_waiting on proposals (waits_since) where state = 'waiting';
alter table proposals drop constraint proposals_pkey, add primary key (community_id, id);

-- What happened to a proposal, in order. Rows are added, and only an erasure empties their words.
create table proposal_steps (
  community_id integer not null,
  proposal_id uuid not null,
  number smallint not null check (number >= 1),
  at timestamptz not null,
  -- `member:usr_…`, `administrator:3`, `system`.
  actor text not null,
  act text not null check (act in ('propose', 'correct', 'confirm', 'contest', 'withdraw', 'remind', 'silence', 'refuse',
    'settle', 'end', 'leave')),
  -- Of the version that the step made.
  amount_seconds integer check (amount_seconds between 1 and 86400),
  service_date date,
  words text check (char_length(words) <= 1000),
  primary key (community_id, proposal_id, number),
  foreign key (community_id, proposal_id) references proposals (community_id, id)
);
