-- The whole schema, read from the catalogue of a migrated database. Generated: npm run generate:schema.

CREATE OR REPLACE FUNCTION public.close_days_before()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.closed_through := (new.created_at at time zone 'UTC')::date - 1;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_old_email_reads(before timestamp with time zone, at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  deleted integer;
begin
  with old as (
    select id from audit_log where at < before and action = 'email.read' limit at_most for update skip locked
  )
  delete from audit_log a using old where a.id = old.id;
  get diagnostics deleted = row_count;
  return deleted;
end $function$;

CREATE OR REPLACE FUNCTION public.empty_sandbox_table(community integer, place text, at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.folded(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(replace(lower(words), 'ß'::text, 'ss'::text), 'äöüáàâãåāçćčďéèêëēęěğíìîïīłñńňóòôõøőŕřśšşťúùûūůűýÿźžż'::text, 'aouaaaaaacccdeeeeeeegiiiiilnnnoooooorrssstuuuuuuyyzzz'::text);

CREATE OR REPLACE FUNCTION public.forget_earlier_address()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.email is distinct from old.email and new.address is not distinct from old.address then
    new.address := null;
    if new.address_proved_at is not distinct from old.address_proved_at then
      new.address_proved_at := null;
    end if;
    if new.address_lost_at is not distinct from old.address_lost_at then
      new.address_lost_at := null;
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.new_tag()
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  digits constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  rest bigint;
  made text;
begin
  loop
    -- The digits before the version, which are all random.
    rest := ('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint;
    made := '';
    for place in 1..5 loop
      made := made || substr(digits, (rest % 62)::integer + 1, 1);
      rest := rest / 62;
    end loop;
    exit when not exists (select from public.communities where tag = made)
      and not exists (select from public.partners where left(right(client_id, 22), 5) = made);
  end loop;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION public.note_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.changed_xid := pg_current_xact_id();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refresh_statistics()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  analyze members, member_details, member_words, member_grams, accounts, transfers, exchange_days, listings, events;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and old.action = 'email.read' and old.at < now() - interval '365 days' then
    return old;
  end if;
  if tg_op = 'DELETE' and exists (
    select from public.communities where id = old.community_id and move_state = 'left') then
    return old;
  end if;
  raise exception '% of % is refused: the table is append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    if exists (select from public.communities
               where id = old.community_id and (kind = 'sandbox' or move_state = 'left')) then return old; end if;
  end if;
  raise exception '% of % is refused: the table is append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_kind_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the kind of a community never changes' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.require_equal(what text, actual bigint, expected bigint)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
begin
  if actual is distinct from expected then
    raise exception '%: % instead of %; nothing was written', what, actual, expected using errcode = 'data_exception';
  end if;
  return actual;
end $function$;

CREATE OR REPLACE FUNCTION public.tally_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into member_tallies (community_id, active, on_default)
    select community_id, count(*), count(*) filter (where visibility is null)
    from added where status = 'active' group by 1;
  elsif tg_op = 'DELETE' then
    insert into member_tallies (community_id, active, on_default)
    select community_id, -count(*), -count(*) filter (where visibility is null)
    from removed where status = 'active' group by 1;
  else
    insert into member_tallies (community_id, active, on_default)
    select community_id, sum(n), coalesce(sum(n) filter (where visibility is null), 0)
    from (
      select community_id, visibility, 1 as n from added where status = 'active'
      union all
      select community_id, visibility, -1 from removed where status = 'active'
    ) changed
    group by 1
    having sum(n) <> 0 or coalesce(sum(n) filter (where visibility is null), 0) <> 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.text_parts(community_id integer, words text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT DISTINCT ((text_parts.community_id || ' '::text) || substr(text_parts.words, at.at, 3)) FROM generate_series(1, (length(text_parts.words) - 2)) at(at));

CREATE OR REPLACE FUNCTION public.who_stays(community integer, member uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  with recursive joined as (
    select member as id, 0 as round
    union all
    select p.member_id, j.round + 1
    from joined j
    cross join lateral (
      select m.status from members m where m.community_id = community and m.id = j.id and m.status = 'left' limit 1) m
    cross join lateral (
      select member_id from member_pairs
      where community_id = community and other_id = j.id and decision = 'same'
      order by decided_at desc, member_id limit 1) p
    where j.round < 8
  )
  select id from joined order by round desc limit 1
$function$;

CREATE OR REPLACE FUNCTION public.zone_of(time_zone text, languages text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(time_zone, CASE COALESCE(upper("substring"((languages)[1], '-([A-Za-z]{2})$'::text)), CASE lower(split_part((languages)[1], '-'::text, 1)) WHEN 'de'::text THEN 'DE'::text WHEN 'it'::text THEN 'IT'::text WHEN 'fr'::text THEN 'FR'::text WHEN 'nl'::text THEN 'NL'::text WHEN 'pl'::text THEN 'PL'::text WHEN 'cs'::text THEN 'CZ'::text WHEN 'da'::text THEN 'DK'::text WHEN 'sv'::text THEN 'SE'::text WHEN 'fi'::text THEN 'FI'::text WHEN 'ca'::text THEN 'ES'::text WHEN 'ja'::text THEN 'JP'::text ELSE NULL::text END) WHEN 'DE'::text THEN 'Europe/Berlin'::text WHEN 'AT'::text THEN 'Europe/Vienna'::text WHEN 'CH'::text THEN 'Europe/Zurich'::text WHEN 'LI'::text THEN 'Europe/Vaduz'::text WHEN 'LU'::text THEN 'Europe/Luxembourg'::text WHEN 'IT'::text THEN 'Europe/Rome'::text WHEN 'FR'::text THEN 'Europe/Paris'::text WHEN 'BE'::text THEN 'Europe/Brussels'::text WHEN 'NL'::text THEN 'Europe/Amsterdam'::text WHEN 'GB'::text THEN 'Europe/London'::text WHEN 'IE'::text THEN 'Europe/Dublin'::text WHEN 'PL'::text THEN 'Europe/Warsaw'::text WHEN 'CZ'::text THEN 'Europe/Prague'::text WHEN 'DK'::text THEN 'Europe/Copenhagen'::text WHEN 'SE'::text THEN 'Europe/Stockholm'::text WHEN 'FI'::text THEN 'Europe/Helsinki'::text WHEN 'ES'::text THEN 'Europe/Madrid'::text WHEN 'JP'::text THEN 'Asia/Tokyo'::text WHEN 'NZ'::text THEN 'Pacific/Auckland'::text ELSE NULL::text END, 'UTC'::text);

create table access_tokens (
  token_hash bytea not null,
  community_id integer not null,
  partner_id integer not null,
  credential_id integer not null,
  scopes text[] not null,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  key_thumbprint text,
  constraint access_tokens_pkey PRIMARY KEY (token_hash),
  constraint access_tokens_key_thumbprint_check CHECK ((char_length(key_thumbprint) = 43)),
  constraint access_tokens_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX access_tokens_by_partner ON access_tokens USING btree (community_id, partner_id, issued_at, token_hash);
CREATE INDEX access_tokens_expired ON access_tokens USING btree (expires_at);

create table accounts (
  community_id integer not null,
  id bigint not null generated always as identity,
  kind text not null,
  member_id uuid,
  partner_id integer,
  name text,
  debits_seconds bigint not null default 0,
  credits_seconds bigint not null default 0,
  lower_balance_seconds bigint,
  closed_through date,
  created_at timestamp with time zone not null,
  unhashed_through date,
  constraint accounts_pkey PRIMARY KEY (community_id, id),
  constraint accounts_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint accounts_community_id_member_id_fkey FOREIGN KEY (community_id, member_id) REFERENCES members(community_id, id),
  constraint accounts_community_id_partner_id_fkey FOREIGN KEY (community_id, partner_id) REFERENCES partners(community_id, id),
  constraint accounts_check CHECK (((kind = 'member'::text) = (member_id IS NOT NULL))),
  constraint accounts_check1 CHECK (((kind = 'settlement'::text) = (partner_id IS NOT NULL))),
  constraint accounts_check2 CHECK (((kind = 'organisation'::text) <= (name IS NOT NULL))),
  constraint accounts_credits_seconds_check CHECK ((credits_seconds >= 0)),
  constraint accounts_debits_seconds_check CHECK ((debits_seconds >= 0)),
  constraint accounts_kind_check CHECK ((kind = ANY (ARRAY['member'::text, 'organisation'::text, 'settlement'::text, 'chest'::text, 'opening'::text]))),
  constraint accounts_lower_balance_seconds_check CHECK ((lower_balance_seconds <= 0))
) with (fillfactor=70);
CREATE UNIQUE INDEX accounts_by_member ON accounts USING btree (community_id, member_id) WHERE (member_id IS NOT NULL);
CREATE UNIQUE INDEX accounts_by_partner ON accounts USING btree (community_id, partner_id) WHERE (partner_id IS NOT NULL);
CREATE UNIQUE INDEX accounts_organisation_name ON accounts USING btree (community_id, name) WHERE (kind = 'organisation'::text);
CREATE INDEX accounts_shared ON accounts USING btree (community_id, id) WHERE (kind = ANY (ARRAY['chest'::text, 'organisation'::text]));
CREATE UNIQUE INDEX accounts_single ON accounts USING btree (community_id, kind) WHERE (kind = ANY (ARRAY['chest'::text, 'opening'::text]));
CREATE TRIGGER accounts_close_days_before BEFORE INSERT ON accounts FOR EACH ROW WHEN (((new.kind = 'settlement'::text) AND (new.closed_through IS NULL))) EXECUTE FUNCTION close_days_before();

create table activity_counts (
  community_id integer not null,
  first_day date not null,
  last_day date not null,
  transfers integer not null,
  members integer not null,
  new_listings integer not null,
  listings_through date not null,
  counted_at timestamp with time zone not null,
  constraint activity_counts_pkey PRIMARY KEY (community_id, first_day, last_day)
);
CREATE INDEX activity_counts_by_age ON activity_counts USING btree (counted_at);

create table administrator_identities (
  id integer not null generated always as identity,
  issuer text not null,
  subject text not null,
  administrator_id integer not null,
  follows_claim boolean not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint administrator_identities_pkey PRIMARY KEY (id),
  constraint administrator_identities_administrator_id_issuer_key UNIQUE (administrator_id, issuer),
  constraint administrator_identities_issuer_subject_key UNIQUE (issuer, subject),
  constraint administrator_identities_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES administrators(id)
);

create table administrator_roles (
  community_id integer not null,
  administrator_id integer not null,
  role text not null,
  constraint administrator_roles_pkey PRIMARY KEY (community_id, administrator_id),
  constraint administrator_roles_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES administrators(id),
  constraint administrator_roles_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint administrator_roles_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'administrator'::text, 'coordinator'::text, 'treasurer'::text, 'auditor'::text])))
);

create table administrators (
  id integer not null generated always as identity,
  email text not null,
  name text not null,
  password_hash text,
  created_at timestamp with time zone not null,
  is_operator boolean not null default false,
  last_sign_in_at timestamp with time zone,
  language text,
  list_columns jsonb not null default '{}'::jsonb,
  totp_secret_encrypted bytea,
  totp_confirmed_at timestamp with time zone,
  totp_last_step bigint,
  second_factor_put_off_at timestamp with time zone,
  address text,
  address_proved_at timestamp with time zone,
  address_lost_at timestamp with time zone,
  code_failures integer,
  codes_blocked_until timestamp with time zone,
  code_failures_unseen integer,
  mail_kinds text[] not null default '{}'::text[],
  stop_key bytea,
  email_state text,
  constraint administrators_pkey PRIMARY KEY (id),
  constraint administrators_email_key UNIQUE (email),
  constraint administrators_check CHECK (((totp_confirmed_at IS NULL) OR (totp_secret_encrypted IS NOT NULL))),
  constraint administrators_code_failures_check CHECK ((code_failures >= 0)),
  constraint administrators_code_failures_unseen_check CHECK ((code_failures_unseen >= 0)),
  constraint administrators_email_check CHECK ((email = lower(email))),
  constraint administrators_email_state_check CHECK ((email_state = 'bad'::text)),
  constraint administrators_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text]))),
  constraint administrators_list_columns_check CHECK ((jsonb_typeof(list_columns) = 'object'::text)),
  constraint administrators_mail_kinds_check CHECK ((mail_kinds <@ '{tasks,webhooks,keys,bank,backup}'::text[])),
  constraint administrators_stop_key_check CHECK ((length(stop_key) = 16))
);
CREATE INDEX administrators_by_address ON administrators USING btree (COALESCE(address, email));
CREATE UNIQUE INDEX administrators_stop_key ON administrators USING btree (stop_key) WHERE (stop_key IS NOT NULL);
CREATE TRIGGER administrators_forget_address BEFORE UPDATE OF email ON administrators FOR EACH ROW EXECUTE FUNCTION forget_earlier_address();

