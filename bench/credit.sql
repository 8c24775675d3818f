-- One credit the plain way: a transaction of its own. The hot settlement account is updated last, to hold its lock shortest.
select p.community_id, p.id as partner_id, s.id as settlement_id
  from partners p join accounts s on s.community_id = p.community_id and s.partner_id = p.id order by p.id limit 1 \gset
\set number random(1, 84)
begin;
select id as account_id, member_id from accounts where community_id = :community_id and kind = 'member'
  and id = (select min(id) from accounts where kind = 'member') + :number - 1 \gset
insert into transfers (community_id, id, kind, debit_account_id, credit_account_id, amount_seconds, partner_id, reference,
    booked_on, recorded_by, created_at)
  values (:community_id, gen_random_uuid(), 'credit', :settlement_id, :account_id, 900, :partner_id,
    gen_random_uuid()::text, current_date, 'pgbench', now())
  returning id as transfer_id \gset
insert into events (community_id, id, type, partner_id, member_id, data, created_at)
  values (:community_id, :transfer_id, 'wallet.credited', :partner_id, :member_id,
    '{"hours": 0.25}', now());
update accounts set credits_seconds = credits_seconds + 900 where community_id = :community_id and id = :account_id;
update accounts set debits_seconds = debits_seconds + 900 where community_id = :community_id and id = :settlement_id;
commit;
