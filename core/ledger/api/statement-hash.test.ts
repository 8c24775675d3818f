/** The hashes of statements, recomputed as a partner would: from the answers of the API alone. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type TestPartner, testService } from '../../../test-support/harness.ts';
import { fetchStatement, recomputedHash } from '../../../test-support/statement-hash.ts';
import { credited, reverse } from '../../../test-support/wallet.ts';
import { closeDueDays } from '../../statements/close-days.ts';

const ZEROS = '0'.repeat(64);

const service = await testService();

async function setUp(at = '2026-11-01T08:00:00.000Z') {
  service.clock.set(at);
  const partner = await service.createPartner();
  const member = await service.createMember(partner);
  return { partner, member };
}

const statement = (partner: TestPartner, date: string) => fetchStatement(service, partner, date);
const recomputed = (partner: TestPartner, date: string, perPage = '3') =>
  recomputedHash(service, partner, date, perPage);

async function closeAll() {
  while ((await closeDueDays(service.deps.database, service.clock)) > 0);
}

test('hashes chain the days, and each is what the lists of the API give', async () => {
  const { partner, member } = await setUp();
  const other = await service.createMember(partner);
  const open: string[] = [];
  const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'];
  for (const [at, date] of days.entries()) {
    service.clock.set(`${date}T09:00:00.000Z`);
    const token = await service.token(partner);
    if (at === 2) continue;
    // Several within one millisecond, then later ones; references that JSON has to escape.
    for (const reference of [`a "${date}"`, `b\\${date}`, `ü€😀 ${date}`, `c ${date}`]) {
      open.push((await credited(service, token, member.id, 1.25, reference)).id);
    }
    await reverse(service, token, open.shift() ?? '', `r1 ${date}`);
    service.clock.set(`${date}T17:30:00.123Z`);
    const later = await service.token(partner);
    open.push((await credited(service, later, other.id, 0.5)).id);
    await reverse(service, later, open.shift() ?? '', `r2 "${date}"`);
    // Returned within the same millisecond.
    await reverse(service, later, open.pop() ?? '');
  }
  service.clock.set('2026-11-05T00:15:00.000Z');
  await closeAll();
  let previous = ZEROS;
  for (const date of days) {
    const { hash, previous_hash } = await statement(partner, date);
    assert.equal(previous_hash, previous, date);
    assert.equal(hash, await recomputed(partner, date), date);
    previous = hash;
  }
  const token = await service.token(partner);
  const events = await service.call('GET', '/events', { token, query: { type: 'statement.ready', order: 'asc' } });
  for (const [at, { data }] of events.body.data.entries()) {
    const { status: _, ...answered } = await statement(partner, days[at] ?? '');
    assert.deepEqual(data, answered);
  }
});

test('the Python of the guide computes the same hash from the answers', async () => {
  const { partner, member } = await setUp();
  const token = await service.token(partner);
  const { id } = await credited(service, token, member.id, 1.25, 'a "ü€😀" \\');
  await credited(service, token, member.id, 2);
  await reverse(service, token, id);
  service.clock.set('2026-11-02T00:15:00.000Z');
  const day = await statement(partner, '2026-11-01');
  const listed = async (filter: string) =>
    (await service.call('GET', `/wallet/credits?${filter}=2026-11-01`, { token: await service.token(partner) })).body
      .data;
  const input = [day, await listed('booked_on'), await listed('reversed_on')];
  const guide = readFileSync(new URL('../../../docs/partner/reconciliation.md', import.meta.url), 'utf8');
  const code = /```python\n(import hashlib.*?)```/s.exec(guide)?.[1];
  const hashOf = (json: unknown) => {
    const program = `import sys\n${code}\nprint(statement_hash(*json.load(sys.stdin)))`;
    const { stdout, stderr } = spawnSync('python3', ['-c', program], { input: JSON.stringify(json), encoding: 'utf8' });
    assert.equal(stderr, '');
    return stdout.trim();
  };
  assert.equal(hashOf(input), day.hash);
  const [, [line, ...rest], reversals] = input;
  assert.notEqual(hashOf([day, [{ ...line, seconds: line.seconds + 1 }, ...rest], reversals]), day.hash);
  assert.notEqual(hashOf([{ ...day, previous_hash: '1'.repeat(64) }, input[1], reversals]), day.hash);
});

test('an open day shows the hash it builds on, and none of its own', async () => {
  const { partner, member } = await setUp('2026-11-10T08:00:00.000Z');
  assert.deepEqual(hashes(await statement(partner, '2026-11-09')), [null, null], 'before the partner existed');
  assert.deepEqual(hashes(await statement(partner, '2026-11-10')), [null, ZEROS]);
  await credited(service, await service.token(partner), member.id, 1);
  service.clock.set('2026-11-11T00:14:59.999Z');
  assert.deepEqual(hashes(await statement(partner, '2026-11-11')), [null, null], 'the day before is open');
  service.clock.set('2026-11-11T00:15:00.000Z');
  const today = await statement(partner, '2026-11-11');
  const yesterday = await statement(partner, '2026-11-10');
  assert.deepEqual([yesterday.status, yesterday.previous_hash], ['final', ZEROS]);
  assert.match(yesterday.hash, /^[0-9a-f]{64}$/);
  assert.deepEqual(hashes(today), [null, yesterday.hash]);
});

const hashes = ({ hash, previous_hash }: { hash: string | null; previous_hash: string | null }) => [
  hash,
  previous_hash,
];

/** Closes days as a node of the version before does: without hashes, and with an event that has none. */
async function closedByOldNode(partner: TestPartner, days: readonly string[]) {
  for (const day of days) {
    await service.ownerQuery(
      `with sums as (
         select coalesce(sum(case kind when 'credit' then amount_seconds else -amount_seconds end)
             filter (where booked_on < $2::date), 0) as opening,
           count(*) filter (where booked_on = $2::date and kind = 'credit') as n,
           coalesce(sum(amount_seconds) filter (where booked_on = $2::date and kind = 'credit'), 0) as s,
           count(*) filter (where booked_on = $2::date and kind <> 'credit') as rn,
           coalesce(sum(amount_seconds) filter (where booked_on = $2::date and kind <> 'credit'), 0) as rs
         from transfers where partner_id = $1
       ), closed as (
         update accounts set closed_through = $2::date where partner_id = $1 returning community_id
       )
       insert into statements (community_id, partner_id, day, opening_seconds, credits_count, credits_seconds,
         reversals_count, reversals_seconds, closed_at)
       select community_id, $1, $2::date, opening, n, s, rn, rs, $3::timestamptz from sums, closed`,
      [partner.partnerId, day, service.clock.now()],
    );
  }
}

