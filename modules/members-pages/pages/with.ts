/** `/at/{community}/with/{card}`: leads from another member's card to recording hours with that member. */
import { encodeId } from '@timebank/contract';
import { refusal } from '../../../core/base/refusal.ts';
import { readCardSigns } from '../domain/member-self/card.ts';
import { selectMemberOfCard } from '../domain/member-self/queries.ts';
import type { OwnHandler } from './present/call.ts';

/** @throws Refusal not_found: nobody here has the card, or its owner has made another */
export const memberWithHandler: OwnHandler = async ({ community, session, params, home }, { database }) => {
  const card = readCardSigns(params.card ?? '');
  const [owner] =
    card === undefined ? [] : await selectMemberOfCard(database.reads, { communityId: community.id, card });
  if (!owner) throw refusal('not_found', 'There is nothing at this path.');
  // One's own card, tried out. A deputy has no part in the page that shows it.
  if (owner.id === session.memberId) return { to: session.deputyId === null ? `${home}/me` : home };
  return { to: `${home}/record?who=${encodeId('usr', owner.id)}` };
};
