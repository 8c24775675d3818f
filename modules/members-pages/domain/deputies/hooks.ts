import type { Hooks } from '../../../../core/change/hooks.ts';
import { eraseDeputies } from './queries.ts';

/** What acting for others adds to acts of the core. */
export const DEPUTY_HOOKS = {
  onErase: [
    async ({ transaction, at }, communityId, { memberId }) => {
      await eraseDeputies(transaction, { communityId, memberId, at });
    },
  ],
} as const satisfies Partial<Hooks>;
