/** `/at/{community}/mine`: hours that wait, the member's own listings, and the answers from and to others. */
import { encodeId } from '@timebank/contract';
import { type Html, html } from '../../../console/pages/html.ts';
import { type CommunityListingRow, selectCommunityListingPage } from '../../members/domain/listings/console-queries.ts';
import { type AnswerRow, selectReceivedAnswers, selectSentAnswers } from '../domain/answers/queries.ts';
import { sidesOf } from './answer.ts';
import { openHours } from './open-hours.ts';
import { type OwnCall, type OwnHandler, ownOf } from './present/call.ts';
import { HOLD_TEXTS } from './present/hold-texts.ts';
import { shownDay } from './present/lines.ts';
import { listingFacts } from './present/listing-items.ts';
import { LISTING_TEXTS } from './present/listing-texts.ts';

/** Of each part, the newest. */
const SHOWN_MAX = 50;

export const memberMineHandler: OwnHandler = async (call, deps) => {
  const { database } = deps;
  const { lang, home } = call;
  const at = { ...ownOf(call), limit: SHOWN_MAX };
  const [listings, received, sent] = await Promise.all([
    selectCommunityListingPage(database.heavy, { ...at, by: 'created', descending: true, after: undefined }),
    selectReceivedAnswers(database.reads, at),
    selectSentAnswers(database.reads, at),
  ]);
  const { mine: text, list } = LISTING_TEXTS[lang];
  const answers = (rows: readonly AnswerRow[], none: string) =>
    rows.length === 0 ? html`<p>${none}</p>` : answerItems(call, rows);
  return {
    page: 'mine',
    title: text.title,
    main: html`<h1>${text.title}</h1>
${await openHours(call, deps)}
<h2>${text.received}</h2>
${answers(received, text.noReceived)}
<h2>${text.sent}</h2>
${answers(sent, text.noSent)}
<h2>${text.listings}</h2>
${listings.length === 0 ? html`<p>${text.noListings}</p>` : html`<ul class="lines">${listings.map((row) => ownItem(call, row))}</ul>`}
<p><a class="button" href="${home}/ask">${list.add.request}</a> <a class="button" href="${home}/offer">${list.add.service}</a> <a class="button" href="${home}/me/hold">${HOLD_TEXTS[lang].title}</a></p>`,
  };
};

function ownItem({ home, lang }: OwnCall, row: CommunityListingRow): Html {
  const { listing: text, list } = LISTING_TEXTS[lang];
  const facts = [list.kind[row.type], ...listingFacts(row, lang)];
  return html`<li><a href="${home}/listing/${encodeId('lst', row.id)}">${row.title}</a> <small>${facts.join(' · ')}<br>${row.backAs === null ? text.status[row.status] : HOLD_TEXTS[lang].listing}</small></li>
`;
}

export const answerItems = (call: OwnCall, rows: readonly AnswerRow[]): Html =>
  html`<ul class="lines">${rows.map((row) => answerItem(call, row))}</ul>`;

function answerItem(call: OwnCall, row: AnswerRow): Html {
  const { home, lang } = call;
  const text = LISTING_TEXTS[lang].answer;
  const { other, side } = sidesOf(row, call);
  return html`<li><a href="${home}/answer/${encodeId('ans', row.id)}">${text[side](other.who)}</a> <small>${row.listingTitle} · ${shownDay(row.createdAt, lang)}<br>${text.state[row.state][side]}</small></li>
`;
}
