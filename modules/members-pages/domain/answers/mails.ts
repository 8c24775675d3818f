/** The mails about an answer, due with the change that they tell of. */
import { encodeId, type MailKind } from '@timebank/contract';
import type { Change } from '../../../../core/change/change.ts';
import { dueMailsIn } from '../../../mail/domain/due.ts';

const KINDS = {
  answered: 'listing.answered',
  replied: 'answer.replied',
  written: 'answer.written',
  day: 'answer.day',
} as const satisfies Readonly<Record<string, MailKind>>;

interface AnswerNews {
  readonly communityId: number;
  readonly answerId: string;
  readonly memberId: string;
  readonly turn?: number;
}

/** @param turn the number of what was written after the reply */
export async function tellOfAnswerIn(
  within: Change,
  what: keyof typeof KINDS,
  { communityId, answerId, memberId, turn }: AnswerNews,
): Promise<void> {
  const reasonKey = [KINDS[what], encodeId('ans', answerId), ...(turn === undefined ? [] : [turn])].join(':');
  await dueMailsIn(within, communityId, [{ reasonKey, memberId }]);
}
