-- Reads of e-mail addresses are written at the partner API's rate, about half a kilobyte each, so they alone do not stay
-- for ever. Nobody but this function deletes them, and it deletes none that is younger than a year.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.action = 'email.read' and old.at < now() - interval '365 days' then
    return old;
  end if;
  raise exception '% of % is refused: the table is append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger audit_log_append_only on audit_log;
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
-- Rows lie in the order of their time: some bytes tell where the old ones end.
create index audit_log_by_time on audit_log using brin (at);
