/** One-time codes (RFC 6238) and recovery codes. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** One step to either side makes up for clocks and slow typing. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const FAIR_BELOW = 256 - (256 % ALPHABET.length);
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** A new secret in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address an authenticator app reads from a QR code. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/**
 * The time step whose code it is; undefined when it is none of the steps around now, or one already used.
 * @param lastStep the step of the last code accepted, since a code works once (section 5.2)
 */
export function acceptedStep(secret: string, code: string, now: Date, lastStep: number | null): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  if (delta === null) return undefined;
  const step = Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
  return lastStep !== null && step <= lastStep ? undefined : step;
}

function totpOf(secret: string, label: string): TOTP {
  const parameters = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS };
  return new TOTP({ issuer: 'Timebank', label, secret: Secret.fromBase32(secret), ...parameters });
}

/** Encrypts a secret for its row (I7): nonce, ciphertext, tag, bound to the administrator. */
export function encryptTotpSecret(key: Buffer, administratorId: number, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(`administrator ${administratorId}`));
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** @throws if the key, the administrator or a byte differs */
export function decryptTotpSecret(key: Buffer, administratorId: number, encrypted: Buffer): string {
  const tagAt = encrypted.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(`administrator ${administratorId}`))
    .setAuthTag(encrypted.subarray(tagAt));
  return Buffer.concat([decipher.update(encrypted.subarray(NONCE_BYTES, tagAt)), decipher.final()]).toString('utf8');
}

/** Ten codes of 59 bits, to be shown once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, () => randomGroup()).join('-'));
}

function randomGroup(): string {
  let text = '';
  while (text.length < GROUP_LENGTH) {
    for (const byte of randomBytes(GROUP_LENGTH)) {
      if (byte < FAIR_BELOW && text.length < GROUP_LENGTH) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}

/** The digest that is kept of a recovery code; spaces, hyphens and case do not matter. */
export function recoveryCodeHash(key: Buffer, administratorId: number, code: string): Buffer {
  const plain = code.toLowerCase().replace(/[\s-]/g, '');
  return createHmac('sha256', key).update(`${administratorId} ${plain}`).digest();
}
