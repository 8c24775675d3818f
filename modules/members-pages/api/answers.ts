/** /communities/{slug}/answers: what members answer to each other's listings. */
import { decodeId, encodeId, type MailState } from '@timebank/contract';
import type { CommunityHandler } from '../../../console/desk/call.ts';
import { LAST_ID } from '../../../core/database/keyset.ts';
import { selectMailStates } from '../../mail/domain/queries.ts';
import type { ListingAnswer, listAnswers } from '../contract/answers.ts';
import { type OfficeAnswerRow, selectAnswerPage } from '../domain/answers/queries.ts';

const AT_ONCE = 100;

export const listAnswersHandler: CommunityHandler<typeof listAnswers> = async ({ membership, query }, { database }) => {
  const { communityId } = membership;
  const beforeId = decodeId('ans', query.before ?? '') ?? LAST_ID;
  const state = query.state ?? null;
  const filters = { state, handOn: query.hand_on === 'yes', beforeId };
  const found = await selectAnswerPage(database.heavy, { communityId, ...filters, limit: AT_ONCE + 1 });
  const rows = found.slice(0, AT_ONCE);
  const mails = await selectMailStates(database.heavy, { communityId, reasonKeys: rows.map(reasonOf) });
  const states = new Map(mails.map(({ reasonKey, state }) => [reasonKey, state]));
  const data = rows.map((row) => present(row, states.get(reasonOf(row)) ?? null));
  return { data, meta: { more: found.length > AT_ONCE } };
};

/** Of the mail, or letter, to the owner of the listing. */
const reasonOf = ({ id }: OfficeAnswerRow) => `listing.answered:${encodeId('ans', id)}`;

function present(row: OfficeAnswerRow, mail: MailState | null): ListingAnswer {
  const { id, listingId, listingTitle, state } = row;
  // Words between two members are theirs: the office reads what no mail brings to its reader.
  const message = row.isToHandOn ? row.message : null;
  const reply = row.fromByMail ? null : row.reply;
  const from = { id: encodeId('usr', row.fromMember), name: row.fromName, phone: row.fromPhone };
  const to = { id: encodeId('usr', row.toMember), name: row.toName, phone: row.toPhone };
  return {
    id: encodeId('ans', id),
    listing: { id: encodeId('lst', listingId), title: listingTitle },
    from: { ...from, by_mail: row.fromByMail },
    to: { ...to, by_mail: row.toByMail },
    ...{ state, message, reply, released: [...row.released], owner_released: [...row.ownerReleased], mail },
    created_at: row.createdAt.toISOString(),
  };
}
