/** What a member allows to be printed beside the name in the booklet of offers and requests. */
import { type BookletContact, encodeId } from '@timebank/contract';
import { refusal } from '../../../../core/base/refusal.ts';
import { type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import type { Queryable, Transaction } from '../../../../core/database/query.ts';
import { countBookletMembers, selectBookletContact, updateBookletContacts } from './booklet-queries.ts';

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
 * Records it for each of them; the audit log says what was allowed and when.
 * @returns for how many it is new
 * @throws refusal user_not_found where one of them is not the community's, or was erased
 */
export async function changeBookletContacts(
  deps: ChangeDeps,
  act: CommunityAct,
  memberIds: readonly string[],
  contact: BookletContact,
): Promise<number> {
  const { communityId } = act;
  const ids = [...new Set(memberIds)];
  return await change(deps, act, async ({ transaction, audit }) => {
    const [found] = await countBookletMembers(transaction, { communityId, memberIds: ids });
    if (found?.count !== ids.length) throw refusal('user_not_found', 'This community has no such member.');
    const allowed = ids.map((memberId) => ({ memberId, contact }));
    const changed = await writeBookletContacts(transaction, communityId, allowed);
    for (const { id, before } of changed) {
      audit('member.booklet_contact_changed', encodeId('usr', id), { before, after: contact });
    }
    return changed.length;
  });
}

/** The same within a transaction that writes what became of it. @returns those for whom it is new */
export async function writeBookletContacts(
  transaction: Transaction,
  communityId: number,
  allowed: readonly { readonly memberId: string; readonly contact: BookletContact }[],
) {
  return allowed.length === 0 ? [] : await updateBookletContacts(transaction, { communityId, rows: [...allowed] });
}
