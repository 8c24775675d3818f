import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { decodeId } from '@timebank/contract';
import type { KeptAttempt } from '../../../../core/events/delivery/delivery-queries.ts';
import { distributeAll } from '../../../../core/events/delivery/distribute.ts';
import { signedIn } from '../../../../test-support/console.ts';
import { startTestService, type TestService } from '../../../../test-support/harness.ts';

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

async function setUp() {
  const person = await signedIn(service);
  const { communityId } = person;
  const partner = await service.createPartner({ communityId });
  const token = await service.token(partner);
  const created = await service.call('POST', '/webhooks/subscriptions', {
    token,
    json: { event_types: ['wallet.credited'], target_url: 'https://bank.example/hook' },
  });
  const subscriptionId: string = created.body.data.id;
  const uuid = decodeId('whs', subscriptionId) ?? '';
  const params = { slug: person.slug, partnerId: partner.partnerId, subscriptionId };
  const member = await service.createMember({ communityId });
  const credit = async (reference: string) => {
    const json = { user_id: member.id, hours: 1, reference };
    assert.equal((await service.call('POST', '/wallet/credit', { token, json })).status, 201);
    await distributeAll(service.deps.database, service.clock.now());
  };
  const change = (sql: string) => service.ownerQuery(sql, [communityId, uuid]);
  return { ...person, partner, token, secret: created.body.data.secret as string, params, uuid, credit, change };
}

/** An attempt at every delivery of the subscription, as the worker would have recorded it. */
const KEPT: KeptAttempt = {
  ...{ number: 1, startedAt: '2026-11-20T09:30:00.000Z', latencyMs: 120, statusCode: 503, error: null },
  ...{ signatureStart: null, answerStart: null },
};
const ATTEMPT = `update deliveries set status = 'failed', next_attempt_at = null, finished_at = created_at, attempt_count = 1,
    attempts = '${JSON.stringify([KEPT])}'
  where community_id = $1 and subscription_id = $2`;

test('a subscription is shown with its health and what waits for it, never with its secret', async () => {
  const { client, params, secret, credit, change } = await setUp();
  const get = async () => (await client.call('getPartnerSubscription', { params })).body.data;
  assert.equal((await get()).health, 'unused');
  await credit('A-1');
  assert.deepEqual((await get()).deliveries, { pending: 1, held: 0, delivered_24h: 0, failed_24h: 0 });
  await change(ATTEMPT);
  await change(
    `update subscriptions set consecutive_failures = 10, failing_since = '2026-11-20T09:00:00Z'
     where community_id = $1 and id = $2`,
  );
  const failing = await get();
  assert.deepEqual(
    [failing.health, failing.failing_since, failing.deliveries.failed_24h, failing.median_latency_ms],
    ['failing', '2026-11-20T09:00:00.000Z', 1, 120],
  );
  await change(
    `update subscriptions set consecutive_failures = 0, failing_since = null, last_success_at = '2026-11-20T09:00:00Z'
     where community_id = $1 and id = $2`,
  );
  assert.equal((await get()).health, 'ok');
  await change(
    `update subscriptions set status = 'disabled', disabled_reason = 'gone' where community_id = $1 and id = $2`,
  );
  const list = await client.call('listPartnerSubscriptions', { params });
  assert.deepEqual(
    list.body.data.map(({ health }: { health: string }) => health),
    ['disabled'],
  );
  assert.ok(!list.text.includes(secret.slice(6)));
});

