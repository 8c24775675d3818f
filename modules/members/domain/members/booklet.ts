/** What a member allows to be printed beside the name in the booklet of offers and requests. */
import { type BookletContact, encodeId } from '@timebank/contract';
import { refusal } from '../../../../core/base/refusal.ts';
import { type ChangeDeps, change } from '../../../../core/change/change.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { lockMember } from '../../../../core/people/members/queries.ts';
import type { MemberAct } from '../../../../core/people/members/status.ts';
import { selectBookletContact, updateBookletContact } from './booklet-queries.ts';

/** @throws refusal user_not_found */
export async function readBookletContact(
  on: Queryable,
  communityId: number,
  memberId: string,
): Promise<BookletContact> {
  const [row] = await selectBookletContact(on, { communityId, memberId });
  if (!row) throw refusal('user_not_found', 'There is no such member.');
  return row.contact ?? 'none';
}

/**
 * Records it; the audit log says what was allowed and when.
 * @throws refusal user_not_found, also where the data was erased
 */
export async function changeBookletContact(deps: ChangeDeps, act: MemberAct, contact: BookletContact): Promise<void> {
  const { communityId, memberId } = act;
  await change(deps, act, async ({ transaction, audit }) => {
    const [member] = await lockMember(transaction, { communityId, memberId });
    if (!member || member.erasedAt) throw refusal('user_not_found', 'There is no such member.');
    const before = await readBookletContact(transaction, communityId, memberId);
    if (before === contact) return;
    await updateBookletContact(transaction, { communityId, memberId, contact: contact === 'none' ? null : contact });
    audit('member.booklet_contact_changed', encodeId('usr', memberId), { before, after: contact });
  });
}
