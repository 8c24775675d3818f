import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { verifyLedger } from '../../../modules/operate/domain/ledger/invariants.ts';
import { startTestService, type TestPartner, type TestService, testService } from '../../../test-support/harness.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { credit, credited, holdLock, holdSettlement, reverse } from '../../../test-support/wallet.ts';
import { startWorker } from '../../events/delivery/loop.ts';
import { closeDueDays, STATEMENT_JOBS } from '../../statements/close-days.ts';

const service = await testService();

async function setUp(at = '2026-11-20T09:30:00.000Z') {
  service.clock.set(at);
  const partner = await service.createPartner();
  const member = await service.createMember(partner);
  return { partner, member, token: await service.token(partner) };
}

async function statement(token: string, date: string, from = service) {
  const { status, body } = await from.call('GET', `/wallet/statements/${date}`, { token });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

/** The totals of the day; `statement-hash.test.ts` is about the other fields. */
function totalsOf({ hash: _, previous_hash: __, ...totals }: Record<string, unknown>) {
  return totals;
}

/** Closes all that is due; other tests' partners, too. */
async function closeAll() {
  while ((await closeDueDays(service.deps.database, service.clock)) > 0);
}

const readyDays = async ({ partnerId }: TestPartner) =>
  (
    await service.ownerQuery<{ date: string }>(
      `select data ->> 'date' as date from events where partner_id = $1 and type = 'statement.ready' order by 1`,
      [partnerId],
    )
  ).map(({ date }) => date);

test('a day ends at midnight UTC and is final from 00:15:00 on', async () => {
  const { partner, member, token } = await setUp('2026-11-20T23:30:00.000Z');
  service.clock.set('2026-11-20T23:59:59.999Z');
  const last = await credited(service, token, member.id, 1.5);
  service.clock.set('2026-11-21T00:00:00.000Z');
  const first = await credited(service, token, member.id, 2);
  assert.deepEqual([last.booked_on, first.booked_on], ['2026-11-20', '2026-11-21']);

  const sums = {
    date: '2026-11-20',
    opening_hours: 0,
    opening_seconds: 0,
    credits: { count: 1, hours: 1.5, seconds: 5400 },
    reversals: { count: 0, hours: 0, seconds: 0 },
    closing_hours: 1.5,
    closing_seconds: 5400,
  };
  service.clock.set('2026-11-21T00:14:59.999Z');
  assert.deepEqual(totalsOf(await statement(token, '2026-11-20')), { ...sums, status: 'open' });
  await closeAll();
  assert.deepEqual(await readyDays(partner), []);
  service.clock.set('2026-11-21T00:15:00.000Z');
  assert.deepEqual(totalsOf(await statement(token, '2026-11-20')), { ...sums, status: 'final' });
  assert.equal((await statement(token, '2026-11-21')).status, 'open');
  assert.equal((await statement(token, '2026-11-21')).opening_hours, 1.5);
  await closeAll();
  assert.deepEqual(await readyDays(partner), ['2026-11-20']);
});

test('sums carry exact seconds, and statement.ready the same sums as the statement', async () => {
  const { member, token, partner } = await setUp('2026-11-20T08:00:00.000Z');
  for (const hours of [0.01, 0.01, 0.01, 4.35]) await credited(service, token, member.id, hours);
  service.clock.set('2026-11-21T08:00:00.000Z');
  const next = await service.token(partner);
  const { id } = await credited(service, next, member.id, 0.07);
  await reverse(service, next, id);
  service.clock.set('2026-11-22T00:15:00.000Z');
  await closeAll();
  const last = await service.token(partner);
  const { status, ...sums } = await statement(last, '2026-11-21');
  assert.deepEqual(
    [status, totalsOf(sums)],
    [
      'final',
      {
        date: '2026-11-21',
        opening_hours: 4.38,
        opening_seconds: 15_768,
        credits: { count: 1, hours: 0.07, seconds: 252 },
        reversals: { count: 1, hours: 0.07, seconds: 252 },
        closing_hours: 4.38,
        closing_seconds: 15_768,
      },
    ],
  );
  const events = await service.call('GET', '/events', { token: last, query: { type: 'statement.ready' } });
  const days = events.body.data.map(({ data }: { data: { date: string } }) => data);
  const { status: _, ...first } = await statement(last, '2026-11-20');
  assert.deepEqual(days, [sums, first]);
});

test('a request whose day closes while it waits goes into the next day', async () => {
  const { partner, member, token } = await setUp('2026-11-20T23:30:00.000Z');
  const held = await holdSettlement(service, partner);
  service.clock.set('2026-11-21T00:15:00.000Z');
  const closing = closeAll();
  await held.waitedForBy(1);
  // Imitates a node whose clock is behind.
  service.clock.set('2026-11-20T23:59:59.999Z');
  const waiting = credit(service, token, member.id, 1);
  await held.waitedForBy(2);
  service.clock.set('2026-11-21T00:15:00.000Z');
  await held.release();
  const { status, body } = await waiting;
  await closing;
  assert.equal(status, 201);
  assert.equal(body.data.booked_on, '2026-11-21');
  assert.equal((await statement(token, '2026-11-20')).credits.count, 0);
  assert.equal((await statement(token, '2026-11-21')).credits.count, 1);
});

test('a booking that is on its way when its day closes is in the statement', async () => {
  const { partner, member, token } = await setUp('2026-11-20T23:30:00.000Z');
  service.clock.set('2026-11-20T23:59:59.999Z');
  // The transfer is decided and waits to be written, the partner's account already locked.
  const held = await holdLock(service, 'lock table transfers in share mode');
  const waiting = credit(service, token, member.id, 1);
  await held.waitedForBy(1);
  service.clock.set('2026-11-21T00:15:00.000Z');
  const closing = closeAll();
  await held.waitedForBy(2);
  await held.release();
  assert.equal((await waiting).body.data.booked_on, '2026-11-20');
  await closing;
  const { status, credits } = await statement(token, '2026-11-20');
  assert.deepEqual([status, credits], ['final', { count: 1, hours: 1, seconds: 3600 }]);
  assert.deepEqual(await readyDays(partner), ['2026-11-20']);
});

test('a node whose clock is behind books nothing into a day another node has closed', async () => {
  const { partner, member } = await setUp();
  const slow = await startTestService({ database: service.testDatabase });
  try {
    slow.clock.set('2026-11-20T23:59:00.000Z');
    service.clock.set('2026-11-21T00:15:00.000Z');
    const slowToken = await slow.token(partner);
    await closeAll();
    const late = await credited(slow, slowToken, member.id, 1);
    assert.deepEqual([late.booked_on, late.created_at], ['2026-11-21', '2026-11-21T00:00:00.000Z']);
    const reversed = await reverse(slow, slowToken, late.id);
    assert.equal(reversed.body.data.reversal.booked_on, '2026-11-21');
  } finally {
    await slow.stop();
  }
  const fresh = await service.token(partner);
  assert.equal((await statement(fresh, '2026-11-20')).closing_hours, 0);
});

test('closing = opening + credits - reversals, day after day, and each day opens as the last one closed', async () => {
  const { partner, member } = await setUp('2026-11-01T08:00:00.000Z');
  const open: { id: string; hours: number }[] = [];
  const expected: { date: string; credits: number; reversals: number }[] = [];
  for (let day = 1; day <= 12; day++) {
    const date = `2026-11-${String(day).padStart(2, '0')}`;
    service.clock.set(`${date}T08:00:00.000Z`);
    const token = await service.token(partner);
    const totals = { date, credits: 0, reversals: 0 };
    for (let at = 0; at < (day * 7) % 5; at++) {
      const hours = ((day * 37 + at * 11) % 500) + 0.07;
      const { id } = await credited(service, token, member.id, hours);
      open.push({ id, hours });
      totals.credits += Math.round(hours * 100);
    }
    for (let at = 0; at < (day * 5) % 3; at++) {
      const credit = open.shift();
      if (!credit) continue;
      await reverse(service, token, credit.id);
      totals.reversals += Math.round(credit.hours * 100);
    }
    expected.push(totals);
  }
  service.clock.set('2026-11-13T00:15:00.000Z');
  const token = await service.token(partner);
  let opening = 0;
  for (const { date, credits, reversals } of expected) {
    const row = await statement(token, date);
    assert.equal(row.status, 'final');
    assert.equal(row.opening_hours, opening / 100, date);
    assert.equal(row.credits.hours, credits / 100);
    assert.equal(row.reversals.hours, reversals / 100);
    opening += credits - reversals;
    assert.equal(row.closing_hours, opening / 100);
    const lines = await service.call('GET', '/wallet/credits', { token, query: { booked_on: date } });
    assert.equal(lines.body.data.length, row.credits.count);
    const returns = await service.call('GET', '/wallet/credits', { token, query: { reversed_on: date } });
    assert.equal(returns.body.data.length, row.reversals.count);
  }
  assert.deepEqual(
    await readyDays(partner),
    expected.map(({ date }) => date),
  );
});

test('a final day never changes: a later reversal is on its own day', async () => {
  const { partner, member, token } = await setUp();
  const { id } = await credited(service, token, member.id, 3);
  service.clock.set('2026-11-21T00:15:00.000Z');
  const next = await service.token(partner);
  const before = await statement(next, '2026-11-20');
  await reverse(service, next, id);
  assert.deepEqual(await statement(next, '2026-11-20'), before);
  const today = await statement(next, '2026-11-21');
  assert.deepEqual(
    [today.opening_hours, today.reversals, today.closing_hours],
    [3, { count: 1, hours: 3, seconds: 10_800 }, 0],
  );
});

test('workers and readers of several nodes that close at once send statement.ready once a day', async () => {
  const { partner, member, token } = await setUp('2026-11-18T12:00:00.000Z');
  await credited(service, token, member.id, 1);
  const node = await startTestService({ database: service.testDatabase });
  try {
    for (const each of [service, node]) each.clock.set('2026-11-21T00:15:00.000Z');
    const fresh = await service.token(partner);
    const close = () => Promise.all([closeAll(), closeDueDays(node.deps.database, node.clock)]);
    const read = (from: TestService) =>
      Promise.all(['2026-11-18', '2026-11-19', '2026-11-20'].map((date) => statement(fresh, date, from)));
    await Promise.all([close(), read(service), read(node), close(), read(node)]);
    assert.deepEqual(await readyDays(partner), ['2026-11-18', '2026-11-19', '2026-11-20']);
  } finally {
    await node.stop();
  }
});

test('the worker closes a day soon after 00:15, by itself', async () => {
  const { partner } = await setUp('2026-11-21T00:14:59.000Z');
  await service.ownerQuery(
    `update accounts set created_at = '2026-11-20T12:00:00Z', closed_through = '2026-11-19' where partner_id = $1`,
    [partner.partnerId],
  );
  await closeAll();
  const worker = startWorker({ ...service.deps, log: pino({ level: 'silent' }) }, { pollMs: 20, jobs: STATEMENT_JOBS });
  try {
    service.clock.set('2026-11-21T00:15:05.000Z');
    await waitUntil('the event is there', async () => (await readyDays(partner)).length > 0);
    assert.deepEqual(await readyDays(partner), ['2026-11-20']);
  } finally {
    await worker.stop();
  }
});

test('a partner that was away for months gets each day, however many, and the days before it are empty', async () => {
  const { partner, member, token } = await setUp('2026-03-01T12:00:00.000Z');
  await credited(service, token, member.id, 5);
  service.clock.set('2026-07-01T12:00:00.000Z');
  const fresh = await service.token(partner);
  assert.equal((await statement(fresh, '2026-06-30')).opening_hours, 5);
  const days = await readyDays(partner);
  assert.deepEqual([days.length, days[0], days.at(-1)], [122, '2026-03-01', '2026-06-30']);
  const before = await statement(fresh, '2026-02-28');
  assert.deepEqual([before.status, before.closing_hours], ['final', 0]);
});

test('a day to come is 404, what is no day is 400 by name', async () => {
  const { token } = await setUp();
  const tomorrow = await service.call('GET', '/wallet/statements/2026-11-21', { token });
  assert.equal(tomorrow.status, 404);
  assert.equal(tomorrow.body.error, 'statement_not_found');
  for (const date of ['2026-02-30', '2026-1-1', 'today', '20261120', '2026-11-20T00:00:00Z', '0000-01-01']) {
    const { status, body } = await service.call('GET', `/wallet/statements/${date}`, { token });
    assert.equal(status, 400, date);
    assert.equal(body.errors[0].field, 'date');
  }
  const unknown = await service.call('GET', '/wallet/statements/2026-11-20?day=1', { token });
  assert.equal(unknown.status, 400);
});

test('wallet.read or wallet.write suffices; another partner\u2019s bookings never show', async () => {
  const { partner, member, token } = await setUp();
  await credited(service, token, member.id, 1);
  for (const scope of ['wallet.read', 'wallet.write'] as const) {
    assert.equal((await statement(await service.token(partner, [scope]), '2026-11-20')).credits.count, 1);
  }
  const other = await service.token(await service.createPartner({ communityId: partner.communityId }));
  assert.equal((await statement(other, '2026-11-20')).credits.count, 0);
  const reading = await service.token(partner, ['users.read']);
  assert.equal((await service.call('GET', '/wallet/statements/2026-11-20', { token: reading })).status, 403);
});

test('the ledger holds after all of this', async () => {
  const report = await verifyLedger(service.deps.database, service.clock);
  assert.deepEqual(
    report.invariants.filter(({ holds }) => !holds),
    [],
  );
});
