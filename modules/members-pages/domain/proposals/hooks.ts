import type { Hooks } from '../../../../core/change/hooks.ts';
import { endOpenHoursIn, eraseOpenHoursIn } from '../../../members/domain/members/open-hours.ts';

/** What hours that wait for a confirmation add to acts of the core. */
export const PROPOSAL_HOOKS = {
  onErase: [(within, communityId, { memberId }) => eraseOpenHoursIn(within, communityId, [memberId])],
  onLeave: [
    async (within, communityId, memberIds, status) => {
      if (status === 'left') await endOpenHoursIn(within, communityId, memberIds);
    },
  ],
} as const satisfies Partial<Hooks>;
