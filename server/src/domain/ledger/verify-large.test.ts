/** How long `timebank ledger verify` takes on a large ledger. Part of `npm run soak`, which sets VERIFY_TRANSFERS. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { startTestService } from '../../test-support/harness.ts';
import { uuidAt } from '../../test-support/large-community.ts';
import { patientMs } from '../../test-support/speed.ts';
import { verifyLedger } from './invariants.ts';

const TRANSFERS = Number(process.env.VERIFY_TRANSFERS ?? 0);
const MEMBERS = 1000;
const VERIFY_MAX_MS = 30_000;
/** For a million transfers; less of them are given less. */
const limitMs = Math.max(2000, (VERIFY_MAX_MS * TRANSFERS) / 1_000_000);

/** An id in its form on the wire. */
const base32 = (id: string) => `(select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
        substring(b'00' || ('x' || replace(${id}::text, '-', ''))::bit(128) from 5 * at + 1 for 5)::bit(5)::int + 1, 1),
        '' order by at) from generate_series(0, 25) as at)`;

// Half of them credits of the last four weeks, each with its event; the others exchanges.
const FILL = `
  with made as (
    insert into transfers (community_id, id, kind, debit_account_id, credit_account_id, amount_seconds, partner_id,
      reference, booked_on, service_date, recorded_by, created_at)
    select $1, ${uuidAt("at at time zone 'UTC'", 'n')}, case when n % 2 = 0 then 'credit' else 'exchange' end,
      case when n % 2 = 0 then $3 else $4 + n % $5 end, $4 + (n + 1) % $5, 36 * (1 + n % 400),
      case when n % 2 = 0 then $2 end, case when n % 2 = 0 then 'R-' || n end, at::date,
      case when n % 2 = 1 then at::date end, 'test', at at time zone 'UTC'
    from generate_series(1, $6) as n,
      lateral (select $7::timestamptz at time zone 'UTC' - make_interval(mins => n % 40000)) as moment (at)
    returning *
  )
  insert into events (community_id, id, type, partner_id, member_id, data, created_at)
  select m.community_id, m.id, 'wallet.credited', m.partner_id, a.member_id,
    format('{"credit_id":"crd_%s","user_id":"usr_%s","hours":%s,"seconds":%s,"reference":"%s","booked_on":"%s"}',
      ${base32('m.id')}, ${base32('a.member_id')}, trim_scale(round(m.amount_seconds / 3600.0, 4)), m.amount_seconds,
      m.reference, m.booked_on)::json, m.created_at
  from made m join accounts a on a.community_id = m.community_id and a.id = m.credit_account_id
  where m.kind = 'credit'`;

const TOTALS = `
  update accounts a set
    debits_seconds = (select coalesce(sum(amount_seconds), 0) from transfers t
      where t.community_id = a.community_id and t.debit_account_id = a.id),
    credits_seconds = (select coalesce(sum(amount_seconds), 0) from transfers t
      where t.community_id = a.community_id and t.credit_account_id = a.id)
  where a.community_id = $1 and a.partner_id is null`;

test(`${TRANSFERS} transfers are verified within ${limitMs / 1000} s`, {
  skip: TRANSFERS > 0 ? false : 'part of npm run soak',
}, async (t) => {
  const service = await startTestService();
  try {
    service.clock.set('2026-11-20T09:30:00.000Z');
    const { communityId, partnerId } = await service.createPartner();
    await service.ownerQuery(`set time zone 'UTC'`);
    const [settlement] = await service.ownerQuery<{ id: number }>('select id from accounts where partner_id = $1', [
      partnerId,
    ]);
    const [first] = await service.ownerQuery<{ id: string }>(
      `with made as (
           insert into members (community_id, id, name, status, payment_reference, created_at, updated_at)
           select $1, gen_random_uuid(), 'Member ' || n, 'active', 'RF00' || n, $2, $2 from generate_series(1, $3::int) as n
           returning id
         ), opened as (
           insert into accounts (community_id, kind, member_id, created_at) select $1, 'member', id, $2 from made
           returning id
         )
         select min(id) as id from opened`,
      [communityId, service.clock.now(), MEMBERS],
    );
    const values = [communityId, partnerId, settlement?.id, first?.id, MEMBERS, TRANSFERS, service.clock.now()];
    const casts = ['int', 'int', 'bigint', 'bigint', 'int', 'int', 'timestamptz'];
    const owner = new pg.Client(service.testDatabase.ownerConnection);
    await owner.connect();
    // Without the checks of foreign keys, row by row; refused where the owner is no superuser.
    await owner.query('set session_replication_role = replica').catch(() => {});
    const fill = FILL.replace(/\$(\d)(?!::)/g, (name, at) => `${name}::${casts[at - 1]}`);
    await owner.query(fill, values);
    await owner.query(TOTALS, [communityId]);
    // As autovacuum has done on a table that grew to this size.
    await owner.query('analyze');
    await owner.end();
    const startedAt = performance.now();
    const report = await verifyLedger(service.deps.database, service.clock);
    const tookMs = performance.now() - startedAt;
    t.diagnostic(`${report.transfers} transfers and ${report.events} events in ${(tookMs / 1000).toFixed(1)} s`);
    assert.deepEqual(
      report.invariants.filter(({ holds }) => !holds),
      [],
    );
    assert.equal(report.transfers, TRANSFERS);
    assert.ok(tookMs < patientMs(limitMs), `${Math.round(tookMs)} ms`);
  } finally {
    await service.stop();
  }
});
