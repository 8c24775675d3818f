/** How many members a community has is kept as what each statement changed; here the rows are added together. */
import { HOUR_MS } from '../../../../core/base/time.ts';
import type { Job } from '../../../../core/database/job.ts';
import { foldTallies } from '../../../../core/people/members/queries.ts';

/** Rows of a community that may wait to be added together, and communities of one statement. */
const ROWS_MAX = 50;
const COMMUNITIES_MAX = 100;

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
