/** `/at/{community}`: a visitor's welcome, a member's hours in short. */

import { encodeId } from '@timebank/contract';
import { type Html, html } from '../../../console/pages/html.ts';
import { shownHours } from '../../../console/pages/voice/hours.ts';
import { colonIn } from '../../../console/pages/voice/voice.ts';
import { ago, DAY_MS, dayOf } from '../../../core/base/time.ts';
import { LAST_ID } from '../../../core/database/keyset.ts';
import type { Deps } from '../../../core/deps.ts';
import { nameForMembers } from '../../../core/people/name-for-members.ts';
import { type LineRow, selectAccountLines } from '../../members/domain/exchanges/console-queries.ts';
import type { CommunityListingRow } from '../../members/domain/listings/console-queries.ts';
import { type AnswerRow, selectAgreedDays, selectWaitingAnswers } from '../domain/answers/queries.ts';
import { actingOf } from '../domain/deputies/acting.ts';
import { selectNewDeputies } from '../domain/deputies/queries.ts';
import type { MemberSession } from '../domain/member-access/queries.ts';
import { sidesOf } from './answer.ts';
import { holdPart } from './hold.ts';
import { readPublished } from './listings.ts';
import { answerItems } from './mine.ts';
import { newsQuestion } from './news.ts';
import { openHours } from './open-hours.ts';
import { peopleAgain, readPeopleOfBefore } from './people-of-before.ts';
import { ACT_TEXTS } from './present/act-texts.ts';
import { type MemberCall, type MemberHandler, type MemberPage, type OwnCall, ownOf } from './present/call.ts';
import { JOIN_TEXTS } from './present/join-texts.ts';
import { lineItems, shownDay } from './present/lines.ts';
import { listingItems } from './present/listing-items.ts';
import { LISTING_TEXTS } from './present/listing-texts.ts';
import { MEMBER_TEXTS } from './present/texts.ts';

const NEWEST = 5;
const REQUESTS = 3;
const ANSWERS = 5;

export const memberHomeHandler: MemberHandler = async (call, deps) => {
  const { session, community } = call;
  if (!session) return welcome(call);
  const account = { communityId: community.id, accountId: session.accountId };
  const own = call as OwnCall;
  const received = { ...ownOf(own), limit: ANSWERS };
  const agreed = { ...received, today: dayOf(deps.clock.now()) };
  const [newest, { rows: requests }, question, open, answers, deputies, people, days, hold] = await Promise.all([
    selectAccountLines(deps.database.reads, { ...account, beforeId: LAST_ID, limit: NEWEST }),
    readPublished(call, deps, 'request', { limit: REQUESTS }),
    newsQuestion(own, deps),
    openHours(own, deps),
    selectWaitingAnswers(deps.database.reads, received),
    newDeputies(own, deps),
    readPeopleOfBefore(own, deps),
    selectAgreedDays(deps.database.reads, agreed),
    holdPart(own, deps),
  ]);
  const waiting = html`${hold}${deputies}${agreedPart(own, days)}${open}${answersPart(own, answers)}`;
  return homeOf(call, session, { newest, requests, question, waiting, again: peopleAgain(own, people) });
};

const DEPUTIES = 10;
/** The first page speaks of a new deputy for so long. */
const NEW_DEPUTY_MS = 14 * DAY_MS;

/** Who acts for the member since lately, and for whom the person who is signed in does. */
async function newDeputies(call: OwnCall, { database, clock }: Deps): Promise<Html | false> {
  const { community, session, lang, home } = call;
  const { personId } = actingOf(session);
  const since = ago(clock.now(), NEW_DEPUTY_MS);
  const rows = await selectNewDeputies(database.reads, { ...ownOf(call), personId, since, limit: DEPUTIES });
  if (rows.length === 0) return false;
  const text = ACT_TEXTS[lang];
  const items = rows.map((row) => {
    const who = row.isMember ? nameForMembers(row, community) : row.name;
    const day = shownDay(row.createdAt, lang);
    const sentence = row.isOwn ? text.newDeputy(who, day) : text.newActing(row.forName, day);
    const to = row.isOwn ? `${home}/me/deputies` : `${home}/act`;
    return html`<li>${sentence} <a href="${to}">${row.isOwn ? text.deputies.title : text.title}</a></li>\n`;
  });
  return html`<ul class="lines" id="new-deputies">${items}</ul>
`;
}

