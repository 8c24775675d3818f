/**
 * A device from which a person has signed in (OWASP's device cookie): strangers' failures do not make it wait, and its
 * own are counted for it alone. The signature covers the account and its stored password, so that the cookie is worth
 * nothing for another account, and ends when the password changes.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DEVICE_COOKIE_DAYS } from '../../../../console/desk/cookie.ts';
import type { Keys } from '../../../../core/base/keys.ts';
import type { AdministratorRow } from '../../domain/administrators/queries.ts';

type Account = Pick<AdministratorRow, 'id' | 'passwordHash'>;

const FORM = /^(\d{1,12})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/** A cookie for the device that has just proved the password; undefined for an account without one. */
export function newDeviceCookie(keys: Keys, account: Account, now: Date): string | undefined {
  if (account.passwordHash === null) return undefined;
  const madeSeconds = String(Math.floor(now.getTime() / 1000));
  const device = randomBytes(16).toString('base64url');
  return `${madeSeconds}.${device}.${sign(keys, account, madeSeconds, device).toString('base64url')}`;
}

/** The device that a cookie identifies; undefined when it is not this account's, or too old. */
export function readDevice(
  keys: Keys,
  cookie: string | undefined,
  account: Account | undefined,
  now: Date,
): string | undefined {
  const [, madeSeconds, device, signature] = FORM.exec(cookie ?? '') ?? [];
  if (!account?.passwordHash || !madeSeconds || !device || !signature) return undefined;
  const expected = sign(keys, account, madeSeconds, device);
  const sent = Buffer.from(signature, 'base64url');
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return undefined;
  const ageSeconds = now.getTime() / 1000 - Number(madeSeconds);
  return ageSeconds < DEVICE_COOKIE_DAYS * 86_400 ? device : undefined;
}

function sign(keys: Keys, { id, passwordHash }: Account, madeSeconds: string, device: string): Buffer {
  return createHmac('sha256', keys.devices)
    .update(JSON.stringify([id, passwordHash, madeSeconds, device]))
    .digest();
}
