/** GET /users */
import { encodeId, listUsers } from '@timebank/contract';
import type { Deps } from '../../../domain/deps.ts';
import {
  type AskedUserPage,
  type ChangedUserRow,
  selectChangedUsers,
  selectChangedUsersWithEmail,
  selectUserPages,
  selectUserPageWithEmail,
  type UserRow,
  usersOfPage,
} from '../../../domain/members/partner-queries.ts';
import type { ReadHorizon } from '../../../domain/sync/horizon.ts';
import { batchReads } from '../../../platform/database/batcher.ts';
import type { Call, Handler } from '../access/call.ts';
import { openWalk, type WalkPage } from '../sync/walk.ts';
import { emailReaderOf, presentUser } from './present.ts';

type ListedUserRow = UserRow & Partial<Pick<ChangedUserRow, 'removed'>>;

/** Pages of one statement; each may have hundreds of rows. */
const PAGES_MAX = 16;

/** The handler of one application; pages that are asked for together share a statement. */
export function createListUsersHandler(
  { database: { heavy } }: Pick<Deps, 'database'>,
  readHorizon: ReadHorizon,
): Handler<typeof listUsers> {
  const findPage = batchReads<AskedUserPage, UserRow[]>(async (asked) => {
    const pages = await selectUserPages(heavy, { rows: asked });
    return pages.map(usersOfPage);
  }, PAGES_MAX);

  return async (call, deps) => {
    const page = await openWalk(call, deps, readHorizon, listUsers);
    return page.answer(await readPage(call, deps, page, findPage), (row) =>
      row.removed ? { id: encodeId('usr', row.id), removed: true } : presentUser(row),
    );
  };
}

function readPage(
  call: Call<typeof listUsers>,
  { database: { heavy }, clock }: Deps,
  { afterId, limit, perPage, since }: WalkPage,
  findPage: (page: AskedUserPage) => Promise<UserRow[]>,
): Promise<ListedUserRow[]> {
  const { communityId, partnerId, scopes } = call.caller;
  const keyset = { communityId, partnerId, afterId, limit };
  if (!scopes.includes('users.pii')) {
    if (since !== null) return selectChangedUsers(heavy, { ...keyset, since });
    return findPage({ communityId, partnerId, afterId, rowsMax: limit });
  }
  const audited = { ...keyset, ...emailReaderOf(call), answered: perPage, at: clock.now() };
  return since === null
    ? selectUserPageWithEmail(heavy, audited)
    : selectChangedUsersWithEmail(heavy, { ...audited, since });
}
