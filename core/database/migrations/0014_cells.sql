-- compatible: nullable columns, and functions that refuse less.

-- A community that moves to another installation. `leaving`: nothing of it is changed any more here. `arriving`: it is
-- here, and still answers where it was. `left`: the other installation answers, and here only its address is given.
alter table communities
  add column move_state text check (move_state in ('leaving', 'arriving', 'left')),
  -- The same in both installations, so that a move that was interrupted knows its own copy.
  add column move_id uuid,
  add column moved_to text check (char_length(moved_to) <= 2048),
  -- What partner_api_disabled_reason was before.
  add column reason_before_move text,
  add constraint communities_move_check check ((move_state is null) = (move_id is null)),
  add constraint communities_moved_check check ((move_state is not distinct from 'left') = (moved_to is not null));

-- What has left is deleted here, by the role that owns the tables.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from public.communities
               where id = old.community_id and (kind = 'sandbox' or move_state = 'left')) then return old; end if;
  end if;
  raise exception '% of % is refused: the table is append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.action = 'email.read' and old.at < now() - interval '365 days' then
    return old;
  end if;
  if tg_op = 'DELETE' and exists (
    select from public.communities where id = old.community_id and move_state = 'left') then
    return old;
  end if;
  raise exception '% of % is refused: the table is append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
