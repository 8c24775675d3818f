import { randomBytes } from 'node:crypto';
import { encodeId } from '@timebank/contract';
import type { Change } from '../../../core/change/change.ts';
import type { Hooks } from '../../../core/change/hooks.ts';
import { dueMailsIn } from './due.ts';
import { kindOfMail } from './kinds.ts';
import { eraseMails } from './queries.ts';
import { insertAddressChanged } from './sign-in-queries.ts';

// The notice to the address that a member had: it no longer signs the member in.

/** Of no browser: nobody has asked for it on the member's pages. */
const COOKIE_HASH_BYTES = 32;

/** @param former as it was stored */
async function dueAddressNoticeIn(
  within: Pick<Change, 'transaction' | 'at'>,
  communityId: number,
  memberId: string,
  former: string,
): Promise<void> {
  const { transaction, at } = within;
  const changed = { communityId, memberId, former, cookieHash: randomBytes(COOKIE_HASH_BYTES), at };
  const [request] = await insertAddressChanged(transaction, changed);
  await dueMailsIn(within, communityId, [
    { reasonKey: `address.old:${encodeId('usr', memberId)}:${request?.id}`, memberId },
  ]);
}
/** What mail adds to acts of the core. */
export const MAIL_HOOKS = {
  onDue: [
    async (within, communityId, reasons) => {
      const kinds = Map.groupBy(reasons, ({ reasonKey }) => kindOfMail(reasonKey));
      for (const mails of kinds.values()) await dueMailsIn(within, communityId, mails);
    },
  ],
  onAddressChange: [dueAddressNoticeIn],
  onErase: [
    async ({ transaction, at }, communityId, { memberId }) => {
      await eraseMails(transaction, { communityId, memberId, erasedAt: at });
    },
  ],
} as const satisfies Partial<Hooks>;
