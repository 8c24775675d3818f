/** A member's state: pending → active ⇄ suspended, and from each of them to left. Who left may come back. */
import type { Transaction } from '../database/query.ts';
import type { MemberStatus } from './member.ts';
import { updateMemberStatus } from './queries.ts';

/** The states from which each state may be reached. */
const EXPECTED: Readonly<Record<Exclude<MemberStatus, 'pending'>, readonly MemberStatus[]>> = {
  active: ['pending', 'suspended', 'left'],
  suspended: ['active'],
  left: ['pending', 'active', 'suspended'],
};

/**
 * Activates, suspends or ends a membership.
 * @returns false when there is no such member or the move is not possible from its state (somebody else was faster)
 */
export async function setMemberStatus(
  transaction: Transaction,
  communityId: number,
  memberId: string,
  status: Exclude<MemberStatus, 'pending'>,
  at: Date,
): Promise<boolean> {
  const rows = await updateMemberStatus(transaction, communityId, memberId, status, EXPECTED[status], at);
  return rows.length > 0;
}
