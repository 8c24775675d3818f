/** /communities/{slug}/answers: what members answer to each other's listings. */
import { decodeId, encodeId } from '@timebank/contract';
import type { ListingAnswer, listAnswers } from '@timebank/contract/console';
import { type AnswerRow, selectAnswerPage } from '../../../domain/answers/queries.ts';
import { LAST_ID } from '../../../platform/database/keyset.ts';
import type { CommunityHandler } from '../access/call.ts';

const AT_ONCE = 100;

export const listAnswersHandler: CommunityHandler<typeof listAnswers> = async ({ membership, query }, { database }) => {
  const { communityId } = membership;
  const beforeId = decodeId('ans', query.before ?? '') ?? LAST_ID;
  const state = query.state ?? null;
  const rows = await selectAnswerPage(database.heavy, { communityId, state, beforeId, limit: AT_ONCE + 1 });
  return { data: rows.slice(0, AT_ONCE).map(present), meta: { more: rows.length > AT_ONCE } };
};

function present(row: AnswerRow): ListingAnswer {
  const { id, listingId, listingTitle, fromMember, fromName, toMember, toName, state, message, reply } = row;
  return {
    id: encodeId('ans', id),
    listing: { id: encodeId('lst', listingId), title: listingTitle },
    from: { id: encodeId('usr', fromMember), name: fromName },
    to: { id: encodeId('usr', toMember), name: toName },
    ...{ state, message, reply, released: [...row.released], owner_released: [...row.ownerReleased] },
    created_at: row.createdAt.toISOString(),
  };
}
