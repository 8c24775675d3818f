-- compatible: new tables and an index.

-- What an office keeps of a member, apart from the row that partners' lists are made from: no statement of the partner
-- API names this table, and a change here is no change for a copy that is kept in step.
create table member_details (
  community_id integer not null,
  member_id uuid not null,
  salutation text check (char_length(salutation) between 1 and 50),
  given_name text check (char_length(given_name) between 1 and 100),
  family_name text check (char_length(family_name) between 1 and 100),
  -- Family name, then given name, in small letters without accents; null: lists sort by `members.search_name`.
  sort_name text collate "C",
  phone text check (char_length(phone) between 1 and 50),
  second_phone text check (char_length(second_phone) between 1 and 50),
  street text check (char_length(street) between 1 and 200),
  postal_code text check (char_length(postal_code) between 1 and 20),
  place text check (char_length(place) between 1 and 100),
  country text check (char_length(country) between 1 and 100),
  -- How the member wants to be reached.
  preferred_contact text check (preferred_contact in ('phone', 'email', 'letter', 'in_person')),
  birth_year smallint check (birth_year between 1900 and 2199),
  emergency_contact text check (char_length(emergency_contact) between 1 and 500),
  notes text check (char_length(notes) between 1 and 5000),
  agreement_signed_on date,
  -- The day on which the member agreed to mail from the community; null: there is no consent.
  email_consent_on date,
  -- Values of the community's own fields, by the number of the field.
  own_values jsonb not null default '{}' check (jsonb_typeof(own_values) = 'object'),
  -- Why the member has the status, and since when.
  status_reason text check (char_length(status_reason) between 1 and 500),
  status_at timestamptz,
  -- By which the same person is found: digits of a number without its beginning, street and postal code folded.
  phone_key text,
  second_phone_key text,
  address_key text,
  updated_at timestamptz not null,
  primary key (community_id, member_id),
  foreign key (community_id, member_id) references members (community_id, id) on delete cascade
);
create index member_details_by_phone on member_details (community_id, phone_key) where phone_key is not null;
create index member_details_by_second_phone on member_details (community_id, second_phone_key)
  where second_phone_key is not null;
create index member_details_by_address on member_details (community_id, address_key) where address_key is not null;
create index members_by_email on members (community_id, lower(email)) where email is not null;

-- Checks of members, such as a certificate of good conduct: that it was shown, to whom, and until when it counts. What
-- it says is not stored.
create table member_checks (
  community_id integer not null references communities (id),
  id bigint not null generated always as identity,
  member_id uuid not null,
  kind text not null check (char_length(kind) between 1 and 100),
  checker text not null check (char_length(checker) between 1 and 200),
  checked_on date not null,
  expires_on date check (expires_on >= checked_on),
  recorded_by text not null,
  recorded_at timestamptz not null,
  primary key (community_id, id),
  foreign key (community_id, member_id) references members (community_id, id) on delete cascade
);
create index member_checks_by_member on member_checks (community_id, member_id, id);
-- The key is made last: of two that cost the same, the younger is taken.
alter table member_checks drop constraint member_checks_pkey, add primary key (community_id, id);
create index member_checks_by_expiry on member_checks (community_id, expires_on, id) where expires_on is not null;

-- Fields that a community defines for its members. A number is never given twice, so that values in `own_values` cannot
-- be taken for those of a later field.
create table member_fields (
  community_id integer not null references communities (id),
  number smallint not null check (number between 1 and 10000),
  name text not null check (char_length(name) between 1 and 60),
  kind text not null check (kind in ('text', 'date', 'yes_no')),
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (community_id, number)
);
create unique index member_fields_by_name on member_fields (community_id, lower(name)) where removed_at is null;

-- What a person said of two members who look like one. `same`: the first stays, and the other has left.
create table member_pairs (
  community_id integer not null references communities (id),
  member_id uuid not null,
  other_id uuid not null,
  decision text not null check (decision in ('same', 'different')),
  decided_by text not null,
  decided_at timestamptz not null,
  primary key (community_id, member_id, other_id),
  foreign key (community_id, member_id) references members (community_id, id) on delete cascade,
  foreign key (community_id, other_id) references members (community_id, id) on delete cascade,
  check (member_id <> other_id)
);
create index member_pairs_by_other on member_pairs (community_id, other_id);