create table answer_turns (
  community_id integer not null,
  answer_id uuid not null,
  number smallint not null,
  from_member uuid not null,
  from_deputy uuid,
  message text,
  day date,
  day_off boolean not null default false,
  form uuid not null,
  created_at timestamp with time zone not null,
  constraint answer_turns_pkey PRIMARY KEY (community_id, answer_id, number),
  constraint answer_turns_community_id_from_member_form_key UNIQUE (community_id, from_member, form),
  constraint answer_turns_community_id_answer_id_fkey FOREIGN KEY (community_id, answer_id) REFERENCES answers(community_id, id) ON DELETE CASCADE,
  constraint answer_turns_community_id_from_deputy_fkey FOREIGN KEY (community_id, from_deputy) REFERENCES deputies(community_id, id),
  constraint answer_turns_community_id_from_member_fkey FOREIGN KEY (community_id, from_member) REFERENCES members(community_id, id),
  constraint answer_turns_check CHECK (((day IS NOT NULL) OR (NOT day_off))),
  constraint answer_turns_message_check CHECK ((char_length(message) <= 2000)),
  constraint answer_turns_number_check CHECK ((number > 0))
);
CREATE INDEX answer_turns_by_deputy ON answer_turns USING btree (community_id, from_deputy) WHERE (from_deputy IS NOT NULL);

create table answers (
  community_id integer not null,
  id uuid not null,
  listing_id uuid not null,
  from_member uuid not null,
  to_member uuid not null,
  message text not null,
  released text[] not null default '{}'::text[],
  reply text,
  owner_released text[] not null default '{}'::text[],
  state text not null default 'open'::text,
  form uuid not null,
  created_at timestamp with time zone not null,
  replied_at timestamp with time zone,
  from_deputy uuid,
  day date,
  day_off boolean not null default false,
  day_sequence integer not null default 0,
  constraint answers_pkey PRIMARY KEY (community_id, id),
  constraint answers_community_id_from_member_form_key UNIQUE (community_id, from_member, form),
  constraint answers_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint answers_community_id_from_member_fkey FOREIGN KEY (community_id, from_member) REFERENCES members(community_id, id),
  constraint answers_community_id_listing_id_fkey FOREIGN KEY (community_id, listing_id) REFERENCES listings(community_id, id),
  constraint answers_community_id_to_member_fkey FOREIGN KEY (community_id, to_member) REFERENCES members(community_id, id),
  constraint answers_deputy_fkey FOREIGN KEY (community_id, from_deputy) REFERENCES deputies(community_id, id),
  constraint answers_check CHECK (((state <> ALL (ARRAY['agreed'::text, 'declined'::text])) OR (replied_at IS NOT NULL))),
  constraint answers_check1 CHECK ((from_member <> to_member)),
  constraint answers_day_check CHECK ((((day IS NULL) = (day_sequence = 0)) AND ((day IS NOT NULL) OR (NOT day_off)))),
  constraint answers_day_sequence_check CHECK ((day_sequence >= 0)),
  constraint answers_message_check CHECK ((char_length(message) <= 2000)),
  constraint answers_owner_released_check CHECK ((owner_released <@ '{email,phone}'::text[])),
  constraint answers_released_check CHECK ((released <@ '{email,phone}'::text[])),
  constraint answers_reply_check CHECK ((char_length(reply) <= 2000)),
  constraint answers_state_check CHECK ((state = ANY (ARRAY['open'::text, 'agreed'::text, 'declined'::text, 'ended'::text])))
);
CREATE INDEX answers_by_age ON answers USING btree (created_at);
CREATE INDEX answers_by_deputy ON answers USING btree (community_id, from_deputy) WHERE (from_deputy IS NOT NULL);
CREATE INDEX answers_by_listing ON answers USING btree (community_id, listing_id, id);
CREATE INDEX answers_by_owner ON answers USING btree (community_id, to_member, created_at);
CREATE INDEX answers_by_sender ON answers USING btree (community_id, from_member, created_at);
CREATE INDEX answers_open ON answers USING btree (community_id, to_member, id) WHERE (state = 'open'::text);

create table audit_log (
  community_id integer,
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  actor text not null,
  action text not null,
  subject text,
  address inet,
  request_id text,
  details jsonb not null default '{}'::jsonb,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id)
);
CREATE INDEX audit_log_acts ON audit_log USING btree (community_id, id) WHERE (action <> 'email.read'::text);
CREATE INDEX audit_log_by_community ON audit_log USING btree (community_id, id);
CREATE INDEX audit_log_by_subject ON audit_log USING btree (community_id, subject, id) WHERE (subject IS NOT NULL);
CREATE INDEX audit_log_by_time ON audit_log USING brin (at);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_log_never_truncated BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_seals (
  community_id integer,
  through_id bigint not null,
  day date not null,
  row_count integer not null,
  previous_hash bytea not null,
  hash bytea not null,
  sealed_at timestamp with time zone not null,
  constraint audit_seals_community_id_previous_hash_key UNIQUE NULLS NOT DISTINCT (community_id, previous_hash),
  constraint audit_seals_community_id_through_id_key UNIQUE NULLS NOT DISTINCT (community_id, through_id),
  constraint audit_seals_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint audit_seals_hash_check CHECK ((length(hash) = 32)),
  constraint audit_seals_previous_hash_check CHECK ((length(previous_hash) = 32)),
  constraint audit_seals_row_count_check CHECK ((row_count > 0))
);
CREATE TRIGGER audit_seals_append_only BEFORE DELETE OR UPDATE ON audit_seals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_seals_never_truncated BEFORE TRUNCATE ON audit_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table bank_accounts (
  community_id integer not null,
  id bigint not null generated always as identity,
  account text not null,
  holder text,
  partner_id integer,
  named_by text not null,
  answers jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  holder_address jsonb,
  constraint bank_accounts_pkey PRIMARY KEY (community_id, id),
  constraint bank_accounts_community_id_account_key UNIQUE (community_id, account),
  constraint bank_accounts_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint bank_accounts_community_id_partner_id_fkey FOREIGN KEY (community_id, partner_id) REFERENCES partners(community_id, id),
  constraint bank_accounts_account_check CHECK ((char_length(account) <= 64)),
  constraint bank_accounts_answers_check CHECK ((jsonb_typeof(answers) = 'object'::text)),
  constraint bank_accounts_holder_address_check CHECK ((jsonb_typeof(holder_address) = 'object'::text)),
  constraint bank_accounts_holder_check CHECK (((char_length(holder) >= 1) AND (char_length(holder) <= 140))),
  constraint bank_accounts_named_by_check CHECK ((named_by = ANY (ARRAY['settings'::text, 'file'::text])))
);

create table bank_files (
  community_id integer not null,
  id bigint not null generated always as identity,
  sha256 bytea not null,
  name text,
  accounts text[] not null,
  first_day date,
  last_day date,
  proofs jsonb not null,
  questions jsonb not null default '[]'::jsonb,
  imported_by text not null,
  imported_at timestamp with time zone not null,
  constraint bank_files_pkey PRIMARY KEY (community_id, id),
  constraint bank_files_community_id_sha256_key UNIQUE (community_id, sha256),
  constraint bank_files_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint bank_files_name_check CHECK ((char_length(name) <= 255)),
  constraint bank_files_proofs_check CHECK ((jsonb_typeof(proofs) = 'array'::text)),
  constraint bank_files_questions_check CHECK ((jsonb_typeof(questions) = 'array'::text)),
  constraint bank_files_sha256_check CHECK ((length(sha256) = 32))
);

create table bank_line_files (
  community_id integer not null,
  file_id bigint not null,
  number integer not null,
  line_id bigint not null,
  place text not null,
  constraint bank_line_files_pkey PRIMARY KEY (community_id, file_id, number),
  constraint bank_line_files_community_id_file_id_fkey FOREIGN KEY (community_id, file_id) REFERENCES bank_files(community_id, id),
  constraint bank_line_files_community_id_line_id_fkey FOREIGN KEY (community_id, line_id) REFERENCES bank_lines(community_id, id),
  constraint bank_line_files_number_check CHECK ((number > 0))
);
CREATE INDEX bank_line_files_by_line ON bank_line_files USING btree (community_id, line_id);

create table bank_lines (
  community_id integer not null,
  id bigint not null generated always as identity,
  account_id bigint not null,
  first_file_id bigint not null,
  statement_kind text not null,
  reference text collate "C",
  is_bank_wide boolean not null,
  entry_reference text collate "C",
  end_to_end_id text collate "C",
  related_reference text collate "C",
  booked_on date,
  amount text not null,
  currency text,
  original_amount text,
  original_currency text,
  payer text,
  payer_account text,
  texts jsonb not null default '[]'::jsonb,
  named_member_id uuid,
  names text not null,
  kind text not null,
  missing_details integer,
  is_unreadable boolean not null,
  state text not null,
  reason text not null,
  proposed_member_id uuid,
  proposed_seconds bigint,
  proposed_credit_id uuid,
  returns_line_id bigint,
  credit_id uuid,
  decided_by text,
  decided_at timestamp with time zone,
  note text,
  created_at timestamp with time zone not null,
  texts_deleted_at timestamp with time zone,
  format text,
  uetr text,
  booking_texts jsonb not null default '[]'::jsonb,
  first_booked_on date,
  may_be_line_id bigint,
  same_as_line_id bigint,
  constraint bank_lines_pkey PRIMARY KEY (community_id, id),
  constraint bank_lines_community_id_account_id_fkey FOREIGN KEY (community_id, account_id) REFERENCES bank_accounts(community_id, id),
  constraint bank_lines_community_id_credit_id_fkey FOREIGN KEY (community_id, credit_id) REFERENCES transfers(community_id, id),
  constraint bank_lines_community_id_first_file_id_fkey FOREIGN KEY (community_id, first_file_id) REFERENCES bank_files(community_id, id),
  constraint bank_lines_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint bank_lines_community_id_may_be_line_id_fkey FOREIGN KEY (community_id, may_be_line_id) REFERENCES bank_lines(community_id, id) ON DELETE SET NULL (may_be_line_id),
  constraint bank_lines_community_id_named_member_id_fkey FOREIGN KEY (community_id, named_member_id) REFERENCES members(community_id, id),
  constraint bank_lines_community_id_proposed_credit_id_fkey FOREIGN KEY (community_id, proposed_credit_id) REFERENCES transfers(community_id, id),
  constraint bank_lines_community_id_proposed_member_id_fkey FOREIGN KEY (community_id, proposed_member_id) REFERENCES members(community_id, id),
  constraint bank_lines_community_id_returns_line_id_fkey FOREIGN KEY (community_id, returns_line_id) REFERENCES bank_lines(community_id, id),
  constraint bank_lines_community_id_same_as_line_id_fkey FOREIGN KEY (community_id, same_as_line_id) REFERENCES bank_lines(community_id, id) ON DELETE SET NULL (same_as_line_id),
  constraint bank_lines_amount_check CHECK ((amount ~ '^-?[0-9]{1,18}[.][0-9]{2,10}$'::text)),
  constraint bank_lines_booking_texts_check CHECK ((jsonb_typeof(booking_texts) = 'array'::text)),
  constraint bank_lines_check CHECK (((proposed_member_id IS NULL) = (proposed_seconds IS NULL))),
  constraint bank_lines_check1 CHECK (((proposed_seconds IS NULL) OR (state = 'open'::text))),
  constraint bank_lines_check2 CHECK ((same_as_line_id <> id)),
  constraint bank_lines_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint bank_lines_end_to_end_id_check CHECK ((char_length(end_to_end_id) <= 128)),
  constraint bank_lines_entry_reference_check CHECK ((char_length(entry_reference) <= 128)),
  constraint bank_lines_format_check CHECK ((char_length(format) <= 20)),
  constraint bank_lines_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'return'::text, 'own'::text, 'fee'::text]))),
  constraint bank_lines_missing_details_check CHECK ((missing_details > 0)),
  constraint bank_lines_names_check CHECK ((names = ANY (ARRAY['none'::text, 'member'::text, 'several'::text, 'unreadable'::text, 'unknown'::text, 'chosen'::text]))),
  constraint bank_lines_note_check CHECK ((char_length(note) <= 500)),
  constraint bank_lines_original_amount_check CHECK ((original_amount ~ '^[0-9]{1,18}[.][0-9]{2,10}$'::text)),
  constraint bank_lines_original_currency_check CHECK ((original_currency ~ '^[A-Z]{3}$'::text)),
  constraint bank_lines_reference_check CHECK ((char_length(reference) <= 128)),
  constraint bank_lines_related_reference_check CHECK ((char_length(related_reference) <= 128)),
  constraint bank_lines_state_check CHECK ((state = ANY (ARRAY['credited'::text, 'booked'::text, 'returned'::text, 'not_ours'::text, 'open'::text]))),
  constraint bank_lines_statement_kind_check CHECK ((statement_kind = ANY (ARRAY['final'::text, 'interim'::text, 'details'::text]))),
  constraint bank_lines_texts_check CHECK ((jsonb_typeof(texts) = 'array'::text)),
  constraint bank_lines_uetr_check CHECK ((uetr ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text))
);
CREATE UNIQUE INDEX bank_lines_booked_once ON bank_lines USING btree (community_id, credit_id) WHERE ((credit_id IS NOT NULL) AND (state = 'booked'::text));
CREATE INDEX bank_lines_by_credit ON bank_lines USING btree (community_id, credit_id) WHERE (credit_id IS NOT NULL);
CREATE INDEX bank_lines_by_day ON bank_lines USING btree (community_id, account_id, booked_on);
CREATE INDEX bank_lines_by_end_to_end_id ON bank_lines USING btree (community_id, end_to_end_id) WHERE (end_to_end_id IS NOT NULL);
CREATE INDEX bank_lines_by_entry ON bank_lines USING btree (community_id, entry_reference) WHERE (entry_reference IS NOT NULL);
CREATE INDEX bank_lines_by_member ON bank_lines USING btree (community_id, named_member_id, booked_on) WHERE (named_member_id IS NOT NULL);
CREATE INDEX bank_lines_by_payer ON bank_lines USING btree (community_id, payer_account, booked_on) WHERE (payer_account IS NOT NULL);
CREATE INDEX bank_lines_by_question ON bank_lines USING btree (community_id, may_be_line_id) WHERE (may_be_line_id IS NOT NULL);
CREATE INDEX bank_lines_by_reference ON bank_lines USING btree (community_id, reference) WHERE (reference IS NOT NULL);
CREATE INDEX bank_lines_by_returned ON bank_lines USING btree (community_id, returns_line_id) WHERE (returns_line_id IS NOT NULL);
CREATE INDEX bank_lines_by_same ON bank_lines USING btree (community_id, same_as_line_id) WHERE (same_as_line_id IS NOT NULL);
CREATE INDEX bank_lines_by_state ON bank_lines USING btree (community_id, state, id);
CREATE INDEX bank_lines_by_uetr ON bank_lines USING btree (community_id, uetr) WHERE (uetr IS NOT NULL);
CREATE INDEX bank_lines_to_forget ON bank_lines USING btree (created_at) WHERE (texts_deleted_at IS NULL);

