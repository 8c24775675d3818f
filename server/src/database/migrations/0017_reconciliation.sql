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
  primary key (community_id, id),
  foreign key (community_id, partner_id) references partners (community_id, id),
  check ((first_day is null) = (last_day is null) and first_day <= last_day)
);
create index statement_comparisons_by_partner on statement_comparisons (community_id, partner_id, id);

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

create trigger statement_comparisons_append_only before update or delete on statement_comparisons
  for each row execute function refuse_change();
create trigger statement_comparisons_never_truncated before truncate on statement_comparisons
  for each statement execute function refuse_change();
create trigger explained_transfers_append_only before update or delete on explained_transfers
  for each row execute function refuse_change();
create trigger explained_transfers_never_truncated before truncate on explained_transfers
  for each statement execute function refuse_change();

-- A file without any day is compared as well.
alter table statement_checks alter column last_day drop not null;
