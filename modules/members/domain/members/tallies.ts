/** How many members a community has is kept as what each statement changed; here the rows are added together. */
import { HOUR_MS } from '../../../../core/base/time.ts';
import type { Job } from '../../../../core/database/job.ts';
import { foldTallies } from '../../../../core/people/members/queries.ts';

/** Rows of a community that may wait to be added together, and communities of one statement. */
const ROWS_MAX = 50;
const COMMUNITIES_MAX = 100;

/** The sum of a community's rows, as SQL. @param community an expression for its id */
export const tallied = (column: 'active' | 'on_default', community: string) =>
  `coalesce((select sum(${column}) from member_tallies where community_id = ${community}), 0)::int`;

export const MEMBER_JOBS: readonly Job[] = [
  {
    name: 'add up tallies of members',
    everyMs: HOUR_MS,
    async run({ database }) {
      let folded: number;
      do {
        const [row] = await foldTallies(database.outbox, { rowsMax: ROWS_MAX, limit: COMMUNITIES_MAX });
        folded = row?.folded ?? 0;
      } while (folded === COMMUNITIES_MAX);
    },
  },
];
