import { query } from '../database/query.ts';

/** How often the sandbox was reset. */
export const selectResets = query('select_resets', 'select resets from communities where id = $communityId');