create table bank_statements (
  community_id integer not null,
  file_id bigint not null,
  number integer not null,
  account_id bigint not null,
  currency text,
  first_day date not null,
  last_day date not null,
  opening text,
  closing text,
  constraint bank_statements_pkey PRIMARY KEY (community_id, file_id, number),
  constraint bank_statements_community_id_account_id_fkey FOREIGN KEY (community_id, account_id) REFERENCES bank_accounts(community_id, id),
  constraint bank_statements_community_id_file_id_fkey FOREIGN KEY (community_id, file_id) REFERENCES bank_files(community_id, id),
  constraint bank_statements_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint bank_statements_check CHECK ((last_day >= first_day)),
  constraint bank_statements_check1 CHECK (((opening IS NOT NULL) OR (closing IS NOT NULL))),
  constraint bank_statements_closing_check CHECK ((closing ~ '^-?[0-9]{1,18}[.][0-9]{2,10}$'::text)),
  constraint bank_statements_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint bank_statements_number_check CHECK ((number > 0)),
  constraint bank_statements_opening_check CHECK ((opening ~ '^-?[0-9]{1,18}[.][0-9]{2,10}$'::text))
);
CREATE INDEX bank_statements_by_day ON bank_statements USING btree (community_id, account_id, first_day);

create table booked_references (
  community_id integer not null,
  kind text not null,
  reference text collate "C" not null,
  partner_id integer,
  line_id bigint not null,
  constraint booked_references_pkey PRIMARY KEY (community_id, kind, reference, line_id),
  constraint booked_references_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint booked_references_community_id_line_id_fkey FOREIGN KEY (community_id, line_id) REFERENCES bank_lines(community_id, id),
  constraint booked_references_community_id_partner_id_fkey FOREIGN KEY (community_id, partner_id) REFERENCES partners(community_id, id),
  constraint booked_references_kind_check CHECK ((kind = ANY (ARRAY['credit'::text, 'credit_reversal'::text]))),
  constraint booked_references_reference_check CHECK (((char_length(reference) >= 1) AND (char_length(reference) <= 128)))
);

create table call_counts (
  community_id integer not null,
  hour timestamp with time zone not null,
  partner_id integer not null,
  calls integer not null,
  client_errors integer not null,
  server_errors integer not null,
  latency_us bigint not null,
  constraint call_counts_pkey PRIMARY KEY (community_id, hour, partner_id),
  constraint call_counts_community_id_partner_id_fkey FOREIGN KEY (community_id, partner_id) REFERENCES partners(community_id, id)
);

create table call_log (
  community_id integer not null,
  id bigint not null generated always as identity,
  partner_id integer not null,
  at timestamp with time zone not null,
  operation text not null,
  status integer not null,
  error text,
  error_description text,
  cause text,
  latency_us integer not null,
  request_id text not null,
  address inet,
  member_id uuid,
  amount_seconds bigint,
  reference text,
  item_count integer,
  constraint call_log_pkey PRIMARY KEY (id)
);
CREATE INDEX call_log_by_partner ON call_log USING btree (community_id, partner_id, at, id);
CREATE INDEX call_log_by_request ON call_log USING btree (community_id, request_id);
CREATE INDEX call_log_by_time ON call_log USING btree (community_id, at, id);
CREATE INDEX call_log_errors ON call_log USING btree (community_id, at, id) WHERE (status >= 400);
CREATE INDEX call_log_refused_references ON call_log USING btree (community_id, reference text_pattern_ops) WHERE ((status >= 400) AND (reference IS NOT NULL));

create table categories (
  community_id integer not null,
  id integer not null generated always as identity,
  name text not null,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  merged_into integer,
  constraint categories_pkey PRIMARY KEY (community_id, id),
  constraint categories_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint categories_community_id_merged_into_fkey FOREIGN KEY (community_id, merged_into) REFERENCES categories(community_id, id),
  constraint categories_check CHECK ((merged_into <> id)),
  constraint categories_name_check CHECK (((name <> ''::text) AND (char_length(name) <= 200)))
);
CREATE UNIQUE INDEX categories_by_name ON categories USING btree (community_id, lower(name)) WHERE (merged_into IS NULL);
CREATE INDEX categories_former_names ON categories USING btree (community_id, merged_into) WHERE (merged_into IS NOT NULL);

create table communities (
  id integer not null generated always as identity,
  slug text not null,
  name text not null,
  kind text not null default 'live'::text,
  default_visibility text not null default 'listed_with_email'::text,
  partner_api_disabled_reason text,
  upper_balance_seconds bigint,
  lower_balance_seconds bigint,
  exchange_step_minutes integer not null default 1,
  created_at timestamp with time zone not null,
  languages text[] not null default '{en}'::text[],
  resets integer not null default 0,
  four_eyes boolean not null default false,
  line_open_days integer not null default 14,
  move_state text,
  move_id uuid,
  moved_to text,
  reason_before_move text,
  tag text not null default new_tag(),
  listing_months integer,
  office_contact text,
  members_side boolean not null default false,
  hours_as text not null default 'decimal'::text,
  remind_days integer not null default 7,
  silent_days integer not null default 14,
  address_form text not null default 'formal'::text,
  office_name_en text,
  office_name_de text,
  names_whole boolean not null default false,
  look_first boolean not null default false,
  may_join boolean not null default false,
  move_with uuid,
  move_emptied_at timestamp with time zone,
  time_zone text,
  constraint communities_pkey PRIMARY KEY (id),
  constraint communities_slug_key UNIQUE (slug),
  constraint communities_tag_key UNIQUE (tag),
  constraint communities_address_form_check CHECK ((address_form = ANY (ARRAY['formal'::text, 'familiar'::text]))),
  constraint communities_default_visibility_check CHECK ((default_visibility = ANY (ARRAY['hidden'::text, 'listed'::text, 'listed_with_email'::text]))),
  constraint communities_exchange_step_minutes_check CHECK ((exchange_step_minutes = ANY (ARRAY[1, 3, 5, 6, 10, 15, 20, 30, 60]))),
  constraint communities_hours_as_check CHECK ((hours_as = ANY (ARRAY['decimal'::text, 'clock'::text]))),
  constraint communities_kind_check CHECK ((kind = ANY (ARRAY['live'::text, 'sandbox'::text]))),
  constraint communities_languages_check CHECK ((cardinality(languages) > 0)),
  constraint communities_line_open_days_check CHECK (((line_open_days >= 1) AND (line_open_days <= 366))),
  constraint communities_listing_months_check CHECK (((listing_months >= 1) AND (listing_months <= 60))),
  constraint communities_lower_balance_seconds_check CHECK ((lower_balance_seconds <= 0)),
  constraint communities_members_side_check CHECK (((NOT members_side) OR (kind = 'live'::text))),
  constraint communities_move_check CHECK (((move_state IS NULL) = (move_id IS NULL))),
  constraint communities_move_state_check CHECK ((move_state = ANY (ARRAY['leaving'::text, 'arriving'::text, 'left'::text, 'copy'::text]))),
  constraint communities_moved_check CHECK (((NOT (move_state IS DISTINCT FROM 'left'::text)) = (moved_to IS NOT NULL))),
  constraint communities_moved_to_check CHECK ((char_length(moved_to) <= 2048)),
  constraint communities_name_check CHECK ((name <> ''::text)),
  constraint communities_office_contact_check CHECK ((char_length(office_contact) <= 500)),
  constraint communities_office_name_de_check CHECK (((char_length(office_name_de) >= 1) AND (char_length(office_name_de) <= 80))),
  constraint communities_office_name_en_check CHECK (((char_length(office_name_en) >= 1) AND (char_length(office_name_en) <= 80))),
  constraint communities_remind_days_check CHECK (((remind_days >= 1) AND (remind_days <= 60))),
  constraint communities_silence_check CHECK ((remind_days < silent_days)),
  constraint communities_silent_days_check CHECK (((silent_days >= 2) AND (silent_days <= 120))),
  constraint communities_slug_check CHECK ((slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'::text)),
  constraint communities_tag_check CHECK ((tag ~ '^[0-9A-Za-z]{5}$'::text)),
  constraint communities_time_zone_check CHECK (((char_length(time_zone) >= 1) AND (char_length(time_zone) <= 64))),
  constraint communities_upper_balance_seconds_check CHECK ((upper_balance_seconds > 0))
);
CREATE TRIGGER communities_kind_stays BEFORE UPDATE ON communities FOR EACH ROW WHEN ((old.kind IS DISTINCT FROM new.kind)) EXECUTE FUNCTION refuse_kind_change();

create table comparison_lines (
  community_id integer not null,
  comparison_id bigint not null,
  number integer not null,
  partner_id integer not null,
  created_at timestamp with time zone not null,
  kind text not null,
  state text,
  difference bytea,
  place text,
  entry_reference text,
  end_to_end_id text,
  amount text,
  entry_amount text,
  currency text,
  booked_on date,
  worth_hours numeric,
  payer_text text,
  problem text,
  unreadable text,
  is_reversal boolean not null,
  credit_id uuid,
  member_id uuid,
  named_member_id uuid,
  note text,
  changed_by text,
  changed_at timestamp with time zone,
  revision integer not null,
  settled_by bigint,
  constraint comparison_lines_pkey PRIMARY KEY (community_id, comparison_id, number),
  constraint comparison_lines_community_id_comparison_id_fkey FOREIGN KEY (community_id, comparison_id) REFERENCES statement_comparisons(community_id, id),
  constraint comparison_lines_community_id_credit_id_fkey FOREIGN KEY (community_id, credit_id) REFERENCES transfers(community_id, id),
  constraint comparison_lines_community_id_member_id_fkey FOREIGN KEY (community_id, member_id) REFERENCES members(community_id, id),
  constraint comparison_lines_community_id_named_member_id_fkey FOREIGN KEY (community_id, named_member_id) REFERENCES members(community_id, id),
  constraint comparison_lines_community_id_partner_id_fkey FOREIGN KEY (community_id, partner_id) REFERENCES partners(community_id, id),
  constraint comparison_lines_community_id_settled_by_fkey FOREIGN KEY (community_id, settled_by) REFERENCES statement_comparisons(community_id, id),
  constraint comparison_lines_check CHECK (((state IS NULL) = (difference IS NULL))),
  constraint comparison_lines_check1 CHECK ((((state IS NOT NULL) AND (state = ANY (ARRAY['settled'::text, 'carried'::text]))) = (settled_by IS NOT NULL))),
  constraint comparison_lines_check2 CHECK (((changed_by IS NULL) = (changed_at IS NULL))),
  constraint comparison_lines_difference_check CHECK ((length(difference) = 32)),
  constraint comparison_lines_kind_check CHECK ((kind = ANY (ARRAY['amount_differs'::text, 'member_differs'::text, 'on_statement_not_credited'::text, 'credited_not_on_statement'::text, 'reversed_without_return'::text, 'returned_without_reversal'::text, 'returned_without_credit'::text, 'unusable_reference'::text, 'case_differs'::text, 'proof_fails'::text, 'not_understood'::text, 'waiting_for_statement'::text, 'corrected'::text, 'returned_uncredited'::text, 'no_payment_reference'::text]))),
  constraint comparison_lines_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 500))),
  constraint comparison_lines_number_check CHECK ((number > 0)),
  constraint comparison_lines_payer_text_check CHECK ((char_length(payer_text) <= 500)),
  constraint comparison_lines_state_check CHECK ((state = ANY (ARRAY['open'::text, 'asked'::text, 'explained'::text, 'settled'::text, 'carried'::text])))
);
CREATE INDEX comparison_lines_by_age ON comparison_lines USING btree (created_at);
CREATE INDEX comparison_lines_by_member ON comparison_lines USING btree (community_id, member_id) WHERE (member_id IS NOT NULL);
CREATE INDEX comparison_lines_by_named_member ON comparison_lines USING btree (community_id, named_member_id) WHERE (named_member_id IS NOT NULL);
CREATE INDEX comparison_lines_by_state ON comparison_lines USING btree (community_id, state, partner_id, comparison_id, number) WHERE (state IS NOT NULL);
CREATE UNIQUE INDEX comparison_lines_current ON comparison_lines USING btree (community_id, partner_id, difference) WHERE (state = ANY (ARRAY['open'::text, 'asked'::text, 'explained'::text]));