test('days that a node without hashes closes get theirs in order, by the next reader and by the worker', async () => {
  for (const way of ['reader', 'worker', 'next day'] as const) {
    const { partner, member } = await setUp('2026-10-01T08:00:00.000Z');
    await credited(service, await service.token(partner), member.id, 1);
    service.clock.set('2026-10-02T00:15:00.000Z');
    const first = await statement(partner, '2026-10-01');
    for (const day of ['2026-10-02', '2026-10-03', '2026-10-04']) {
      service.clock.set(`${day}T10:00:00.000Z`);
      await credited(service, await service.token(partner), member.id, 2);
    }
    service.clock.set('2026-10-05T00:30:00.000Z');
    await closedByOldNode(partner, ['2026-10-02', '2026-10-03', '2026-10-04']);
    if (way === 'worker') await closeAll();
    if (way === 'next day') {
      service.clock.set('2026-10-06T00:30:00.000Z');
      await statement(partner, '2026-10-05');
    }
    const third = await statement(partner, '2026-10-03');
    const second = await statement(partner, '2026-10-02');
    const fourth = await statement(partner, '2026-10-04');
    assert.deepEqual(hashes(second), [await recomputed(partner, '2026-10-02'), first.hash], way);
    assert.deepEqual(hashes(third), [await recomputed(partner, '2026-10-03'), second.hash], way);
    assert.deepEqual(hashes(fourth), [await recomputed(partner, '2026-10-04'), third.hash], way);
  }
});

test('days closed before statements had hashes have neither; the next one begins with zeros', async () => {
  const { partner, member } = await setUp('2026-09-01T08:00:00.000Z');
  await credited(service, await service.token(partner), member.id, 1);
  service.clock.set('2026-09-03T08:00:00.000Z');
  await closedByOldNode(partner, ['2026-09-01', '2026-09-02']);
  await service.ownerQuery('update accounts set unhashed_through = closed_through where partner_id = $1', [
    partner.partnerId,
  ]);
  assert.deepEqual(hashes(await statement(partner, '2026-09-01')), [null, null]);
  assert.deepEqual(hashes(await statement(partner, '2026-09-02')), [null, null]);
  assert.deepEqual(hashes(await statement(partner, '2026-09-03')), [null, ZEROS]);
  service.clock.set('2026-09-04T00:15:00.000Z');
  await closeAll();
  const begun = await statement(partner, '2026-09-03');
  assert.deepEqual(hashes(begun), [await recomputed(partner, '2026-09-03'), ZEROS]);
  assert.deepEqual(hashes(await statement(partner, '2026-09-02')), [null, null]);
});

test('two partners of a community have chains of their own', async () => {
  const { partner, member } = await setUp('2026-08-01T08:00:00.000Z');
  const second = await service.createPartner({ communityId: partner.communityId });
  await credited(service, await service.token(partner), member.id, 1, 'same');
  await credited(service, await service.token(second), member.id, 1, 'same');
  service.clock.set('2026-08-02T00:15:00.000Z');
  await closeAll();
  const [one, two] = [await statement(partner, '2026-08-01'), await statement(second, '2026-08-01')];
  assert.equal(one.hash, await recomputed(partner, '2026-08-01'));
  assert.equal(two.hash, await recomputed(second, '2026-08-01'));
  assert.notEqual(one.hash, two.hash);
});

test('a day of more lines than one page is hashed whole', async () => {
  const { partner, member } = await setUp('2026-07-01T08:00:00.000Z');
  const token = await service.token(partner);
  await credited(service, token, member.id, 1);
  await service.ownerQuery(
    `with t as (
       insert into transfers (community_id, id, kind, debit_account_id, credit_account_id, amount_seconds, partner_id,
         reference, booked_on, recorded_by, created_at)
       select community_id, (left(id::text, 14) || '7' || right(md5(n::text), 3) || '-8' || right(md5(n::text || 'x'), 3) || '-'
         || right(md5(n::text || 'y'), 12))::uuid, kind, debit_account_id, credit_account_id, 36, partner_id, 'R' || n, booked_on,
         recorded_by, created_at
       from transfers, generate_series(1, 10001) as n where partner_id = $1
       returning *
     )
     update accounts a set
       debits_seconds = debits_seconds + case when partner_id is null then 0 else 360036 end,
       credits_seconds = credits_seconds + case when partner_id is null then 360036 else 0 end
     from (select distinct debit_account_id, credit_account_id from t) b where a.id in (b.debit_account_id, b.credit_account_id)`,
    [partner.partnerId],
  );
  service.clock.set('2026-07-02T00:15:00.000Z');
  const { hash, credits } = await statement(partner, '2026-07-01');
  assert.equal(credits.count, 10_002);
  assert.equal(hash, await recomputed(partner, '2026-07-01', '500'));
});
