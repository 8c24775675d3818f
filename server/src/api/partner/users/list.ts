/** GET /users */
import { listUsers } from '@timebank/contract';
import { FIRST_ID } from '../../../platform/database/keyset.ts';
import { openPage, pageOf } from '../../http/paging.ts';
import type { Handler } from '../access/call.ts';
import { emailReaderOf, presentUser } from './present.ts';
import {
  selectUserPage,
  selectUserPageSince,
  selectUserPageSinceWithEmail,
  selectUserPageWithEmail,
  type UserRow,
} from './queries.ts';

export const listUsersHandler: Handler<typeof listUsers> = async (call, deps) => {
  const page = openPage(call, deps, listUsers);
  return pageOf(page, await rows(), (row) => row.id, presentUser);

  function rows(): Promise<UserRow[]> {
    const { communityId, partnerId, scopes } = call.caller;
    const { heavy } = deps.database;
    const since = call.query.updated_since;
    const keyset = { communityId, partnerId, afterId: page.after ?? FIRST_ID, limit: page.limit };
    if (!scopes.includes('users.pii')) {
      return since ? selectUserPageSince(heavy, { ...keyset, updatedSince: since }) : selectUserPage(heavy, keyset);
    }
    const audited = { ...keyset, ...emailReaderOf(call), answered: page.perPage, at: deps.clock.now() };
    return since
      ? selectUserPageSinceWithEmail(heavy, { ...audited, updatedSince: since })
      : selectUserPageWithEmail(heavy, audited);
  }
};
