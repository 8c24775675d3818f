import { query } from './query.ts';

/** As the owner, by a function: the service may not analyse. */
export const refreshStatistics = query('refresh_statistics', 'select refresh_statistics()::text as refreshed');
