/** Keys derived from SECRET_KEY, one per purpose, so that one cannot stand in for another. */
import { hkdfSync } from 'node:crypto';

export interface Keys {
  /** HMAC of cursors. */
  readonly cursor: Buffer;
  /** AES-256-GCM of webhook secrets (I7). */
  readonly webhookSecrets: Buffer;
  /** Digest kept in the database, by which a wrong SECRET_KEY is noticed at start. */
  readonly check: Buffer;
}

/** @param secretKey 32 bytes in base64 */
export function deriveKeys(secretKey: string): Keys {
  const secret = Buffer.from(secretKey, 'base64');
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `timebank ${purpose}`, 32));
  return { cursor: derive('cursor'), webhookSecrets: derive('webhook secrets'), check: derive('check') };
}
