/** A database with enough rows in every table that grows for its plans to be those of a large community. */
import pg from 'pg';
import type { TestDatabase } from './database.ts';
import { fillLargeCommunity, queryableOn } from './large-community.ts';

const NOW = new Date('2026-11-20T09:30:00.000Z');
const LARGE = { members: 20_000, listings: 20_000, transfers: 200_000 };
const OTHER = { members: 1000, listings: 1000, transfers: 10_000 };

/** Two communities with two partners each, their settlement accounts, subscriptions, credentials and administrators. */
const COMMUNITIES = `
  with c as (
    insert into communities (slug, name, created_at) values ('large', 'Large', now()), ('other', 'Other', now())
    returning id
  ), p as (
    insert into partners (community_id, name, client_id, scopes, created_at, updated_at)
    select id, 'Bank ' || n, 'tb_' || id || '_' || n, '{wallet.read,wallet.write,users.read}', now(), now()
    from c, generate_series(1, 2) as n
    returning community_id, id
  ), a as (
    insert into accounts (community_id, kind, partner_id, created_at)
    select community_id, 'settlement', id, now() from p order by community_id, id
  ), b as (
    insert into accounts (community_id, kind, created_at) select id, kind, now() from c, unnest('{chest,opening}'::text[]) as kind
  ), s as (
    insert into subscriptions (community_id, id, partner_id, event_types, target_url, status, disabled_reason, created_at, updated_at)
    select community_id, gen_random_uuid(), id, '{*}', 'https://example.org/' || id || '/' || n, 'disabled', 'x', now(), now()
    from p, generate_series(1, 5) as n
  ), x as (
    insert into credentials (community_id, partner_id, secret_hash, secret_hint, created_at)
    select community_id, id, sha256((id || '/' || n)::text::bytea), 'hint', now() from p, generate_series(1, 2) as n
  ), o as (
    insert into administrators (email, name, created_at)
    select 'admin' || n || '@example.org', 'Admin ' || n, now() from generate_series(1, 40) as n
    returning id
  )
  insert into administrator_roles (community_id, administrator_id, role) select c.id, o.id, 'owner' from c, o`;

