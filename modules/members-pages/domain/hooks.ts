/** What members' pages add to acts of the core. */

import { foldAddress } from '../../../core/base/email-address.ts';
import type { Hooks } from '../../../core/change/hooks.ts';
import { endOpenHoursIn, eraseOpenHoursIn } from '../../members/domain/members/open-hours.ts';
import { endAnswers, eraseAnswers } from './answers/queries.ts';
import { eraseDeputies } from './deputies/queries.ts';
import { deleteMailboxRequests } from './member-access/mail-queries.ts';
import { deleteMemberAccess } from './member-access/queries.ts';
import { endWaysInIn } from './member-access/sign-in.ts';

/** What acting for others adds to acts of the core. */
export const DEPUTY_HOOKS = {
  onErase: [
    async ({ transaction, at }, communityId, { memberId }) => {
      await eraseDeputies(transaction, { communityId, memberId, at });
    },
  ],
} as const satisfies Partial<Hooks>;

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

/** What signing in adds to acts of the core. */
export const MEMBER_ACCESS_HOOKS = {
  onErase: [
    async ({ transaction }, communityId, { memberId, email }) => {
      await deleteMemberAccess(transaction, { communityId, memberIds: [memberId] });
      if (email !== null) await deleteMailboxRequests(transaction, { communityId, mailbox: foldAddress(email) });
    },
  ],
  onLeave: [endWaysInIn],
} as const satisfies Partial<Hooks>;

/** What hours that wait for a confirmation add to acts of the core. */
export const PROPOSAL_HOOKS = {
  onErase: [(within, communityId, { memberId }) => eraseOpenHoursIn(within, communityId, [memberId])],
  onLeave: [
    async (within, communityId, memberIds, status) => {
      if (status === 'left') await endOpenHoursIn(within, communityId, memberIds);
    },
  ],
} as const satisfies Partial<Hooks>;
