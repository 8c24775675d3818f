create table plain_accounts (member_id integer primary key, balance_seconds bigint not null);
create table plain_transfers (
  id uuid primary key,
  member_id integer not null,
  amount_seconds bigint not null,
  reference text not null unique,
  created_at timestamptz not null
);
create table plain_events (id uuid primary key, transfer_id uuid not null, data jsonb not null, created_at timestamptz not null);
insert into plain_accounts select number, 0 from generate_series(1, 100000) as number;
analyze;
