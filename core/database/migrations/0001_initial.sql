-- The schema. Every tenant row carries community_id, and it leads every primary, unique and foreign key;
-- the exceptions are directory look-ups (credentials by client id, access_tokens by hash, due work by time).
-- Amounts are whole seconds in BIGINT. Times are timestamptz, written by the application's clock.

create table installation (
  id boolean primary key default true check (id),
  partner_api_disabled_reason text,
  secret_key_check bytea
);
insert into installation default values;

create table communities (
  id integer generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text not null check (name <> ''),
  kind text not null default 'live' check (kind in ('live', 'sandbox')),
  default_visibility text not null default 'listed_with_email'
    check (default_visibility in ('hidden', 'listed', 'listed_with_email')),
  partner_api_disabled_reason text,
  upper_balance_seconds bigint check (upper_balance_seconds > 0),
  lower_balance_seconds bigint check (lower_balance_seconds <= 0),
  exchange_step_minutes integer not null default 1
    check (exchange_step_minutes in (1, 3, 5, 6, 10, 15, 20, 30, 60)),
  created_at timestamptz not null,
  -- Languages a community speaks, its main one first.
  languages text[] not null default '{en}' check (cardinality(languages) > 0),
  -- How often a sandbox was reset: a copy of members or listings that was begun before is begun anew.
  resets integer not null default 0 check (resets = 0 or kind = 'sandbox')
);

-- Which transaction changed a row last: what a partner has missed since its last walk is told by this, and not by a
-- clock, since a time is taken before the commit (docs/decisions/0032).
create function note_change() returns trigger language plpgsql as $$
begin
  new.changed_xid := pg_current_xact_id();
  return new;
end $$;

