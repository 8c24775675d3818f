import type { Hooks } from '../../../../core/change/hooks.ts';
import { eraseComparisonLines } from './line-queries.ts';

/** What comparing a bank's file adds to acts of the core. */
export const RECONCILE_HOOKS = {
  onErase: [
    async ({ transaction }, communityId, { memberId }) => {
      await eraseComparisonLines(transaction, { communityId, memberId });
    },
  ],
} as const satisfies Partial<Hooks>;
