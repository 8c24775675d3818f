-- compatible: a new table, and a check that allows one word more. A node of the release before stores no balances and
-- goes on keeping failed proofs among what cannot be understood.

-- The balances of a bank's statement, from which the opening and closing of a month follow. Only of statements of what is
-- booked: a report of the day ends in the middle of one.
create table bank_statements (
  community_id integer not null references communities (id),
  file_id bigint not null,
  -- In the order of the file, from 1.
  number integer not null check (number > 0),
  account_id bigint not null,
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- `opening` is the balance before the first line of `first_day`, `closing` that behind the last one of `last_day`.
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  opening text check (opening ~ '^-?[0-9]{1,18}[.][0-9]{2,10}$'),
  closing text check (closing ~ '^-?[0-9]{1,18}[.][0-9]{2,10}$'),
  primary key (community_id, file_id, number),
  check (opening is not null or closing is not null),
  foreign key (community_id, file_id) references bank_files (community_id, id),
  foreign key (community_id, account_id) references bank_accounts (community_id, id)
);
create index bank_statements_by_day on bank_statements (community_id, account_id, first_day);

-- A figure of a file that its entries do not give is a kind of its own.
alter table comparison_lines drop constraint comparison_lines_kind_check, add constraint comparison_lines_kind_check
  check (kind in ('amount_differs', 'member_differs', 'on_statement_not_credited', 'credited_not_on_statement',
    'reversed_without_return', 'returned_without_reversal', 'returned_without_credit', 'unusable_reference',
    'case_differs', 'proof_fails', 'not_understood', 'waiting_for_statement', 'corrected', 'returned_uncredited',
    'no_payment_reference'));
update comparison_lines set kind = 'proof_fails', unreadable = null
where kind = 'not_understood' and unreadable = 'proof';

-- The same with the statements' balances.
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
      'activity_counts', 'comparison_lines', 'credit_days', 'deliveries', 'event_queue', 'events',
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
