import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { decodeId } from '@timebank/contract';
import { startTestService, type TestPartner, type TestService } from '../../../../test-support/harness.ts';
import { HOUR_MS } from '../../../base/time.ts';
import { distributeAll } from '../../delivery/distribute.ts';

const PATH = '/webhooks/subscriptions';

let service: TestService;
let woken = 0;
before(async () => {
  service = await startTestService({
    wakeWorker: () => {
      woken++;
    },
  });
});
after(() => service.stop());

let partner: TestPartner;
let token: string;
let id: string;
let deliveryId: string;
beforeEach(async () => {
  partner = await service.createPartner();
  token = await service.token(partner);
  ({ id, deliveryId } = await subscribed());
});

/** A subscription with one delivery. */
async function subscribed(): Promise<{ id: string; deliveryId: string }> {
  const json = { event_types: ['*'], target_url: 'https://bank.example/' };
  const { body } = await service.call('POST', PATH, { token, json });
  await service.createMember(partner);
  await distributeAll(service.deps.database, service.clock.now());
  const list = await service.call('GET', `${PATH}/${body.data.id}/deliveries`, { token });
  return { id: body.data.id, deliveryId: list.body.data[0].id };
}

const retry = (of = deliveryId, on = id, as = token, json?: unknown) =>
  service.call('POST', `${PATH}/${on}/deliveries/${of}/retry`, { token: as, ...(json === undefined ? {} : { json }) });
const set = (columns: string, ...values: unknown[]) =>
  service.ownerQuery(`update deliveries set ${columns} where id = $1`, [decodeId('dlv', deliveryId), ...values]);
const row = async () => {
  const sql = 'select status, next_attempt_at, manual from deliveries where id = $1';
  return (await service.ownerQuery(sql, [decodeId('dlv', deliveryId)]))[0];
};

test('whatever its status, a delivery is due now, is answered as it is, and the worker is woken', async () => {
  const now = service.clock.now();
  const due = now.toISOString();
  for (const status of ['delivered', 'failed', 'held', 'pending']) {
    const waits = status === 'pending';
    const later = waits ? new Date(now.getTime() + HOUR_MS) : null;
    await set(
      'status = $2, next_attempt_at = $3, finished_at = $4',
      status,
      later,
      waits || status === 'held' ? null : now,
    );
    const before = woken;
    const { status: code, body, headers } = await retry();
    assert.equal(code, 202);
    assert.deepEqual([body.data.id, body.data.status, body.data.next_attempt_at], [deliveryId, 'pending', due], status);
    assert.equal(headers.get('cache-control'), 'private, no-store');
    assert.deepEqual(await row(), { status: 'pending', next_attempt_at: now, manual: !waits }, status);
    assert.equal(woken, before + 1);
  }
  const acts = await service.ownerQuery<{ actor: string; details: { delivery: string } }>(
    `select actor, details from audit_log where community_id = $1 and action = 'delivery.retried'`,
    [partner.communityId],
  );
  assert.equal(acts.length, 4);
  assert.deepEqual([acts[0]?.actor, acts[0]?.details.delivery], [`partner:${partner.partnerId}`, deliveryId]);
});

test('an attempt that is under way is the one asked for: nothing is added', async () => {
  const later = new Date(service.clock.now().getTime() + HOUR_MS);
  await set('next_attempt_at = $2, lease_until = $2', later);
  const { status, body } = await retry();
  assert.deepEqual([status, body.data.next_attempt_at], [202, later.toISOString()]);
  assert.deepEqual(await row(), { status: 'pending', next_attempt_at: later, manual: false });
});

test('an unknown delivery is 404, as is one of another subscription; a body is refused', async () => {
  const other = await subscribed();
  for (const unknown of ['dlv_01jd3h6m8nfdwtv0k2x9q4z7ag', 'x', '%00', '%ED%A0%80', id, other.deliveryId]) {
    const { status, body } = await retry(unknown);
    assert.deepEqual([status, body.error], [404, 'delivery_not_found'], unknown);
  }
  const stranger = await service.token(await service.createPartner({ communityId: partner.communityId }));
  for (const wanted of [deliveryId, 'x']) {
    assert.equal((await retry(wanted, id, stranger)).body.error, 'subscription_not_found');
  }
  const refused = await retry(deliveryId, id, token, { force: true });
  assert.deepEqual([refused.status, refused.body.errors[0].code], [400, 'unknown_field']);
  assert.equal((await retry(deliveryId, id, token, {})).status, 202);
});
