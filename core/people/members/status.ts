/** A member's state: pending → active ⇄ suspended, and from each of them to left. Who left may come back. */

import { encodeId, MEMBER_FIELDS, type MemberStatus } from '@timebank/contract';
import { readFields } from '../../base/fields/fields.ts';
import { refusal, stateConflict } from '../../base/refusal.ts';
import { type Change, type ChangeDeps, type CommunityAct, change } from '../../change/change.ts';
import { endHoldIn } from '../holds/hold.ts';
import { upsertStatusReasons } from './detail-queries.ts';
import { announceMembersIn, readChoices } from './events.ts';
import { lockMember, selectAskedToJoin, updateMemberStatus } from './queries.ts';

/** Whose member, which one (UUID), and who acts. */
export interface MemberAct extends CommunityAct {
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
 * state: to partners they come and go with their member, and are announced so. Who takes part no longer is signed out
 * everywhere, and stays so after coming back; a hold ends.
 * @param reason why; kept with the member, never in the audit log, which stays for ever
 * @returns false when there is no such member or the move is not possible from its state (another change was faster)
 */
export async function setMemberStatusIn(
  within: Change,
  communityId: number,
  memberId: string,
  status: NewStatus,
  reason: string | null = null,
): Promise<boolean> {
  const { transaction, at } = within;
  const [member] = await lockMember(transaction, { communityId, memberId });
  if (!member) return false;
  const rows = await updateMemberStatus(transaction, {
    communityId,
    memberId,
    status,
    expected: EXPECTED[status],
    updatedAt: at,
  });
  if (rows.length === 0) return false;
  await upsertStatusReasons(transaction, { communityId, memberIds: [memberId], reason, at });
  const before = { ...member, choices: await readChoices(transaction, communityId, memberId) };
  await announceMembersIn(within, communityId, [{ memberId, before, after: { ...before, status }, changed: true }]);
  if (status === 'active' && member.status === 'pending') await noteLetInIn(within, communityId, memberId);
  if (status !== 'active') {
    await endHoldIn(within, communityId, memberId, false);
    for (const leave of within.hooks.onLeave) await leave(within, communityId, [memberId], status);
  }
  return true;
}

/**
 * The same as a change of its own, audited.
 * @throws refusal user_not_found, state_conflict
 */
export async function changeMemberStatus(
  deps: ChangeDeps,
  act: MemberAct,
  status: NewStatus,
  given: string | null = null,
): Promise<void> {
  const { reason } = readFields({ reason: given }, { reason: MEMBER_FIELDS.reason });
  const { communityId, memberId } = act;
  await change(deps, act, async (within) => {
    const [before] = await lockMember(within.transaction, { communityId, memberId });
    if (!before) throw refusal('user_not_found', 'There is no such member.');
    if (before.erasedAt)
      throw stateConflict('data_erased', 'The data of this member was erased; nobody can come back.');
    if (!(await setMemberStatusIn(within, communityId, memberId, status, reason))) {
      throw stateConflict('status_not_possible', `The member is ${before.status} and cannot become ${status}.`);
    }
    within.audit('member.status_changed', encodeId('usr', memberId), { before: before.status, after: status });
  });
}

/** Members whose status does not allow the move. */
export interface UnmovedMember {
  readonly id: string;
  readonly name: string;
  readonly status: MemberStatus;
}

/**
 * The same for several members in one change, each audited; those whose status does not allow it stay.
 * @throws refusal user_not_found when one of them is not there: then nothing is changed
 */
export async function changeMemberStatuses(
  deps: ChangeDeps,
  act: CommunityAct,
  memberIds: readonly string[],
  status: NewStatus,
  given: string | null = null,
): Promise<{ readonly changed: number; readonly unchanged: readonly UnmovedMember[] }> {
  const { communityId } = act;
  const { reason } = readFields({ reason: given }, { reason: MEMBER_FIELDS.reason });
  // In the order of all that lock members.
  const ids = [...new Set(memberIds)].sort();
  return await change(deps, act, async (within) => {
    const unchanged: UnmovedMember[] = [];
    for (const id of ids) {
      const [before] = await lockMember(within.transaction, { communityId, memberId: id });
      if (!before) throw refusal('user_not_found', 'There is no such member.');
      const moved = !before.erasedAt && (await setMemberStatusIn(within, communityId, id, status, reason));
      if (moved) within.audit('member.status_changed', encodeId('usr', id), { before: before.status, after: status });
      else unchanged.push({ id, name: before.name, status: before.status });
    }
    return { changed: ids.length - unchanged.length, unchanged };
  });
}

// Who asked on the community's pages to take part, and is let in, hears of it with the way to sign in.

/** In the change that makes the member active. */
async function noteLetInIn(within: Change, communityId: number, memberId: string): Promise<void> {
  const [asked] = await selectAskedToJoin(within.transaction, { communityId, memberId });
  if (asked) within.due([{ reasonKey: `join.accepted:${encodeId('usr', memberId)}`, memberId }]);
}
