/** Signing secrets of subscriptions: made here, kept only encrypted (I7). */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A new secret as Standard Webhooks writes it: `whsec_` and the standard base64 of 32 random bytes. */
export function generateWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The bytes a delivery is signed with. */
export function signingKey(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}

/**
 * Encrypts a secret for its row: nonce, ciphertext, tag (AES-256-GCM).
 * @param key `deps.keys.webhookSecrets`
 * @param subscriptionId UUID of the subscription, bound as additional data so that rows cannot be swapped
 */
export function encryptWebhookSecret(key: Buffer, subscriptionId: string, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(subscriptionId));
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Decrypts what `encryptWebhookSecret` made.
 * @throws if the key, the subscription or a byte differs
 */
export function decryptWebhookSecret(key: Buffer, subscriptionId: string, encrypted: Buffer): string {
  const tagAt = encrypted.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(subscriptionId))
    .setAuthTag(encrypted.subarray(tagAt));
  return Buffer.concat([decipher.update(encrypted.subarray(NONCE_BYTES, tagAt)), decipher.final()]).toString('utf8');
}
