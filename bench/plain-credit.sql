-- One credit the plain way, as fast as that goes: one statement, one commit, no row that two clients want.
\set member random(1, 100000)
with booked as (
  insert into plain_transfers (id, member_id, amount_seconds, reference, created_at)
  values (gen_random_uuid(), :member, 900, gen_random_uuid()::text, now())
  returning id, member_id, amount_seconds
), inserted_events as (
  insert into plain_events (id, transfer_id, data, created_at)
  select gen_random_uuid(), id, '{"hours": 0.25, "seconds": 900}', now() from booked
)
update plain_accounts a set balance_seconds = a.balance_seconds + b.amount_seconds
from booked b where a.member_id = b.member_id;
