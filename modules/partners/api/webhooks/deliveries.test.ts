import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemClock } from '../../../../core/base/clock.ts';
import { startWorker } from '../../../../core/events/delivery/loop.ts';
import { signedIn } from '../../../../test-support/console.ts';
import { startTestService, type TestService } from '../../../../test-support/harness.ts';
import { type Receiver, startReceiver } from '../../../../test-support/receiver.ts';
import { waitUntil } from '../../../../test-support/wait-until.ts';

let service: TestService;
let receiver: Receiver;
let worker: ReturnType<typeof startWorker>;
before(async () => {
  receiver = await startReceiver();
  const env = { WEBHOOK_ALLOW_CIDR: '127.0.0.1/32,::1/128', WEBHOOK_CA_FILE: receiver.caFile };
  service = await startTestService({ clock: systemClock, env });
  worker = startWorker(service.deps, { pollMs: 50, jobs: [] });
});
after(async () => {
  await worker?.stop();
  await service?.stop();
  await receiver?.stop();
});

/** A failure whose repetition no test lives to see. */
const LATER = { status: 503, headers: { 'retry-after': '3600' } };

async function setUp() {
  const person = await signedIn(service);
  const { communityId } = person;
  const partner = await service.createPartner({ communityId });
  const token = await service.token(partner);
  const json = { event_types: ['wallet.credited'], target_url: receiver.url };
  const created = await service.call('POST', '/webhooks/subscriptions', { token, json });
  const subscriptionId: string = created.body.data.id;
  const params = { slug: person.slug, partnerId: partner.partnerId, subscriptionId };
  const member = await service.createMember({ communityId, name: 'Anna Berger' });
  const credit = async (reference: string) => {
    const body = { user_id: member.id, hours: 1.5, reference };
    assert.equal((await service.call('POST', '/wallet/credit', { token, json: body })).status, 201);
  };
  const read = async (deliveryId: string) =>
    (await person.client.call('getPartnerDelivery', { params: { ...params, deliveryId } })).body.data;
  const list = async (query: object = {}) =>
    (await person.client.call('listPartnerDeliveries', { params, query })).body.data;
  /** The delivery of a test event, once it was attempted. */
  const tested = async () => {
    const { body } = await person.client.call('testPartnerSubscription', { params });
    const id: string = body.data.delivery_id;
    await waitUntil('the test event was attempted', async () => (await read(id)).attempts.length > 0);
    return await read(id);
  };
  return { ...person, partner, token, params, member, credit, read, list, tested };
}

test('an attempt shows the headers and bytes that arrived, signatures shortened, and how the answer began', async () => {
  const { tested } = await setUp();
  receiver.requests.length = 0;
  receiver.respondWith({ status: 500, body: '{"error":"ledger import queue full"}' });
  const delivery = await tested();
  const [request] = receiver.requests;
  assert.equal(delivery.payload, request?.body.toString());
  const [attempt] = delivery.attempts;
  assert.deepEqual([attempt.status_code, attempt.error], [500, null]);
  assert.equal(attempt.answer_start, '{"error":"ledger import queue full"}');
  const shown = new Map(attempt.headers.map(({ name, value }: { name: string; value: string }) => [name, value]));
  for (const name of ['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp']) {
    assert.equal(shown.get(name), request?.headers[name], name);
  }
  const signature = String(request?.headers['webhook-signature']);
  assert.equal(shown.get('webhook-signature'), `${signature.slice(0, 11)}…`);
  assert.ok(signature.length > 40, 'the whole one is nowhere');
});

test('at most 1,000 characters of an answer are kept, as text without control characters; none of a binary one', async () => {
  const { tested } = await setUp();
  const answerTo = async (body: string | Buffer, headers: Record<string, string> = {}) => {
    receiver.respondWith({ status: 400, body, headers });
    return (await tested()).attempts[0].answer_start;
  };
  assert.equal(
    await answerTo(`<script>alert(1)</script>\u0007\u001b[31m\u202eäö\n\tend`),
    '<script>alert(1)</script>[31mäö\n\tend',
  );
  assert.equal(await answerTo('ä'.repeat(5000)), 'ä'.repeat(1000));
  assert.equal(await answerTo('\u{1F600}'.repeat(2000)), '\u{1F600}'.repeat(500));
  assert.equal(await answerTo(Buffer.from([0x89, 0x50, 0, 1, 2])), null);
  assert.equal(await answerTo(Buffer.from('text'), { 'content-encoding': 'gzip' }), null);
  assert.equal(await answerTo(''), null);
  receiver.respondWith('reset');
  const [broken] = (await tested()).attempts;
  assert.deepEqual([broken.status_code, broken.error, broken.answer_start], [null, 'connection_failed', null]);
});