create table credentials (
  community_id integer not null,
  partner_id integer not null,
  id integer not null generated always as identity,
  secret_hash bytea,
  secret_hint text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  first_used_at timestamp with time zone,
  last_used_address inet,
  public_key jsonb,
  key_thumbprint text,
  constraint credentials_pkey PRIMARY KEY (community_id, id),
  constraint credentials_community_id_partner_id_fkey FOREIGN KEY (community_id, partner_id) REFERENCES partners(community_id, id),
  constraint credentials_check CHECK ((((num_nonnulls(secret_hash, secret_hint) = 2) AND (num_nonnulls(public_key, key_thumbprint) = 0)) OR ((num_nonnulls(secret_hash, secret_hint) = 0) AND (num_nonnulls(public_key, key_thumbprint) = 2)))),
  constraint credentials_key_thumbprint_check CHECK ((char_length(key_thumbprint) = 43)),
  constraint credentials_secret_hash_check CHECK ((length(secret_hash) = 32))
);
CREATE INDEX credentials_by_partner ON credentials USING btree (community_id, partner_id);
CREATE UNIQUE INDEX credentials_live_keys ON credentials USING btree (community_id, partner_id, key_thumbprint) WHERE (revoked_at IS NULL);

create table credit_days (
  community_id integer not null,
  partner_id integer not null,
  day date not null,
  account_id bigint not null,
  credited_seconds bigint not null,
  constraint credit_days_pkey PRIMARY KEY (community_id, partner_id, day, account_id),
  constraint credit_days_credited_seconds_check CHECK ((credited_seconds > 0))
) with (fillfactor=70);

create table deliveries (
  community_id integer not null,
  id uuid not null,
  event_id uuid not null,
  subscription_id uuid not null,
  status text not null default 'pending'::text,
  attempt_count integer not null default 0,
  next_attempt_at timestamp with time zone,
  lease_until timestamp with time zone,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  manual boolean not null default false,
  attempts jsonb not null default '[]'::jsonb,
  constraint deliveries_pkey PRIMARY KEY (community_id, subscription_id, id),
  constraint deliveries_community_id_event_id_subscription_id_key UNIQUE (community_id, event_id, subscription_id),
  constraint deliveries_community_id_event_id_fkey FOREIGN KEY (community_id, event_id) REFERENCES events(community_id, id) ON DELETE CASCADE,
  constraint deliveries_community_id_subscription_id_fkey FOREIGN KEY (community_id, subscription_id) REFERENCES subscriptions(community_id, id) ON DELETE CASCADE,
  constraint deliveries_attempt_count_check CHECK ((attempt_count >= 0)),
  constraint deliveries_check CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  constraint deliveries_check1 CHECK (((lease_until IS NULL) OR (status = 'pending'::text))),
  constraint deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'held'::text, 'delivered'::text, 'failed'::text])))
) with (fillfactor=45);
CREATE INDEX deliveries_held ON deliveries USING btree (community_id, subscription_id) WHERE (status = 'held'::text);
CREATE INDEX deliveries_pending ON deliveries USING btree (community_id, subscription_id, next_attempt_at) WHERE (status = 'pending'::text);

create table deputies (
  community_id integer not null,
  id uuid not null,
  member_id uuid not null,
  deputy_member_id uuid,
  name text,
  email text,
  person_id uuid not null,
  agreed_on date not null,
  how text not null,
  recorded_by text not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint deputies_pkey PRIMARY KEY (community_id, id),
  constraint deputies_community_id_deputy_member_id_fkey FOREIGN KEY (community_id, deputy_member_id) REFERENCES members(community_id, id),
  constraint deputies_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint deputies_community_id_member_id_fkey FOREIGN KEY (community_id, member_id) REFERENCES members(community_id, id),
  constraint deputies_check CHECK ((num_nonnulls(deputy_member_id, name) = 1)),
  constraint deputies_check1 CHECK (((email IS NULL) OR (name IS NOT NULL))),
  constraint deputies_check2 CHECK (((deputy_member_id IS NULL) OR ((deputy_member_id <> member_id) AND (person_id = deputy_member_id)))),
  constraint deputies_email_check CHECK ((char_length(email) <= 320)),
  constraint deputies_how_check CHECK ((how = ANY (ARRAY['paper'::text, 'telephone'::text, 'in_person'::text, 'pages'::text]))),
  constraint deputies_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))
);
CREATE INDEX deputies_by_mailbox ON deputies USING btree (community_id, lower(email)) WHERE ((email IS NOT NULL) AND (ended_at IS NULL));
CREATE INDEX deputies_by_member ON deputies USING btree (community_id, member_id, id);
CREATE INDEX deputies_by_person ON deputies USING btree (community_id, person_id, id);
CREATE UNIQUE INDEX deputies_open ON deputies USING btree (community_id, member_id, person_id) WHERE (ended_at IS NULL);

create table event_queue (
  event_id uuid not null,
  community_id integer not null,
  constraint event_queue_pkey PRIMARY KEY (community_id, event_id)
);

create table events (
  community_id integer not null,
  id uuid not null,
  type text not null,
  partner_id integer,
  member_id uuid,
  listing_id uuid,
  data json not null,
  created_at timestamp with time zone not null,
  audience integer[],
  xid xid8 not null default pg_current_xact_id(),
  constraint events_pkey PRIMARY KEY (community_id, id)
);
CREATE INDEX events_but_credits ON events USING btree (community_id, type, id) WHERE (type <> 'wallet.credited'::text);
CREATE INDEX events_by_age ON events USING btree (created_at);
CREATE INDEX events_by_partner ON events USING btree (community_id, partner_id, id);
CREATE INDEX events_departures ON events USING btree (community_id, type, xid) WHERE (type = ANY (ARRAY['user.deactivated'::text, 'listing.closed'::text]));
CREATE INDEX events_in_order ON events USING btree (community_id, xid, id);

create table exchange_days (
  community_id integer not null,
  day date not null,
  transfers integer not null,
  exchanges integer not null,
  seconds bigint not null,
  constraint exchange_days_pkey PRIMARY KEY (community_id, day),
  constraint exchange_days_check CHECK (((exchanges >= 0) AND (exchanges <= transfers))),
  constraint exchange_days_transfers_check CHECK ((transfers > 0))
) with (fillfactor=70);

create table exchange_rates (
  community_id integer not null,
  partner_id integer,
  currency text not null,
  numerator numeric not null,
  denominator numeric not null,
  valid_from date,
  created_at timestamp with time zone not null,
  recorded_by text not null,
  constraint exchange_rates_community_id_partner_id_currency_valid_from_key UNIQUE NULLS NOT DISTINCT (community_id, partner_id, currency, valid_from),
  constraint exchange_rates_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint exchange_rates_community_id_partner_id_fkey FOREIGN KEY (community_id, partner_id) REFERENCES partners(community_id, id),
  constraint exchange_rates_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint exchange_rates_denominator_check CHECK (((denominator > (0)::numeric) AND (denominator = trunc(denominator)))),
  constraint exchange_rates_numerator_check CHECK (((numerator > (0)::numeric) AND (numerator = trunc(numerator))))
);

create table explained_transfers (
  community_id integer not null,
  transfer_id uuid not null,
  partner_id integer not null,
  comparison_id bigint not null,
  entry_reference text,
  entry_day date,
  end_to_end_id text,
  constraint explained_transfers_pkey PRIMARY KEY (community_id, transfer_id),
  constraint explained_transfers_community_id_comparison_id_fkey FOREIGN KEY (community_id, comparison_id) REFERENCES statement_comparisons(community_id, id),
  constraint explained_transfers_community_id_partner_id_fkey FOREIGN KEY (community_id, partner_id) REFERENCES partners(community_id, id),
  constraint explained_transfers_community_id_transfer_id_fkey FOREIGN KEY (community_id, transfer_id) REFERENCES transfers(community_id, id)
);
CREATE INDEX explained_transfers_by_end_to_end_id ON explained_transfers USING btree (community_id, partner_id, end_to_end_id) WHERE (end_to_end_id IS NOT NULL);
CREATE TRIGGER explained_transfers_append_only BEFORE DELETE OR UPDATE ON explained_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER explained_transfers_never_truncated BEFORE TRUNCATE ON explained_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table flights (
  community_id integer not null,
  subscription_id uuid not null,
  id uuid not null,
  event_ids uuid[] not null,
  lease_until timestamp with time zone not null,
  constraint flights_pkey PRIMARY KEY (community_id, subscription_id, id),
  constraint flights_community_id_subscription_id_fkey FOREIGN KEY (community_id, subscription_id) REFERENCES subscriptions(community_id, id) ON DELETE CASCADE
);
CREATE INDEX flights_by_lease ON flights USING btree (lease_until);

create table hand_overs (
  community_id integer not null,
  credential_id integer not null,
  token_hash bytea not null,
  sealed_secret bytea,
  created_by integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  opened_at timestamp with time zone,
  opened_address inet,
  constraint hand_overs_pkey PRIMARY KEY (community_id, credential_id),
  constraint hand_overs_token_hash_key UNIQUE (token_hash),
  constraint hand_overs_community_id_credential_id_fkey FOREIGN KEY (community_id, credential_id) REFERENCES credentials(community_id, id),
  constraint hand_overs_created_by_fkey FOREIGN KEY (created_by) REFERENCES administrators(id),
  constraint hand_overs_check CHECK (((opened_at IS NULL) OR (sealed_secret IS NULL))),
  constraint hand_overs_sealed_secret_check CHECK ((length(sealed_secret) <= 200)),
  constraint hand_overs_token_hash_check CHECK ((length(token_hash) = 32))
);

create table import_rows (
  community_id integer not null,
  import_id bigint not null,
  created_id uuid not null,
  constraint import_rows_pkey PRIMARY KEY (community_id, import_id, created_id)
);

create table imports (
  community_id integer not null,
  id bigint not null generated always as identity,
  kind text not null,
  file_name text,
  file_sha256 bytea not null,
  row_count integer not null,
  created_count integer not null,
  imported_by text not null,
  imported_at timestamp with time zone not null,
  xid xid8 not null default pg_current_xact_id(),
  undone_by text,
  undone_at timestamp with time zone,
  constraint imports_pkey PRIMARY KEY (community_id, id),
  constraint imports_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint imports_check CHECK (((undone_by IS NULL) = (undone_at IS NULL))),
  constraint imports_created_count_check CHECK ((created_count > 0)),
  constraint imports_file_name_check CHECK (((char_length(file_name) >= 1) AND (char_length(file_name) <= 255))),
  constraint imports_file_sha256_check CHECK ((length(file_sha256) = 32)),
  constraint imports_kind_check CHECK ((kind = ANY (ARRAY['members'::text, 'listings'::text, 'exchanges'::text])))
);

create table installation (
  id boolean not null default true,
  partner_api_disabled_reason text,
  secret_key_check bytea,
  cautious_from timestamp with time zone,
  cautious_until timestamp with time zone,
  installation_id uuid not null default gen_random_uuid(),
  backup_folder text,
  constraint installation_pkey PRIMARY KEY (id),
  constraint installation_id_check CHECK (id)
);

create table invitations (
  community_id integer not null,
  id integer not null generated always as identity,
  email text not null,
  role text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  mailed_token_hash bytea,
  constraint invitations_pkey PRIMARY KEY (community_id, id),
  constraint invitations_community_id_email_key UNIQUE (community_id, email),
  constraint invitations_token_hash_key UNIQUE (token_hash),
  constraint invitations_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint invitations_email_check CHECK ((email = lower(email))),
  constraint invitations_mailed_token_hash_check CHECK ((length(mailed_token_hash) = 32)),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'administrator'::text, 'coordinator'::text, 'treasurer'::text, 'auditor'::text]))),
  constraint invitations_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX invitations_by_email ON invitations USING btree (email);
CREATE UNIQUE INDEX invitations_mailed_token_hash ON invitations USING btree (mailed_token_hash) WHERE (mailed_token_hash IS NOT NULL);

create table key_urls (
  community_id integer not null,
  partner_id integer not null,
  url text not null,
  tried_at timestamp with time zone not null,
  fetched_at timestamp with time zone not null,
  error text,
  constraint key_urls_pkey PRIMARY KEY (community_id, partner_id),
  constraint key_urls_community_id_partner_id_fkey FOREIGN KEY (community_id, partner_id) REFERENCES partners(community_id, id),
  constraint key_urls_url_check CHECK ((char_length(url) <= 2048))
);

create table ledger_check (
  id boolean not null default true,
  begun_at timestamp with time zone,
  verified_at timestamp with time zone,
  holds boolean,
  constraint ledger_check_pkey PRIMARY KEY (id),
  constraint ledger_check_check CHECK (((verified_at IS NULL) = (holds IS NULL))),
  constraint ledger_check_id_check CHECK (id)
);

create table letter_texts (
  community_id integer not null,
  kind text not null,
  language text not null,
  title text not null,
  body text not null,
  changed_at timestamp with time zone not null,
  constraint letter_texts_pkey PRIMARY KEY (community_id, kind, language),
  constraint letter_texts_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint letter_texts_body_check CHECK (((char_length(body) >= 1) AND (char_length(body) <= 4000))),
  constraint letter_texts_kind_check CHECK ((kind = ANY (ARRAY['welcome'::text, 'balance'::text, 'invitation'::text]))),
  constraint letter_texts_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'es'::text, 'fr'::text, 'it'::text]))),
  constraint letter_texts_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200)))
);

