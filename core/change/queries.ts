import { query } from '../database/query.ts';

/** Those of these communities of which nothing may be changed here. */
export const selectMoving = query(
  'select_moving',
  'select id from communities where id = any($communityIds::int[]) and move_state is not null',
);
