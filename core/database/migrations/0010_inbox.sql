-- compatible: new tables, and columns that are nullable or have a default. A node of the release before goes on giving
-- members references of twenty characters; they are read as before.

-- Every member has a reference of 18 characters, since British Faster Payments cut after 18; the one that members had
-- before is read for ever. Documented members of sandboxes keep what the guide says of them: two zeros fewer.
alter table members
  add column former_payment_reference text check (former_payment_reference ~ '^RF[0-9]{2}[0-9A-Z]{1,21}$');
create unique index members_former_payment_reference on members (community_id, former_payment_reference)
  where former_payment_reference is not null;

-- No partner sees a reference in a list, so that no copy need fetch the members again.
alter table members disable trigger members_note_change;
with fresh as (
  select m.community_id, m.id, m.payment_reference as former,
    case when c.kind = 'sandbox' and m.payment_reference ~ '^RF[0-9]{2}500000000000000[1-5]$'
      then '5000000000000' || right(m.payment_reference, 1)
      else ((1 + floor(random() * 9))::bigint * 10000000000000 + floor(random() * 10000000)::bigint * 1000000
        + floor(random() * 1000000)::bigint)::text
    end as body
  from members m join communities c on c.id = m.community_id
  where length(m.payment_reference) <> 18
), checked as (
  -- ISO 11649: the body, then R, F and two zeros as numbers, leave what 98 minus the check digits is, modulo 97.
  select community_id, id, former,
    'RF' || lpad((98 - (body || '271500')::numeric % 97)::text, 2, '0') || body as reference
  from fresh
), renamed as (
  update members m set payment_reference = k.reference, former_payment_reference = k.former
  from checked k where m.community_id = k.community_id and m.id = k.id and m.erased_at is null
  returning m.community_id, m.id, m.payment_reference
)
insert into member_words (community_id, word, member_id)
select community_id, lower(payment_reference), id from renamed;
alter table members enable trigger members_note_change;

-- The account that hours for bank transfers come from where the community books them itself: one partner without
-- credentials ("Treasury"), whose credits have the bank's references.
alter table partners add column is_internal boolean not null default false;
create unique index partners_internal on partners (community_id) where is_internal;

alter table communities
  -- Who imports a bank's file may not approve what it proposes.
  add column four_eyes boolean not null default false,
  -- Lines that are open for longer are on the overview.
  add column line_open_days integer not null default 14 check (line_open_days between 1 and 366);

-- The bank accounts that a community knows: its own, and those of partners.
create table bank_accounts (
  community_id integer not null references communities (id),
  id bigint not null generated always as identity,
  -- IBAN, or number as the bank writes it, without spaces and dashes; empty: files that name no account.
  account text not null check (char_length(account) <= 64),
  holder text check (char_length(holder) between 1 and 140),
  -- Whose transfers a partner reports; null: of all partners, or of none where another account is some partner's.
  partner_id integer,
  -- `settings`: a person named it. `file`: its first file did, when no setting named any.
  named_by text not null check (named_by in ('settings', 'file')),
  -- Choices that its files leave open, by key of the question.
  answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object'),
  created_at timestamptz not null,
  primary key (community_id, id),
  unique (community_id, account),
  foreign key (community_id, partner_id) references partners (community_id, id)
);

-- Files that were imported, as evidence: hash, person, time, accounts, days and proofs. The bytes are not kept.
create table bank_files (
  community_id integer not null references communities (id),
  id bigint not null generated always as identity,
  sha256 bytea not null check (length(sha256) = 32),
  name text check (char_length(name) <= 255),
  accounts text[] not null,
  first_day date,
  last_day date,
  proofs jsonb not null check (jsonb_typeof(proofs) = 'array'),
  questions jsonb not null default '[]' check (jsonb_typeof(questions) = 'array'),
  imported_by text not null,
  imported_at timestamptz not null,
  primary key (community_id, id),
  unique (community_id, sha256)
);

