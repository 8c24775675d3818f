import { foldAddress } from '../../../../core/base/email-address.ts';
import type { Hooks } from '../../../../core/change/hooks.ts';
import { deleteMailboxRequests } from './mail-queries.ts';
import { deleteMemberAccess } from './queries.ts';
import { endWaysInIn } from './sign-in.ts';

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
