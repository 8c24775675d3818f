-- compatible: adds nullable columns, and fills by a trigger what the version before leaves empty
-- A node's clock, as it measured it: doctor shows them all. Null: a node of the version before.
alter table nodes add column clock_ahead_ms bigint;

-- The last time in which nothing was closed or deleted, in the database's time (docs/decisions/0059).
alter table installation add column cautious_from timestamptz, add column cautious_until timestamptz;

-- A partner's days before it existed are final from the beginning, whatever version makes its account.
create function close_days_before() returns trigger language plpgsql as $$
begin
  new.closed_through := (new.created_at at time zone 'UTC')::date - 1;
  return new;
end $$;

create trigger accounts_close_days_before before insert on accounts for each row
  when (new.kind = 'settlement' and new.closed_through is null) execute function close_days_before();

update accounts set closed_through = (created_at at time zone 'UTC')::date - 1
where kind = 'settlement' and closed_through is null;