create table listing_forms (
  community_id integer not null,
  member_id uuid not null,
  form uuid not null,
  listing_id uuid not null,
  created_at timestamp with time zone not null,
  constraint listing_forms_pkey PRIMARY KEY (community_id, member_id, form),
  constraint listing_forms_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint listing_forms_community_id_listing_id_fkey FOREIGN KEY (community_id, listing_id) REFERENCES listings(community_id, id),
  constraint listing_forms_community_id_member_id_fkey FOREIGN KEY (community_id, member_id) REFERENCES members(community_id, id)
);
CREATE INDEX listing_forms_by_age ON listing_forms USING btree (created_at);
CREATE INDEX listing_forms_by_listing ON listing_forms USING btree (community_id, listing_id);

create table listings (
  community_id integer not null,
  id uuid not null,
  external_id text,
  member_id uuid not null,
  type text not null,
  title text not null,
  description text not null default ''::text,
  category text not null default ''::text,
  estimated_seconds bigint,
  status text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  changed_xid xid8 not null default pg_current_xact_id(),
  ends_on date,
  published_at timestamp with time zone,
  back_as text,
  constraint listings_pkey PRIMARY KEY (community_id, id),
  constraint listings_community_id_external_id_key UNIQUE (community_id, external_id),
  constraint listings_community_id_member_id_fkey FOREIGN KEY (community_id, member_id) REFERENCES members(community_id, id),
  constraint listings_back_as_check CHECK ((back_as = ANY (ARRAY['active'::text, 'held'::text]))),
  constraint listings_category_check CHECK ((char_length(category) <= 200)),
  constraint listings_estimated_seconds_check CHECK ((estimated_seconds > 0)),
  constraint listings_status_check CHECK ((status = ANY (ARRAY['active'::text, 'held'::text, 'closed'::text]))),
  constraint listings_title_check CHECK ((title <> ''::text)),
  constraint listings_type_check CHECK ((type = ANY (ARRAY['service'::text, 'request'::text])))
);
CREATE INDEX listings_active ON listings USING btree (community_id, id, updated_at) WHERE (status = 'active'::text);
CREATE INDEX listings_by_category ON listings USING btree (community_id, lower(category), id, updated_at) WHERE (status = 'active'::text);
CREATE INDEX listings_by_creation ON listings USING btree (community_id, created_at);
CREATE INDEX listings_by_end ON listings USING btree (community_id, COALESCE(ends_on, 'infinity'::date), id) WHERE (undone_at IS NULL);
CREATE INDEX listings_by_member ON listings USING btree (community_id, member_id, id);
CREATE INDEX listings_by_part ON listings USING gin (text_parts(community_id, folded(((title || ' '::text) || category)))) WITH (gin_pending_list_limit='256') WHERE (undone_at IS NULL);
CREATE INDEX listings_by_title ON listings USING btree (community_id, lower(title), id) WHERE (undone_at IS NULL);
CREATE INDEX listings_changed ON listings USING btree (community_id, changed_xid);
CREATE INDEX listings_counted ON listings USING btree (community_id, status, type) WHERE (undone_at IS NULL);
CREATE INDEX listings_ending ON listings USING btree (community_id, ends_on, id) WHERE ((ends_on IS NOT NULL) AND (status <> 'closed'::text));
CREATE INDEX listings_held ON listings USING btree (community_id, id) WHERE (status = 'held'::text);
CREATE INDEX listings_in_category ON listings USING btree (community_id, lower(category), id);
CREATE INDEX listings_updated ON listings USING btree (community_id, updated_at, id) WHERE (status = 'active'::text);
CREATE TRIGGER listings_note_change BEFORE UPDATE ON listings FOR EACH ROW WHEN (((NOT (old.ends_on IS DISTINCT FROM new.ends_on)) OR (((((((((old.member_id IS DISTINCT FROM new.member_id) OR (old.type IS DISTINCT FROM new.type)) OR (old.title IS DISTINCT FROM new.title)) OR (old.description IS DISTINCT FROM new.description)) OR (old.category IS DISTINCT FROM new.category)) OR (old.estimated_seconds IS DISTINCT FROM new.estimated_seconds)) OR (old.status IS DISTINCT FROM new.status)) OR (old.undone_at IS DISTINCT FROM new.undone_at)) OR (old.updated_at IS DISTINCT FROM new.updated_at)))) EXECUTE FUNCTION note_change();

create table mails (
  community_id integer not null,
  id bigint not null generated always as identity,
  reason_key text not null,
  member_id uuid,
  administrator_id integer,
  invitation_id integer,
  message_id bigint,
  language text not null,
  state text not null default 'due'::text,
  urgent boolean not null default false,
  attempts integer not null default 0,
  created_at timestamp with time zone not null,
  next_attempt_at timestamp with time zone,
  lease_until timestamp with time zone,
  last_attempt_at timestamp with time zone,
  error text,
  answer text,
  finished_at timestamp with time zone,
  message_uuid uuid not null default gen_random_uuid(),
  deputy_id uuid,
  constraint mails_pkey PRIMARY KEY (community_id, id),
  constraint mails_community_id_reason_key_key UNIQUE (community_id, reason_key),
  constraint mails_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES administrators(id),
  constraint mails_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint mails_community_id_invitation_id_fkey FOREIGN KEY (community_id, invitation_id) REFERENCES invitations(community_id, id) ON DELETE SET NULL (invitation_id),
  constraint mails_community_id_member_id_fkey FOREIGN KEY (community_id, member_id) REFERENCES members(community_id, id) ON DELETE CASCADE,
  constraint mails_community_id_message_id_fkey FOREIGN KEY (community_id, message_id) REFERENCES messages(community_id, id),
  constraint mails_deputy_fkey FOREIGN KEY (community_id, deputy_id) REFERENCES deputies(community_id, id) ON DELETE CASCADE,
  constraint mails_answer_check CHECK ((char_length(answer) <= 500)),
  constraint mails_attempts_check CHECK ((attempts >= 0)),
  constraint mails_check CHECK (((next_attempt_at IS NOT NULL) = (state = 'due'::text))),
  constraint mails_check1 CHECK (((lease_until IS NULL) OR (state = 'due'::text))),
  constraint mails_check2 CHECK (((finished_at IS NOT NULL) = (state = ANY (ARRAY['sent'::text, 'printed'::text, 'dropped'::text, 'failed'::text])))),
  constraint mails_check3 CHECK ((num_nonnulls(member_id, administrator_id, invitation_id) <= 1)),
  constraint mails_deputy_check CHECK (((deputy_id IS NULL) OR (member_id IS NOT NULL))),
  constraint mails_error_check CHECK ((error = ANY (ARRAY['unreachable'::text, 'refused'::text, 'no_mailbox'::text, 'not_accepted'::text, 'no_address'::text, 'mail_off'::text, 'sandbox'::text, 'stopped'::text, 'gone'::text, 'late'::text]))),
  constraint mails_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'es'::text, 'fr'::text, 'it'::text]))),
  constraint mails_reason_key_check CHECK (((char_length(reason_key) >= 3) AND (char_length(reason_key) <= 200))),
  constraint mails_state_check CHECK ((state = ANY (ARRAY['due'::text, 'sent'::text, 'print'::text, 'printed'::text, 'dropped'::text, 'failed'::text])))
);
CREATE INDEX mails_attempted ON mails USING btree (last_attempt_at) WHERE (last_attempt_at IS NOT NULL);
CREATE INDEX mails_by_age ON mails USING btree (created_at);
CREATE INDEX mails_due ON mails USING btree (urgent DESC, next_attempt_at) WHERE (state = 'due'::text);
CREATE INDEX mails_failed ON mails USING btree (community_id, id) WHERE (error IS NOT NULL);
CREATE INDEX mails_of_administrator ON mails USING btree (administrator_id) WHERE (administrator_id IS NOT NULL);
CREATE INDEX mails_of_deputy ON mails USING btree (community_id, deputy_id) WHERE (deputy_id IS NOT NULL);
CREATE INDEX mails_of_invitation ON mails USING btree (community_id, invitation_id) WHERE (invitation_id IS NOT NULL);
CREATE INDEX mails_of_member ON mails USING btree (community_id, member_id, id) WHERE (member_id IS NOT NULL);
CREATE INDEX mails_of_message ON mails USING btree (community_id, message_id, state) WHERE (message_id IS NOT NULL);
CREATE INDEX mails_refused ON mails USING btree (community_id, member_id, last_attempt_at) WHERE (error = 'refused'::text);
CREATE INDEX mails_to_print ON mails USING btree (community_id, id) WHERE (state = 'print'::text);

create table member_calls (
  community_id integer not null,
  id bigint not null generated always as identity,
  member_id uuid not null,
  called_on date not null,
  called_by text not null,
  note text,
  again_on date not null,
  recorded_at timestamp with time zone not null,
  constraint member_calls_pkey PRIMARY KEY (community_id, id),
  constraint member_calls_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint member_calls_community_id_member_id_fkey FOREIGN KEY (community_id, member_id) REFERENCES members(community_id, id) ON DELETE CASCADE,
  constraint member_calls_check CHECK ((again_on >= called_on)),
  constraint member_calls_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 500)))
);
CREATE INDEX member_calls_by_member ON member_calls USING btree (community_id, member_id, id);

create table member_checks (
  community_id integer not null,
  id bigint not null generated always as identity,
  member_id uuid not null,
  kind text not null,
  checker text not null,
  checked_on date not null,
  expires_on date,
  recorded_by text not null,
  recorded_at timestamp with time zone not null,
  constraint member_checks_pkey PRIMARY KEY (community_id, id),
  constraint member_checks_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint member_checks_community_id_member_id_fkey FOREIGN KEY (community_id, member_id) REFERENCES members(community_id, id) ON DELETE CASCADE,
  constraint member_checks_check CHECK ((expires_on >= checked_on)),
  constraint member_checks_checker_check CHECK (((char_length(checker) >= 1) AND (char_length(checker) <= 200))),
  constraint member_checks_kind_check CHECK (((char_length(kind) >= 1) AND (char_length(kind) <= 100)))
);
CREATE INDEX member_checks_by_expiry ON member_checks USING btree (community_id, expires_on, id) WHERE (expires_on IS NOT NULL);
CREATE INDEX member_checks_by_member ON member_checks USING btree (community_id, member_id, id);

create table member_details (
  community_id integer not null,
  member_id uuid not null,
  salutation text,
  given_name text,
  family_name text,
  sort_name text collate "C",
  phone text,
  second_phone text,
  street text,
  postal_code text,
  place text,
  country text,
  preferred_contact text,
  birth_year smallint,
  emergency_contact text,
  notes text,
  agreement_signed_on date,
  email_consent_on date,
  own_values jsonb not null default '{}'::jsonb,
  status_reason text,
  status_at timestamp with time zone,
  phone_key text,
  second_phone_key text,
  address_key text,
  updated_at timestamp with time zone not null,
  constraint member_details_pkey PRIMARY KEY (community_id, member_id),
  constraint member_details_community_id_member_id_fkey FOREIGN KEY (community_id, member_id) REFERENCES members(community_id, id) ON DELETE CASCADE,
  constraint member_details_birth_year_check CHECK (((birth_year >= 1900) AND (birth_year <= 2199))),
  constraint member_details_country_check CHECK (((char_length(country) >= 1) AND (char_length(country) <= 100))),
  constraint member_details_emergency_contact_check CHECK (((char_length(emergency_contact) >= 1) AND (char_length(emergency_contact) <= 500))),
  constraint member_details_family_name_check CHECK (((char_length(family_name) >= 1) AND (char_length(family_name) <= 100))),
  constraint member_details_given_name_check CHECK (((char_length(given_name) >= 1) AND (char_length(given_name) <= 100))),
  constraint member_details_notes_check CHECK (((char_length(notes) >= 1) AND (char_length(notes) <= 5000))),
  constraint member_details_own_values_check CHECK ((jsonb_typeof(own_values) = 'object'::text)),
  constraint member_details_phone_check CHECK (((char_length(phone) >= 1) AND (char_length(phone) <= 50))),
  constraint member_details_place_check CHECK (((char_length(place) >= 1) AND (char_length(place) <= 100))),
  constraint member_details_postal_code_check CHECK (((char_length(postal_code) >= 1) AND (char_length(postal_code) <= 20))),
  constraint member_details_preferred_contact_check CHECK ((preferred_contact = ANY (ARRAY['phone'::text, 'email'::text, 'letter'::text, 'in_person'::text]))),
  constraint member_details_salutation_check CHECK (((char_length(salutation) >= 1) AND (char_length(salutation) <= 50))),
  constraint member_details_second_phone_check CHECK (((char_length(second_phone) >= 1) AND (char_length(second_phone) <= 50))),
  constraint member_details_status_reason_check CHECK (((char_length(status_reason) >= 1) AND (char_length(status_reason) <= 500))),
  constraint member_details_street_check CHECK (((char_length(street) >= 1) AND (char_length(street) <= 200)))
);
CREATE INDEX member_details_by_address ON member_details USING btree (community_id, address_key) WHERE (address_key IS NOT NULL);
CREATE INDEX member_details_by_phone ON member_details USING btree (community_id, phone_key) WHERE (phone_key IS NOT NULL);
CREATE INDEX member_details_by_second_phone ON member_details USING btree (community_id, second_phone_key) WHERE (second_phone_key IS NOT NULL);

