/** Who asked on the community's pages to take part, and is let in, hears of it with the way to sign in. */
import { encodeId } from '@timebank/contract';
import type { Change } from '../change/change.ts';
import { dueMailsIn } from '../mail/due.ts';
import { selectAskedToJoin } from './queries.ts';

/** In the change that makes the member active. */
export async function dueLetInMailIn(within: Change, communityId: number, memberId: string): Promise<void> {
  const [asked] = await selectAskedToJoin(within.transaction, { communityId, memberId });
  if (!asked) return;
  await dueMailsIn(within, communityId, [{ reasonKey: `join.accepted:${encodeId('usr', memberId)}`, memberId }]);
}
