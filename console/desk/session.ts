/** Who is signed in: read on every request, so that a revoked session or role is dead at once. */

import { plainAddress } from '../../core/base/address.ts';
import { MINUTE_MS } from '../../core/base/time.ts';
import type { Deps } from '../../core/deps.ts';
import { RECENT_PASSWORD_MINUTES, SESSION_ABSOLUTE_HOURS, SESSION_IDLE_MINUTES } from './contract/routes.ts';
import { cookieHash } from './cookie.ts';
import { consoleRefusal } from './refusal.ts';
import { type SessionRow, type StoredSession, selectSession, touchSession } from './session-queries.ts';

const IDLE_MS = SESSION_IDLE_MINUTES * MINUTE_MS;
const ABSOLUTE_MS = SESSION_ABSOLUTE_HOURS * 60 * MINUTE_MS;
const TOUCH_EVERY_MS = MINUTE_MS;

/** Sessions that began or were used before these times have ended. */
export function sessionBounds(now: Date): { readonly createdAfter: Date; readonly seenAfter: Date } {
  return {
    createdAfter: new Date(now.getTime() - ABSOLUTE_MS),
    seenAfter: new Date(now.getTime() - IDLE_MS),
  };
}

/**
 * The session of a cookie; undefined when there is none, or it has ended.
 * @param noteUse false for requests that the page sends by itself, which must not keep a forgotten session alive
 * @param passwordMinutes for how long its password counts as typed lately
 */
export async function readSession(
  { database, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>,
  cookie: string | undefined,
  address: string,
  { noteUse = true, passwordMinutes = RECENT_PASSWORD_MINUTES }: { noteUse?: boolean; passwordMinutes?: number } = {},
): Promise<SessionRow | undefined> {
  if (cookie === undefined) return undefined;
  const now = clock.now();
  const { createdAfter, seenAfter } = sessionBounds(now);
  const [stored] = await selectSession(database.reads, { tokenHash: cookieHash(cookie), createdAfter, seenAfter });
  if (!stored) return undefined;
  if (!noteUse || now.getTime() - stored.lastSeenAt.getTime() < TOUCH_EVERY_MS)
    return withLimits(stored, passwordMinutes);
  await touchSession(database.relaxed, {
    sessionId: stored.id,
    at: now,
    unlessSince: stored.lastSeenAt,
    address: plainAddress(address),
  }).catch((err: unknown) => log.warn({ err }, 'use of a session not noted'));
  return withLimits({ ...stored, lastSeenAt: now }, passwordMinutes);
}

function withLimits(stored: StoredSession, passwordMinutes: number): SessionRow {
  return {
    ...stored,
    expiresAt: new Date(stored.createdAt.getTime() + ABSOLUTE_MS),
    idleExpiresAt: new Date(Math.min(stored.lastSeenAt.getTime() + IDLE_MS, stored.createdAt.getTime() + ABSOLUTE_MS)),
    passwordRecentUntil: new Date(stored.passwordAt.getTime() + passwordMinutes * MINUTE_MS),
  };
}

type Proof = Pick<SessionRow, 'passwordRecentUntil'>;

/**
 * Checks that the person has lately proved who they are: by password, and by a code where the account asks for one.
 * @throws Refusal password_required
 */
export function checkRecentPassword({ passwordRecentUntil }: Proof, now: Date): void {
  if (passwordRecentUntil <= now) throw consoleRefusal('password_required', 'Type your password again to go on.');
}

/**
 * The same for a change that widens rights.
 * @param widens says whether a change from one state to another does
 * @throws Refusal password_required
 */
export function unlessWidening<T>(
  call: Proof,
  { clock }: Pick<Deps, 'clock'>,
  widens: (before: T, after: T) => boolean,
): (before: T, after: T) => void {
  return (before, after) => {
    if (widens(before, after)) checkRecentPassword(call, clock.now());
  };
}
