/** How members get in, and how their sessions end. */
import { createHash } from 'node:crypto';
import { encodeId } from '@timebank/contract';
import { DAY_MS, HOUR_MS } from '../../../../core/base/time.ts';
import { type Change, type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import { dueMailsIn } from '../../../mail/domain/due.ts';
import {
  endLettersOfMembers,
  endOldMemberSessions,
  insertMemberSession,
  type LetterFound,
  lockSigningIn,
  type MemberSessionBounds,
  selectSignedInBefore,
  updateSessionEnded,
  updateSessionsEnded,
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
export function memberSessionBounds(now: Date): MemberSessionBounds {
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
  { id: letterId, memberId, deputyId }: Pick<LetterFound, 'id' | 'memberId' | 'deputyId'>,
  session: NewMemberSession,
): Promise<boolean> {
  return change(deps, { ...where, communityId, actor: 'anonymous' }, async (within) => {
    const { transaction, at, audit } = within;
    const maySignIn = await maySignInIn(within, communityId, { memberId, deputyId });
    const [used] = maySignIn ? await useLetter(transaction, { communityId, letterId, at }) : [];
    if (!used) {
      audit('member.sign_in_refused', encodeId('usr', memberId));
      return false;
    }
    await beginMemberSessionIn(within, { ...where, communityId }, { memberId, deputyId, way: 'letter' }, session);
    return true;
  });
}

/** Who signs in, and how. `deputyId`: a deputy who acts for the member; null: the member. */
export interface MemberSignedIn {
  readonly memberId: string;
  readonly deputyId: string | null;
  readonly way: 'letter' | 'mail' | 'number';
}

/** Whether both still take part; until the change ends, so they do. Comes before all other locks of a sign-in. */
export async function maySignInIn(
  { transaction }: Pick<Change, 'transaction'>,
  communityId: number,
  { memberId, deputyId }: Pick<MemberSignedIn, 'memberId' | 'deputyId'>,
): Promise<boolean> {
  const held = await lockSigningIn(transaction, { communityId, memberId, deputyId });
  return held.every(({ isActive }) => isActive);
}

/**
 * Begins a session; of more than `DEVICES_MAX` of one person for the member, the oldest ends. The member hears of it
 * where it may have been another person.
 */
export async function beginMemberSessionIn(
  within: Pick<Change, 'transaction' | 'at' | 'auditAs'>,
  where: Omit<CommunityAct, 'actor'>,
  { memberId, deputyId, way }: MemberSignedIn,
  { cookie, deviceHash, shared, userAgent }: NewMemberSession,
): Promise<void> {
  const { transaction, at, auditAs } = within;
  const { communityId } = where;
  const [before] = await selectSignedInBefore(transaction, { communityId, memberId, deviceHash });
  const of = { communityId, memberId, deputyId, at };
  const tokenHash = memberTokenHash(cookie);
  const [begun] = await insertMemberSession(transaction, { ...of, tokenHash, way, shared, userAgent, deviceHash });
  await endOldMemberSessions(transaction, { ...of, keep: DEVICES_MAX });
  const actor = deputyId === null ? memberActor(memberId) : deputyActor(deputyId);
  auditAs({ ...where, actor }, 'member.signed_in', encodeId('usr', memberId), { way });
  if (!begun || !before?.hasAddress || deputyId !== null) return;
  if (way !== 'letter' && (!before.wasIn || before.isKnown)) return;
  await dueMailsIn(within, communityId, [{ reasonKey: `sign_in.device:${begun.id}`, memberId }]);
}

/** The audit log's name of a member who acts. */
export const memberActor = (memberId: string): string => `member:${encodeId('usr', memberId)}`;
/** Of a deputy who acts for a member. */
export const deputyActor = (deputyId: string): string => `deputy:${encodeId('dpt', deputyId)}`;

/** One session by its number, all but one, or all. */
export type WhichSessions = { readonly sessionId: number } | { readonly exceptId: number } | 'all';

/**
 * Ends sessions of a member, or of deputies for the member. With `all` and all but one, also those in which the member
 * acts for others.
 * @returns how many have ended that opened something until now
 */
export async function endSessionsOfMember(
  deps: ChangeDeps,
  act: CommunityAct,
  memberId: string,
  which: WhichSessions,
): Promise<number> {
  return change(deps, act, (within) => endSessionsIn(within, act.communityId, memberId, which));
}

/** As `endSessionsOfMember`, within a change. */
export async function endSessionsIn(
  { transaction, at, audit }: Pick<Change, 'transaction' | 'at' | 'audit'>,
  communityId: number,
  memberId: string,
  which: WhichSessions,
): Promise<number> {
  const of = { communityId, ...memberSessionBounds(at), at };
  const ended =
    which !== 'all' && 'sessionId' in which
      ? await updateSessionEnded(transaction, { ...of, memberIds: [memberId], sessionId: which.sessionId })
      : await updateSessionsEnded(transaction, {
          ...of,
          memberIds: [memberId],
          exceptId: which === 'all' ? null : which.exceptId,
        });
  const count = ended.filter(({ wasLive }) => wasLive).length;
  audit('member.sessions_ended', encodeId('usr', memberId), { count });
  return count;
}

/**
 * Ends the sessions of members who take part no longer, so that none opens anything once they are back; of those who
 * leave, the letters, too. Their rows are held.
 */
export async function endWaysInIn(
  { transaction, at }: Pick<Change, 'transaction' | 'at'>,
  communityId: number,
  memberIds: readonly string[],
  status: 'suspended' | 'left',
): Promise<void> {
  await updateSessionsEnded(transaction, { communityId, memberIds, exceptId: null, ...memberSessionBounds(at), at });
  if (status === 'left') await endLettersOfMembers(transaction, { communityId, memberIds, at });
}
