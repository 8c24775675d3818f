import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { after, before, describe, it, test } from 'node:test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { startWorker } from '../../core/events/delivery/loop.ts';
import { startTestService, type TestService } from '../../test-support/harness.ts';
import { type Receiver, startReceiver } from '../../test-support/receiver.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import {
  createClient,
  createWebhookVerifier,
  signTestDelivery,
  type WebhookFailure,
  type WebhookRequest,
  WebhookVerificationError,
  type WebhookVerifierOptions,
} from './index.ts';

const key = randomBytes(32);
const secret = `whsec_${key.toString('base64')}`;
const otherSecret = `whsec_${randomBytes(32).toString('base64')}`;
const id = 'evt_01jd3h6m8nfdwtv0k2x9q4z7ae';
const body = JSON.stringify({ id, type: 'statement.ready', timestamp: 'x', data: { date: '2026-11-20' } });
const seconds = (offset = 0) => String(Math.floor(Date.now() / 1000) + offset);
const verify = createWebhookVerifier({ secret });

function signed(text: string | Uint8Array, timestamp = seconds(), signingKey = key) {
  const signature = createHmac('sha256', signingKey).update(`${id}.${timestamp}.`).update(text).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

function isFailure(code: WebhookFailure, words = /./) {
  return (error: unknown) =>
    error instanceof WebhookVerificationError && error.code === code && words.test(error.message);
}

async function refusedAs(code: WebhookFailure, request: WebhookRequest, by = verify, words?: RegExp) {
  await assert.rejects(by(request), isFailure(code, words), JSON.stringify(request));
}

describe('a verifier of webhooks', () => {
  it('returns the event of a signed delivery, narrowed by its type, from a text, bytes or an ArrayBuffer', async () => {
    const event = await verify({ body, headers: signed(body) });
    assert.ok(event.type === 'statement.ready');
    assert.equal(event.data.date, '2026-11-20');
    const bytes = Buffer.from(`..${body}`).subarray(2);
    const arrayBuffer = new TextEncoder().encode(body).buffer;
    for (const raw of [bytes, new Uint8Array(bytes), arrayBuffer]) {
      assert.equal((await verify({ body: raw, headers: new Headers(signed(body)) })).id, id);
    }
  });

  it('accepts any of several secrets and any of several signatures', async () => {
    const headers = signed(body);
    const rotating = createWebhookVerifier({ secret: [otherSecret, secret] });
    await rotating({ body, headers });
    const several = `v1,${randomBytes(32).toString('base64')} v1a,xyz ${headers['webhook-signature']}`;
    await verify({ body, headers: { ...headers, 'webhook-signature': several } });
  });

  it('refuses a changed body, id, time, signature or secret', async () => {
    const headers = signed(body);
    const wrong = (changes: Record<string, string>, sent: string = body, by = secret) =>
      refusedAs(
        'wrong_signature',
        { body: sent, headers: { ...headers, ...changes } },
        createWebhookVerifier({ secret: by }),
        /the body is not as it arrived, or the secret is not that of this subscription/,
      );
    await wrong({}, body.replace('2026-11-20', '2026-11-21'));
    await wrong({ 'webhook-id': 'evt_01jd3h6m8nfdwtv0k2x9q4z7af' });
    await wrong({ 'webhook-timestamp': seconds(1) });
    await wrong({ 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') });
    await wrong({ 'webhook-signature': headers['webhook-signature'].slice(0, -8) });
    await wrong({ 'webhook-signature': 'v1,' });
    await wrong({}, body, otherSecret);
  });
});

describe('a refusal by a verifier', () => {
  it('says that a body was parsed, when it is an object or missing, and how to get the bytes', async () => {
    const headers = signed(body);
    for (const [parsed, words] of [
      [JSON.parse(body), /no raw body.*express\.raw/],
      [[1], /no raw body/],
      [undefined, /body is missing.*arrayBuffer/],
      [null, /body is missing/],
    ] as const) {
      await refusedAs('body_not_raw', { body: parsed, headers }, verify, words);
    }
  });

  it('says that a body was parsed and serialised again, when its signature is that of the same JSON', async () => {
    const headers = signed(body);
    const request = { body: JSON.stringify(JSON.parse(body), null, 2), headers };
    await refusedAs('wrong_signature', request, verify, /parsed and written anew.*Pass the bytes/);
    await refusedAs('wrong_signature', { body: `${body} `, headers }, verify, /written anew/);
  });

  it('refuses what is older or newer than the tolerance, and says by how much', async (context) => {
    // Between signing and checking no second goes by.
    context.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    for (const [offset, words] of [
      [-301, /is 301 seconds ago, allowed are 300.*clock/],
      [302, /seconds in the future/],
    ] as const) {
      await refusedAs('outside_tolerance', { body, headers: signed(body, seconds(offset)) }, verify, words);
    }
    await verify({ body, headers: signed(body, seconds(-290)) });
    const strict = createWebhookVerifier({ secret, toleranceSeconds: 10 });
    await refusedAs('outside_tolerance', { body, headers: signed(body, seconds(-20)) }, strict);
    await refusedAs('outside_tolerance', { body, headers: signed(body, 'soon') }, verify, /is no time/);
  });

  it('refuses missing and doubled headers by name, and a signed body that is no event', async () => {
    const headers = signed(body);
    for (const name of Object.keys(headers)) {
      const words = new RegExp(`^The header ${name} is missing`);
      await refusedAs('missing_headers', { body, headers: { ...headers, [name]: undefined } }, verify, words);
      await refusedAs('missing_headers', { body, headers: { ...headers, [name]: ['a', 'b'] } }, verify, words);
    }
    for (const text of ['{}', 'no json', '[]', 'null']) {
      await refusedAs('invalid_body', { body: text, headers: signed(text) });
    }
  });
});

/** Settings that are no secret, and the words of their refusal. */
const WRONG_SECRETS: readonly [WebhookVerifierOptions['secret'], RegExp][] = [
  [undefined, /is undefined\. Is the environment variable set/],
  ['', /is empty/],
  [`${secret}\n`, /white space.*trim/],
  [` ${secret}`, /white space/],
  ['tb_cs_abc', /client id or secret/],
  [secret.slice(6), /does not begin with whsec_/],
  ['whsec_', /cut off or mistyped/],
  ['whsec_!!!', /cut off or mistyped/],
  [secret.slice(0, 20), /cut off or mistyped/],
  [[secret, otherSecret.slice(0, 12)], /cut off or mistyped/],
  [[], /empty list/],
];

test('a verifier is not created with what is no webhook secret, says why, and never repeats it', () => {
  for (const [wrong, words] of WRONG_SECRETS) {
    assert.throws(
      () => createWebhookVerifier({ secret: wrong }),
      (error: Error) => {
        assert.ok(isFailure('invalid_secret', words)(error), `${wrong}: ${error.message}`);
        const text = String(wrong).trim();
        return text.length < 10 || !error.message.includes(text);
      },
    );
  }
});

describe('a delivery for the tests of a receiver', () => {
  const event = { type: 'wallet.credited', data: creditData() } as const;

  it('verifies here, and with the libraries of Standard Webhooks and of Svix', async () => {
    const delivery = await signTestDelivery({ secret, event });
    const verified = await verify(delivery);
    assert.ok(verified.type === 'wallet.credited');
    assert.equal(verified.data.reference, 'Zürich 1');
    assert.match(verified.id, /^evt_/);
    const altered = delivery.body.replace('1.5', '9.5');
    for (const library of [new StandardWebhook(secret), new SvixWebhook(secret)]) {
      library.verify(delivery.body, { ...delivery.headers });
      assert.throws(() => library.verify(altered, { ...delivery.headers }));
    }
    await refusedAs('wrong_signature', { ...delivery, body: altered });
  });

  it('keeps the id and the time that a test gives, and is as old as the test wants', async () => {
    const at = new Date(Date.now() - 3600_000);
    const stale = await signTestDelivery({ secret, event: { ...event, id, timestamp: 'then' }, at });
    assert.deepEqual([JSON.parse(stale.body).id, JSON.parse(stale.body).timestamp], [id, 'then']);
    await refusedAs('outside_tolerance', stale);
    await assert.rejects(signTestDelivery({ secret: 'x', event }), isFailure('invalid_secret'));
  });

  it('is verified by this package when the libraries of Standard Webhooks and of Svix sign it', async () => {
    const at = new Date();
    for (const library of [new StandardWebhook(secret), new SvixWebhook(secret)]) {
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': library.sign(id, at, body),
      };
      assert.equal((await verify({ body, headers })).id, id);
    }
  });
});

function creditData() {
  return {
    credit_id: 'crd_01jd3h6m8nfdwtv0k2x9q4z7ac',
    user_id: 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab',
    hours: 1.5,
    seconds: 5400,
    reference: 'Zürich 1',
    booked_on: '2026-11-20',
  };
}

describe('a delivery of the service', () => {
  let service: TestService;
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
    const clock = { now: () => new Date() };
    service = await startTestService({ clock, env: { WEBHOOK_ALLOW_CIDR: '127.0.0.0/8' } });
  });
  after(async () => {
    await service?.stop();
    await receiver?.stop();
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
    const verifyOwn = createWebhookVerifier({ secret: subscription.secret });
    const event = await verifyOwn({ body: delivery.body, headers: delivery.headers });
    assert.ok(event.type === 'wallet.credited');
    assert.deepEqual([event.data.credit_id, event.data.reference], [credit.id, 'Zürich 1']);
    const altered = Buffer.from(delivery.body.toString().replace('1.5', '9.5'));
    await refusedAs('wrong_signature', { body: altered, headers: delivery.headers }, verifyOwn);
  });
});
