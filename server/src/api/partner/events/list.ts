/** GET /events */
import { listEvents } from '@timebank/contract';
import { EVENT_KEPT_MS } from '../../../domain/delivery/clean-up.ts';
import { presentEvent } from '../../../domain/delivery/sign.ts';
import { LAST_ID } from '../../../platform/database/keyset.ts';
import { openPage, pageOf } from '../../http/paging.ts';
import type { Handler } from '../access/call.ts';
import { selectEventPage } from './queries.ts';

export const listEventsHandler: Handler<typeof listEvents> = async (call, deps) => {
  const { communityId, partnerId } = call.caller;
  const { type, created_since: createdSince, created_before: createdBefore } = call.query;
  const page = openPage(call, deps, listEvents);
  const notBefore = new Date(deps.clock.now().getTime() - EVENT_KEPT_MS);
  const rows = await selectEventPage.run(
    deps.database.heavy,
    [communityId, partnerId, page.after ?? LAST_ID, page.limit, notBefore],
    { type, createdSince, createdBefore },
  );
  return pageOf(page, rows, (row) => row.id, presentEvent);
};
