/** What mails of news say, as it is when they are sent: a listing that was closed meanwhile is not named. */
import { encodeId } from '@timebank/contract';
import type { Queryable } from '../../platform/database/query.ts';
import { nameForMembers } from '../visibility/name-for-members.ts';
import { kindOfMail } from './kinds.ts';
import { type NewListingRow, selectFittingListings, selectNewListings, selectWaitingHours } from './news-queries.ts';
import { spanOfDay, spanOfWeek } from './news-times.ts';
import type { ClaimedMail } from './queries.ts';
import type { MailList, MailTexts, MailWords } from './texts/types.ts';

/** Of each type; the pages have all. */
const NAMED_MAX = 10;
const HOURS_MAX = 5;

/**
 * @param pages the address of the community's pages
 * @returns undefined: nothing of it is left to say, or there are no pages any more
 */
export async function newsWordsOf(
  { communityId, reasonKey, memberId, community, membersSide, namesWhole }: ClaimedMail,
  greeting: string,
  { on, texts, pages }: { readonly on: Queryable; readonly texts: MailTexts; readonly pages: string },
): Promise<MailWords | undefined> {
  if (memberId === null || !membersSide) return undefined;
  const isDigest = kindOfMail(reasonKey) === 'digest';
  const of = reasonKey.slice(reasonKey.lastIndexOf(':') + 1);
  const at = { communityId, memberId, ...(isDigest ? spanOfWeek(of) : spanOfDay(of)), limit: NAMED_MAX };
  const select = isDigest ? selectNewListings : selectFittingListings;
  const { news } = texts;
  const item = (row: NewListingRow) => ({
    // Strangers do not read the name of a member who is hidden from members.
    text: row.seenByMembers ? news.listing(row.title, nameForMembers(row, { namesWhole })) : row.title,
    url: `${pages}/listing/${encodeId('lst', row.id)}`,
  });
  const waiting = isDigest ? await waitingItems({ communityId, memberId, namesWhole, on, texts, pages }) : [];
  const lists: readonly MailList[] = [
    { heading: news.waiting, items: waiting },
    { heading: news.requests, items: (await select(on, { ...at, type: 'request' })).map(item) },
    { heading: news.offers, items: (await select(on, { ...at, type: 'service' })).map(item) },
  ].filter(({ items }) => items.length > 0);
  if (lists.length === 0) return undefined;
  const words = isDigest ? news.digest({ community }) : news.category({ community });
  return { ...words, greeting, lists, action: { label: news.label, url: pages } };
}

async function waitingItems({
  communityId,
  memberId,
  namesWhole,
  on,
  texts,
  pages,
}: Pick<ClaimedMail, 'communityId' | 'namesWhole'> & {
  readonly memberId: string;
  readonly on: Queryable;
  readonly texts: MailTexts;
  readonly pages: string;
}): Promise<MailList['items']> {
  const rows = await selectWaitingHours(on, { communityId, memberId, limit: HOURS_MAX });
  return rows.map((row) => {
    const other = row.isMember ? nameForMembers(row, { namesWhole }) : row.name;
    const { seconds, day } = row;
    return { text: texts.news.hours({ seconds, day, other }), url: `${pages}/record/${encodeId('prp', row.id)}` };
  });
}
