/** A sandbox's days, made final one after the other before their time: statements, hashes, lists, events and caps of each. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resetSandbox } from '../../../modules/office/domain/communities/reset.ts';
import { verifyLedger } from '../../../modules/operate/domain/ledger/invariants.ts';
import { type TestPartner, testService } from '../../../test-support/harness.ts';
import { fetchStatement, recomputedHash } from '../../../test-support/statement-hash.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { credit, credited, reverse } from '../../../test-support/wallet.ts';

const ZEROS = '0'.repeat(64);
const HOUR = 3600;

const service = await testService();

interface SandboxPartner {
  readonly partner: TestPartner;
  readonly userId: string;
  token: string;
}

async function setUp(caps: { maxPartnerDaySeconds?: number } = {}): Promise<SandboxPartner> {
  service.clock.set('2026-11-20T09:30:00.000Z');
  const { id: communityId } = await service.createCommunity({ kind: 'sandbox' });
  const partner = await service.createPartner({ communityId, ...caps });
  const member = await service.createMember({ communityId });
  return { partner, userId: member.id, token: await service.token(partner) };
}

let finals = 0;
/** Asks for the current day to become final, with a credit of an hour. */
const makeFinal = ({ token, userId }: SandboxPartner) =>
  credited(service, token, userId, 1, `sandbox-final-${++finals}`);

const get = async ({ token }: SandboxPartner, path: string, query: Record<string, string> = {}) =>
  (await service.call('GET', path, { token, query })).body;

async function assertBooksHold() {
  const { holds, invariants } = await verifyLedger(service.deps.database, service.clock);
  assert.ok(holds, JSON.stringify(invariants.filter((one) => !one.holds)));
}

test('each call makes the current day final: three days in a row, each with its lines, and hashes that follow each other', async () => {
  const scene = await setUp();
  const { partner, token, userId } = scene;
  const first = await credited(service, token, userId, 2);
  const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
  const made: string[] = [];
  for (const [at, date] of days.entries()) {
    if (at > 0) {
      for (const hours of [1.5, 0.25]) {
        const { booked_on, created_at } = await credited(service, token, userId, hours);
        assert.deepEqual([booked_on, created_at], [date, `${date}T00:00:00.000Z`]);
      }
    }
    if (at === 1) {
      const { reversal } = (await reverse(service, token, first.id)).body.data;
      assert.deepEqual([reversal.booked_on, reversal.created_at], [date, `${date}T00:00:00.000Z`]);
    }
    assert.equal((await fetchStatement(service, partner, date)).status, 'open');
    const last = await makeFinal(scene);
    assert.equal(last.booked_on, date);
    made.push(last.reference);
    assert.equal((await fetchStatement(service, partner, date)).status, 'final');
  }
  let [previous, opening] = [ZEROS, 0];
  for (const [at, date] of days.entries()) {
    const shown = await fetchStatement(service, partner, date);
    assert.deepEqual([shown.status, shown.previous_hash, shown.opening_hours], ['final', previous, opening], date);
    assert.deepEqual([shown.credits.count, shown.reversals.count], [at === 0 ? 2 : 3, at === 1 ? 1 : 0], date);
    assert.equal(shown.hash, await recomputedHash(service, partner, date), date);
    [previous, opening] = [shown.hash, shown.closing_hours];
  }
  const current = await fetchStatement(service, partner, '2026-11-23');
  assert.deepEqual([current.status, current.hash, current.previous_hash], ['open', null, previous]);
  const ahead = await service.call('GET', '/wallet/statements/2026-11-24', { token });
  assert.deepEqual([ahead.status, ahead.body.error], [404, 'statement_not_found']);
  // A repeat is the same credit, and closes no other day.
  const { status, body } = await credit(service, token, userId, 1, made[1]);
  assert.deepEqual([status, body.data.booked_on], [200, '2026-11-21']);
  assert.equal((await credited(service, token, userId, 1)).booked_on, '2026-11-23');
  await assertBooksHold();
});

test('in the feed the event of a final day is behind its lines and before the next day’s, also by time', async () => {
  const scene = await setUp();
  const wallet = { ...scene, token: await service.token(scene.partner, ['wallet.read']) };
  const { meta } = await get(wallet, '/events', { order: 'asc' });
  for (let day = 0; day < 3; day++) {
    await credited(service, scene.token, scene.userId, 1);
    await makeFinal(scene);
  }
  const lineOf = ({ type, data, timestamp }: { type: string; data: Record<string, string>; timestamp: string }) =>
    `${type} ${data.booked_on ?? data.date} ${timestamp.slice(0, 10)}`;
  const expected = ['2026-11-20', '2026-11-21', '2026-11-22'].flatMap((day) => [
    `wallet.credited ${day} ${day}`,
    `wallet.credited ${day} ${day}`,
    `statement.ready ${day} ${day}`,
  ]);
  for (const query of [{ order: 'asc' }, { sync_token: meta.sync_token }]) {
    // The feed in the order of commit waits for every transaction that was open before.
    await waitUntil('all are shown', async () => (await get(wallet, '/events', query)).data.length === expected.length);
    assert.deepEqual((await get(wallet, '/events', query)).data.map(lineOf), expected);
  }
  assert.deepEqual((await get(wallet, '/events')).data.map(lineOf), expected.toReversed());
});

