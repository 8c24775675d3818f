/** Erasing a member's personal data for good (docs/decisions/erasure.md). The account and its transfers stay, under a pseudonym. */
import { encodeId } from '@timebank/contract';
import { invalidField, refusal, stateConflict } from '../../../../core/base/refusal.ts';
import { type ChangeDeps, change } from '../../../../core/change/change.ts';
import { deleteMemberFiles } from '../../../../core/people/members/detail-queries.ts';
import { announceMembersIn, readChoices } from '../../../../core/people/members/events.ts';
import { clearFoundByIn } from '../../../../core/people/members/found-by.ts';
import { createPaymentReference } from '../../../../core/people/members/payment-reference.ts';
import { deletePartnerChoices, lockMember } from '../../../../core/people/members/queries.ts';
import type { MemberAct } from '../../../../core/people/members/status.ts';
import { eraseListings, eraseMemberRows } from './erase-queries.ts';

/**
 * Replaces what names the member, closes and empties the listings, and tells the partners that saw the member. Modules
 * empty what they keep.
 * @param typedName must be the member's name: the last check that it is nobody else
 * @throws refusal user_not_found, validation_failed, state_conflict when it was erased before
 */
export async function erasePersonalData(deps: ChangeDeps, act: MemberAct, typedName: string): Promise<void> {
  const { communityId, memberId } = act;
  await change(deps, act, async (within) => {
    const { transaction, at, audit } = within;
    const [member] = await lockMember(transaction, { communityId, memberId });
    if (!member) throw refusal('user_not_found', 'There is no such member.');
    if (member.erasedAt) throw stateConflict('data_erased', 'The data of this member was erased already.');
    if (typedName.trim() !== member.name) {
      throw invalidField('name', 'mismatch', 'name is not the name of this member.');
    }
    const before = { ...member, choices: await readChoices(transaction, communityId, memberId) };
    const shared = { communityId, erasedAt: at, undoneAt: null };
    await eraseMemberRows(transaction, { rows: [formerMember(memberId)], ...shared });
    await deleteMemberFiles(transaction, { communityId, memberIds: [memberId] });
    await clearFoundByIn(transaction, communityId, [memberId]);
    await deletePartnerChoices(transaction, { communityId, memberId });
    const after = { ...before, status: 'left' as const };
    // Before the listings are closed: only active ones are announced.
    await announceMembersIn(within, communityId, [{ memberId, before, after, changed: true }]);
    await eraseListings(transaction, { communityId, memberId, updatedAt: at });
    const erased = { memberId, email: member.email };
    for (const erase of within.hooks.onErase) await erase(within, communityId, erased);
    audit('member.erased', encodeId('usr', memberId));
  });
}

/** What replaces the values that named a member: a mark behind a word in the community's first language. */
export function formerMember(id: string) {
  const mark = encodeId('usr', id).slice(-6).toUpperCase();
  return { id, mark, paymentReference: createPaymentReference() };
}