test('a delivery names the credit and the member it is about', async () => {
  const { credit, list, member } = await setUp();
  receiver.respondWith(200);
  await credit('ABOUT-1');
  await waitUntil('the credit arrived', async () => (await list({ status: 'delivered' })).length === 1);
  const [delivery] = await list();
  assert.deepEqual(delivery.member, { id: member.id, name: 'Anna Berger' });
  assert.deepEqual(delivery.credit, { reference: 'ABOUT-1', hours: 1.5 });
  assert.match(delivery.day, /^\d{4}-\d\d-\d\d$/);
});

test('a delivery waits, is retried or is held: what is off has no next attempt, even before the worker has looked', async () => {
  const { client, params, tested, list, read, communityId, partner } = await setUp();
  receiver.respondWith(LATER);
  const { id } = await tested();
  const soon = await read(id);
  assert.deepEqual([soon.status, soon.next_attempt, soon.attempts_max], ['pending', 2, 10]);
  assert.ok(soon.next_attempt_at);
  const shown = async () => {
    const [only] = await list();
    const counts = [(await list({ status: 'pending' })).length, (await list({ status: 'held' })).length];
    return [only.status, only.next_attempt_at === null, only.next_attempt, ...counts];
  };
  const waiting = ['pending', false, 2, 1, 0];
  const held = ['held', true, null, 0, 1];
  assert.deepEqual(await shown(), waiting);
  await client.call('setSubscriptionStatus', { params, body: { status: 'paused' } });
  assert.deepEqual(await shown(), held);
  await client.call('setSubscriptionStatus', { params, body: { status: 'active' } });
  assert.deepEqual(await shown(), waiting);
  const partnerIs = (status: string) =>
    service.ownerQuery('update partners set status = $3 where community_id = $1 and id = $2', [
      communityId,
      partner.partnerId,
      status,
    ]);
  await partnerIs('suspended');
  assert.deepEqual(await shown(), held);
  await partnerIs('active');
  assert.deepEqual(await shown(), waiting);
  assert.equal((await list({ status: 'delivered' })).length, 0);
});

test('sending again makes due now what waits for its next attempt', async () => {
  const { client, params, credit, list } = await setUp();
  receiver.respondWith(LATER);
  await credit('AGAIN-1');
  await waitUntil('it failed once', async () => (await list())[0]?.attempts.length === 1);
  receiver.respondWith(200);
  const since = new Date(Date.now() - 60_000).toISOString();
  const { body } = await client.call('replayPartnerSubscription', { params, body: { since } });
  assert.equal(body.data.deliveries, 1);
  await waitUntil('it arrived', async () => (await list())[0]?.status === 'delivered');
});

test("a delivery is read by its own partner's page in its own community only", async () => {
  const [mine, other] = [await setUp(), await setUp()];
  receiver.respondWith(200);
  const { id } = await mine.tested();
  const foreign = await other.tested();
  const sibling = await service.createPartner({ communityId: mine.communityId });
  const ask = (params: object) =>
    mine.client.call('getPartnerDelivery', { params: { ...mine.params, deliveryId: id, ...params } });
  assert.equal((await ask({})).body.data.id, id);
  for (const [change, code] of [
    [{ deliveryId: foreign.id }, 'delivery_not_found'],
    [{ deliveryId: 'x' }, 'delivery_not_found'],
    [{ partnerId: sibling.partnerId }, 'subscription_not_found'],
    [{ subscriptionId: other.params.subscriptionId }, 'subscription_not_found'],
    [{ partnerId: other.params.partnerId }, 'partner_not_found'],
    [{ slug: other.params.slug }, 'community_not_found'],
  ] as const) {
    const { status, body } = await ask(change);
    assert.deepEqual([status, body.error], [404, code]);
  }
});
