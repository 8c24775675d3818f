/** `/at/{community}/requests` and `/offers`: what other members need and do, found as the console finds it. */
import { decodeId, encodeId, type ListingType } from '@timebank/contract';
import { type Html, html } from '../../../console/pages/html.ts';
import type { Deps } from '../../../core/deps.ts';
import { type QuarterRow, selectQuarter } from '../../../core/people/members/detail-queries.ts';
import { type CommunityListingRow, selectCommunityListingPage } from '../../members/domain/listings/console-queries.ts';
import { type MemberCall, type OwnCall, type OwnHandler, ownOf } from './present/call.ts';
import { option, withChosen } from './present/listing-form.ts';
import { listingItems, readCategories } from './present/listing-items.ts';
import { LISTING_TEXTS } from './present/listing-texts.ts';

const PAGE_SIZE = 20;

/** A page of what members who take part have published, newest first. */
export async function readPublished(
  { community }: MemberCall,
  { database }: Deps,
  type: ListingType,
  { q = '', category = '', quarter = '', page = '', limit = PAGE_SIZE }: ListingSearch = {},
): Promise<{ readonly rows: readonly CommunityListingRow[]; readonly next: string | undefined }> {
  const after = decodeId('lst', page);
  const rows = await selectCommunityListingPage(database.heavy, {
    ...{ communityId: community.id, status: 'active', type, by: 'created', descending: true, limit: limit + 1 },
    after: after === undefined ? undefined : { id: after, key: after },
    ...(q.trim() === '' ? {} : { text: q.trim() }),
    ...(category === '' ? {} : { category }),
    ...(quarter === '' ? {} : { quarter }),
  });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    rows: shown.filter(({ memberStatus }) => memberStatus === 'active'),
    next: last && encodeId('lst', last.id),
  };
}

interface ListingSearch {
  readonly q?: string | undefined;
  readonly category?: string | undefined;
  readonly quarter?: string | undefined;
  readonly page?: string | undefined;
  readonly limit?: number;
}

const listPage =
  (type: ListingType, page: 'requests' | 'offers', add: 'ask' | 'offer'): OwnHandler =>
  async (call, deps) => {
    const { home } = call;
    const text = LISTING_TEXTS[call.lang].list;
    const [categories, [quarter]] = await Promise.all([
      readCategories(call, deps),
      selectQuarter(deps.database.reads, ownOf(call)),
    ]);
    // Where no field is the quarter any more, an address that names one is as without.
    const query = quarter ? call.query : { ...call.query, quarter: '' };
    const { rows, next } = await readPublished(call, deps, type, query);
    return {
      page,
      title: text.title[type],
      main: html`<h1>${text.title[type]}</h1>
<p>${text.lead[type]}</p>
<p><a class="button main" href="${home}/${add}">${text.add[type]}</a> <a class="button" href="${home}/mine">${text.mine}</a></p>
${searchForm(call, page, categories, quarter)}
${rows.length === 0 ? html`<p>${isSearch(query) ? text.none[type] : text.empty[type]}</p>` : listingItems(call, rows)}
<p>${query.page !== undefined && html`<a class="button" href="${home}/${page}">${text.first}</a>`}${next !== undefined && html`<a class="button" href="${home}/${page}?${searchOf(query, next)}">${text.older}</a>`}</p>`,
    };
  };

const isSearch = ({ q = '', category = '', quarter = '', page = '' }: OwnCall['query']): boolean =>
  `${q}${category}${quarter}${page}` !== '';

function searchForm(call: OwnCall, page: string, categories: readonly string[], quarter: QuarterRow | undefined): Html {
  const text = LISTING_TEXTS[call.lang].list;
  const { q = '', category = '' } = call.query;
  return html`<form id="search" method="get" action="${call.home}/${page}" role="search">
<label for="q">${text.q}<br><span class="hint">${text.qHint}</span></label>
<input id="q" name="q" type="search" value="${q}" maxlength="200" autocomplete="off">
<label for="category">${text.category}</label>
<select id="category" name="category" autocomplete="off"><option value="">${text.anyCategory}</option>${withChosen(categories, category).map((one) => option(one, category))}</select>
${quarter && quarterField(call, quarter)}<button>${text.search}</button>
</form>`;
}

/** The member's own comes first. */
function quarterField({ query: { quarter = '' }, lang }: OwnCall, { name, choices, own }: QuarterRow): Html {
  const text = LISTING_TEXTS[lang].list;
  const others = withChosen(choices, quarter).filter((one) => one !== own);
  return html`<label for="quarter">${name}</label>
<select id="quarter" name="quarter" autocomplete="off"><option value="">${text.everywhere}</option>${own !== null && option(own, quarter, text.nearMe(own))}${others.map((one) => option(one, quarter))}</select>
`;
}

function searchOf({ q = '', category = '', quarter = '' }: OwnCall['query'], page: string): string {
  const chosen = { ...(q && { q }), ...(category && { category }), ...(quarter && { quarter }) };
  return new URLSearchParams({ ...chosen, page }).toString();
}

export const memberRequestsHandler = listPage('request', 'requests', 'ask');
export const memberOffersHandler = listPage('service', 'offers', 'offer');