-- One row for each movement on an account, however many files report it. Amounts are exact decimals as text, since banks
-- have two decimals, three or none; minus is money out.
create table bank_lines (
  community_id integer not null references communities (id),
  id bigint not null generated always as identity,
  account_id bigint not null,
  first_file_id bigint not null,
  -- Of the file that brought it first.
  statement_kind text not null check (statement_kind in ('final', 'interim', 'details')),
  reference text collate "C" check (char_length(reference) <= 128),
  is_bank_wide boolean not null,
  entry_reference text collate "C" check (char_length(entry_reference) <= 128),
  end_to_end_id text collate "C" check (char_length(end_to_end_id) <= 128),
  related_reference text collate "C" check (char_length(related_reference) <= 128),
  booked_on date,
  amount text not null check (amount ~ '^-?[0-9]{1,18}[.][0-9]{2,10}$'),
  currency text check (currency ~ '^[A-Z]{3}$'),
  original_amount text check (original_amount ~ '^[0-9]{1,18}[.][0-9]{2,10}$'),
  original_currency text check (original_currency ~ '^[A-Z]{3}$'),
  payer text,
  payer_account text,
  -- What the payer wrote, in pieces as the bank cut it.
  texts jsonb not null default '[]' check (jsonb_typeof(texts) = 'array'),
  -- Which member the payer named was read when the line came; it stays when the texts are deleted.
  named_member_id uuid,
  names text not null check (names in ('none', 'member', 'several', 'unreadable', 'unknown', 'chosen')),
  kind text not null check (kind in ('payment', 'return', 'own', 'fee')),
  missing_details integer check (missing_details > 1),
  is_unreadable boolean not null,
  state text not null check (state in ('credited', 'booked', 'returned', 'not_ours', 'open')),
  -- Why it is in that state: a word of the contract.
  reason text not null,
  -- What approving it books: hours to a member, or hours back (negative) of a credit.
  proposed_member_id uuid,
  proposed_seconds bigint,
  proposed_credit_id uuid,
  -- The movement that this one takes back.
  returns_line_id bigint,
  -- The credit that pays for the line, or that its reversal takes back.
  credit_id uuid,
  -- A person's word on it.
  decided_by text,
  decided_at timestamptz,
  note text check (char_length(note) <= 500),
  created_at timestamptz not null,
  texts_deleted_at timestamptz,
  foreign key (community_id, account_id) references bank_accounts (community_id, id),
  foreign key (community_id, first_file_id) references bank_files (community_id, id),
  foreign key (community_id, named_member_id) references members (community_id, id),
  foreign key (community_id, proposed_member_id) references members (community_id, id),
  foreign key (community_id, credit_id) references transfers (community_id, id),
  foreign key (community_id, proposed_credit_id) references transfers (community_id, id),
  check ((proposed_member_id is null) = (proposed_seconds is null)),
  check (proposed_seconds is null or state = 'open')
);
create index bank_lines_by_state on bank_lines (community_id, state, id);
-- Behind it, so that the planner takes the key where both cost the same.
alter table bank_lines add primary key (community_id, id);
alter table bank_lines add foreign key (community_id, returns_line_id) references bank_lines (community_id, id);
create index bank_lines_by_day on bank_lines (community_id, account_id, booked_on);
create index bank_lines_by_reference on bank_lines (community_id, reference) where reference is not null;
create index bank_lines_by_end_to_end_id on bank_lines (community_id, end_to_end_id) where end_to_end_id is not null;
create index bank_lines_by_entry on bank_lines (community_id, entry_reference) where entry_reference is not null;
create index bank_lines_by_member on bank_lines (community_id, named_member_id, booked_on)
  where named_member_id is not null;
create index bank_lines_by_payer on bank_lines (community_id, payer_account, booked_on)
  where payer_account is not null;
create index bank_lines_by_returned on bank_lines (community_id, returns_line_id) where returns_line_id is not null;
create index bank_lines_by_credit on bank_lines (community_id, credit_id) where credit_id is not null;
create index bank_lines_to_forget on bank_lines (created_at) where texts_deleted_at is null;
-- A credit is for one line.
create unique index bank_lines_booked_once on bank_lines (community_id, credit_id)
  where credit_id is not null and state = 'booked';

-- Which files report a line, and where.
create table bank_line_files (
  community_id integer not null,
  file_id bigint not null,
  -- In the order of the file, from 1.
  number integer not null check (number > 0),
  line_id bigint not null,
  place text not null,
  primary key (community_id, file_id, number),
  foreign key (community_id, line_id) references bank_lines (community_id, id),
  foreign key (community_id, file_id) references bank_files (community_id, id)
);

create index bank_line_files_by_line on bank_line_files (community_id, line_id);

-- The bank's own references that the inbox has booked: a partner that sends one of them is refused (409). Read under the
-- lock of the partner's settlement account, which the inbox holds while it books.
create table booked_references (
  community_id integer not null references communities (id),
  kind text not null check (kind in ('credit', 'credit_reversal')),
  reference text collate "C" not null check (char_length(reference) between 1 and 128),
  -- Whose reference it is; null: every partner's.
  partner_id integer,
  line_id bigint not null,
  primary key (community_id, kind, reference, line_id),
  foreign key (community_id, partner_id) references partners (community_id, id),
  foreign key (community_id, line_id) references bank_lines (community_id, id)
);

-- The member for whom an account pays, as a person chose it once.
create table payer_choices (
  community_id integer not null references communities (id),
  payer_account text not null check (char_length(payer_account) between 1 and 64),
  member_id uuid not null,
  chosen_by text not null,
  chosen_at timestamptz not null,
  primary key (community_id, payer_account),
  foreign key (community_id, member_id) references members (community_id, id)
);

-- The same with the tables of the inbox. The accounts stay, as partners do.
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
    when place in ('bank_files', 'bank_line_files', 'booked_references', 'payer_choices',
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
