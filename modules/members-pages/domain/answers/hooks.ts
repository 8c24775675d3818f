import type { Hooks } from '../../../../core/change/hooks.ts';
import { eraseAnswers } from './queries.ts';

/** What answers to listings add to acts of the core. */
export const ANSWER_HOOKS = {
  onErase: [
    async ({ transaction }, communityId, { memberId }) => {
      await eraseAnswers(transaction, { communityId, memberId });
    },
  ],
} as const satisfies Partial<Hooks>;
