/** `/at/{community}`: a visitor's welcome, a member's hours in short. */
import { type LineRow, selectAccountLines } from '../../domain/exchanges/console-queries.ts';
import type { MemberSession } from '../../domain/member-access/queries.ts';
import { LAST_ID } from '../../platform/database/keyset.ts';
import { type Html, html } from '../front/html.ts';
import { openHours } from './open-hours.ts';
import type { MemberCall, MemberHandler, MemberPage, OwnCall } from './present/call.ts';
import { lineItems, shownHours } from './present/lines.ts';
import { MEMBER_TEXTS } from './present/texts.ts';

const NEWEST = 5;

export const memberHomeHandler: MemberHandler = async (call, deps) => {
  const { session, community } = call;
  if (!session) return welcome(call);
  const account = { communityId: community.id, accountId: session.accountId };
  const newest = await selectAccountLines(deps.database.reads, { ...account, beforeId: LAST_ID, limit: NEWEST });
  const own = call as OwnCall;
  return homeOf(call, session, newest, await openHours(own, deps));
};

function welcome({ community, home, lang }: MemberCall): MemberPage {
  const text = MEMBER_TEXTS[lang].welcome;
  return {
    page: 'home',
    state: 'visitor',
    title: text.title,
    indexed: true,
    main: html`<h1>${text.title}</h1>
<p class="lead">${text.lead(community.name)}</p>
<p><a class="button main" href="${home}/sign-in">${text.signIn}</a></p>`,
  };
}

function homeOf(call: MemberCall, session: MemberSession, newest: readonly LineRow[], open: Html): MemberPage {
  const { home, lang } = call;
  const text = MEMBER_TEXTS[lang].home;
  return {
    page: 'home',
    state: 'member',
    title: text.hello(session.name),
    main: html`<h1>${text.hello(session.name)}</h1>
${sums(call, session)}
${open}
<h2>${text.newest}</h2>
${newest.length === 0 ? html`<p>${text.none}</p>` : html`<ul class="lines">${lineItems(newest, lang)}</ul>`}
<p><a class="button" href="${home}/hours">${text.all}</a></p>`,
  };
}

/** What was given and received, and what is left. Nothing of it is red, or has a minus. */
export function sums({ lang }: MemberCall, { creditsSeconds, debitsSeconds }: MemberSession) {
  const text = MEMBER_TEXTS[lang].home;
  const balance = creditsSeconds - debitsSeconds;
  return html`<dl class="sums">
<div><dt>${text.given}</dt><dd>${shownHours(creditsSeconds, lang)}</dd></div>
<div><dt>${text.received}</dt><dd>${shownHours(debitsSeconds, lang)}</dd></div>
<div><dt>${text.balance}</dt><dd><data id="balance" value="${balance}">${shownHours(balance, lang)}</data></dd></div>
</dl>`;
}