function welcome({ community, home, lang }: MemberCall): MemberPage {
  const text = MEMBER_TEXTS[lang].welcome;
  return {
    page: 'home',
    state: 'visitor',
    title: text.title,
    indexed: true,
    main: html`<h1>${text.title}</h1>
<p class="lead">${text.lead(community.name)}</p>
<p><a class="button main" href="${home}/sign-in">${text.signIn}</a> <a class="button" href="${home}/letter">${text.letter}</a> ${community.mayJoin && html`<a class="button" href="${home}/join">${JOIN_TEXTS[lang].title}</a>`}</p>`,
  };
}

interface HomeParts {
  readonly newest: readonly LineRow[];
  readonly requests: readonly CommunityListingRow[];
  readonly question: Html | false;
  /** For the member's answer. */
  readonly waiting: Html;
  readonly again: Html | false;
}

function homeOf(
  call: MemberCall,
  session: MemberSession,
  { newest, requests, question, waiting, again }: HomeParts,
): MemberPage {
  const { home, lang } = call;
  const text = MEMBER_TEXTS[lang].home;
  return {
    page: 'home',
    state: 'member',
    title: text.hello(session.name),
    main: html`<h1>${text.hello(session.name)}</h1>
${sums(call, session)}
${question}
${waiting}
${again}<h2>${text.newest}</h2>
${newest.length === 0 ? html`<p>${text.none}</p>` : html`<ul class="lines">${lineItems(newest, call)}</ul>`}
<p><a class="button" href="${home}/hours">${text.all}</a></p>
${requestsPart(call, requests)}`,
  };
}

/** What others have answered to the member's listings, until the member replies. */
const answersPart = (call: OwnCall, rows: readonly AnswerRow[]): Html | false =>
  rows.length > 0 &&
  html`<h2>${LISTING_TEXTS[call.lang].mine.received}</h2>
${answerItems(call, rows)}
`;

/** Help that was arranged for today and later. */
const agreedPart = (call: OwnCall, rows: readonly AnswerRow[]): Html | false =>
  rows.length > 0 &&
  html`<h2>${LISTING_TEXTS[call.lang].answer.agreedDays}</h2>
<ul class="lines" id="agreed-days">${rows.map(
    (row) =>
      html`<li><a href="${call.home}/answer/${encodeId('ans', row.id)}">${shownDay(row.day ?? '', call.lang)}${colonIn(call.lang)} ${row.listingTitle}</a> <small>${sidesOf(row, call).other.who}</small></li>
`,
  )}</ul>
`;

function requestsPart(call: MemberCall, rows: readonly CommunityListingRow[]) {
  const { home, lang } = call;
  const { newest, allRequests, list, mine } = LISTING_TEXTS[lang];
  return html`<h2>${newest}</h2>
${rows.length === 0 ? html`<p>${list.empty.request}</p>` : listingItems(call, rows)}
<p><a class="button" href="${home}/ask">${list.add.request}</a> <a class="button" href="${home}/requests">${allRequests}</a> <a class="button" href="${home}/mine">${mine.title}</a></p>`;
}

/** What was given and received, and what is left. Nothing of it is red, or has a minus. */
export function sums({ lang }: MemberCall, { creditsSeconds, debitsSeconds }: MemberSession) {
  const text = MEMBER_TEXTS[lang].home;
  const balance = creditsSeconds - debitsSeconds;
  const shown = shownHours(Math.abs(balance), lang);
  return html`<dl class="sums">
<div><dt>${text.given}</dt><dd>${shownHours(creditsSeconds, lang)}</dd></div>
<div><dt>${text.received}</dt><dd>${shownHours(debitsSeconds, lang)}</dd></div>
<div><dt>${text.balance}</dt><dd><data id="balance" value="${balance}">${balance < 0 ? text.below(shown) : shown}</data></dd></div>
</dl>`;
}
