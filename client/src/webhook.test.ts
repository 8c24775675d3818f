import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { startWorker } from '../../server/src/domain/delivery/loop.ts';
import { startTestService, type TestService } from '../../server/src/test-support/harness.ts';
import { type Receiver, startReceiver } from '../../server/src/test-support/receiver.ts';
import { waitUntil } from '../../server/src/test-support/wait-until.ts';
import { createClient, verifyWebhook, type WebhookFailure, WebhookVerificationError } from './index.ts';

const key = randomBytes(32);
const secret = `whsec_${key.toString('base64')}`;
const otherSecret = `whsec_${randomBytes(32).toString('base64')}`;
const id = 'evt_01jd3h6m8nfdwtv0k2x9q4z7ae';
const body = JSON.stringify({ id, type: 'statement.ready', timestamp: 'x', data: { date: '2026-11-20' } });
const seconds = (offset = 0) => String(Math.floor(Date.now() / 1000) + offset);

function signed(text: string | Uint8Array, timestamp = seconds(), signingKey = key) {
  const signature = createHmac('sha256', signingKey).update(`${id}.${timestamp}.`).update(text).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

function refusedAs(code: WebhookFailure, request: Parameters<typeof verifyWebhook>[0]) {
  assert.throws(
    () => verifyWebhook(request),
    (error) => error instanceof WebhookVerificationError && error.code === code,
  );
}

describe('verifyWebhook', () => {
  it('returns the event of a signed delivery, narrowed by its type', () => {
    const event = verifyWebhook({ body, headers: signed(body), secret });
    assert.ok(event.type === 'statement.ready');
    assert.equal(event.data.date, '2026-11-20');
    assert.equal(verifyWebhook({ body: Buffer.from(body), headers: new Headers(signed(body)), secret }).id, id);
  });

  it('accepts any of several secrets and any of several signatures', () => {
    const headers = signed(body);
    verifyWebhook({ body, headers, secret: [otherSecret, secret] });
    const several = `v1,${randomBytes(32).toString('base64')} v1a,xyz ${headers['webhook-signature']}`;
    verifyWebhook({ body, headers: { ...headers, 'webhook-signature': several }, secret });
  });

  it('refuses a changed body, id, time, signature or secret', () => {
    const headers = signed(body);
    const wrong = (changes: Record<string, string>, sent: string = body, by = secret) =>
      refusedAs('wrong_signature', { body: sent, headers: { ...headers, ...changes }, secret: by });
    wrong({}, body.replace('2026-11-20', '2026-11-21'));
    wrong({}, `${body} `);
    wrong({ 'webhook-id': 'evt_01jd3h6m8nfdwtv0k2x9q4z7af' });
    wrong({ 'webhook-timestamp': seconds(1) });
    wrong({ 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') });
    wrong({ 'webhook-signature': headers['webhook-signature'].slice(0, -8) });
    wrong({ 'webhook-signature': 'v1,' });
    wrong({}, body, otherSecret);
  });

  it('refuses what is older or newer than the tolerance', () => {
    for (const offset of [-301, 302]) {
      refusedAs('outside_tolerance', { body, headers: signed(body, seconds(offset)), secret });
    }
    verifyWebhook({ body, headers: signed(body, seconds(-290)), secret });
    refusedAs('outside_tolerance', { body, headers: signed(body, seconds(-20)), secret, toleranceSeconds: 10 });
    refusedAs('outside_tolerance', { body, headers: signed(body, 'soon'), secret });
  });

  it('refuses missing and doubled headers, and a signed body that is no event', () => {
    const headers = signed(body);
    for (const name of Object.keys(headers)) {
      refusedAs('missing_headers', { body, headers: { ...headers, [name]: undefined }, secret });
      refusedAs('missing_headers', { body, headers: { ...headers, [name]: ['a', 'b'] }, secret });
    }
    for (const text of ['{}', 'no json', '[]'])
      refusedAs('invalid_body', { body: text, headers: signed(text), secret });
  });

  it('throws a TypeError for what is no webhook secret, so that no delivery is trusted by mistake', () => {
    for (const wrong of ['', 'whsec_', 'whsec_!!!', secret.slice(6), []]) {
      assert.throws(() => verifyWebhook({ body, headers: signed(body), secret: wrong }), TypeError, String(wrong));
    }
  });
});

describe('a delivery of the service', () => {
  let service: TestService;
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
    const clock = { now: () => new Date() };
    service = await startTestService({ clock, env: { WEBHOOK_ALLOW_CIDR: '127.0.0.0/8' } });
  });
  after(async () => {
    await service.stop();
    await receiver.stop();
  });

  it('verifies with the secret of its subscription, and not when a byte is changed', async () => {
    const { communityId, clientId, clientSecret } = await service.createPartner();
    const member = await service.createMember({ communityId });
    const client = createClient({ baseUrl: service.origin, clientId, clientSecret });
    const { data: subscription } = await client.createSubscription({
      event_types: ['wallet.credited'],
      target_url: receiver.url,
    });
    const { data: credit } = await client.creditWallet({ user_id: member.id, hours: 1.5, reference: 'Zürich 1' });
    const worker = startWorker(service.deps, { pollMs: 50, jobs: [], sender: { extraCa: receiver.ca } });
    await waitUntil('the delivery arrives', () => receiver.requests.length > 0);
    await worker.stop();
    const [delivery] = receiver.requests;
    assert.ok(delivery);
    const event = verifyWebhook({ body: delivery.body, headers: delivery.headers, secret: subscription.secret });
    assert.ok(event.type === 'wallet.credited');
    assert.deepEqual([event.data.credit_id, event.data.reference], [credit.id, 'Zürich 1']);
    const altered = Buffer.from(delivery.body.toString().replace('1.5', '9.5'));
    refusedAs('wrong_signature', { body: altered, headers: delivery.headers, secret: subscription.secret });
  });
});
