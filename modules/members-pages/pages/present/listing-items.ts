/** Listings and answers in lists. */

import type { MemberLanguage } from '@timebank/contract';
import { encodeId } from '@timebank/contract';
import { type Html, html } from '../../../../console/pages/html.ts';
import { shownHours } from '../../../../console/pages/voice/hours.ts';
import { personLanguage, spokenLanguages } from '../../../../core/communities/language.ts';
import type { Deps } from '../../../../core/deps.ts';
import { selectCategoryPage } from '../../../../core/people/categories/queries.ts';
import { type MemberName, nameFor } from '../../../../core/people/name-for-members.ts';
import type { CommunityListingRow } from '../../../members/domain/listings/console-queries.ts';
import type { MemberCall } from './call.ts';
import { shownDay } from './lines.ts';
import { LISTING_TEXTS } from './listing-texts.ts';

const CATEGORIES_MAX = 100;

/** The categories that the community offers, by name. */
export async function readCategories({ community }: MemberCall, { database }: Deps): Promise<readonly string[]> {
  const place = { by: 'name', descending: false, after: undefined, limit: CATEGORIES_MAX } as const;
  const rows = await selectCategoryPage(database.heavy, { communityId: community.id, isClosed: false, ...place });
  return rows.map(({ name }) => name);
}

/** Other members' listings. */
export const listingItems = (call: MemberCall, rows: readonly CommunityListingRow[]): Html => {
  const { home, lang } = call;
  return html`<ul class="lines">${rows.map((row) => {
    const facts = [
      ownerName({ ...row, name: row.memberName }, call),
      ...(row.quarter === null ? [] : [row.quarter]),
      ...listingFacts(row, lang),
      shownDay(row.createdAt, lang),
    ];
    return html`<li><a href="${home}/listing/${encodeId('lst', row.id)}"${writtenIn(call, row.ownerLanguage)}>${row.title}</a> <small>${facts.join(' · ')}</small></li>
`;
  })}</ul>`;
};

/**
 * `lang` of words that a member wrote, where it is another one than the page's: screen readers speak them in it.
 * @param own the writer's language; null: not known, so the community's main one, if it has said which
 */
export function writtenIn(
  { community, lang }: Pick<MemberCall, 'community' | 'lang'>,
  own: string | null,
): Html | false {
  const { languages } = community;
  if (own === null && spokenLanguages(languages).length > languages.length) return false;
  const written = personLanguage(languages, own, undefined);
  return written !== lang && html` lang="${written}"`;
}

/** Strangers do not read the name of a member who is hidden from members. */
export const ownerName = (
  owner: MemberName,
  { lang, community }: Pick<MemberCall, 'lang' | 'community'>,
  haveMet = false,
): string => nameFor(community, owner, haveMet) ?? LISTING_TEXTS[lang].listing.hidden;

/** The category, and how long it takes. */
export function listingFacts(
  { category, estimatedSeconds }: Pick<CommunityListingRow, 'category' | 'estimatedSeconds'>,
  lang: MemberLanguage,
): string[] {
  const { about } = LISTING_TEXTS[lang].listing;
  return [
    ...(category === '' ? [] : [category]),
    ...(estimatedSeconds === null ? [] : [about(shownHours(estimatedSeconds, lang))]),
  ];
}
