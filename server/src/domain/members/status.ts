/** A member's state: pending → active ⇄ suspended, and from each of them to left. Who left may come back. */
import { encodeId } from '@timebank/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database/query.ts';
import { refusal } from '../../platform/refusal.ts';
import { type Actor, actorOf, appendAudit } from '../audit/append.ts';
import { appendEvents } from '../delivery/append.ts';
import { memberEvents, readChoices } from './events.ts';
import type { MemberStatus } from './member.ts';
import { lockMember, updateMemberStatus } from './queries.ts';

/** Whose member, which one (UUID), and who acts. */
export interface MemberAct extends Actor {
  readonly communityId: number;
  readonly memberId: string;
}

/** The states a person may give; nobody becomes pending again. */
export type NewStatus = Exclude<MemberStatus, 'pending'>;

/** The states from which each state may be reached. */
const EXPECTED: Readonly<Record<NewStatus, readonly MemberStatus[]>> = {
  active: ['pending', 'suspended', 'left'],
  suspended: ['active'],
  left: ['pending', 'active', 'suspended'],
};

/**
 * Activates, suspends or ends a membership, and tells the partners that see the member come or go. Listings keep their
 * state: to partners they come and go with their member.
 * @returns false when there is no such member or the move is not possible from its state (somebody else was faster)
 */
export async function setMemberStatus(
  transaction: Transaction,
  communityId: number,
  memberId: string,
  status: NewStatus,
  at: Date,
): Promise<boolean> {
  const [member] = await lockMember(transaction, communityId, memberId);
  if (!member) return false;
  const rows = await updateMemberStatus(transaction, communityId, memberId, status, EXPECTED[status], at);
  if (rows.length === 0) return false;
  const before = { ...member, choices: await readChoices(transaction, communityId, memberId) };
  await appendEvents(transaction, memberEvents({ communityId, memberId, at }, before, { ...before, status }, true));
  return true;
}

/**
 * The same in a transaction of its own, audited. Wake the worker afterwards.
 * @throws refusal user_not_found, state_conflict
 */
export async function changeMemberStatus(
  database: Database,
  clock: Clock,
  act: MemberAct,
  status: NewStatus,
): Promise<void> {
  const { communityId, memberId } = act;
  const at = clock.now();
  await database.transaction(async (transaction) => {
    const [before] = await lockMember(transaction, communityId, memberId);
    if (!before) throw refusal('user_not_found', 'There is no such member.');
    if (before.erasedAt) throw refusal('state_conflict', 'The data of this member was erased; nobody can come back.');
    if (!(await setMemberStatus(transaction, communityId, memberId, status, at))) {
      throw refusal('state_conflict', `The member is ${before.status} and cannot become ${status}.`);
    }
    const subject = encodeId('usr', memberId);
    const details = { before: before.status, after: status };
    await appendAudit(transaction, [
      { communityId, at, ...actorOf(act), action: 'member.status_changed', subject, details },
    ]);
  });
}
