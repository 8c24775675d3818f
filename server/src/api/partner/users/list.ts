/** GET /users */

import { listUsers } from '@timebank/contract';
import { FIRST_ID } from '../../../platform/database/keyset.ts';
import { openPage, pageOf } from '../../http/paging.ts';
import type { Handler } from '../access/call.ts';
import { presentUser, readerOf } from './present.ts';
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
    const keyset = [communityId, partnerId, page.after ?? FIRST_ID, page.limit] as const;
    if (!scopes.includes('users.pii')) {
      return since ? selectUserPageSince(heavy, ...keyset, since) : selectUserPage(heavy, ...keyset);
    }
    const reader = readerOf(call);
    const audited = [
      ...keyset,
      page.perPage,
      deps.clock.now(),
      reader.actor,
      reader.address,
      reader.requestId,
      reader.token,
    ] as const;
    return since ? selectUserPageSinceWithEmail(heavy, ...audited, since) : selectUserPageWithEmail(heavy, ...audited);
  }
};
