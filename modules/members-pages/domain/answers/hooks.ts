import type { Hooks } from '../../../../core/change/hooks.ts';
import { endAnswers, eraseAnswers } from './queries.ts';

/** What answers to listings add to acts of the core. */
export const ANSWER_HOOKS = {
  onErase: [
    async ({ transaction }, communityId, { memberId }) => {
      await eraseAnswers(transaction, { communityId, memberId });
    },
  ],
  onLeave: [
    async ({ transaction }, communityId, memberIds, status) => {
      if (status === 'left') await endAnswers(transaction, { communityId, memberIds });
    },
  ],
} as const satisfies Partial<Hooks>;
