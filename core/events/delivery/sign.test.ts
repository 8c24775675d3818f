import assert from 'node:assert/strict';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { describe, test } from 'node:test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { uuidv7 } from 'uuidv7';
import { generateWebhookSecret, signingKey } from './secrets.ts';
import { bodyOf, presentEvent, signedHeaders } from './sign.ts';

/** The verification of a receiver without a library. */
function verifyByHand(secret: string, headers: Record<string, string>, body: Buffer): void {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) throw new Error('too old');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  const found = signatures.split(' ').some((entry) => {
    const [version, signature = ''] = entry.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!found) throw new Error('no signature matches');
}

const verifiers = {
  standardwebhooks: (secret: string, headers: Record<string, string>, body: Buffer) =>
    void new StandardWebhook(secret).verify(body.toString(), headers),
  svix: (secret: string, headers: Record<string, string>, body: Buffer) =>
    void new SvixWebhook(secret).verify(body.toString(), headers),
  'node:crypto': verifyByHand,
};

const sent = {
  id: uuidv7(),
  type: 'wallet.credited',
  createdAt: new Date('2026-11-20T09:30:00.000Z'),
  data: { reference: 'Überweisung "日本" 🏦', hours: 1.5 },
};
const event = presentEvent(sent);
const body = bodyOf(event.id, sent.type, sent.createdAt, JSON.stringify(sent.data));
const current = generateWebhookSecret();
const previous = generateWebhookSecret();
const signed = (...secrets: string[]) => ({ ...signedHeaders(secrets.map(signingKey), event.id, new Date(), body) });

test('the body sent equals the event in the list of events', () => {
  assert.equal(body.toString(), JSON.stringify(event));
});

for (const [name, verify] of Object.entries(verifiers)) {
  describe(`a delivery verified with ${name}`, () => {
    test('is accepted with the secret', () => verify(current, signed(current), body));

    test('is accepted with either secret while a rotation lasts', () => {
      verify(current, signed(current, previous), body);
      verify(previous, signed(current, previous), body);
    });

    test('is refused with the old secret after the rotation', () => {
      assert.throws(() => verify(previous, signed(current), body));
    });

    test('is refused when any byte, the id or the timestamp is another', () => {
      for (const at of [0, Math.floor(body.length / 2), body.length - 1]) {
        const changed = Buffer.from(body);
        changed[at] = (changed[at] ?? 0) ^ 1;
        assert.throws(() => verify(current, signed(current), changed));
      }
      const headers = signed(current);
      assert.throws(() => verify(current, { ...headers, 'webhook-id': `${event.id}0` }, body));
      const later = String(Number(headers['webhook-timestamp']) + 1);
      assert.throws(() => verify(current, { ...headers, 'webhook-timestamp': later }, body));
    });

    test('is refused when it was signed more than five minutes ago', () => {
      const old = signedHeaders([signingKey(current)], event.id, new Date(Date.now() - 301_000), body);
      assert.throws(() => verify(current, { ...old }, body));
    });
  });
}

test('the body is the id, the type, the time and the data, in the form that GET /events lists', () => {
  assert.match(event.id, /^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  assert.deepEqual(Object.keys(event), ['id', 'type', 'timestamp', 'data']);
  assert.equal(event.timestamp, '2026-11-20T09:30:00.000Z');
  assert.equal(signed(current)['webhook-id'], event.id);
});
