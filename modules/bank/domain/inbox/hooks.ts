import type { Hooks } from '../../../../core/change/hooks.ts';
import { eraseBankLines } from './queries.ts';

/** What the inbox of payments adds to acts of the core. */
export const INBOX_HOOKS = {
  onErase: [
    async ({ transaction, at }, communityId, { memberId }) => {
      await eraseBankLines(transaction, { communityId, memberId, erasedAt: at });
    },
  ],
} as const satisfies Partial<Hooks>;
