/** How members get in, and how their sessions end. */
import { createHash } from 'node:crypto';
import { encodeId } from '@timebank/contract';
import { DAY_MS, HOUR_MS } from '../../platform/base/time.ts';
import { type Change, type ChangeDeps, type CommunityAct, change } from '../change/change.ts';
import { dueMailsIn } from '../mail/due.ts';
import {
  endMemberSessions,
  endOldMemberSessions,
  insertMemberSession,
  type LetterFound,
  selectSignedInBefore,
  useLetter,
} from './queries.ts';

const IDLE_MS = 180 * DAY_MS;
/** A session ends after this, however it is used. */
export const SESSION_MS_MAX = 400 * DAY_MS;
/** On a device that others use. */
const SHARED_MS = HOUR_MS;
/** Browsers in which one member is signed in; a further one ends the oldest. */
export const DEVICES_MAX = 10;

/** What is stored of a session's cookie (I7). */
export const memberTokenHash = (cookie: string): Buffer => createHash('sha256').update(cookie).digest();

/** Sessions that began or were used before these times have ended. */
export function memberSessionBounds(now: Date) {
  const since = (ms: number) => new Date(now.getTime() - ms);
  return { createdAfter: since(SESSION_MS_MAX), seenAfter: since(IDLE_MS), sharedSince: since(SHARED_MS) };
}

export interface NewMemberSession {
  readonly cookie: string;
  /** By which the browser is known again; null: it is not to be. */
  readonly deviceHash: Buffer | null;
  readonly shared: boolean;
  readonly userAgent: string;
}

/** Uses a letter up and begins a session. @returns false: the letter has ended, or another browser was first */
export async function signInByLetter(
  deps: ChangeDeps,
  { communityId, ...where }: Omit<CommunityAct, 'actor'>,
  { id: letterId, memberId }: Pick<LetterFound, 'id' | 'memberId'>,
  session: NewMemberSession,
): Promise<boolean> {
  return change(deps, { ...where, communityId, actor: 'anonymous' }, async (within) => {
    const { transaction, at, audit, auditAs } = within;
    const [used] = await useLetter(transaction, { communityId, letterId, at });
    if (!used) {
      audit('member.sign_in_refused', encodeId('usr', memberId));
      return false;
    }
    await beginMemberSessionIn(within, communityId, { memberId, way: 'letter' }, session);
    const actor = memberActor(memberId);
    auditAs({ ...where, communityId, actor }, 'member.signed_in', encodeId('usr', memberId), { way: 'letter' });
    return true;
  });
}

/** Begins a session. The member hears of it where it may have been another person. */
export async function beginMemberSessionIn(
  within: Pick<Change, 'transaction' | 'at'>,
  communityId: number,
  { memberId, way }: { readonly memberId: string; readonly way: 'letter' | 'mail' | 'number' },
  { cookie, deviceHash, shared, userAgent }: NewMemberSession,
): Promise<void> {
  const { transaction, at } = within;
  const [before] = await selectSignedInBefore(transaction, { communityId, memberId, deviceHash });
  const of = { communityId, memberId, way, shared, userAgent, deviceHash, at };
  const [begun] = await insertMemberSession(transaction, { ...of, tokenHash: memberTokenHash(cookie) });
  await endOldMemberSessions(transaction, { communityId, memberId, keep: DEVICES_MAX, at });
  if (!begun || !before?.hasAddress) return;
  if (way !== 'letter' && (!before.wasIn || before.isKnown)) return;
  await dueMailsIn(within, communityId, [{ reasonKey: `sign_in.device:${begun.id}`, memberId }]);
}

/** The audit log's name of a member who acts. */
export const memberActor = (memberId: string): string => `member:${encodeId('usr', memberId)}`;

/**
 * Ends sessions of a member.
 * @param which one session by its number, or all but one
 * @returns how many have ended
 */
export async function endSessionsOfMember(
  deps: ChangeDeps,
  act: CommunityAct,
  memberId: string,
  which: { readonly sessionId: number } | { readonly exceptId: number },
): Promise<number> {
  const { communityId } = act;
  const sessionId = 'sessionId' in which ? which.sessionId : null;
  const exceptId = 'exceptId' in which ? which.exceptId : null;
  return change(deps, act, async ({ transaction, at, audit }) => {
    const ended = await endMemberSessions(transaction, { communityId, memberId, sessionId, exceptId, at });
    audit('member.sessions_ended', encodeId('usr', memberId), { count: ended.length });
    return ended.length;
  });
}
