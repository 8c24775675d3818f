/** Who acts: a member, or a deputy for the member. A deputy who is a member is that person in all that is compared. */
import { encodeId } from '@timebank/contract';
import { consoleRefusal } from '../../../../console/desk/refusal.ts';
import type { PlatformDeps } from '../../../../core/base/deps.ts';
import { type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import { memberActor, memberTokenHash } from '../member-access/sign-in.ts';
import { type ActableMember, selectActableMembers, selectActiveMember, updateSessionMember } from './queries.ts';

/** Who acts for which member. */
export interface ActingPerson {
  /** For whom. */
  readonly memberId: string;
  /** Null: the member in person. */
  readonly deputyId: string | null;
  /** The person: the member, the member who is deputy, or the first row of a deputy who is none. */
  readonly personId: string;
  /** As audit rows, steps and transfers name it: `member:usr_…`, `deputy:dpt_…`. */
  readonly actor: string;
}

/** What of a session says who acts. */
export interface ActingSession {
  readonly memberId: string;
  readonly deputyId: string | null;
  readonly deputyPersonId: string | null;
}

export const actingOf = ({ memberId, deputyId, deputyPersonId }: ActingSession): ActingPerson => ({
  memberId,
  deputyId,
  personId: deputyPersonId ?? memberId,
  actor: deputyId === null ? memberActor(memberId) : `deputy:${encodeId('dpt', deputyId)}`,
});

/** A member acts in person. */
export const inPerson = (memberId: string): ActingPerson =>
  actingOf({ memberId, deputyId: null, deputyPersonId: null });

/** Members for whom one person acts. */
const ACTABLE_MAX = 50;

/** For whom a person may act: itself, if it is a member, and those whose deputy it is. */
export interface Roles {
  readonly self: { readonly id: string; readonly name: string } | undefined;
  readonly others: readonly ActableMember[];
}

export async function rolesOf(
  { database }: Pick<PlatformDeps, 'database'>,
  communityId: number,
  personId: string,
): Promise<Roles> {
  const [[self], others] = await Promise.all([
    selectActiveMember(database.reads, { communityId, memberId: personId }),
    selectActableMembers(database.reads, { communityId, personId, limit: ACTABLE_MAX }),
  ]);
  return { self, others };
}

/**
 * Goes on for another: one of `rolesOf`.
 * @param cookie the new one; the old one opens nothing from here on
 * @throws refusal not_signed_in where the session has ended meanwhile
 */
export async function actFor(
  deps: ChangeDeps,
  act: CommunityAct,
  sessionId: number,
  { memberId, deputyId }: { readonly memberId: string; readonly deputyId: string | null },
  cookie: string,
): Promise<void> {
  const { communityId } = act;
  await change(deps, act, async ({ transaction, audit }) => {
    const tokenHash = memberTokenHash(cookie);
    const [session] = await updateSessionMember(transaction, { communityId, sessionId, tokenHash, memberId, deputyId });
    if (!session) throw consoleRefusal('not_signed_in', 'The session has ended.');
    audit('member.acted_for', encodeId('usr', memberId), {
      deputy: deputyId === null ? null : encodeId('dpt', deputyId),
    });
  });
}
