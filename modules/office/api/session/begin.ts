/** The beginning of a session: always under a new id, so that an id planted before is worth nothing. */

import type { ConsoleReply } from '../../../../console/desk/call.ts';
import type { signIn } from '../../../../console/desk/contract/session.ts';
import { cookieHash } from '../../../../console/desk/cookie.ts';
import type { OfficeDeps } from '../../../../console/desk/office-deps.ts';
import { readSession } from '../../../../console/desk/session.ts';
import { type BegunBy, endSession, insertSession } from '../../../../console/desk/session-queries.ts';
import { plainAddress } from '../../../../core/base/address.ts';
import type { Change } from '../../../../core/change/change.ts';
import { newCookieId } from '../../../../core/http/cookies.ts';
import {
  selectAdministratorAccount,
  takeUnseenFailures,
  updateLastSignIn,
} from '../../domain/administrators/queries.ts';
import { newDeviceCookie } from './device.ts';
import { presentSignedIn } from './present.ts';

/** The facts of the request that begins a session. */
export interface Beginning {
  readonly address: string;
  readonly requestId: string;
  readonly userAgent: string;
  /** The session of the cookie that was sent, which ends. */
  readonly earlier?: { readonly id: number; readonly administratorId: number } | undefined;
}

/** The proof that a session begins with; the session ends when it is removed. */
export interface SessionProof {
  readonly by: BegunBy;
  readonly passkeyId?: number | undefined;
  readonly identityId?: number | undefined;
  /** When the person last proved who they are. Null: unknown, which counts as never. */
  readonly provedAt: Date | null;
}

const NEVER = new Date(0);

/** Begins a session; returns its cookie. */
export async function beginSessionIn(
  { transaction, at, auditAs }: Pick<Change, 'transaction' | 'at' | 'auditAs'>,
  administratorId: number,
  how: string,
  { by: begunBy, passkeyId, identityId, provedAt }: SessionProof,
  { address, requestId, userAgent, earlier }: Beginning,
): Promise<string> {
  const cookie = newCookieId();
  if (earlier) await endSession(transaction, { administratorId: earlier.administratorId, sessionId: earlier.id, at });
  const [unseen] = await takeUnseenFailures(transaction, { administratorId });
  const proved = provedAt ?? NEVER;
  await insertSession(transaction, {
    ...{ administratorId, tokenHash: cookieHash(cookie), at, provedAt: proved < at ? proved : at },
    ...{ begunBy, passkeyId: passkeyId ?? null, identityId: identityId ?? null, failedCodes: unseen?.failures ?? 0 },
    ...{ address: plainAddress(address), userAgent },
  });
  await updateLastSignIn(transaction, { administratorId, at });
  const actor = `administrator:${administratorId}`;
  auditAs({ communityId: null, actor, address, requestId }, 'sign_in.succeeded', actor, { how });
  return cookie;
}

/** The answer that begins a session or confirms its person again; the device is known from then on. */
export async function signedInReply(
  deps: OfficeDeps,
  cookie: string,
  address: string,
): Promise<ConsoleReply<typeof signIn>> {
  const session = await readSession(deps, cookie, address);
  if (!session) throw new Error('a session that ended as it began');
  const [account] = await selectAdministratorAccount(deps.database.reads, { administratorId: session.administratorId });
  const deviceCookie = account && newDeviceCookie(deps.keys, account, deps.clock.now());
  return { data: await presentSignedIn(deps, session, cookie), cookie, deviceCookie };
}
