/** GET /webhooks/event-types */
import { DEFAULT_PER_PAGE, eventTypeCatalogue, type listEventTypes } from '@timebank/contract';
import type { Handler } from '../access/call.ts';

export const listEventTypesHandler: Handler<typeof listEventTypes> = async () => ({
  data: eventTypeCatalogue(),
  meta: { per_page: DEFAULT_PER_PAGE, has_more: false, next_cursor: null },
});