create table members (
  community_id integer not null references communities (id),
  id uuid not null,
  external_id text,
  -- Without the two separators between which pages of members are packed (platform/database/packed.ts).
  name text not null check (name <> '' and name !~ '[\x1e\x1f]'),
  email text,
  status text not null check (status in ('active', 'pending', 'suspended', 'left')),
  -- The member's own choice; null follows the community's default.
  visibility text check (visibility in ('hidden', 'listed', 'listed_with_email')),
  language text,
  joined_on date,
  -- ISO 11649 creditor reference (RF + check digits + up to 21 characters), unique in the community.
  payment_reference text not null check (payment_reference ~ '^RF[0-9]{2}[0-9A-Z]{1,21}$'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The name as it is searched and sorted by: folded by the application (members/search-words.ts).
  search_name text collate "C" not null default '',
  erased_at timestamptz,
  -- Taken back with the import that created it: erased, and shown nowhere.
  undone_at timestamptz,
  changed_xid xid8 not null default pg_current_xact_id(),
  unique (community_id, external_id),
  unique (community_id, payment_reference)
);
-- Lists walk it by id, and pass in the index what was not updated since; of few the second one finds all.
create index members_active on members (community_id, id, updated_at) where status = 'active';
create index members_updated on members (community_id, updated_at, id) where status = 'active';
create index members_changed on members (community_id, changed_xid);
-- Counts up to ten thousand, by the index alone.
create index members_counted on members (community_id, status) where undone_at is null;
create index members_by_name on members (community_id, search_name, id) where undone_at is null;
-- Those who are looked for by their status: the others are nearly all.
create index members_not_active on members (community_id, status, search_name, id)
  where status <> 'active' and undone_at is null;
-- After the other indexes: of two that cost the same, as all do while a table is small, the planner takes the youngest, and
-- a plan that is kept would pass all rows of a community to find each by its key. So with the other large tables.
alter table members add primary key (community_id, id);

-- How many members of a community are active, and how many of those follow its default visibility: what each statement
-- changed, to be added up. One row per statement and not one per community, since an import would keep it locked for
-- everybody else; a job adds rows together.
create table member_tallies (
  community_id integer not null references communities (id),
  id bigint generated always as identity,
  active integer not null,
  on_default integer not null,
  primary key (community_id, id)
);

create function tally_members() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into member_tallies (community_id, active, on_default)
    select community_id, count(*), count(*) filter (where visibility is null)
    from added where status = 'active' group by 1;
  elsif tg_op = 'DELETE' then
    insert into member_tallies (community_id, active, on_default)
    select community_id, -count(*), -count(*) filter (where visibility is null)
    from removed where status = 'active' group by 1;
  else
    insert into member_tallies (community_id, active, on_default)
    select community_id, sum(n), coalesce(sum(n) filter (where visibility is null), 0)
    from (
      select community_id, visibility, 1 as n from added where status = 'active'
      union all
      select community_id, visibility, -1 from removed where status = 'active'
    ) changed
    group by 1
    having sum(n) <> 0 or coalesce(sum(n) filter (where visibility is null), 0) <> 0;
  end if;
  return null;
end $$;
create trigger members_tally_insert after insert on members
  referencing new table as added for each statement execute function tally_members();
create trigger members_tally_update after update on members
  referencing old table as removed new table as added for each statement execute function tally_members();
create trigger members_tally_delete after delete on members
  referencing old table as removed for each statement execute function tally_members();

create trigger members_note_change before update on members for each row execute function note_change();

-- Members are found by the beginnings of the words that name them, in capitals or not, with accents or not. An index by
-- prefix answers the first page at once whatever the community's size, needs no extension, and is led by community_id as
-- everything else.
create table member_words (
  community_id integer not null,
  word text collate "C" not null,
  member_id uuid not null,
  primary key (community_id, word, member_id),
  foreign key (community_id, member_id) references members (community_id, id)
);
create index member_words_by_member on member_words (community_id, member_id, word);

-- Members are also found inside the words of their names, with one slip, and by several beginnings at once, by grams:
-- numbers that each stand for a part of a word in one community (ADR 0037). The index has no community in front, since its keys have it in them. What waits
-- to be sorted into it is read as a whole by each search, so little may wait.
create table member_grams (
  community_id integer not null,
  member_id uuid not null,
  grams integer[] not null,
  primary key (community_id, member_id),
  foreign key (community_id, member_id) references members (community_id, id)
);
create index member_grams_by_gram on member_grams using gin (grams) with (gin_pending_list_limit = 256);

create table partners (
  community_id integer not null references communities (id),
  id integer generated always as identity,
  name text not null check (name <> ''),
  status text not null default 'active' check (status in ('pending', 'active', 'suspended')),
  client_id text not null unique,
  scopes text[] not null default '{}' check (scopes <@ array[
    'users.read', 'users.pii', 'listings.read', 'wallet.read', 'wallet.write', 'aggregates.read', 'webhooks.manage']),
  allowed_addresses cidr[] not null default '{}',
  -- Requests per minute; 0 is no limit.
  rate_limit_per_minute integer not null default 600 check (rate_limit_per_minute >= 0),
  max_credit_seconds bigint not null default 3600000 check (max_credit_seconds > 0),
  max_member_day_seconds bigint check (max_member_day_seconds > 0),
  max_partner_day_seconds bigint check (max_partner_day_seconds > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- How a bank's statement is compared with the credits: by which of the bank's references, and what a unit of each
  -- currency is worth in hours, exactly: {"EUR": "1/20"} is an hour for 20 euros.
  match_by text not null default 'entry_reference'
    check (match_by in ('entry_reference', 'end_to_end_id')),
  hours_per_unit jsonb not null default '{}' check (jsonb_typeof(hours_per_unit) = 'object'),
  -- Refuse its secrets; refuse tokens that are not bound to a key.
  keys_only boolean not null default false,
  bound_tokens_only boolean not null default false,
  -- Whom the community asks, and its notes. Never in the partner API.
  contact_name text,
  contact_email text,
  contact_phone text,
  note text,
  primary key (community_id, id)
);

-- A member's choice for one partner; it wins over members.visibility.
create table member_partner_visibility (
  community_id integer not null,
  member_id uuid not null,
  partner_id integer not null,
  visibility text not null check (visibility in ('hidden', 'listed', 'listed_with_email')),
  primary key (community_id, partner_id, member_id),
  foreign key (community_id, member_id) references members (community_id, id),
  foreign key (community_id, partner_id) references partners (community_id, id)
);

-- A secret, or a public key (a JWK with kid and alg); either way, revoking it ends the tokens that were issued with it.
create table credentials (
  community_id integer not null,
  partner_id integer not null,
  id integer generated always as identity,
  secret_hash bytea check (length(secret_hash) = 32),
  secret_hint text,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  first_used_at timestamptz,
  last_used_address inet,
  public_key jsonb,
  -- RFC 7638, SHA-256.
  key_thumbprint text check (char_length(key_thumbprint) = 43),
  primary key (community_id, id),
  foreign key (community_id, partner_id) references partners (community_id, id),
  check (num_nonnulls(secret_hash, secret_hint) = 2 and num_nonnulls(public_key, key_thumbprint) = 0
    or num_nonnulls(secret_hash, secret_hint) = 0 and num_nonnulls(public_key, key_thumbprint) = 2)
);
create index credentials_by_partner on credentials (community_id, partner_id);
create unique index credentials_live_keys on credentials (community_id, partner_id, key_thumbprint)
  where revoked_at is null;

-- Where a partner publishes its keys. The credentials are the last set that could be read, at fetched_at; error tells
-- why the last try failed.
create table key_urls (
  community_id integer not null,
  partner_id integer not null,
  url text not null check (char_length(url) <= 2048),
  tried_at timestamptz not null,
  fetched_at timestamptz not null,
  error text,
  primary key (community_id, partner_id),
  foreign key (community_id, partner_id) references partners (community_id, id)
);

-- Digests of signed statements that count once (RFC 7523 section 3, RFC 9449 section 11.1), until none could be valid. In
-- a sandbox also of references whose first use is refused.
create table used_proofs (
  community_id integer not null,
  partner_id integer not null,
  digest bytea not null check (length(digest) = 32),
  expires_at timestamptz not null,
  primary key (community_id, partner_id, digest),
  foreign key (community_id, partner_id) references partners (community_id, id)
);
create index used_proofs_expired on used_proofs (expires_at);

-- A token is written for a credential that was proved just before, and read by a join with partner and credential: one
-- whose credential is gone is none. Keys would prove that once more at each issue.
create table access_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  community_id integer not null,
  partner_id integer not null,
  credential_id integer not null,
  scopes text[] not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- The key it is bound to (RFC 9449 section 6); null: whoever holds it may use it.
  key_thumbprint text check (char_length(key_thumbprint) = 43)
);
create index access_tokens_expired on access_tokens (expires_at);
-- For the administrators' list, and to revoke all of a partner.
create index access_tokens_by_partner on access_tokens (community_id, partner_id, issued_at, token_hash);

create table listings (
  community_id integer not null,
  id uuid not null,
  external_id text,
  member_id uuid not null,
  type text not null check (type in ('service', 'request')),
  title text not null check (title <> ''),
  description text not null default '',
  category text not null default '' check (char_length(category) <= 200),
  estimated_seconds bigint check (estimated_seconds > 0),
  -- held: waits for a moderator and never reaches a partner.
  status text not null check (status in ('active', 'held', 'closed')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- As that of members.
  undone_at timestamptz,
  changed_xid xid8 not null default pg_current_xact_id(),
  unique (community_id, external_id),
  foreign key (community_id, member_id) references members (community_id, id)
);
create index listings_changed on listings (community_id, changed_xid);
-- As those of members.
create index listings_active on listings (community_id, id, updated_at) where status = 'active';
create index listings_updated on listings (community_id, updated_at, id) where status = 'active';
create index listings_by_category on listings (community_id, lower(category), id, updated_at) where status = 'active';
create index listings_by_member on listings (community_id, member_id, id);
create index listings_by_creation on listings (community_id, created_at);
create index listings_counted on listings (community_id, status, type) where undone_at is null;
create index listings_by_title on listings (community_id, lower(title), id) where undone_at is null;

-- The parts of a text, of three letters each, marked with their community: one index serves all of them.
create function text_parts(community_id integer, words text) returns text[]
language sql immutable strict parallel safe
return array(select distinct community_id || ' ' || substr(words, at, 3) from generate_series(1, length(words) - 2) as at);
create index listings_by_part on listings using gin (text_parts(community_id, lower(title || ' ' || category)))
  with (gin_pending_list_limit = 256) where undone_at is null;
create index listings_held on listings (community_id, id) where status = 'held';
alter table listings add primary key (community_id, id);
create trigger listings_note_change before update on listings for each row execute function note_change();

create table accounts (
  community_id integer not null references communities (id),
  id bigint generated always as identity,
  kind text not null check (kind in ('member', 'organisation', 'settlement', 'chest', 'opening')),
  member_id uuid,
  partner_id integer,
  name text,
  -- Running totals (I2), kept by the only writer of transfers in the same transaction.
  debits_seconds bigint not null default 0 check (debits_seconds >= 0),
  credits_seconds bigint not null default 0 check (credits_seconds >= 0),
  -- Null follows the community's.
  lower_balance_seconds bigint check (lower_balance_seconds <= 0),
  -- Settlement accounts: the last day that is final; nothing is booked into it or before it any more.
  closed_through date,
  created_at timestamptz not null,
  primary key (community_id, id),
  foreign key (community_id, member_id) references members (community_id, id),
  foreign key (community_id, partner_id) references partners (community_id, id),
  check ((kind = 'member') = (member_id is not null)),
  check ((kind = 'settlement') = (partner_id is not null)),
  check ((kind = 'organisation') <= (name is not null))
) with (fillfactor = 70);
create unique index accounts_by_member on accounts (community_id, member_id) where member_id is not null;
create unique index accounts_by_partner on accounts (community_id, partner_id) where partner_id is not null;
create unique index accounts_single on accounts (community_id, kind) where kind in ('chest', 'opening');
-- Organisations take part in exchanges by name.
create unique index accounts_organisation_name on accounts (community_id, name) where kind = 'organisation';
-- The chest and the organisations among a hundred thousand members.
create index accounts_shared on accounts (community_id, id) where kind in ('chest', 'organisation');

create table transfers (
  community_id integer not null,
  id uuid not null,
  kind text not null check (kind in ('opening', 'opening_reversal', 'credit', 'credit_reversal', 'exchange',
    'exchange_reversal')),
  debit_account_id bigint not null,
  credit_account_id bigint not null,
  amount_seconds bigint not null check (amount_seconds > 0),
  -- Credits and their reversals: whose they are, and the bank's reference, compared byte by byte (I4).
  partner_id integer,
  reference text collate "C" check (char_length(reference) between 1 and 128),
  reverses_id uuid,
  reason text,
  note text check (char_length(note) <= 500),
  -- Credits: the transfer in the bank's terms, as it was sent.
  payment_amount text check (payment_amount ~ '^[0-9]{1,15}([.][0-9]{1,2})?$' and payment_amount ~ '[1-9]'),
  payment_currency text check (payment_currency ~ '^[A-Z]{3}$'),
  payment_value_date date,
  payment_end_to_end_id text collate "C" check (char_length(payment_end_to_end_id) between 1 and 35),
  -- The reversed credit that a credit replaces.
  corrects_id uuid,
  -- The UTC day of created_at.
  booked_on date not null,
  -- Exchanges: the day the help was given, and the listing it answered.
  service_date date,
  listing_id uuid,
  external_id text,
  recorded_by text not null,
  created_at timestamptz not null,
  check (debit_account_id <> credit_account_id),
  -- Each batch of transfers reads these rules anew, so they are short.
  check (starts_with(kind, 'credit') = (partner_id is not null)),
  check ((partner_id is null) = (reference is null)),
  check ((right(kind, 9) = '_reversal') = (reverses_id is not null)),
  check (kind = 'credit' or num_nonnulls(payment_amount, payment_currency, payment_value_date, payment_end_to_end_id,
    corrects_id) = 0),
  foreign key (community_id, debit_account_id) references accounts (community_id, id),
  foreign key (community_id, credit_account_id) references accounts (community_id, id),
  -- No key of the partner: it is the settlement account's, which is locked; ledger verify compares them.
  foreign key (community_id, listing_id) references listings (community_id, id)
);
create unique index transfers_reference on transfers (community_id, partner_id, kind, reference)
  where partner_id is not null;
create unique index transfers_reversed_once on transfers (community_id, reverses_id) where reverses_id is not null;
-- A partner's credits that were reversed, at any time and on a day, in their own order. A plain credit has no entry.
create index transfers_reversed_credits on transfers (community_id, partner_id, reverses_id)
  where reverses_id is not null and partner_id is not null;
create index transfers_reversed_on on transfers (community_id, partner_id, booked_on, reverses_id)
  where reverses_id is not null and partner_id is not null;
create unique index transfers_corrected_once on transfers (community_id, partner_id, corrects_id)
  where corrects_id is not null;
create index transfers_by_end_to_end_id on transfers (community_id, partner_id, payment_end_to_end_id, id)
  where payment_end_to_end_id is not null;
create index transfers_by_debit on transfers (community_id, debit_account_id, id);
create index transfers_by_credit on transfers (community_id, credit_account_id, id);
create index transfers_by_day on transfers (community_id, booked_on, partner_id)
  include (kind, credit_account_id, amount_seconds) where partner_id is not null;
-- Exchanges over time are read from the index alone.
create index transfers_by_service_date on transfers (community_id, service_date, id)
  include (kind, amount_seconds, debit_account_id, credit_account_id)
  where service_date is not null;
create index transfers_by_listing on transfers (community_id, listing_id) where listing_id is not null;
alter table transfers add primary key (community_id, id),
  add foreign key (community_id, reverses_id) references transfers (community_id, id),
  add foreign key (community_id, corrects_id) references transfers (community_id, id);

-- Which transfer an external id stands for. A table of its own, since transfers stay for ever and the id does not: when an
-- import is undone, its rows go, and the same file may come again. Written by the statement that writes the transfer, so no
-- key proves it once more; ledger verify compares them.
create table transfer_external_ids (
  community_id integer not null,
  kind text not null,
  external_id text not null,
  transfer_id uuid not null,
  primary key (community_id, kind, external_id)
);

-- What a partner with a cap per day has credited on a day: to each account, and in all under its own settlement account.
-- Kept by the only writer of transfers under the settlement account's lock, for as long as the day is open.
create table credit_days (
  community_id integer not null,
  partner_id integer not null,
  day date not null,
  account_id bigint not null,
  credited_seconds bigint not null check (credited_seconds > 0),
  primary key (community_id, partner_id, day, account_id)
) with (fillfactor = 70);

-- What the exchanges of a day of service add up to, how many they are, and how many transfers tell of them: each only ever
-- adds one. Kept by the only writer of transfers; ledger verify compares them.
create table exchange_days (
  community_id integer not null,
  day date not null,
  -- Exchanges and their reversals.
  transfers integer not null check (transfers > 0),
  -- Reversed ones too.
  exchanges integer not null check (exchanges between 0 and transfers),
  -- Exchanges less their reversals.
  seconds bigint not null,
  primary key (community_id, day)
) with (fillfactor = 70);

-- How many members took part in exchanges in a period, as counted from so many transfers; from other ones it is counted
-- anew. Nothing but time would be lost with it.
create table activity_counts (
  community_id integer not null,
  first_day date not null,
  last_day date not null,
  transfers integer not null,
  members integer not null,
  -- Listings created up to and with that day; those of later days are counted when they are asked for.
  new_listings integer not null,
  listings_through date not null,
  counted_at timestamptz not null,
  primary key (community_id, first_day, last_day)
);
create index activity_counts_by_age on activity_counts (counted_at);

-- A statement that the COMMIT follows without a pause proves itself by this.
create function require_equal(what text, actual bigint, expected bigint) returns integer language plpgsql as $$
begin
  if actual is distinct from expected then
    raise exception '%: % instead of %; nothing was written', what, actual, expected using errcode = 'data_exception';
  end if;
  return actual;
end $$;

-- A community is live or a sandbox for ever: what may be done to a sandbox can never be done to a live one.
create function refuse_kind_change() returns trigger language plpgsql as $$
begin
  raise exception 'the kind of a community never changes' using errcode = 'restrict_violation';
end $$;
create trigger communities_kind_stays before update on communities
  for each row when (old.kind is distinct from new.kind) execute function refuse_kind_change();

-- I3: transfers are never updated or deleted; the application's role has no such privilege either. A sandbox's are deleted
-- when it is reset (docs/decisions/0044).
create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from public.communities where id = old.community_id and kind = 'sandbox') then return old; end if;
  end if;
  raise exception '% of % is refused: the table is append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger transfers_append_only before update or delete on transfers
  for each row execute function refuse_change();
create trigger transfers_never_truncated before truncate on transfers
  for each statement execute function refuse_change();

-- A partner's days that are final, as they will be read for ever.
create table statements (
  community_id integer not null,
  partner_id integer not null,
  day date not null,
  opening_seconds bigint not null,
  credits_count integer not null,
  credits_seconds bigint not null,
  reversals_count integer not null,
  reversals_seconds bigint not null,
  closing_seconds bigint generated always as (opening_seconds + credits_seconds - reversals_seconds) stored,
  closed_at timestamptz not null,
  primary key (community_id, partner_id, day),
  foreign key (community_id, partner_id) references partners (community_id, id)
);
create trigger statements_append_only before update or delete on statements
  for each row execute function refuse_change();
create trigger statements_never_truncated before truncate on statements
  for each statement execute function refuse_change();

-- Which file was compared with a partner's bookings, by whom, when, and what came of it.
create table statement_comparisons (
  community_id integer not null,
  id bigint generated always as identity,
  partner_id integer not null,
  file_sha256 bytea not null check (length(file_sha256) = 32),
  -- Null where none was told.
  file_name text check (char_length(file_name) between 1 and 255),
  compared_by text not null,
  compared_at timestamptz not null,
  -- The bank's days; null where the file names none.
  first_day date,
  last_day date,
  all_matched boolean not null,
  counts jsonb not null check (jsonb_typeof(counts) = 'object'),
  foreign key (community_id, partner_id) references partners (community_id, id),
  check ((first_day is null) = (last_day is null) and first_day <= last_day)
);
create index statement_comparisons_by_partner on statement_comparisons (community_id, partner_id, id);
alter table statement_comparisons add primary key (community_id, id);

-- Credits and reversals that a bank's file explains, for ever. Those that are not in here are open.
create table explained_transfers (
  community_id integer not null,
  transfer_id uuid not null,
  partner_id integer not null,
  comparison_id bigint not null,
  -- The bank's own words of the entry: another entry cannot explain the same transfer, and a return finds its payment.
  entry_reference text,
  entry_day date,
  end_to_end_id text,
  primary key (community_id, transfer_id),
  foreign key (community_id, transfer_id) references transfers (community_id, id),
  foreign key (community_id, partner_id) references partners (community_id, id),
  foreign key (community_id, comparison_id) references statement_comparisons (community_id, id)
);
create index explained_transfers_by_end_to_end_id on explained_transfers (community_id, partner_id, end_to_end_id)
  where end_to_end_id is not null;

-- The lines of a comparison: its differences, which a person settles, and what is only to be known. Each difference of a
-- partner stands in one line at a time: a later comparison that finds it again carries it on, one that decides on it and
-- finds it no more settles it.
create table comparison_lines (
  community_id integer not null,
  comparison_id bigint not null,
  number integer not null check (number > 0),
  partner_id integer not null,
  created_at timestamptz not null,
  kind text not null check (kind in ('amount_differs', 'member_differs', 'on_statement_not_credited',
    'credited_not_on_statement', 'reversed_without_return', 'returned_without_reversal', 'returned_without_credit',
    'unusable_reference', 'case_differs', 'not_understood', 'waiting_for_statement', 'corrected', 'returned_uncredited',
    'no_payment_reference')),
  -- Null: there is nothing to settle.
  state text check (state in ('open', 'asked', 'explained', 'settled', 'carried')),
  -- Of what the difference is made; equal in every comparison that finds the same one.
  difference bytea check (length(difference) = 32),
  -- Of the entry; null where the line is a booking that no entry explains.
  place text,
  entry_reference text,
  end_to_end_id text,
  amount text,
  entry_amount text,
  currency text,
  booked_on date,
  worth_hours numeric,
  payer_text text check (char_length(payer_text) <= 500),
  problem text,
  unreadable text,
  is_reversal boolean not null,
  -- The credit or the reversed credit, its member, and the member whom the payer named.
  credit_id uuid,
  member_id uuid,
  named_member_id uuid,
  note text check (char_length(note) between 1 and 500),
  changed_by text,
  changed_at timestamptz,
  -- Counts the changes: whoever has seen another one was not first.
  revision integer not null,
  -- The later comparison that settled it or carries it on.
  settled_by bigint,
  foreign key (community_id, comparison_id) references statement_comparisons (community_id, id),
  foreign key (community_id, settled_by) references statement_comparisons (community_id, id),
  foreign key (community_id, partner_id) references partners (community_id, id),
  foreign key (community_id, credit_id) references transfers (community_id, id),
  foreign key (community_id, member_id) references members (community_id, id),
  foreign key (community_id, named_member_id) references members (community_id, id),
  check ((state is null) = (difference is null)),
  check ((state is not null and state in ('settled', 'carried')) = (settled_by is not null)),
  check ((changed_by is null) = (changed_at is null))
);
create unique index comparison_lines_current on comparison_lines (community_id, partner_id, difference)
  where state in ('open', 'asked', 'explained');
create index comparison_lines_by_state on comparison_lines (community_id, state, partner_id, comparison_id, number)
  where state is not null;
create index comparison_lines_by_member on comparison_lines (community_id, member_id) where member_id is not null;
create index comparison_lines_by_named_member on comparison_lines (community_id, named_member_id)
  where named_member_id is not null;
create index comparison_lines_by_age on comparison_lines (created_at);
alter table comparison_lines add primary key (community_id, comparison_id, number);

create trigger statement_comparisons_append_only before update or delete on statement_comparisons
  for each row execute function refuse_change();
create trigger statement_comparisons_never_truncated before truncate on statement_comparisons
  for each statement execute function refuse_change();
create trigger explained_transfers_append_only before update or delete on explained_transfers
  for each row execute function refuse_change();
create trigger explained_transfers_never_truncated before truncate on explained_transfers
  for each statement execute function refuse_change();

-- Deletes rows of a sandbox, also of tables that the application's role may not delete from: it runs as their owner. A row
-- that another one of its table names stays until that one is gone: call it again until it deletes nothing.
create function empty_sandbox_table(community integer, place text, at_most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  condition text;
  deleted integer;
begin
  if not exists (select from communities where id = community and kind = 'sandbox') then
    raise exception 'community % is no sandbox', community using errcode = 'restrict_violation';
  end if;
  condition := case
    when place = 'transfers' then
      'not exists (select from transfers r where r.community_id = t.community_id and r.reverses_id = t.id)
       and not exists (select from transfers c where c.community_id = t.community_id and c.partner_id = t.partner_id
         and c.corrects_id = t.id)'
    when place = 'accounts' then 'kind in (''member'', ''organisation'')'
    when place in ('activity_counts', 'comparison_lines', 'credit_days', 'deliveries', 'event_queue', 'events',
      'exchange_days', 'explained_transfers', 'flights',
      'import_rows', 'imports', 'listings', 'member_grams', 'member_partner_visibility', 'member_words', 'members',
      'snapshots', 'statement_comparisons', 'statements', 'transfer_external_ids', 'used_proofs') then 'true' end;
  if condition is null then
    raise exception '% is not emptied', place using errcode = 'restrict_violation';
  end if;
  execute format('delete from %1$I where ctid = any (array(
    select ctid from %1$I t where community_id = $1 and %2$s limit $2))', place, condition) using community, at_most;
  get diagnostics deleted = row_count;
  return deleted;
end $$;

create table subscriptions (
  community_id integer not null,
  id uuid not null,
  partner_id integer not null,
  event_types text[] not null check (cardinality(event_types) > 0),
  target_url text not null,
  description text,
  status text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  disabled_reason text,
  -- AES-256-GCM under SECRET_KEY (I7): nonce, ciphertext, tag. Null: lost with SECRET_KEY; nothing can be sent until there
  -- is another.
  secret_encrypted bytea,
  previous_secret_encrypted bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_success_at timestamptz,
  consecutive_failures integer not null default 0,
  failing_since timestamptz,
  -- What it has missed: the smallest id of an event that was distributed without it, because it was paused, disabled, its
  -- partner shut out, or had enough waiting. No row is kept for what it missed; from here on it is delivered from the
  -- events. Null: it has missed nothing.
  missed_from uuid,
  foreign key (community_id, partner_id) references partners (community_id, id),
  check ((status = 'disabled') = (disabled_reason is not null)),
  constraint subscriptions_secret_check check (secret_encrypted is not null or status = 'disabled')
);
create index subscriptions_by_partner on subscriptions (community_id, partner_id, id);
create index subscriptions_in_trouble on subscriptions (community_id) where status = 'disabled' or failing_since is not null;
create index subscriptions_behind on subscriptions (community_id, id) where missed_from is not null;
alter table subscriptions add primary key (community_id, id);

-- Written with the row that it tells of, in the same transaction: keys of community, partner and transfer would prove
-- what is locked or was written just before. ledger verify asks for all of it.
create table events (
  community_id integer not null,
  -- Of a credit or reversal the transfer's id: one event of a transfer (I5).
  id uuid not null,
  type text not null,
  -- The one partner it is for; null: every entitled partner that may see the member.
  partner_id integer,
  member_id uuid,
  listing_id uuid,
  -- The event's data member as it is sent: ids, no personal data. It is written once and sent as it is, so nobody takes it apart.
  data json not null,
  created_at timestamptz not null,
  -- For whom a change of visibility was made, where the change itself decides it: who could see the member until now is
  -- known only in that moment. Null: whoever is entitled when the event is sent.
  audience integer[],
  -- The transaction that made it. Those below the oldest one still open are complete, in an order that stays.
  xid xid8 not null default pg_current_xact_id()
);
create index events_by_age on events (created_at);
create index events_by_partner on events (community_id, partner_id, id);
create index events_in_order on events (community_id, xid, id);
-- Events of one kind among a flood of credits, which have no entry.
create index events_but_credits on events (community_id, type, id) where type <> 'wallet.credited';
-- Who and what went out of sight, for partners that keep a copy.
create index events_departures on events (community_id, type, xid)
  where type in ('user.deactivated', 'listing.closed');
alter table events add primary key (community_id, id);

-- What a sync token or a place in the feed of events was given under. One that names a mark which is not there was given
-- in a past that a restore took back; one of another history was given by another database, whose transactions have
-- other numbers.
create table sync_marks (
  id uuid primary key,
  history text not null,
  created_at timestamptz not null
);
create index sync_marks_by_age on sync_marks (created_at);

-- Events that are not distributed yet, written with the event and deleted by the fan-out. A mark on the event itself would
-- write its row and each of its index entries a second time. They are distributed community by community, so that one
-- community's burst delays no other; event ids are UUIDv7, so the oldest come first.
create table event_queue (
  event_id uuid not null,
  community_id integer not null,
  primary key (community_id, event_id)
);

create table deliveries (
  community_id integer not null,
  id uuid not null,
  event_id uuid not null,
  subscription_id uuid not null,
  -- pending: due at next_attempt_at; held: waits for its subscription, partner or community to be switched on again.
  status text not null default 'pending' check (status in ('pending', 'held', 'delivered', 'failed')),
  attempt_count integer not null default 0 check (attempt_count >= 0),
  next_attempt_at timestamptz,
  lease_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- A single attempt that a person asked for: made although the subscription is paused or disabled, and its failure does
  -- not count against the subscription.
  manual boolean not null default false,
  -- What came of each attempt, the latest 100, oldest first (KeptAttempt in delivery/delivery-queries.ts). Not rows of their own:
  -- nearly every delivery has one, and it is written with the delivery's end.
  attempts jsonb not null default '[]',
  unique (community_id, event_id, subscription_id),
  foreign key (community_id, event_id) references events (community_id, id) on delete cascade,
  foreign key (community_id, subscription_id) references subscriptions (community_id, id) on delete cascade,
  check ((status = 'pending') = (next_attempt_at is not null)),
  -- The lease alone tells a claim: whoever finds the lease it gave finds a pending delivery.
  check (lease_until is null or status = 'pending')
) with (
  -- A claim is the first of a delivery's two updates and touches nothing that an index holds. Deliveries are claimed in the
  -- order in which they lie, a page of them at a time: only with room for each of them does a claim cost no index entries.
  fillfactor = 45
);
-- Due and held work is found per subscription, so that one subscription's backlog costs the others nothing.
create index deliveries_pending on deliveries (community_id, subscription_id, next_attempt_at) where status = 'pending';
create index deliveries_held on deliveries (community_id, subscription_id) where status = 'held';
alter table deliveries add primary key (community_id, subscription_id, id);

-- Missed events on their way to a subscription, without a delivery each until it has been attempted. What has none when
-- the lease ends gets one, and is due.
create table flights (
  community_id integer not null,
  subscription_id uuid not null,
  id uuid not null,
  event_ids uuid[] not null,
  lease_until timestamptz not null,
  primary key (community_id, subscription_id, id),
  foreign key (community_id, subscription_id) references subscriptions (community_id, id) on delete cascade
);
create index flights_by_lease on flights (lease_until);

-- Who did what, when, from where. Append-only; no secrets, tokens or personal values.
create table audit_log (
  community_id integer references communities (id),
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  subject text,
  address inet,
  request_id text,
  details jsonb not null default '{}'
);
create index audit_log_by_community on audit_log (community_id, id);
-- Reads of addresses outnumber all other acts; whoever looks for one of those need not pass them. They themselves are
-- written at the partner API's rate, and this index costs them nothing.
create index audit_log_acts on audit_log (community_id, id) where action <> 'email.read';
-- Who read a member's address: audit rows by what they are about.
create index audit_log_by_subject on audit_log (community_id, subject, id) where subject is not null;
-- Rows lie in the order of their time: some bytes tell where the old ones end.
create index audit_log_by_time on audit_log using brin (at);

-- Reads of e-mail addresses are written at the partner API's rate, about half a kilobyte each, so they alone do not stay
-- for ever. Nobody but this function deletes them, and it deletes none that is younger than a year.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.action = 'email.read' and old.at < now() - interval '365 days' then
    return old;
  end if;
  raise exception '% of % is refused: the table is append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();

-- Runs as the owner of the tables; the application's role may not delete from the table itself.
create function delete_old_email_reads(before timestamptz, at_most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  deleted integer;
begin
  with old as (
    select id from audit_log where at < before and action = 'email.read' limit at_most for update skip locked
  )
  delete from audit_log a using old where a.id = old.id;
  get diagnostics deleted = row_count;
  return deleted;
end $$;
create trigger audit_log_never_truncated before truncate on audit_log
  for each statement execute function refuse_change();

-- Files that created something, and what each created, so that it can be taken back while nothing has happened to it.
create table imports (
  community_id integer not null references communities (id),
  id bigint generated always as identity,
  kind text not null check (kind in ('members', 'listings', 'exchanges')),
  -- Null where none was told.
  file_name text check (char_length(file_name) between 1 and 255),
  file_sha256 bytea not null check (length(file_sha256) = 32),
  row_count integer not null,
  created_count integer not null check (created_count > 0),
  imported_by text not null,
  imported_at timestamptz not null,
  -- The import's transaction. A member or listing of another one (changed_xid) was changed since.
  xid xid8 not null default pg_current_xact_id(),
  undone_by text,
  undone_at timestamptz,
  primary key (community_id, id),
  check ((undone_by is null) = (undone_at is null))
);

-- Ids of members, listings or transfers. Written with their import, and deleted when it is undone.
create table import_rows (
  community_id integer not null,
  import_id bigint not null,
  created_id uuid not null,
  primary key (community_id, import_id, created_id)
);

-- The community's published totals, frozen per UTC day: bands only, so that the table reveals no more than the answers
-- did. Of a sum that is withdrawn it is the band published last.
create table snapshots (
  community_id integer not null references communities (id),
  day date not null,
  as_of timestamptz not null,
  totals jsonb not null,
  primary key (community_id, day)
);

-- The admin console: accounts, sessions, one-time codes, and the log of partners' calls.
create table administrators (
  id integer generated always as identity primary key,
  email text not null check (email = lower(email)) unique,
  name text not null,
  -- argon2id in PHC string form. Null: lost with the last role.
  password_hash text,
  created_at timestamptz not null,
  -- May switch the partner API of the whole installation.
  is_operator boolean not null default false,
  last_sign_in_at timestamptz,
  -- How the person wants to see the console. Null: as the browser prefers.
  language text check (language in ('en', 'de')),
  -- Chosen columns per list: {"members": ["name", "balance"]}.
  list_columns jsonb not null default '{}' check (jsonb_typeof(list_columns) = 'object'),
  -- AES-256-GCM under SECRET_KEY: nonce, ciphertext, tag. Effective once confirmed.
  totp_secret_encrypted bytea,
  totp_confirmed_at timestamptz,
  -- The time step of the last code accepted: a code works once.
  totp_last_step bigint,
  -- Since when the person does not want to be asked for a second factor.
  second_factor_put_off_at timestamptz,
  check (totp_confirmed_at is null or totp_secret_encrypted is not null)
);

create table administrator_roles (
  community_id integer not null references communities (id),
  administrator_id integer not null references administrators (id),
  role text not null check (role in ('owner', 'administrator', 'coordinator', 'auditor')),
  primary key (community_id, administrator_id)
);

create table recovery_codes (
  administrator_id integer not null references administrators (id),
  code_hash bytea not null check (length(code_hash) = 32),
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (administrator_id, code_hash)
);

-- A person's, not a community's: the one exception besides audit_log where no community leads.
create table sessions (
  id bigint generated always as identity primary key,
  administrator_id integer not null references administrators (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- When the password was last typed.
  password_at timestamptz not null,
  ended_at timestamptz,
  address inet,
  user_agent text not null
);
create index sessions_by_administrator on sessions (administrator_id, id);
create index sessions_by_age on sessions (created_at);

-- Keys in people's devices (WebAuthn), with which they sign in without a password. A key's owner is found by its id.
create table passkeys (
  id integer generated always as identity primary key,
  administrator_id integer not null references administrators (id),
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  -- In COSE form.
  public_key bytea not null,
  -- Of signatures, as the device counts them; one that does not go on is a copy's. 0 where it does not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_administrator on passkeys (administrator_id, id);

-- What a device is to sign: once, soon, and for the browser whose cookie it is.
create table passkey_challenges (
  cookie_hash bytea not null check (length(cookie_hash) = 32),
  purpose text not null check (purpose in ('add', 'sign in')),
  challenge text not null,
  created_at timestamptz not null,
  primary key (cookie_hash, purpose)
);

-- Who people are at the organisation's identity provider (OpenID Connect). An account has one at each issuer.
create table administrator_identities (
  id integer generated always as identity primary key,
  issuer text not null,
  subject text not null,
  administrator_id integer not null references administrators (id),
  -- Whether the account was made from the provider's claim, and its roles follow it.
  follows_claim boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (issuer, subject),
  unique (administrator_id, issuer)
);

-- Ways to the provider that were begun: each can be finished once, soon, and by the browser whose cookie it is.
create table provider_requests (
  state_hash bytea primary key check (length(state_hash) = 32),
  cookie_hash bytea not null check (length(cookie_hash) = 32),
  purpose text not null check (purpose in ('sign in', 'confirm', 'link')),
  created_at timestamptz not null
);
create index provider_requests_by_age on provider_requests (created_at);

-- Set-up links reset an account. One that a community made works as long as the account is this community's alone.
create table setup_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  administrator_id integer not null references administrators (id),
  community_id integer not null references communities (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  by_operator boolean not null default false
);
create index setup_links_by_administrator on setup_links (administrator_id);

-- Attempts to sign in, per digest of account and address; the wait grows with the failures and never becomes for ever.
create table sign_in_attempts (
  key bytea primary key check (length(key) = 32),
  failures integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz
);
create index sign_in_attempts_by_age on sign_in_attempts (last_at);

-- Calls of partners: bounded, written in batches, lossy under pressure. Rows are numbered over all communities, so that
-- the number of rows can be bounded by number.
create table call_log (
  community_id integer not null,
  id bigint generated always as identity primary key,
  partner_id integer not null,
  at timestamptz not null,
  operation text not null,
  status integer not null,
  error text,
  error_description text,
  -- What was behind a refusal, which the partner is not told.
  cause text,
  latency_us integer not null,
  request_id text not null,
  address inet,
  -- What it was about, as it was asked: neither has to exist. Not indexed: every call would pay for the few searches.
  member_id uuid,
  amount_seconds bigint,
  reference text,
  item_count integer
);
create index call_log_by_time on call_log (community_id, at, id);
create index call_log_by_partner on call_log (community_id, partner_id, at, id);
create index call_log_by_request on call_log (community_id, request_id);
create index call_log_errors on call_log (community_id, at, id) where status >= 400;

-- The same calls counted, none left out.
create table call_counts (
  community_id integer not null,
  hour timestamptz not null,
  partner_id integer not null,
  calls integer not null,
  client_errors integer not null,
  server_errors integer not null,
  latency_us bigint not null,
  primary key (community_id, hour, partner_id),
  foreign key (community_id, partner_id) references partners (community_id, id)
);

-- An invitation to administer a community grants nothing until it is accepted, by its own link. Rows go when they are
-- accepted, withdrawn or replaced; the audit log tells of them.
create table invitations (
  community_id integer not null references communities (id),
  id integer generated always as identity,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'administrator', 'coordinator', 'auditor')),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (community_id, id),
  unique (community_id, email)
);
create index invitations_by_email on invitations (email);

-- The one-time link to a secret, and what became of it. The secret is sealed with a key made from the link's token, of
-- which only the digest is here, and erased at the opening, at the end and with the secret's revocation.
create table hand_overs (
  community_id integer not null,
  credential_id integer not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  sealed_secret bytea check (length(sealed_secret) <= 200),
  created_by integer not null references administrators (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  opened_address inet,
  primary key (community_id, credential_id),
  foreign key (community_id, credential_id) references credentials (community_id, id),
  check (opened_at is null or sealed_secret is null)
);

-- Requests of a partner in this minute and the last, where several nodes share the database. Unlogged: what a crash of
-- the server forgets is a minute's count. minute: minutes since 1970, UTC.
create unlogged table request_windows (
  community_id integer not null,
  partner_id integer not null,
  minute bigint not null,
  count integer not null,
  previous integer not null,
  primary key (community_id, partner_id),
  foreign key (community_id, partner_id) references partners (community_id, id)
) with (fillfactor = 50);

-- Services that run on this database, so that a schema is not changed under one that does not know it. The times are the
-- database's own, the one exception: whether a node is alive must not depend on its clock, nor on the asker's.
create table nodes (
  id uuid primary key,
  -- Host and process.
  name text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- The row by which a node finds out whether the database takes writes. The filler makes the table grow when a full disk
-- is asked whether it has room again.
create table write_probe (
  id boolean primary key default true check (id),
  written_at timestamptz not null,
  filler bytea not null
);

-- What the last verification of the ledger found. One node a day begins one: the row says who is first.
create table ledger_check (
  id boolean primary key default true check (id),
  begun_at timestamptz,
  -- The instant of the snapshot that was verified.
  verified_at timestamptz,
  holds boolean,
  check ((verified_at is null) = (holds is null))
);
