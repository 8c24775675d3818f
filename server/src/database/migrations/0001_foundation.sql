-- The first schema. Every tenant row carries community_id, and it leads every primary, unique and foreign key;
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
  created_at timestamptz not null
);

create table members (
  community_id integer not null references communities (id),
  id uuid not null,
  external_id text,
  name text not null check (name <> ''),
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
  primary key (community_id, id),
  unique (community_id, external_id),
  unique (community_id, payment_reference)
);
-- Lists walk it by id; updated_since is decided in the index, whatever plan is cached.
create index members_active on members (community_id, id, updated_at) where status = 'active';

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

create table credentials (
  community_id integer not null,
  partner_id integer not null,
  id integer generated always as identity,
  secret_hash bytea not null check (length(secret_hash) = 32),
  secret_hint text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (community_id, id),
  foreign key (community_id, partner_id) references partners (community_id, id)
);
create index credentials_by_partner on credentials (community_id, partner_id);

create table access_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  community_id integer not null,
  partner_id integer not null,
  credential_id integer not null,
  scopes text[] not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  foreign key (community_id, partner_id) references partners (community_id, id),
  foreign key (community_id, credential_id) references credentials (community_id, id)
);
create index access_tokens_expired on access_tokens (expires_at);

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
  primary key (community_id, id),
  unique (community_id, external_id),
  foreign key (community_id, member_id) references members (community_id, id)
);
create index listings_active on listings (community_id, id, updated_at, category) where status = 'active';
create index listings_by_member on listings (community_id, member_id, id);

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

create table transfers (
  community_id integer not null,
  id uuid not null,
  kind text not null check (kind in ('opening', 'credit', 'credit_reversal', 'exchange', 'exchange_reversal')),
  debit_account_id bigint not null,
  credit_account_id bigint not null,
  amount_seconds bigint not null check (amount_seconds > 0),
  -- Credits and their reversals: whose they are, and the bank's reference, compared byte by byte (I4).
  partner_id integer,
  reference text collate "C" check (char_length(reference) between 1 and 128),
  reverses_id uuid,
  reason text,
  note text check (char_length(note) <= 500),
  -- The UTC day of created_at.
  booked_on date not null,
  -- Exchanges: the day the help was given, and the listing it answered.
  service_date date,
  listing_id uuid,
  external_id text,
  recorded_by text not null,
  created_at timestamptz not null,
  primary key (community_id, id),
  check (debit_account_id <> credit_account_id),
  check ((kind in ('credit', 'credit_reversal')) = (partner_id is not null)),
  check ((kind in ('credit', 'credit_reversal')) = (reference is not null)),
  check ((kind in ('credit_reversal', 'exchange_reversal')) = (reverses_id is not null)),
  foreign key (community_id, debit_account_id) references accounts (community_id, id),
  foreign key (community_id, credit_account_id) references accounts (community_id, id),
  foreign key (community_id, partner_id) references partners (community_id, id),
  foreign key (community_id, reverses_id) references transfers (community_id, id),
  foreign key (community_id, listing_id) references listings (community_id, id)
);
create unique index transfers_reference on transfers (community_id, partner_id, kind, reference)
  where partner_id is not null;
create unique index transfers_reversed_once on transfers (community_id, reverses_id) where reverses_id is not null;
create unique index transfers_external on transfers (community_id, kind, external_id) where external_id is not null;
create index transfers_by_debit on transfers (community_id, debit_account_id, id);
create index transfers_by_credit on transfers (community_id, credit_account_id, id);
create index transfers_by_day on transfers (community_id, booked_on, partner_id)
  include (kind, credit_account_id, amount_seconds) where partner_id is not null;
create index transfers_by_service_date on transfers (community_id, service_date) where kind = 'exchange';

-- I3: transfers are never updated or deleted; the application's role has no such privilege either.
create function refuse_change() returns trigger language plpgsql as $$
begin
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

create table subscriptions (
  community_id integer not null,
  id uuid not null,
  partner_id integer not null,
  event_types text[] not null check (cardinality(event_types) > 0),
  target_url text not null,
  description text,
  status text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  disabled_reason text,
  -- AES-256-GCM under SECRET_KEY (I7): nonce, ciphertext, tag.
  secret_encrypted bytea not null,
  previous_secret_encrypted bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_success_at timestamptz,
  consecutive_failures integer not null default 0,
  failing_since timestamptz,
  primary key (community_id, id),
  foreign key (community_id, partner_id) references partners (community_id, id),
  check ((status = 'disabled') = (disabled_reason is not null))
);
create index subscriptions_by_partner on subscriptions (community_id, partner_id, id);

create table events (
  community_id integer not null references communities (id),
  id uuid not null,
  type text not null,
  -- The one partner it is for; null: every entitled partner that may see the member.
  partner_id integer,
  member_id uuid,
  listing_id uuid,
  transfer_id uuid,
  -- The event's data member as it is sent: ids, no personal data.
  data jsonb not null,
  created_at timestamptz not null,
  fanned_out_at timestamptz,
  primary key (community_id, id),
  foreign key (community_id, partner_id) references partners (community_id, id),
  foreign key (community_id, transfer_id) references transfers (community_id, id)
);
-- I5: one event of a kind per transfer.
create unique index events_once_per_transfer on events (community_id, transfer_id, type) where transfer_id is not null;
create index events_to_fan_out on events (created_at, id) where fanned_out_at is null;
create index events_by_age on events (created_at);
create index events_by_partner on events (community_id, partner_id, id);

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
  primary key (community_id, id),
  unique (community_id, event_id, subscription_id),
  foreign key (community_id, event_id) references events (community_id, id) on delete cascade,
  foreign key (community_id, subscription_id) references subscriptions (community_id, id) on delete cascade,
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index deliveries_due on deliveries (next_attempt_at) where status = 'pending';
create index deliveries_by_subscription on deliveries (community_id, subscription_id, id);

create table delivery_attempts (
  community_id integer not null,
  delivery_id uuid not null,
  number integer not null check (number > 0),
  started_at timestamptz not null,
  latency_ms integer not null,
  -- The receiver's HTTP status; null when none arrived, then error says why.
  status_code integer,
  error text,
  primary key (community_id, delivery_id, number),
  foreign key (community_id, delivery_id) references deliveries (community_id, id) on delete cascade
);

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
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_never_truncated before truncate on audit_log
  for each statement execute function refuse_change();

-- The community's published totals, frozen per UTC day: bands only, so that the table reveals no more than the answer.
create table snapshots (
  community_id integer not null references communities (id),
  day date not null,
  as_of timestamptz not null,
  totals jsonb not null,
  primary key (community_id, day)
);

create table administrators (
  id integer generated always as identity primary key,
  email text not null check (email = lower(email)) unique,
  name text not null,
  -- argon2id in PHC string form.
  password_hash text not null,
  created_at timestamptz not null
);

create table administrator_roles (
  community_id integer not null references communities (id),
  administrator_id integer not null references administrators (id),
  role text not null check (role in ('owner', 'administrator', 'coordinator', 'auditor')),
  primary key (community_id, administrator_id)
);
