-- compatible: it changes no table, only what the planner knows of empty ones.
-- What PostgreSQL knows of tables that are still empty. A new database has no statistics, so any index that begins with
-- the community looks as good as the right one; the plan that a connection keeps then reads the whole community for each
-- row, until the first ANALYZE (measured: 20 ms and more for each batch of credits). So some rows are made, analysed and
-- taken back: their statistics stay until those of real rows replace them, since an empty table is not
-- analysed. In a transaction of its own: a table that was made in the same one would keep its size, and count as empty.
-- A database that has a community has rows of its own to learn from.
do $$
begin
  if exists (select from communities) then
    return;
  end if;
  insert into communities (slug, name, created_at) values ('first-statistics', 'First statistics', now());
  insert into partners (community_id, name, client_id, created_at, updated_at)
  select c.id, 'Partner ' || n, 'first-statistics-' || n, now(), now() from communities c, generate_series(1, 3) as n;
  insert into credentials (community_id, partner_id, secret_hash, secret_hint, created_at)
  select community_id, id, sha256(client_id::bytea), 'none', now() from partners;
  insert into access_tokens (token_hash, community_id, partner_id, credential_id, scopes, issued_at, expires_at)
  select sha256(n::text::bytea), community_id, partner_id, id, '{users.read}', now(), now() + n * interval '1 second'
  from credentials, generate_series(1, 300) as n where id % 3 = n % 3;
  insert into members (community_id, id, name, status, payment_reference, joined_on, search_name, created_at, updated_at)
  select c.id, gen_random_uuid(), 'Member ' || n, case when n % 20 = 0 then 'left' else 'active' end, 'RF18' || n,
    now()::date - n, 'member ' || n, now() - n * interval '1 hour', now() - n * interval '1 hour'
  from communities c, generate_series(1, 500) as n;
  insert into member_words (community_id, word, member_id)
  select community_id, word, id from members, regexp_split_to_table(search_name, ' ') as word;
  insert into member_partner_visibility (community_id, member_id, partner_id, visibility)
  select m.community_id, m.id, p.id, 'hidden' from members m, partners p where m.name like '%7';
  insert into accounts (community_id, kind, partner_id, created_at)
  select community_id, 'settlement', id, now() from partners;
  insert into accounts (community_id, kind, member_id, created_at)
  select community_id, 'member', id, now() from members;
  insert into listings (community_id, id, member_id, type, title, category, status, created_at, updated_at)
  select community_id, gen_random_uuid(), id, 'service', 'Help of ' || name, 'category ' || right(name, 1),
    case when name like '%3' then 'closed' else 'active' end, created_at, created_at
  from members;
  insert into transfers (community_id, id, kind, debit_account_id, credit_account_id, amount_seconds, partner_id, reference,
    booked_on, recorded_by, created_at)
  select a.community_id, gen_random_uuid(), 'credit', s.id, a.id, 3600, s.partner_id, a.id || ' ' || n,
    now()::date - n, 'first-statistics', now() - n * interval '1 day'
  from accounts a, accounts s, generate_series(1, 2) as n
  where a.kind = 'member' and s.kind = 'settlement' and s.id % 3 = a.id % 3;
  insert into credit_days (community_id, partner_id, day, account_id, credited_seconds)
  select community_id, partner_id, booked_on, credit_account_id, amount_seconds from transfers;
  insert into events (community_id, id, type, partner_id, member_id, data, created_at)
  select t.community_id, t.id, 'wallet.credited', t.partner_id, a.member_id, '{}', t.created_at
  from transfers t join accounts a on a.community_id = t.community_id and a.id = t.credit_account_id;
  insert into event_queue (community_id, event_id) select community_id, id from events;
  insert into subscriptions (community_id, id, partner_id, event_types, target_url, secret_encrypted, created_at, updated_at)
  select community_id, gen_random_uuid(), id, '{*}', 'https://example.org/', '', now(), now() from partners;
  insert into deliveries (community_id, id, event_id, subscription_id, status, attempt_count, next_attempt_at, created_at,
    finished_at, attempts)
  select e.community_id, gen_random_uuid(), e.id, s.id, case when ascii(right(e.id::text, 1)) % 3 = 0 then 'pending' else 'delivered' end,
    1, case when ascii(right(e.id::text, 1)) % 3 = 0 then e.created_at end, e.created_at,
    case when ascii(right(e.id::text, 1)) % 3 <> 0 then e.created_at end,
    '[{"number": 1, "startedAt": "2026-01-01T00:00:00.000Z", "latencyMs": 10, "statusCode": 200, "error": null}]'
  from events e join subscriptions s on s.community_id = e.community_id and s.partner_id = e.partner_id;
  insert into audit_log (community_id, at, actor, action, subject)
  select community_id, created_at, 'first-statistics', case when name like '%1' then 'email.read' else 'member.updated' end,
    'usr_' || id
  from members;
  insert into call_log (community_id, partner_id, at, operation, status, latency_us, request_id)
  select t.community_id, t.partner_id, t.created_at, 'creditWallet', case when right(t.reference, 1) = '1' then 409 else 201 end,
    1000, t.id::text
  from transfers t;

  analyze communities, partners, credentials, access_tokens, members, member_words, member_partner_visibility, accounts,
    listings, transfers, credit_days, events, event_queue, subscriptions, deliveries, audit_log, call_log;

  alter table transfers disable trigger transfers_never_truncated;
  alter table audit_log disable trigger audit_log_never_truncated;
  alter table statements disable trigger statements_never_truncated;
  alter table statement_comparisons disable trigger statement_comparisons_never_truncated;
  alter table explained_transfers disable trigger explained_transfers_never_truncated;
  truncate communities, access_tokens, events, event_queue, credit_days, call_log restart identity cascade;
  alter table transfers enable trigger transfers_never_truncated;
  alter table audit_log enable trigger audit_log_never_truncated;
  alter table statements enable trigger statements_never_truncated;
  alter table statement_comparisons enable trigger statement_comparisons_never_truncated;
  alter table explained_transfers enable trigger explained_transfers_never_truncated;
end $$;
