/** What lines of the bank add to acts of the core, and the jobs that keep payers and differences no longer than they may be. */
import { DAY_MS } from '../../../core/base/time.ts';
import type { Hooks } from '../../../core/change/hooks.ts';
import { deletion, type Job } from '../../../core/database/job.ts';
import { eraseBankLines, forgetPayers } from './inbox/queries.ts';
import { deleteOldLines, eraseComparisonLines } from './reconcile/line-queries.ts';

export const BANK_JOBS: readonly Job[] = [
  // The comparisons themselves stay, and a difference that remains is on a later report, too.
  deletion('delete old lines of comparisons', DAY_MS, [
    deleteOldLines,
    ({ statementLines }) => statementLines * DAY_MS,
  ]),
  // The amounts stay.
  deletion('delete old payers of bank lines', DAY_MS, [forgetPayers, ({ statementLines }) => statementLines * DAY_MS]),
];

export const BANK_HOOKS = {
  onErase: [
    async ({ transaction, at }, communityId, { memberId }) => {
      await eraseComparisonLines(transaction, { communityId, memberId });
      await eraseBankLines(transaction, { communityId, memberId, erasedAt: at });
    },
  ],
} as const satisfies Partial<Hooks>;
