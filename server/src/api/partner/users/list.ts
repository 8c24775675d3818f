/** GET /users */
import { encodeId, listUsers } from '@timebank/contract';
import type { Deps } from '../../../domain/deps.ts';
import type { ReadHorizon } from '../../../domain/sync/horizon.ts';
import type { Call, Handler } from '../access/call.ts';
import { openWalk, type WalkPage } from '../sync/walk.ts';
import { emailReaderOf, presentUser } from './present.ts';
import {
  type ChangedUserRow,
  selectChangedUsers,
  selectChangedUsersWithEmail,
  selectUserPage,
  selectUserPageUpdatedSince,
  selectUserPageUpdatedSinceWithEmail,
  selectUserPageWithEmail,
  type UserRow,
} from './queries.ts';

type ListedUserRow = UserRow & Partial<Pick<ChangedUserRow, 'removed'>>;

export const createListUsersHandler =
  (readHorizon: ReadHorizon): Handler<typeof listUsers> =>
  async (call, deps) => {
    const page = await openWalk(call, deps, readHorizon, listUsers);
    return page.answer(await readPage(call, deps, page), (row) =>
      row.removed ? { id: encodeId('usr', row.id), removed: true } : presentUser(row),
    );
  };

function readPage(
  call: Call<typeof listUsers>,
  { database: { heavy }, clock }: Deps,
  { afterId, limit, perPage, since }: WalkPage,
): Promise<ListedUserRow[]> {
  const { communityId, partnerId, scopes } = call.caller;
  const updatedSince = call.query.updated_since;
  const keyset = { communityId, partnerId, afterId, limit };
  if (!scopes.includes('users.pii')) {
    if (since !== null) return selectChangedUsers(heavy, { ...keyset, since });
    return updatedSince
      ? selectUserPageUpdatedSince(heavy, { ...keyset, updatedSince })
      : selectUserPage(heavy, keyset);
  }
  const audited = { ...keyset, ...emailReaderOf(call), answered: perPage, at: clock.now() };
  if (since !== null) return selectChangedUsersWithEmail(heavy, { ...audited, since });
  return updatedSince
    ? selectUserPageUpdatedSinceWithEmail(heavy, { ...audited, updatedSince })
    : selectUserPageWithEmail(heavy, audited);
}
