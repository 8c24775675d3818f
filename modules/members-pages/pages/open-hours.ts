/** The hours that are not booked yet, on the first page: to confirm, sent, and at the office. */

import { encodeId } from '@timebank/contract';
import { type Html, html } from '../../../console/pages/html.ts';
import { shownHours } from '../../../console/pages/voice/hours.ts';
import type { Deps } from '../../../core/deps.ts';
import { type ProposalView, selectOpenProposalsOf } from '../domain/proposals/queries.ts';
import type { OwnCall } from './present/call.ts';
import { RECORD_TEXTS } from './present/record-texts.ts';
import { confirmForm, dayOfHelp, isOwnVersion, otherName } from './proposal.ts';

/** More wait for hardly anyone; the others come up when these are answered. */
const SHOWN_MAX = 20;

export async function openHours(call: OwnCall, { database }: Deps): Promise<Html> {
  const { community, session, home, lang } = call;
  const account = { communityId: community.id, accountId: session.accountId };
  const open = await selectOpenProposalsOf(database.reads, { ...account, limit: SHOWN_MAX });
  const { home: text, record } = RECORD_TEXTS[lang];
  const isMine = ({ waitsFor }: ProposalView) => waitsFor === session.memberId;
  const waiting = open.filter(isMine);
  const sent = open.filter((view) => !isMine(view));
  // One filled button a page: the others are as good, and wait their turn.
  const first = waiting.find((view) => !isOwnVersion(call, view));
  return html`${
    waiting.length > 0 &&
    html`<h2>${text.waiting}</h2>
<ul class="lines">${waiting.map((view) => waitingItem(call, view, view === first))}</ul>`
  }
<h2>${record.menu}</h2>
<p><a class="button${first ? '' : ' main'}" href="${home}/record?side=helped">${record.helped}</a> <a class="button" href="${home}/record?side=was_helped">${record.wasHelped}</a></p>
${
  sent.length > 0 &&
  html`<h2>${text.sent}</h2>
<ul class="lines">${sent.map((view) => sentItem(call, view))}</ul>`
}`;
}

function waitingItem(call: OwnCall, view: ProposalView, isFirst: boolean): Html {
  const { home, lang, session } = call;
  const texts = RECORD_TEXTS[lang];
  const say = view.providerId === session.memberId ? texts.home.saysWasHelped : texts.home.saysHelped;
  const sentence = say(otherName(call, view), shownHours(view.amountSeconds, lang), dayOfHelp(view, lang));
  const address = `${home}/record/${encodeId('prp', view.id)}`;
  return html`<li>${sentence}${!isOwnVersion(call, view) && confirmForm(call, view, { isOnly: false, isMain: isFirst })}<a class="button" href="${address}">${texts.proposal.wrong}</a></li>
`;
}

function sentItem(call: OwnCall, view: ProposalView): Html {
  const { home, lang } = call;
  const texts = RECORD_TEXTS[lang];
  const words = `${shownHours(view.amountSeconds, lang)}, ${otherName(call, view)}, ${dayOfHelp(view, lang)}`;
  return html`<li><a href="${home}/record/${encodeId('prp', view.id)}">${words}</a>${view.state === 'office' && html` <small>${texts.home.atOffice}</small>`}</li>
`;
}
