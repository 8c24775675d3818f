import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { decryptWebhookSecret, encryptWebhookSecret, generateWebhookSecret, signingKey } from './secrets.ts';

test('a secret is 32 random bytes that the Standard Webhooks library takes', () => {
  const secrets = Array.from({ length: 200 }, generateWebhookSecret);
  for (const secret of secrets) {
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.equal(signingKey(secret).length, 32);
    new Webhook(secret);
  }
  assert.equal(new Set(secrets).size, secrets.length);
});

test('an encrypted secret holds nothing readable and opens only with its key and its subscription', () => {
  const key = randomBytes(32);
  const id = randomUUID();
  const secret = generateWebhookSecret();
  const encrypted = encryptWebhookSecret(key, id, secret);
  assert.equal(decryptWebhookSecret(key, id, encrypted), secret);
  assert.equal(encrypted.includes(secret), false);
  assert.equal(encrypted.includes(signingKey(secret)), false);
  assert.notDeepEqual(encryptWebhookSecret(key, id, secret), encrypted);
  assert.throws(() => decryptWebhookSecret(randomBytes(32), id, encrypted));
  assert.throws(() => decryptWebhookSecret(key, randomUUID(), encrypted));
  for (let at = 0; at < encrypted.length; at++) {
    const altered = Buffer.from(encrypted);
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
    assert.throws(() => decryptWebhookSecret(key, id, altered), `byte ${at}`);
  }
  assert.throws(() => decryptWebhookSecret(key, id, Buffer.alloc(4)));
});