test('pause, resume and revive bite at once and are audited as the administrator', async () => {
  const { client, params, change, id } = await setUp();
  const set = (status: 'active' | 'paused') => client.call('setSubscriptionStatus', { params, body: { status } });
  assert.equal((await set('paused')).body.data.health, 'paused');
  const before = woken;
  assert.equal((await set('active')).body.data.subscription.status, 'active');
  assert.ok(woken > before, 'what was held is sent without waiting for the next look');
  await change(
    `update subscriptions set status = 'disabled', disabled_reason = 'gone' where community_id = $1 and id = $2`,
  );
  const revived = (await set('active')).body.data.subscription;
  assert.deepEqual([revived.status, revived.disabled_reason], ['active', null]);
  const { body } = await client.call('listAudit', { params, query: { action: 'subscription.updated' } });
  assert.equal(body.data.length, 3);
  assert.deepEqual(
    [body.data[0].actor.kind, body.data[0].actor.id, body.data[0].subject],
    ['administrator', id, params.subscriptionId],
  );
});

test('deliveries are listed with their attempts, by status and in pages; one can be tried again', async () => {
  const { client, params, credit, change } = await setUp();
  await credit('B-1');
  await change(ATTEMPT);
  service.clock.advance(10);
  await credit('B-2');
  const list = async (query: object) => (await client.call('listPartnerDeliveries', { params, query })).body;
  const all = await list({});
  assert.deepEqual(
    all.data.map(({ status, attempts }: { status: string; attempts: unknown[] }) => [status, attempts.length]),
    [
      ['pending', 0],
      ['failed', 1],
    ],
  );
  assert.equal((await list({ status: 'failed' })).data.length, 1);
  assert.equal((await list({ status: 'failed', event_type: 'wallet.credited' })).data.length, 1);
  assert.equal((await list({ event_type: 'statement.ready' })).data.length, 0);
  const first = await list({ per_page: 1 });
  assert.equal((await list({ per_page: 1, cursor: first.meta.next_cursor })).data[0].id, all.data[1].id);
  const retry = (deliveryId: string) => client.call('retryPartnerDelivery', { params: { ...params, deliveryId } });
  const retried = await retry(all.data[1].id);
  assert.deepEqual([retried.status, retried.body.data.status], [202, 'pending']);
  for (const unknown of ['dlv_01jd3h6m8nfdwtv0k2x9q4z7ag', 'x']) {
    assert.equal((await retry(unknown)).body.error, 'delivery_not_found');
  }
  await change(
    `update deliveries set lease_until = '2999-01-01', next_attempt_at = '2999-01-01'
     where community_id = $1 and subscription_id = $2`,
  );
  assert.equal((await retry(all.data[1].id)).body.error, 'state_conflict');
});

test('a test event and a replay are put on their way', async () => {
  const { client, params, credit, change } = await setUp();
  await credit('C-1');
  await change(ATTEMPT);
  const sent = await client.call('testPartnerSubscription', { params });
  assert.match(sent.body.data.event_id, /^evt_/);
  const since = new Date(service.clock.now().getTime() - 60_000).toISOString();
  const replayed = await client.call('replayPartnerSubscription', { params, body: { since } });
  assert.deepEqual([replayed.status, replayed.body.data], [202, { since, deliveries: 1 }]);
  const other = await client.call('replayPartnerSubscription', {
    params,
    body: { since, until: since, event_types: ['statement.ready'] },
  });
  assert.deepEqual([other.status, other.body.data], [202, { since, deliveries: 0 }]);
  for (const bad of ['x', '2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z']) {
    const refused = await client.call('replayPartnerSubscription', { params, body: { since: bad } });
    assert.deepEqual([refused.status, refused.body.errors[0].field], [422, 'since']);
  }
});

test("another partner's subscription is an unknown one", async () => {
  const { client, params, communityId } = await setUp();
  const other = await service.createPartner({ communityId });
  for (const operation of ['getPartnerSubscription', 'listPartnerDeliveries', 'testPartnerSubscription'] as const) {
    for (const change of [{ partnerId: other.partnerId }, { subscriptionId: 'x' }]) {
      const { status, body } = await client.call(operation, { params: { ...params, ...change } });
      assert.deepEqual([status, body.error], [404, 'subscription_not_found']);
    }
  }
});
