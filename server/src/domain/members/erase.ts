/** Erasing a member's personal data for good (ADR 0020). The account and its transfers stay, under a pseudonym. */
import { encodeId } from '@timebank/contract';
import { foldAddress } from '../../platform/base/email-address.ts';
import { refusal, stateConflict } from '../../platform/base/refusal.ts';
import { type ChangeDeps, change } from '../change/change.ts';
import { deleteMailboxRequests } from '../member-access/mail-queries.ts';
import { deleteMemberAccess } from '../member-access/queries.ts';
import { deleteMemberFiles } from './detail-queries.ts';
import {
  eraseAnswers,
  eraseBankLines,
  eraseComparisonLines,
  eraseDeputies,
  eraseListings,
  eraseMails,
  eraseMemberRows,
} from './erase-queries.ts';
import { announceMembersIn, readChoices } from './events.ts';
import { clearFoundByIn } from './found-by.ts';
import { eraseOpenHoursIn } from './open-hours.ts';
import { createPaymentReference } from './payment-reference.ts';
import { deletePartnerChoices, lockMember } from './queries.ts';
import type { MemberAct } from './status.ts';

/**
 * Replaces what names the member, closes and empties the listings, and tells the partners that saw the member.
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
      const message = 'name is not the name of this member.';
      throw refusal('validation_failed', message, [{ field: 'name', code: 'mismatch', message }]);
    }
    const before = { ...member, choices: await readChoices(transaction, communityId, memberId) };
    const shared = { communityId, erasedAt: at, undoneAt: null };
    await eraseMemberRows(transaction, { rows: [formerMember(memberId)], ...shared });
    await deleteMemberFiles(transaction, { communityId, memberIds: [memberId] });
    await clearFoundByIn(transaction, communityId, [memberId]);
    await deletePartnerChoices(transaction, { communityId, memberId });
    await eraseComparisonLines(transaction, { communityId, memberId });
    await eraseBankLines(transaction, { communityId, memberId, erasedAt: at });
    await eraseAnswers(transaction, { communityId, memberId });
    await deleteMemberAccess(transaction, { communityId, memberIds: [memberId] });
    await eraseDeputies(transaction, { communityId, memberId, at });
    if (member.email !== null)
      await deleteMailboxRequests(transaction, { communityId, mailbox: foldAddress(member.email) });
    await eraseMails(transaction, { communityId, memberId, erasedAt: at });
    const after = { ...before, status: 'left' as const };
    // Before the listings are closed: only active ones are announced.
    await announceMembersIn(within, communityId, [{ memberId, before, after, changed: true }]);
    await eraseListings(transaction, { communityId, memberId, updatedAt: at });
    await eraseOpenHoursIn(within, communityId, [memberId]);
    audit('member.erased', encodeId('usr', memberId));
  });
}

/** What replaces the values that named a member: a mark behind a word in the community's first language. */
export function formerMember(id: string) {
  const mark = encodeId('usr', id).slice(-6).toUpperCase();
  return { id, mark, paymentReference: createPaymentReference() };
}
