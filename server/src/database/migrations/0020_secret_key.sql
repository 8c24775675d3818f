-- A signing secret that was lost with SECRET_KEY: none is kept, and nothing can be sent until there is another.
alter table subscriptions alter column secret_encrypted drop not null;
alter table subscriptions add constraint subscriptions_secret_check
  check (secret_encrypted is not null or status = 'disabled');
-- The row by which a node finds out whether the database takes writes. The filler makes the table grow when a full disk
-- is asked whether it has room again.
create table write_probe (
  id boolean primary key default true check (id),
  written_at timestamptz not null,
  filler bytea not null
);
