/** The mails about an answer, due with the change that they tell of. */
import { encodeId, type MailKind } from '@timebank/contract';
import type { Change } from '../../../../core/change/change.ts';
import { dueMailsIn } from '../../../mail/domain/due.ts';

type AnswerMailKind = Extract<MailKind, 'listing.answered' | `answer.${string}`>;

/** @param turn the number of what was written after the reply */
export async function tellOfAnswerIn(
  within: Change,
  kind: AnswerMailKind,
  {
    communityId,
    answerId,
    memberId,
    turn,
  }: {
    readonly communityId: number;
    readonly answerId: string;
    readonly memberId: string;
    readonly turn?: number;
  },
): Promise<void> {
  const reasonKey = [kind, encodeId('ans', answerId), ...(turn === undefined ? [] : [turn])].join(':');
  await dueMailsIn(within, communityId, [{ reasonKey, memberId }]);
}
