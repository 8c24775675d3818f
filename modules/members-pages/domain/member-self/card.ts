/** A member's card: its signs name the owner to other members who are signed in, and open nothing. */
import { encodeId } from '@timebank/contract';
import { type ChangeDeps, change } from '../../../../core/change/change.ts';
import type { MemberAct } from '../../../../core/people/members/status.ts';
import { randomSigns, readSigns } from '../member-access/letter-code.ts';
import { updateMemberCard } from './queries.ts';

/** Fifty random bits. */
const LENGTH = 10;

/** Makes the member's card, and ends the one before. */
export async function renewCard(deps: ChangeDeps, act: MemberAct): Promise<void> {
  const { communityId, memberId } = act;
  await change(deps, act, async ({ transaction, audit }) => {
    await updateMemberCard(transaction, { communityId, memberId, card: randomSigns(LENGTH) });
    audit('member.card_made', encodeId('usr', memberId));
  });
}

/** The signs as they are typed from the card; undefined: no card has such. */
export const readCardSigns = (typed: string): string | undefined => readSigns(typed, LENGTH);