create table member_fields (
  community_id integer not null,
  number smallint not null,
  name text not null,
  kind text not null,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  choices text[] not null default '{}'::text[],
  is_quarter boolean not null default false,
  constraint member_fields_pkey PRIMARY KEY (community_id, number),
  constraint member_fields_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint member_fields_choices_check CHECK (((kind = 'choice'::text) OR (choices = '{}'::text[]))),
  constraint member_fields_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'date'::text, 'yes_no'::text, 'choice'::text]))),
  constraint member_fields_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint member_fields_number_check CHECK (((number >= 1) AND (number <= 10000))),
  constraint member_fields_quarter_check CHECK (((NOT is_quarter) OR ((kind = 'choice'::text) AND (removed_at IS NULL))))
);
CREATE UNIQUE INDEX member_fields_by_name ON member_fields USING btree (community_id, lower(name)) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX member_fields_quarter ON member_fields USING btree (community_id) WHERE is_quarter;

create table member_grams (
  community_id integer not null,
  member_id uuid not null,
  grams integer[] not null,
  constraint member_grams_pkey PRIMARY KEY (community_id, member_id),
  constraint member_grams_community_id_member_id_fkey FOREIGN KEY (community_id, member_id) REFERENCES members(community_id, id)
);
CREATE INDEX member_grams_by_gram ON member_grams USING gin (grams) WITH (gin_pending_list_limit='256');

create table member_holds (
  community_id integer not null,
  member_id uuid not null,
  until date,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  shown integer,
  constraint member_holds_pkey PRIMARY KEY (community_id, member_id),
  constraint member_holds_community_id_member_id_fkey FOREIGN KEY (community_id, member_id) REFERENCES members(community_id, id) ON DELETE CASCADE,
  constraint member_holds_check CHECK (((ended_at IS NOT NULL) OR (shown IS NULL))),
  constraint member_holds_shown_check CHECK ((shown >= 0))
);
CREATE INDEX member_holds_due ON member_holds USING btree (until, community_id) WHERE ((ended_at IS NULL) AND (until IS NOT NULL));

create table member_pairs (
  community_id integer not null,
  member_id uuid not null,
  other_id uuid not null,
  decision text not null,
  decided_by text not null,
  decided_at timestamp with time zone not null,
  constraint member_pairs_pkey PRIMARY KEY (community_id, member_id, other_id),
  constraint member_pairs_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint member_pairs_community_id_member_id_fkey FOREIGN KEY (community_id, member_id) REFERENCES members(community_id, id) ON DELETE CASCADE,
  constraint member_pairs_community_id_other_id_fkey FOREIGN KEY (community_id, other_id) REFERENCES members(community_id, id) ON DELETE CASCADE,
  constraint member_pairs_check CHECK ((member_id <> other_id)),
  constraint member_pairs_decision_check CHECK ((decision = ANY (ARRAY['same'::text, 'different'::text])))
);
CREATE INDEX member_pairs_by_other ON member_pairs USING btree (community_id, other_id);

create table member_partner_visibility (
  community_id integer not null,
  member_id uuid not null,
  partner_id integer not null,
  visibility text not null,
  constraint member_partner_visibility_pkey PRIMARY KEY (community_id, partner_id, member_id),
  constraint member_partner_visibility_community_id_member_id_fkey FOREIGN KEY (community_id, member_id) REFERENCES members(community_id, id),
  constraint member_partner_visibility_community_id_partner_id_fkey FOREIGN KEY (community_id, partner_id) REFERENCES partners(community_id, id),
  constraint member_partner_visibility_visibility_check CHECK ((visibility = ANY (ARRAY['hidden'::text, 'listed'::text, 'listed_with_email'::text])))
);

create table member_sessions (
  community_id integer not null,
  id bigint not null generated always as identity,
  token_hash bytea not null,
  member_id uuid not null,
  way text not null,
  shared boolean not null,
  user_agent text not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  deputy_id uuid,
  device_hash bytea,
  constraint member_sessions_pkey PRIMARY KEY (community_id, id),
  constraint member_sessions_community_id_token_hash_key UNIQUE (community_id, token_hash),
  constraint member_sessions_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint member_sessions_community_id_member_id_fkey FOREIGN KEY (community_id, member_id) REFERENCES members(community_id, id),
  constraint member_sessions_deputy_fkey FOREIGN KEY (community_id, deputy_id) REFERENCES deputies(community_id, id),
  constraint member_sessions_device_hash_check CHECK ((length(device_hash) = 32)),
  constraint member_sessions_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint member_sessions_way_check CHECK ((way = ANY (ARRAY['letter'::text, 'mail'::text, 'number'::text])))
);
CREATE INDEX member_sessions_by_age ON member_sessions USING btree (created_at);
CREATE INDEX member_sessions_by_deputy ON member_sessions USING btree (community_id, deputy_id, id) WHERE (deputy_id IS NOT NULL);
CREATE INDEX member_sessions_by_device ON member_sessions USING btree (community_id, device_hash) WHERE (device_hash IS NOT NULL);
CREATE INDEX member_sessions_by_member ON member_sessions USING btree (community_id, member_id, id);

create table member_tallies (
  community_id integer not null,
  id bigint not null generated always as identity,
  active integer not null,
  on_default integer not null,
  constraint member_tallies_pkey PRIMARY KEY (community_id, id),
  constraint member_tallies_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id)
);

create table member_words (
  community_id integer not null,
  word text collate "C" not null,
  member_id uuid not null,
  constraint member_words_pkey PRIMARY KEY (community_id, word, member_id),
  constraint member_words_community_id_member_id_fkey FOREIGN KEY (community_id, member_id) REFERENCES members(community_id, id)
);
CREATE INDEX member_words_by_member ON member_words USING btree (community_id, member_id, word);

create table members (
  community_id integer not null,
  id uuid not null,
  external_id text,
  name text not null,
  email text,
  status text not null,
  visibility text,
  language text,
  joined_on date,
  payment_reference text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  search_name text collate "C" not null default ''::text,
  erased_at timestamp with time zone,
  undone_at timestamp with time zone,
  changed_xid xid8 not null default pg_current_xact_id(),
  former_payment_reference text,
  mail_kinds text[] not null default '{hours,listings}'::text[],
  stop_key bytea,
  email_state text,
  booklet_contact text,
  letter_only boolean not null default false,
  leave_asked_at timestamp with time zone,
  card text,
  seen_by_members boolean not null default true,
  digest_asked_at timestamp with time zone,
  join_asked_at timestamp with time zone,
  constraint members_pkey PRIMARY KEY (community_id, id),
  constraint members_community_id_external_id_key UNIQUE (community_id, external_id),
  constraint members_community_id_payment_reference_key UNIQUE (community_id, payment_reference),
  constraint members_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint members_booklet_contact_check CHECK ((booklet_contact = ANY (ARRAY['phone'::text, 'email'::text, 'both'::text]))),
  constraint members_card_check CHECK ((card ~ '^[2-9A-HJ-NP-TV-Z]{10}$'::text)),
  constraint members_email_state_check CHECK ((email_state = 'bad'::text)),
  constraint members_former_payment_reference_check CHECK ((former_payment_reference ~ '^RF[0-9]{2}[0-9A-Z]{1,21}$'::text)),
  constraint members_mail_kinds_check CHECK ((mail_kinds <@ '{hours,listings,messages,digest,alerts}'::text[])),
  constraint members_name_check CHECK (((name <> ''::text) AND (name !~ '[\x1e\x1f]'::text))),
  constraint members_payment_reference_check CHECK ((payment_reference ~ '^RF[0-9]{2}[0-9A-Z]{1,21}$'::text)),
  constraint members_status_check CHECK ((status = ANY (ARRAY['active'::text, 'pending'::text, 'suspended'::text, 'left'::text]))),
  constraint members_stop_key_check CHECK ((length(stop_key) = 16)),
  constraint members_visibility_check CHECK ((visibility = ANY (ARRAY['hidden'::text, 'listed'::text, 'listed_with_email'::text])))
);
CREATE INDEX members_active ON members USING btree (community_id, id, updated_at) WHERE (status = 'active'::text);
CREATE INDEX members_by_email ON members USING btree (community_id, lower(email)) WHERE (email IS NOT NULL);
CREATE INDEX members_by_name ON members USING btree (community_id, search_name, id) WHERE (undone_at IS NULL);
CREATE UNIQUE INDEX members_card ON members USING btree (community_id, card) WHERE (card IS NOT NULL);
CREATE INDEX members_changed ON members USING btree (community_id, changed_xid);
CREATE INDEX members_counted ON members USING btree (community_id, status) WHERE (undone_at IS NULL);
CREATE UNIQUE INDEX members_former_payment_reference ON members USING btree (community_id, former_payment_reference) WHERE (former_payment_reference IS NOT NULL);
CREATE INDEX members_leaving ON members USING btree (community_id, leave_asked_at) WHERE ((leave_asked_at IS NOT NULL) AND (status = 'active'::text));
CREATE INDEX members_not_active ON members USING btree (community_id, status, search_name, id) WHERE ((status <> 'active'::text) AND (undone_at IS NULL));
CREATE UNIQUE INDEX members_stop_key ON members USING btree (community_id, stop_key) WHERE (stop_key IS NOT NULL);
CREATE INDEX members_updated ON members USING btree (community_id, updated_at, id) WHERE (status = 'active'::text);
CREATE TRIGGER members_note_change BEFORE UPDATE ON members FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE TRIGGER members_tally_delete AFTER DELETE ON members REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tally_members();
CREATE TRIGGER members_tally_insert AFTER INSERT ON members REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_members();
CREATE TRIGGER members_tally_update AFTER UPDATE ON members REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_members();

create table messages (
  community_id integer not null,
  id bigint not null generated always as identity,
  title text not null,
  body text not null,
  written_by text not null,
  created_at timestamp with time zone not null,
  form uuid not null,
  audience_digest bytea,
  constraint messages_pkey PRIMARY KEY (community_id, id),
  constraint messages_community_id_form_key UNIQUE (community_id, form),
  constraint messages_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint messages_audience_digest_check CHECK ((length(audience_digest) = 32)),
  constraint messages_body_check CHECK (((char_length(body) >= 1) AND (char_length(body) <= 10000))),
  constraint messages_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 150)))
);

create table moves (
  community_id integer not null,
  id bigint not null generated always as identity,
  system text not null,
  file_names text[] not null,
  plan_sha256 bytea not null,
  answers jsonb not null default '{}'::jsonb,
  members_import_id bigint,
  listings_import_id bigint,
  exchanges_import_id bigint,
  fund_opening_id uuid,
  moved_by text not null,
  moved_at timestamp with time zone not null,
  undone_by text,
  undone_at timestamp with time zone,
  constraint moves_pkey PRIMARY KEY (community_id, id),
  constraint moves_community_id_exchanges_import_id_fkey FOREIGN KEY (community_id, exchanges_import_id) REFERENCES imports(community_id, id),
  constraint moves_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint moves_community_id_fund_opening_id_fkey FOREIGN KEY (community_id, fund_opening_id) REFERENCES transfers(community_id, id),
  constraint moves_community_id_listings_import_id_fkey FOREIGN KEY (community_id, listings_import_id) REFERENCES imports(community_id, id),
  constraint moves_community_id_members_import_id_fkey FOREIGN KEY (community_id, members_import_id) REFERENCES imports(community_id, id),
  constraint moves_answers_check CHECK ((jsonb_typeof(answers) = 'object'::text)),
  constraint moves_check CHECK (((undone_by IS NULL) = (undone_at IS NULL))),
  constraint moves_plan_sha256_check CHECK ((length(plan_sha256) = 32)),
  constraint moves_system_check CHECK ((system = ANY (ARRAY['timeoverflow'::text, 'komunitin'::text, 'ces'::text, 'cyclos'::text, 'timebank'::text])))
);

create table nodes (
  id uuid not null,
  name text not null,
  started_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  build text,
  clock_ahead_ms bigint,
  constraint nodes_pkey PRIMARY KEY (id)
);

create table partners (
  community_id integer not null,
  id integer not null generated always as identity,
  name text not null,
  status text not null default 'active'::text,
  client_id text not null,
  scopes text[] not null default '{}'::text[],
  allowed_addresses cidr[] not null default '{}'::cidr[],
  rate_limit_per_minute integer not null default 600,
  max_credit_seconds bigint not null default 3600000,
  max_member_day_seconds bigint,
  max_partner_day_seconds bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  match_by text not null default 'entry_reference'::text,
  hours_per_unit jsonb not null default '{}'::jsonb,
  keys_only boolean not null default false,
  bound_tokens_only boolean not null default false,
  contact_name text,
  contact_email text,
  contact_phone text,
  note text,
  is_internal boolean not null default false,
  constraint partners_pkey PRIMARY KEY (community_id, id),
  constraint partners_client_id_key UNIQUE (client_id),
  constraint partners_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint partners_hours_per_unit_check CHECK ((jsonb_typeof(hours_per_unit) = 'object'::text)),
  constraint partners_match_by_check CHECK ((match_by = ANY (ARRAY['entry_reference'::text, 'end_to_end_id'::text]))),
  constraint partners_max_credit_seconds_check CHECK ((max_credit_seconds > 0)),
  constraint partners_max_member_day_seconds_check CHECK ((max_member_day_seconds > 0)),
  constraint partners_max_partner_day_seconds_check CHECK ((max_partner_day_seconds > 0)),
  constraint partners_name_check CHECK ((name <> ''::text)),
  constraint partners_rate_limit_per_minute_check CHECK ((rate_limit_per_minute >= 0)),
  constraint partners_scopes_check CHECK ((scopes <@ ARRAY['users.read'::text, 'users.pii'::text, 'listings.read'::text, 'wallet.read'::text, 'wallet.write'::text, 'aggregates.read'::text, 'webhooks.manage'::text])),
  constraint partners_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'suspended'::text])))
);
CREATE UNIQUE INDEX partners_internal ON partners USING btree (community_id) WHERE is_internal;

