-- The admin console: accounts that are set up by a link, sessions, one-time codes, and the log of partners' calls.

-- Without a password until the set-up link is used.
alter table administrators alter column password_hash drop not null;
-- May switch the partner API of the whole installation.
alter table administrators add column is_operator boolean not null default false;
alter table administrators add column last_sign_in_at timestamptz;
-- AES-256-GCM under SECRET_KEY: nonce, ciphertext, tag. Effective once confirmed.
alter table administrators add column totp_secret_encrypted bytea;
alter table administrators add column totp_confirmed_at timestamptz;
-- The time step of the last code accepted: a code works once.
alter table administrators add column totp_last_step bigint;
alter table administrators add check (totp_confirmed_at is null or totp_secret_encrypted is not null);

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

create table setup_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  administrator_id integer not null references administrators (id),
  community_id integer not null references communities (id),
  purpose text not null check (purpose in ('first_sign_in', 'reset')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
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

alter table credentials add column first_used_at timestamptz;
alter table credentials add column last_used_address inet;
update credentials set first_used_at = last_used_at;

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
  address inet
);
create index call_log_by_time on call_log (community_id, at, id);
create index call_log_by_partner on call_log (community_id, partner_id, at, id);
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