test('when the clock has come up to the current day, credits have its time again', async () => {
  const scene = await setUp();
  await makeFinal(scene);
  await makeFinal(scene);
  service.clock.set('2026-11-21T12:00:00.000Z');
  scene.token = await service.token(scene.partner);
  const ahead = await credited(service, scene.token, scene.userId, 1);
  assert.equal(ahead.created_at, '2026-11-22T00:00:00.000Z');
  service.clock.set('2026-11-22T12:00:00.000Z');
  scene.token = await service.token(scene.partner);
  const now = await credited(service, scene.token, scene.userId, 1);
  assert.equal(now.created_at, '2026-11-22T12:00:00.000Z');
  await makeFinal(scene);
  assert.equal(
    (await fetchStatement(service, scene.partner, '2026-11-22')).hash,
    await recomputedHash(service, scene.partner, '2026-11-22'),
  );
  await assertBooksHold();
});

test('two that make a day final at once close the day that they are booked on, and no hole comes into the days', async () => {
  const scene = await setUp();
  const all = await Promise.all(Array.from({ length: 6 }, () => makeFinal(scene)));
  const days = [...new Set(all.map(({ booked_on }) => booked_on))].sort();
  for (const day of days) {
    const { status, hash } = await fetchStatement(service, scene.partner, day);
    assert.deepEqual([status, hash], ['final', await recomputedHash(service, scene.partner, day)]);
  }
  await assertBooksHold();
});

test('a cap of the day counts the current day, also where it runs ahead, and GET /me says what is left of it', async () => {
  const scene = await setUp({ maxPartnerDaySeconds: 3 * HOUR });
  const left = async () =>
    (await get(scene, '/me')).data.caps
      .filter(({ code }: { code: string }) => code === 'max_partner_day_hours')
      .map((cap: { remaining_hours: number; resets_at: string }) => [cap.remaining_hours, cap.resets_at])[0];
  await makeFinal(scene);
  assert.deepEqual(await left(), [3, '2026-11-22T00:00:00.000Z']);
  await credited(service, scene.token, scene.userId, 2);
  assert.deepEqual(await left(), [1, '2026-11-22T00:00:00.000Z']);
  const refused = await credit(service, scene.token, scene.userId, 2);
  const [fault] = refused.body.errors;
  assert.deepEqual([refused.status, fault.remaining_hours ?? fault.remaining], [422, 1]);
  assert.equal(fault.resets_at, '2026-11-22T00:00:00.000Z');
  await makeFinal(scene);
  assert.deepEqual(await left(), [3, '2026-11-23T00:00:00.000Z']);
});

test('the days of another partner of the sandbox keep to the clock', async () => {
  const scene = await setUp();
  const other = await service.createPartner({ communityId: scene.partner.communityId });
  await makeFinal(scene);
  await makeFinal(scene);
  const token = await service.token(other);
  assert.equal((await credited(service, token, scene.userId, 1)).booked_on, '2026-11-20');
  assert.equal((await fetchStatement(service, other, '2026-11-20')).status, 'open');
});

test('after a reset days and hashes begin with today, whatever was final before', async () => {
  const scene = await setUp();
  const { partner } = scene;
  for (let day = 0; day < 3; day++) await makeFinal(scene);
  await service.ownerQuery('update accounts set unhashed_through = closed_through where partner_id = $1', [
    partner.partnerId,
  ]);
  await resetSandbox(service.deps, { communityId: partner.communityId, actor: 'test' });
  const today = await fetchStatement(service, partner, '2026-11-20');
  assert.deepEqual([today.status, today.hash, today.previous_hash], ['open', null, ZEROS]);
  const gone = await service.call('GET', '/wallet/statements/2026-11-21', { token: scene.token });
  assert.equal(gone.status, 404);
  const day = await fetchStatement(service, partner, '2026-11-19');
  assert.deepEqual([day.status, day.hash], ['final', null]);
  const { id: userId } = await service.createMember({ communityId: partner.communityId });
  const again = { ...scene, userId };
  for (const date of ['2026-11-20', '2026-11-21']) {
    assert.equal((await makeFinal(again)).booked_on, date);
    assert.equal((await fetchStatement(service, partner, date)).hash, await recomputedHash(service, partner, date));
  }
  assert.equal((await fetchStatement(service, partner, '2026-11-20')).previous_hash, ZEROS);
  await assertBooksHold();
});

test('a reset while yesterday is still open begins with today, too', async () => {
  const scene = await setUp();
  await credited(service, scene.token, scene.userId, 1);
  service.clock.set('2026-11-21T00:05:00.000Z');
  await resetSandbox(service.deps, { communityId: scene.partner.communityId, actor: 'test' });
  service.clock.set('2026-11-21T00:20:00.000Z');
  const yesterday = await fetchStatement(service, scene.partner, '2026-11-20');
  assert.deepEqual([yesterday.status, yesterday.hash], ['final', null]);
  assert.equal((await fetchStatement(service, scene.partner, '2026-11-21')).previous_hash, ZEROS);
  await assertBooksHold();
});