create table passkey_challenges (
  cookie_hash bytea not null,
  purpose text not null,
  challenge text not null,
  created_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (cookie_hash, purpose),
  constraint passkey_challenges_cookie_hash_check CHECK ((length(cookie_hash) = 32)),
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['add'::text, 'sign in'::text])))
);

create table passkeys (
  id integer not null generated always as identity,
  administrator_id integer not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES administrators(id),
  constraint passkeys_counter_check CHECK ((counter >= 0)),
  constraint passkeys_credential_id_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1023)))
);
CREATE INDEX passkeys_by_administrator ON passkeys USING btree (administrator_id, id);

create table password_links (
  token_hash bytea not null,
  administrator_id integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint password_links_pkey PRIMARY KEY (token_hash),
  constraint password_links_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES administrators(id),
  constraint password_links_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX password_links_of_administrator ON password_links USING btree (administrator_id);

create table password_requests (
  id bigint not null generated always as identity,
  address text not null,
  created_at timestamp with time zone not null,
  handled_at timestamp with time zone,
  constraint password_requests_pkey PRIMARY KEY (id),
  constraint password_requests_address_check CHECK ((char_length(address) <= 320))
);
CREATE INDEX password_requests_by_address ON password_requests USING btree (address, created_at);
CREATE INDEX password_requests_waiting ON password_requests USING btree (id) WHERE (handled_at IS NULL);

create table payer_choices (
  community_id integer not null,
  payer_account text not null,
  member_id uuid not null,
  chosen_by text not null,
  chosen_at timestamp with time zone not null,
  constraint payer_choices_pkey PRIMARY KEY (community_id, payer_account),
  constraint payer_choices_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint payer_choices_community_id_member_id_fkey FOREIGN KEY (community_id, member_id) REFERENCES members(community_id, id),
  constraint payer_choices_payer_account_check CHECK (((char_length(payer_account) >= 1) AND (char_length(payer_account) <= 64)))
);

create table proposal_steps (
  community_id integer not null,
  proposal_id uuid not null,
  number smallint not null,
  at timestamp with time zone not null,
  actor text not null,
  act text not null,
  amount_seconds integer,
  service_date date,
  words text,
  constraint proposal_steps_pkey PRIMARY KEY (community_id, proposal_id, number),
  constraint proposal_steps_community_id_proposal_id_fkey FOREIGN KEY (community_id, proposal_id) REFERENCES proposals(community_id, id),
  constraint proposal_steps_act_check CHECK ((act = ANY (ARRAY['propose'::text, 'correct'::text, 'confirm'::text, 'contest'::text, 'withdraw'::text, 'remind'::text, 'silence'::text, 'refuse'::text, 'settle'::text, 'end'::text, 'leave'::text]))),
  constraint proposal_steps_amount_seconds_check CHECK (((amount_seconds >= 1) AND (amount_seconds <= 86400))),
  constraint proposal_steps_number_check CHECK ((number >= 1)),
  constraint proposal_steps_words_check CHECK ((char_length(words) <= 1000))
);

create table proposals (
  community_id integer not null,
  id uuid not null,
  provider_account_id bigint not null,
  receiver_account_id bigint not null,
  created_by uuid not null,
  proposed_by uuid not null,
  waits_for uuid,
  amount_seconds integer not null,
  service_date date not null,
  listing_id uuid,
  note text,
  revision smallint not null default 1,
  again smallint not null default 0,
  state text not null default 'waiting'::text,
  office_reason text,
  form uuid not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  waits_since timestamp with time zone not null,
  reminded_at timestamp with time zone,
  confirmed_by uuid,
  contested_by uuid[] not null default '{}'::uuid[],
  settled_by text,
  how text,
  end_reason text,
  one_mailbox boolean not null default false,
  transfer_id uuid,
  proposed_person uuid,
  confirmed_person uuid,
  constraint proposals_pkey PRIMARY KEY (community_id, id),
  constraint proposals_community_id_created_by_form_key UNIQUE (community_id, created_by, form),
  constraint proposals_community_id_created_by_fkey FOREIGN KEY (community_id, created_by) REFERENCES members(community_id, id),
  constraint proposals_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint proposals_community_id_listing_id_fkey FOREIGN KEY (community_id, listing_id) REFERENCES listings(community_id, id),
  constraint proposals_community_id_provider_account_id_fkey FOREIGN KEY (community_id, provider_account_id) REFERENCES accounts(community_id, id),
  constraint proposals_community_id_receiver_account_id_fkey FOREIGN KEY (community_id, receiver_account_id) REFERENCES accounts(community_id, id),
  constraint proposals_community_id_transfer_id_fkey FOREIGN KEY (community_id, transfer_id) REFERENCES transfers(community_id, id),
  constraint proposals_again_check CHECK ((again >= 0)),
  constraint proposals_amount_seconds_check CHECK (((amount_seconds >= 1) AND (amount_seconds <= 86400))),
  constraint proposals_check CHECK ((provider_account_id <> receiver_account_id)),
  constraint proposals_check1 CHECK (((state = 'waiting'::text) = (waits_for IS NOT NULL))),
  constraint proposals_check2 CHECK (((state <> 'office'::text) OR (office_reason IS NOT NULL))),
  constraint proposals_check3 CHECK (((waits_for <> proposed_by) AND ((confirmed_by IS NULL) OR (confirmed_by <> proposed_by)))),
  constraint proposals_check4 CHECK (((state = 'confirmed'::text) = (transfer_id IS NOT NULL))),
  constraint proposals_check5 CHECK (((state = 'confirmed'::text) OR (confirmed_by IS NULL))),
  constraint proposals_check6 CHECK (((state <> 'confirmed'::text) OR (num_nonnulls(confirmed_by, settled_by) = 1))),
  constraint proposals_check7 CHECK (((settled_by IS NULL) OR ((how IS NOT NULL) AND (state = ANY (ARRAY['confirmed'::text, 'ended'::text]))))),
  constraint proposals_contested_by_check CHECK ((cardinality(contested_by) <= 2)),
  constraint proposals_end_reason_check CHECK ((char_length(end_reason) <= 500)),
  constraint proposals_how_check CHECK ((how = ANY (ARRAY['telephone'::text, 'paper'::text, 'in_person'::text]))),
  constraint proposals_note_check CHECK ((char_length(note) <= 500)),
  constraint proposals_office_reason_check CHECK ((office_reason = ANY (ARRAY['organisation'::text, 'limit'::text, 'rule'::text, 'contested'::text, 'silent'::text]))),
  constraint proposals_person_check CHECK ((COALESCE(confirmed_person, confirmed_by) <> COALESCE(proposed_person, proposed_by))),
  constraint proposals_revision_check CHECK (((revision >= 1) AND (revision <= 2))),
  constraint proposals_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'office'::text, 'confirmed'::text, 'withdrawn'::text, 'ended'::text])))
);
CREATE UNIQUE INDEX proposals_alike ON proposals USING btree (community_id, provider_account_id, receiver_account_id, service_date, amount_seconds, again) WHERE (state = ANY (ARRAY['waiting'::text, 'office'::text]));
CREATE INDEX proposals_for_member ON proposals USING btree (community_id, waits_for, id) WHERE (waits_for IS NOT NULL);
CREATE INDEX proposals_for_office ON proposals USING btree (community_id, id) WHERE (state = 'office'::text);
CREATE INDEX proposals_of_creator ON proposals USING btree (community_id, created_by, created_at);
CREATE INDEX proposals_of_provider ON proposals USING btree (community_id, provider_account_id, id);
CREATE INDEX proposals_of_receiver ON proposals USING btree (community_id, receiver_account_id, id);
CREATE UNIQUE INDEX proposals_transfer ON proposals USING btree (community_id, transfer_id) WHERE (transfer_id IS NOT NULL);
CREATE INDEX proposals_waiting ON proposals USING btree (waits_since) WHERE (state = 'waiting'::text);

create table provider_requests (
  state_hash bytea not null,
  cookie_hash bytea not null,
  purpose text not null,
  created_at timestamp with time zone not null,
  constraint provider_requests_pkey PRIMARY KEY (state_hash),
  constraint provider_requests_cookie_hash_check CHECK ((length(cookie_hash) = 32)),
  constraint provider_requests_purpose_check CHECK ((purpose = ANY (ARRAY['sign in'::text, 'confirm'::text, 'link'::text]))),
  constraint provider_requests_state_hash_check CHECK ((length(state_hash) = 32))
);
CREATE INDEX provider_requests_by_age ON provider_requests USING btree (created_at);

create table recovery_codes (
  administrator_id integer not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (administrator_id, code_hash),
  constraint recovery_codes_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES administrators(id),
  constraint recovery_codes_code_hash_check CHECK ((length(code_hash) = 32))
);

create table request_windows (
  community_id integer not null,
  partner_id integer not null,
  minute bigint not null,
  count integer not null,
  previous integer not null,
  constraint request_windows_pkey PRIMARY KEY (community_id, partner_id),
  constraint request_windows_community_id_partner_id_fkey FOREIGN KEY (community_id, partner_id) REFERENCES partners(community_id, id)
) with (fillfactor=50);

create table restored_days (
  community_id integer not null,
  partner_id integer not null,
  first_day date not null,
  last_day date not null,
  differs_seconds bigint not null,
  restored_at timestamp with time zone not null,
  constraint restored_days_pkey PRIMARY KEY (community_id, partner_id, last_day),
  constraint restored_days_community_id_partner_id_fkey FOREIGN KEY (community_id, partner_id) REFERENCES partners(community_id, id),
  constraint restored_days_check CHECK ((last_day >= first_day))
);