/** The rows that partners and workers leave behind. */
const TRAFFIC = [
  `insert into events (community_id, id, type, partner_id, member_id, listing_id, data, audience, created_at)
   select community_id, gen_random_uuid(), case when n % 3 = 0 then 'listing.closed' when n % 3 = 1 then 'user.deactivated'
     else 'user.updated' end, null, member_id, id, '{}', case when n % 3 < 2 then '{1}'::int[] end,
     '${NOW.toISOString()}'::timestamptz - n * interval '2 minutes'
   from (select *, row_number() over (partition by community_id order by id) as n from listings) l where n <= 10000`,
  `insert into deliveries (community_id, id, event_id, subscription_id, status, next_attempt_at, created_at, finished_at, attempts)
   select e.community_id, gen_random_uuid(), e.id, s.id, made.status, case when made.status = 'pending' then now() end, e.created_at,
     case when made.status in ('delivered', 'failed') then now() end,
     case when made.status in ('delivered', 'failed') then '[{"number": 1, "latencyMs": 20}]'::jsonb else '[]' end
   from (select *, row_number() over (partition by community_id order by id) as n from events) e
   join (select *, row_number() over (partition by community_id order by id) as n from subscriptions) s
     on s.community_id = e.community_id and s.n <= 2,
   lateral (select case when e.n % 100 = 0 then 'pending' when e.n % 100 = 1 then 'held' when e.n % 100 = 2 then 'failed'
     else 'delivered' end as status) made`,
  `insert into credit_days (community_id, partner_id, day, account_id, credited_seconds)
   select community_id, partner_id, booked_on, credit_account_id, sum(amount_seconds) from transfers where kind = 'credit'
   group by 1, 2, 3, 4`,
  `insert into categories (community_id, name, created_at) select distinct community_id, category, now() from listings`,
  `update listings set ends_on = '${NOW.toISOString()}'::date - 90 + mod(('x' || right(id::text, 7))::bit(28)::int, 270)`,
  `update transfers set payment_amount = '20.00', payment_currency = 'EUR', payment_value_date = booked_on,
     payment_end_to_end_id = 'E' || reference where kind = 'credit' and reference like '%0'`,
  `update members set former_payment_reference = 'RF000' || right(external_id, 7) where external_id like '%5'`,
  `insert into categories (community_id, name, created_at)
   select id, 'Kind ' || n, '${NOW.toISOString()}' from communities, generate_series(1, 40) as n`,
  `update transfers t set kind = case when t.id::text like '%ff' then 'gift' else t.kind end,
     category_id = case when t.id::text like '%1' then c.id end, slip_id = case when t.id::text like '%2' then t.id end
   from (select community_id, min(id) as id from categories group by 1) c
   where c.community_id = t.community_id and t.kind = 'exchange'`,
  `insert into transfer_external_ids (community_id, kind, external_id, transfer_id)
   select community_id, kind, 'E-' || id, id from transfers where kind = 'exchange'`,
  `with i as (
     insert into imports (community_id, kind, file_sha256, row_count, created_count, imported_by, imported_at)
     select id, k, sha256(k::bytea), 5000, 5000, 'test', now()
     from communities, unnest('{members,listings,exchanges}'::text[]) as k
     returning community_id, id, kind
   ), created as (
     select 'members' as kind, community_id, id from members
     union all select 'listings', community_id, id from listings
     union all select 'exchanges', community_id, id from transfers where kind = 'exchange'
   )
   insert into import_rows (community_id, import_id, created_id)
   select i.community_id, i.id, c.id from i join created c using (community_id, kind)`,
  'insert into event_queue (event_id, community_id) select id, community_id from events order by id limit 5000',
  `insert into access_tokens (token_hash, community_id, partner_id, credential_id, scopes, issued_at, expires_at)
   select sha256((id || '/' || n)::text::bytea), community_id, partner_id, id, '{users.read}', now(), now() + n * interval '1 second'
   from credentials, generate_series(1, 5000) as n`,
  `insert into used_proofs (community_id, partner_id, digest, expires_at)
   select community_id, id, sha256((id || '/' || n)::text::bytea), now() + n * interval '1 second'
   from partners, generate_series(1, 5000) as n`,
  `insert into call_log (community_id, partner_id, at, operation, status, error, latency_us, request_id)
   select community_id, id, '${NOW.toISOString()}'::timestamptz - n * interval '10 seconds', 'listUsers',
     case when n % 20 = 0 then 429 else 200 end, case when n % 20 = 0 then 'rate_limited' end, 900, id || '/' || n
   from partners, generate_series(1, 15000) as n order by n`,
  `insert into call_counts (community_id, hour, partner_id, calls, client_errors, server_errors, latency_us)
   select community_id, '2024-01-01'::timestamptz + n * interval '1 hour', id, 9, 1, 0, 900
   from partners, generate_series(1, 9000) as n order by n`,
  `insert into audit_log (community_id, at, actor, action, subject, request_id)
   select community_id, updated_at, 'partner:1', case when n % 10 = 0 then 'member.updated' else 'email.read' end,
     'member:' || id, 'r' || n from (select *, row_number() over (order by id) as n from members) m order by n`,
  `insert into sessions (administrator_id, token_hash, created_at, last_seen_at, password_at, user_agent, address)
   select id, sha256((id || '/' || n)::text::bytea), now(), now(), now(), 'test', '127.0.0.1'
   from administrators, generate_series(1, 200) as n`,
  `insert into sign_in_requests (community_id, way, member_id, key_hash, created_at, expires_at, key_used_at, ended_at)
   select community_id, 'letter', id, sha256((id || '/' || n)::text::bytea), now(), now() + interval '60 days',
     case when n = 1 then now() end, case when n = 2 then now() end
   from members, generate_series(1, 3) as n`,
  `insert into sign_in_requests (community_id, way, mailbox, cookie_hash, key_hash, number_hmac, created_at, expires_at,
     handled_at)
   select m.community_id, 'mail', m.email, sha256(m.id::text::bytea), sha256((m.id || '/mail/' || n)::text::bytea),
     sha256('12345678'), now() - n * interval '10 minutes', now() + interval '5 minutes', now()
   from members m, generate_series(1, 2) as n where m.email is not null`,
  `insert into member_sessions (community_id, token_hash, member_id, way, shared, user_agent, created_at, last_seen_at)
   select community_id, sha256((id || '/' || n)::text::bytea), id, 'letter', false, 'test', now(), now()
   from members, generate_series(1, 2) as n`,
  `insert into answers (community_id, id, listing_id, from_member, to_member, message, form, created_at)
   select l.community_id, gen_random_uuid(), l.id, m.id, l.member_id, 'I can help.', gen_random_uuid(),
     now() - l.n % 400 * interval '1 day'
   from (select *, row_number() over (partition by community_id order by id) as n from listings) l
   join (select *, row_number() over (partition by community_id order by id desc) as n from members) m
     on m.community_id = l.community_id and m.n = l.n and m.id <> l.member_id`,
  `insert into listing_forms (community_id, member_id, form, listing_id, created_at)
   select community_id, member_id, gen_random_uuid(), id, now() from listings where status = 'active'`,
  `with g as (
     insert into messages (community_id, title, body, written_by, created_at, form)
     select id, 'News ' || n, 'Text', 'administrator:1', now(), gen_random_uuid() from communities, generate_series(1, 5) as n
     returning community_id, id
   ), m as (
     select community_id, id, row_number() over (partition by community_id order by id) as n from members
   )
   insert into mails (community_id, reason_key, member_id, message_id, language, state, created_at, next_attempt_at,
     last_attempt_at, error, finished_at)
   select g.community_id, 'message:' || g.id || ':' || m.id, m.id, g.id, 'en', made.state, now() - m.n * interval '1 minute',
     case when made.state = 'due' then now() end, case when made.state <> 'print' then now() - m.n * interval '1 minute' end,
     case when made.state in ('print', 'failed') then 'no_address' end,
     case when made.state in ('sent', 'failed') then now() end
   from g join m using (community_id),
   lateral (select case when m.n % 100 = 0 then 'due' when m.n % 100 = 1 then 'print' when m.n % 100 = 2 then 'failed'
     else 'sent' end as state) made`,
  `insert into mails (community_id, reason_key, administrator_id, language, state, created_at, finished_at)
   select c.id, 'mail.test:' || a.id || ':' || n, a.id, 'de', 'sent', now() - n * interval '1 hour', now()
   from communities c, administrators a, generate_series(1, 50) as n`,
  `insert into member_partner_visibility (community_id, member_id, partner_id, visibility)
   select m.community_id, m.id, p.id, 'hidden' from members m join partners p using (community_id)
   where m.external_id like '%0'`,
  `insert into member_details (community_id, member_id, family_name, given_name, sort_name, phone, phone_key, second_phone,
     second_phone_key, street, postal_code, place, address_key, birth_year, own_values, updated_at)
   select community_id, id, 'Family ' || n % 5000, 'Given ' || n, 'family ' || n % 5000 || ' given ' || n, '0561 ' || n,
     (5610000 + n)::text, case when n % 10 = 0 then '0171 ' || n end, case when n % 10 = 0 then (1710000 + n)::text end,
     'Street ' || n, '34117', 'Kassel', 'street' || n || ' 34117', 1940 + n % 60, '{"1": "yes"}', now()
   from (select *, row_number() over (partition by community_id order by id) as n from members) m`,
  `insert into member_checks (community_id, member_id, kind, checker, checked_on, expires_on, recorded_by, recorded_at)
   select community_id, id, 'certificate', 'office', '2024-01-01', case when n % 3 > 0 then '2026-01-01'::date + (n % 900)::int end,
     'test', now()
   from (select *, row_number() over (partition by community_id order by id) as n from members) m where n % 2 = 0`,
  `insert into member_calls (community_id, member_id, called_on, called_by, note, again_on, recorded_at)
   select community_id, id, '2026-06-01', 'administrator:1', 'rings', '2026-09-01', now() from members where external_id like '%7'`,
  `insert into member_pairs (community_id, member_id, other_id, decision, decided_by, decided_at)
   select community_id, id, other_id, 'different', 'test', now()
   from (select community_id, id, lead(id) over (partition by community_id order by id) as other_id from members) m
   where other_id is not null`,
  `insert into statements (community_id, partner_id, day, opening_seconds, credits_count, credits_seconds, reversals_count,
     reversals_seconds, closed_at)
   select community_id, id, '2024-01-01'::date + n, 0, 0, 0, 0, 0, now() from partners, generate_series(1, 1000) as n
   on conflict do nothing`,
  `insert into statement_comparisons (community_id, partner_id, file_sha256, compared_by, compared_at, all_matched, counts)
   select community_id, id, sha256(n::text::bytea), 'test', now(), true, '{}' from partners, generate_series(1, 1000) as n`,
  `insert into explained_transfers (community_id, transfer_id, partner_id, comparison_id, end_to_end_id)
   select t.community_id, t.id, t.partner_id, (select min(id) from statement_comparisons c
     where c.community_id = t.community_id and c.partner_id = t.partner_id), t.reference
   from transfers t where t.kind = 'credit' and t.reference like '%00'`,
  `insert into comparison_lines (community_id, comparison_id, number, partner_id, created_at, kind, state, difference, place,
     amount, is_reversal, revision, settled_by)
   select c.community_id, c.id, n, c.partner_id, c.compared_at, 'on_statement_not_credited',
     case when n < 20 then 'settled' else 'open' end, sha256((c.id || '/' || n)::text::bytea), 'entry ' || n, '25.00', false,
     0, case when n < 20 then c.id end
   from statement_comparisons c, generate_series(1, 20) as n`,
  `insert into bank_accounts (community_id, account, named_by, created_at)
   select id, 'DE' || n, 'settings', now() from communities, generate_series(1, 2) as n`,
  `insert into bank_files (community_id, sha256, name, accounts, proofs, imported_by, imported_at)
   select id, sha256(n::text::bytea), n || '.xml', '{}', '[]', 'test', now() from communities, generate_series(1, 500) as n`,
  `insert into bank_statements (community_id, file_id, number, account_id, currency, first_day, last_day, opening, closing)
   select f.community_id, f.id, n, (select min(id) from bank_accounts a where a.community_id = f.community_id), 'EUR',
     '2024-01-01'::date + (f.id % 900)::int, '2024-01-01'::date + (f.id % 900)::int, '0.00', '800.00'
   from bank_files f, generate_series(1, 2) as n`,
  `with c as (
     select community_id, id, row_number() over (partition by community_id order by id) as n
     from transfers where kind = 'credit'
   ), m as (
     select community_id, id, row_number() over (partition by community_id order by id) as n from members
   ), f as (
     select community_id, id, imported_at, row_number() over (partition by community_id order by id) as file,
       (select min(id) from bank_accounts a where a.community_id = b.community_id) as account_id from bank_files b
   )
   insert into bank_lines (community_id, account_id, first_file_id, statement_kind, reference, is_bank_wide,
     entry_reference, end_to_end_id, booked_on, amount, currency, payer_account, names, named_member_id, kind,
     is_unreadable, state, reason, credit_id, uetr, created_at)
   select f.community_id, f.account_id, f.id, 'final', 'B' || f.id || '-' || k, true,
     case when k % 4 = 0 then 'B' || f.id || '-' || k - 1 end, 'E' || f.id || '-' || k,
     '2024-01-01'::date + (f.id % 900)::int, '20.00', 'EUR', 'DE' || k, case when m.id is null then 'none' else 'member' end,
     m.id, 'payment', false, case when k = 1 then 'open' when c.id is null then 'not_ours' else 'credited' end,
     'explained', c.id, case when k % 2 = 0 then gen_random_uuid()::text end, f.imported_at
   from f cross join generate_series(1, 40) as k
   left join c on c.community_id = f.community_id and c.n = f.file * 20 + k and k between 2 and 20
   left join m on m.community_id = f.community_id and m.n = f.file * 20 + k and k between 2 and 20`,
  `insert into bank_lines (community_id, account_id, first_file_id, statement_kind, reference, is_bank_wide, booked_on,
     amount, currency, names, kind, is_unreadable, state, reason, returns_line_id, created_at)
   select community_id, account_id, first_file_id, 'final', reference || '-R', true, booked_on + 2, '-20.00', currency,
     'none', 'return', false, 'returned', 'explained', id, created_at
   from bank_lines where reference like '%-2_'`,
  `update bank_lines l set may_be_line_id = o.id
   from bank_lines o
   where o.community_id = l.community_id and o.reference = replace(l.reference, '-3', '-2') and l.reference like '%-3_'`,
  `insert into bank_line_files (community_id, file_id, number, line_id, place)
   select community_id, first_file_id, row_number() over (partition by community_id, first_file_id), id, 'entry'
   from bank_lines`,
];

/** Fills the database and has it analysed; some seconds. */
export async function fillDatabase({ ownerConnection }: TestDatabase): Promise<void> {
  const client = new pg.Client(ownerConnection);
  await client.connect();
  try {
    // The references between the tables are right, and checking them takes longer than inserting the rows.
    await client.query('set session_replication_role = replica').catch(() => {});
    await client.query(COMMUNITIES);
    const { rows } = await client.query<{ id: number }>('select id from communities order by id');
    for (const [at, size] of [LARGE, OTHER].entries()) {
      await fillLargeCommunity(queryableOn(client), rows[at]?.id ?? 0, size, NOW);
    }
    for (const sql of TRAFFIC) await client.query(sql);
    // The state after autovacuum's first minute: index-only scans depend on it, and must not depend on when the test runs.
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
