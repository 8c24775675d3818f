-- compatible: a table and an index. A listing that the release before adds may have a name that the list lacks; it is
-- added to the list with the next listing that has it.

-- What help is called in a community, as a list that its office keeps. A listing has the name as a text, which partners
-- read; an exchange refers to the number. A name that was merged into another, or was its name before, stays as a row
-- that leads there, so that files and habits still find it: who reads a number takes coalesce(merged_into, id).
create table categories (
  community_id integer not null references communities (id),
  id integer generated always as identity,
  name text not null check (name <> '' and char_length(name) <= 200),
  created_at timestamptz not null,
  -- No longer offered; what has it keeps it.
  closed_at timestamptz,
  -- Never a row that was merged itself.
  merged_into integer check (merged_into <> id),
  primary key (community_id, id),
  foreign key (community_id, merged_into) references categories (community_id, id)
);
create unique index categories_by_name on categories (community_id, lower(name)) where merged_into is null;
create index categories_former_names on categories (community_id, merged_into) where merged_into is not null;

-- Of several spellings the one that most listings have.
insert into categories (community_id, name, created_at)
select distinct on (community_id, lower(name)) community_id, name, first_at
from (
  select community_id, btrim(category) as name, count(*) as listings, min(created_at) as first_at
  from listings where btrim(category) <> '' and undone_at is null
  group by 1, 2
) spelled
order by community_id, lower(name), listings desc, name;

-- The listings of one name, active or not: they are renamed together.
create index listings_in_category on listings (community_id, lower(category), id);

-- As before, with the categories.
create or replace function empty_sandbox_table(community integer, place text, at_most integer) returns integer
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
    when place = 'bank_lines' then
      'not exists (select from bank_lines r where r.community_id = t.community_id and r.returns_line_id = t.id)'
    when place in ('bank_files', 'bank_statements', 'bank_line_files', 'booked_references', 'payer_choices',
      'activity_counts', 'categories', 'comparison_lines', 'credit_days', 'deliveries', 'event_queue', 'events',
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