create table schema_migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone not null,
  compatible boolean not null,
  build text,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table sessions (
  id bigint not null generated always as identity,
  administrator_id integer not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  password_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  address inet,
  user_agent text not null,
  begun_by text,
  passkey_id integer,
  identity_id integer,
  failed_codes integer,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES administrators(id),
  constraint sessions_begun_by_check CHECK ((begun_by = ANY (ARRAY['password'::text, 'passkey'::text, 'identity provider'::text, 'operator link'::text]))),
  constraint sessions_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX sessions_by_administrator ON sessions USING btree (administrator_id, id);
CREATE INDEX sessions_by_age ON sessions USING btree (created_at);

create table setup_links (
  token_hash bytea not null,
  administrator_id integer not null,
  community_id integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  by_operator boolean not null default false,
  constraint setup_links_pkey PRIMARY KEY (token_hash),
  constraint setup_links_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES administrators(id),
  constraint setup_links_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint setup_links_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX setup_links_by_administrator ON setup_links USING btree (administrator_id);

create table sign_in_attempts (
  key bytea not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  blocked_until timestamp with time zone,
  constraint sign_in_attempts_pkey PRIMARY KEY (key),
  constraint sign_in_attempts_key_check CHECK ((length(key) = 32))
);
CREATE INDEX sign_in_attempts_by_age ON sign_in_attempts USING btree (last_at);

create table sign_in_requests (
  community_id integer not null,
  id bigint not null generated always as identity,
  way text not null,
  member_id uuid,
  key_hash bytea,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  key_used_at timestamp with time zone,
  ended_at timestamp with time zone,
  mailbox text,
  cookie_hash bytea,
  number_hmac bytea,
  tries integer not null default 0,
  next text,
  number_used_at timestamp with time zone,
  handled_at timestamp with time zone,
  deputy_id uuid,
  device_hash bytea,
  former text,
  constraint sign_in_requests_pkey PRIMARY KEY (community_id, id),
  constraint sign_in_requests_community_id_key_hash_key UNIQUE (community_id, key_hash),
  constraint sign_in_requests_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id),
  constraint sign_in_requests_community_id_member_id_fkey FOREIGN KEY (community_id, member_id) REFERENCES members(community_id, id),
  constraint sign_in_requests_deputy_fkey FOREIGN KEY (community_id, deputy_id) REFERENCES deputies(community_id, id),
  constraint sign_in_requests_cookie_hash_check CHECK ((length(cookie_hash) = 32)),
  constraint sign_in_requests_device_hash_check CHECK ((length(device_hash) = 32)),
  constraint sign_in_requests_former_check CHECK ((char_length(former) <= 320)),
  constraint sign_in_requests_former_way_check CHECK (((former IS NULL) OR (way = 'address'::text))),
  constraint sign_in_requests_holder_check CHECK (
CASE way
    WHEN 'mail'::text THEN ((member_id IS NULL) AND (mailbox IS NOT NULL) AND (cookie_hash IS NOT NULL))
    WHEN 'address'::text THEN ((member_id IS NOT NULL) AND (deputy_id IS NULL) AND (mailbox IS NOT NULL) AND (cookie_hash IS NOT NULL))
    ELSE ((member_id IS NOT NULL) AND (key_hash IS NOT NULL) AND (mailbox IS NULL) AND (cookie_hash IS NULL))
END),
  constraint sign_in_requests_key_hash_check CHECK ((length(key_hash) = 32)),
  constraint sign_in_requests_mailbox_check CHECK ((char_length(mailbox) <= 320)),
  constraint sign_in_requests_next_check CHECK ((char_length(next) <= 500)),
  constraint sign_in_requests_number_hmac_check CHECK ((length(number_hmac) = 32)),
  constraint sign_in_requests_tries_check CHECK (((tries >= 0) AND (tries <= 5))),
  constraint sign_in_requests_way_check CHECK ((way = ANY (ARRAY['letter'::text, 'mail'::text, 'address'::text])))
);
CREATE INDEX sign_in_requests_by_age ON sign_in_requests USING btree (created_at) WHERE (way <> 'letter'::text);
CREATE INDEX sign_in_requests_by_browser ON sign_in_requests USING btree (community_id, cookie_hash) WHERE (cookie_hash IS NOT NULL);
CREATE INDEX sign_in_requests_by_deputy ON sign_in_requests USING btree (community_id, deputy_id) WHERE (deputy_id IS NOT NULL);
CREATE INDEX sign_in_requests_by_mailbox ON sign_in_requests USING btree (community_id, mailbox, created_at) WHERE (mailbox IS NOT NULL);
CREATE INDEX sign_in_requests_by_member ON sign_in_requests USING btree (community_id, member_id);
CREATE INDEX sign_in_requests_waiting ON sign_in_requests USING btree (id) WHERE ((way = 'mail'::text) AND (handled_at IS NULL));

create table snapshots (
  community_id integer not null,
  day date not null,
  as_of timestamp with time zone not null,
  totals jsonb not null,
  constraint snapshots_pkey PRIMARY KEY (community_id, day),
  constraint snapshots_community_id_fkey FOREIGN KEY (community_id) REFERENCES communities(id)
);

create table statement_comparisons (
  community_id integer not null,
  id bigint not null generated always as identity,
  partner_id integer not null,
  file_sha256 bytea not null,
  file_name text,
  compared_by text not null,
  compared_at timestamp with time zone not null,
  first_day date,
  last_day date,
  all_matched boolean not null,
  counts jsonb not null,
  constraint statement_comparisons_pkey PRIMARY KEY (community_id, id),
  constraint statement_comparisons_community_id_partner_id_fkey FOREIGN KEY (community_id, partner_id) REFERENCES partners(community_id, id),
  constraint statement_comparisons_check CHECK ((((first_day IS NULL) = (last_day IS NULL)) AND (first_day <= last_day))),
  constraint statement_comparisons_counts_check CHECK ((jsonb_typeof(counts) = 'object'::text)),
  constraint statement_comparisons_file_name_check CHECK (((char_length(file_name) >= 1) AND (char_length(file_name) <= 255))),
  constraint statement_comparisons_file_sha256_check CHECK ((length(file_sha256) = 32))
);
CREATE INDEX statement_comparisons_by_partner ON statement_comparisons USING btree (community_id, partner_id, id);
CREATE TRIGGER statement_comparisons_append_only BEFORE DELETE OR UPDATE ON statement_comparisons FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_comparisons_never_truncated BEFORE TRUNCATE ON statement_comparisons FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table statement_hashes (
  community_id integer not null,
  partner_id integer not null,
  day date not null,
  previous_hash bytea not null,
  hash bytea not null,
  in_event boolean not null,
  constraint statement_hashes_pkey PRIMARY KEY (community_id, partner_id, day),
  constraint statement_hashes_community_id_partner_id_day_fkey FOREIGN KEY (community_id, partner_id, day) REFERENCES statements(community_id, partner_id, day) ON DELETE CASCADE,
  constraint statement_hashes_hash_check CHECK ((length(hash) = 32)),
  constraint statement_hashes_previous_hash_check CHECK ((length(previous_hash) = 32))
);
CREATE TRIGGER statement_hashes_append_only BEFORE DELETE OR UPDATE ON statement_hashes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_hashes_never_truncated BEFORE TRUNCATE ON statement_hashes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table statements (
  community_id integer not null,
  partner_id integer not null,
  day date not null,
  opening_seconds bigint not null,
  credits_count integer not null,
  credits_seconds bigint not null,
  reversals_count integer not null,
  reversals_seconds bigint not null,
  closing_seconds bigint generated always as ((opening_seconds + credits_seconds) - reversals_seconds) stored,
  closed_at timestamp with time zone not null,
  constraint statements_pkey PRIMARY KEY (community_id, partner_id, day),
  constraint statements_community_id_partner_id_fkey FOREIGN KEY (community_id, partner_id) REFERENCES partners(community_id, id)
);
CREATE TRIGGER statements_append_only BEFORE DELETE OR UPDATE ON statements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statements_never_truncated BEFORE TRUNCATE ON statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table subscriptions (
  community_id integer not null,
  id uuid not null,
  partner_id integer not null,
  event_types text[] not null,
  target_url text not null,
  description text,
  status text not null default 'active'::text,
  disabled_reason text,
  secret_encrypted bytea,
  previous_secret_encrypted bytea,
  previous_secret_until timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  last_success_at timestamp with time zone,
  consecutive_failures integer not null default 0,
  failing_since timestamp with time zone,
  missed_from uuid,
  created_xid xid8,
  constraint subscriptions_pkey PRIMARY KEY (community_id, id),
  constraint subscriptions_community_id_partner_id_fkey FOREIGN KEY (community_id, partner_id) REFERENCES partners(community_id, id),
  constraint subscriptions_check CHECK (((status = 'disabled'::text) = (disabled_reason IS NOT NULL))),
  constraint subscriptions_event_types_check CHECK ((cardinality(event_types) > 0)),
  constraint subscriptions_secret_check CHECK (((secret_encrypted IS NOT NULL) OR (status = 'disabled'::text))),
  constraint subscriptions_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'disabled'::text])))
);
CREATE INDEX subscriptions_behind ON subscriptions USING btree (community_id, id) WHERE (missed_from IS NOT NULL);
CREATE INDEX subscriptions_by_partner ON subscriptions USING btree (community_id, partner_id, id);
CREATE INDEX subscriptions_in_trouble ON subscriptions USING btree (community_id) WHERE ((status = 'disabled'::text) OR (failing_since IS NOT NULL));

create table sync_marks (
  id uuid not null,
  history text not null,
  created_at timestamp with time zone not null,
  constraint sync_marks_pkey PRIMARY KEY (id)
);
CREATE INDEX sync_marks_by_age ON sync_marks USING btree (created_at);

create table transfer_external_ids (
  community_id integer not null,
  kind text not null,
  external_id text not null,
  transfer_id uuid not null,
  constraint transfer_external_ids_pkey PRIMARY KEY (community_id, kind, external_id)
);

create table transfers (
  community_id integer not null,
  id uuid not null,
  kind text not null,
  debit_account_id bigint not null,
  credit_account_id bigint not null,
  amount_seconds bigint not null,
  partner_id integer,
  reference text collate "C",
  reverses_id uuid,
  reason text,
  note text,
  payment_amount text,
  payment_currency text,
  payment_value_date date,
  payment_end_to_end_id text collate "C",
  corrects_id uuid,
  booked_on date not null,
  service_date date,
  listing_id uuid,
  external_id text,
  recorded_by text not null,
  created_at timestamp with time zone not null,
  slip_id uuid,
  category_id integer,
  constraint transfers_pkey PRIMARY KEY (community_id, id),
  constraint transfers_community_id_category_id_fkey FOREIGN KEY (community_id, category_id) REFERENCES categories(community_id, id),
  constraint transfers_community_id_corrects_id_fkey FOREIGN KEY (community_id, corrects_id) REFERENCES transfers(community_id, id),
  constraint transfers_community_id_credit_account_id_fkey FOREIGN KEY (community_id, credit_account_id) REFERENCES accounts(community_id, id),
  constraint transfers_community_id_debit_account_id_fkey FOREIGN KEY (community_id, debit_account_id) REFERENCES accounts(community_id, id),
  constraint transfers_community_id_listing_id_fkey FOREIGN KEY (community_id, listing_id) REFERENCES listings(community_id, id),
  constraint transfers_community_id_reverses_id_fkey FOREIGN KEY (community_id, reverses_id) REFERENCES transfers(community_id, id),
  constraint transfers_amount_seconds_check CHECK ((amount_seconds > 0)),
  constraint transfers_check CHECK ((debit_account_id <> credit_account_id)),
  constraint transfers_check1 CHECK ((starts_with(kind, 'credit'::text) = (partner_id IS NOT NULL))),
  constraint transfers_check2 CHECK (((partner_id IS NULL) = (reference IS NULL))),
  constraint transfers_check3 CHECK ((("right"(kind, 9) = '_reversal'::text) = (reverses_id IS NOT NULL))),
  constraint transfers_check4 CHECK (((kind = 'credit'::text) OR (num_nonnulls(payment_amount, payment_currency, payment_value_date, payment_end_to_end_id, corrects_id) = 0))),
  constraint transfers_kind_check CHECK ((kind = ANY (ARRAY['opening'::text, 'opening_reversal'::text, 'credit'::text, 'credit_reversal'::text, 'exchange'::text, 'exchange_reversal'::text, 'gift'::text, 'gift_reversal'::text]))),
  constraint transfers_note_check CHECK ((char_length(note) <= 500)),
  constraint transfers_payment_amount_check CHECK (((payment_amount ~ '^[0-9]{1,15}([.][0-9]{1,2})?$'::text) AND (payment_amount ~ '[1-9]'::text))),
  constraint transfers_payment_currency_check CHECK ((payment_currency ~ '^[A-Z]{3}$'::text)),
  constraint transfers_payment_end_to_end_id_check CHECK (((char_length(payment_end_to_end_id) >= 1) AND (char_length(payment_end_to_end_id) <= 35))),
  constraint transfers_reference_check CHECK (((char_length(reference) >= 1) AND (char_length(reference) <= 128)))
);
CREATE INDEX transfers_apart ON transfers USING btree (community_id, service_date) INCLUDE (kind, amount_seconds) WHERE (kind = ANY (ARRAY['exchange_reversal'::text, 'gift'::text, 'gift_reversal'::text]));
CREATE INDEX transfers_by_category ON transfers USING btree (community_id, category_id, id) WHERE (category_id IS NOT NULL);
CREATE INDEX transfers_by_credit ON transfers USING btree (community_id, credit_account_id, id);
CREATE INDEX transfers_by_day ON transfers USING btree (community_id, booked_on, partner_id) INCLUDE (kind, credit_account_id, amount_seconds) WHERE (partner_id IS NOT NULL);
CREATE INDEX transfers_by_debit ON transfers USING btree (community_id, debit_account_id, id);
CREATE INDEX transfers_by_end_to_end_id ON transfers USING btree (community_id, partner_id, payment_end_to_end_id, id) WHERE (payment_end_to_end_id IS NOT NULL);
CREATE INDEX transfers_by_listing ON transfers USING btree (community_id, listing_id) WHERE (listing_id IS NOT NULL);
CREATE INDEX transfers_by_recorder ON transfers USING btree (community_id, recorded_by, id) WHERE (kind = ANY (ARRAY['exchange'::text, 'gift'::text]));
CREATE INDEX transfers_by_service_date ON transfers USING btree (community_id, service_date, id) INCLUDE (kind, amount_seconds, debit_account_id, credit_account_id) WHERE (service_date IS NOT NULL);
CREATE INDEX transfers_by_slip ON transfers USING btree (community_id, slip_id) WHERE (slip_id IS NOT NULL);
CREATE UNIQUE INDEX transfers_corrected_once ON transfers USING btree (community_id, partner_id, corrects_id) WHERE (corrects_id IS NOT NULL);
CREATE UNIQUE INDEX transfers_reference ON transfers USING btree (community_id, partner_id, kind, reference) WHERE (partner_id IS NOT NULL);
CREATE INDEX transfers_reversed_credits ON transfers USING btree (community_id, partner_id, reverses_id) WHERE ((reverses_id IS NOT NULL) AND (partner_id IS NOT NULL));
CREATE INDEX transfers_reversed_on ON transfers USING btree (community_id, partner_id, booked_on, reverses_id) WHERE ((reverses_id IS NOT NULL) AND (partner_id IS NOT NULL));
CREATE UNIQUE INDEX transfers_reversed_once ON transfers USING btree (community_id, reverses_id) WHERE (reverses_id IS NOT NULL);
CREATE TRIGGER transfers_append_only BEFORE DELETE OR UPDATE ON transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER transfers_never_truncated BEFORE TRUNCATE ON transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table used_proofs (
  community_id integer not null,
  partner_id integer not null,
  digest bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_proofs_pkey PRIMARY KEY (community_id, partner_id, digest),
  constraint used_proofs_community_id_partner_id_fkey FOREIGN KEY (community_id, partner_id) REFERENCES partners(community_id, id),
  constraint used_proofs_digest_check CHECK ((length(digest) = 32))
);
CREATE INDEX used_proofs_expired ON used_proofs USING btree (expires_at);

create table write_probe (
  id boolean not null default true,
  written_at timestamp with time zone not null,
  filler bytea not null,
  constraint write_probe_pkey PRIMARY KEY (id),
  constraint write_probe_id_check CHECK (id)
);
