/** Keys derived from SECRET_KEY, one per purpose, so that none can be used for another. */
import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

export interface Keys {
  /** AES-256-GCM of cursors and sync tokens. A key object, made once: with bytes each call would make its own. */
  readonly cursors: KeyObject;
  /** HMAC of the cursors and sync tokens of releases before 0.2, which anyone could read. */
  readonly signedCursors: KeyObject;
  /** AES-256-GCM of webhook secrets (I7). */
  readonly webhookSecrets: Buffer;
  /** AES-256-GCM of administrators' one-time code secrets (I7). */
  readonly totp: Buffer;
  /** HMAC of recovery codes. */
  readonly recoveryCodes: Buffer;
  /** HMAC that binds a CSRF token to its session. */
  readonly csrf: Buffer;
  /** HMAC of the cookie of a device that signed in before. */
  readonly devices: Buffer;
  /** HMAC that derives the values of a sign-in at the identity provider from its state. */
  readonly provider: Buffer;
  /** HMAC of the nonces that DPoP proofs carry. */
  readonly dpopNonces: Buffer;
  /** HMAC of the codes of members' letters. */
  readonly letters: Buffer;
  /** HMAC that derives the links of mails, so that a mail that is sent twice has one link. */
  readonly mailLinks: Buffer;
  /** HMAC of backups. */
  readonly backups: Buffer;
  /** Digest kept in the database, by which a wrong SECRET_KEY is noticed at start. */
  readonly check: Buffer;
}

/** What a page of a list needs: its cursor, and the name of the keys by which it is sealed. */
export type CursorKeys = Pick<Keys, 'cursors' | 'signedCursors' | 'check'>;

/** @param secretKey 32 bytes in base64 */
export function deriveKeys(secretKey: string): Keys {
  const secret = Buffer.from(secretKey, 'base64');
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `timebank ${purpose}`, 32));
  return {
    cursors: createSecretKey(derive('encrypted cursor')),
    signedCursors: createSecretKey(derive('cursor')),
    webhookSecrets: derive('webhook secrets'),
    totp: derive('totp'),
    recoveryCodes: derive('recovery codes'),
    csrf: derive('csrf'),
    devices: derive('device cookie'),
    provider: derive('identity provider'),
    dpopNonces: derive('dpop nonces'),
    letters: derive('member letters'),
    mailLinks: derive('mail links'),
    backups: derive('backups'),
    check: derive('check'),
  };
}
