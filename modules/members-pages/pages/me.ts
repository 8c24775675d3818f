/** `/at/{community}/me`: a member's own data and choices. */

import { MEMBER_LANGUAGE_NAMES } from '@timebank/contract';
import { html } from '../../../console/pages/html.ts';
import { refusal } from '../../../core/base/refusal.ts';
import { spokenLanguages } from '../../../core/communities/language.ts';
import { selectQuarter } from '../../../core/people/members/detail-queries.ts';
import { readMember } from '../../members/api/members/present.ts';
import { renewCard } from '../domain/member-self/card.ts';
import { CHOSEN_MAILS, changeOwnChoices } from '../domain/member-self/choices.ts';
import { type OwnChoicesRow, selectOwnChoices } from '../domain/member-self/queries.ts';
import { ACT_TEXTS } from './present/act-texts.ts';
import { ADDRESS_TEXTS } from './present/address-texts.ts';
import type { OwnCall, OwnHandler } from './present/call.ts';
import { cardPart } from './present/card.ts';
import { hidden } from './present/frame.ts';
import { HOLD_TEXTS } from './present/hold-texts.ts';
import { shownDay } from './present/lines.ts';
import { ME_TEXTS } from './present/me-texts.ts';
import { ownAct } from './publish.ts';

export const memberSelfHandler: OwnHandler = async (call, deps) => {
  const { community, session, lang, home } = call;
  const own = { communityId: community.id, memberId: session.memberId };
  const member: Readonly<Record<string, unknown>> = await readMember(deps.database.reads, community.id, own.memberId);
  const [choices] = await selectOwnChoices(deps.database.reads, own);
  const [quarter] = await selectQuarter(deps.database.reads, own);
  const text = ME_TEXTS[lang];
  const facts = Object.entries(text.facts).filter(([key]) => member[key] !== null && member[key] !== '');
  const isSaved = call.query.done === 'saved' || call.query.done === 'card';
  return {
    page: 'me',
    ...(isSaved ? { state: 'saved' } : {}),
    title: text.title,
    main: html`<h1>${text.title}</h1>
${isSaved && html`<p role="status">${text.saved}</p>`}
<p>${text.lead}</p>
<dl class="facts">${facts.map(([key, label]) => html`<div><dt>${label}</dt><dd>${key === 'joined_on' ? shownDay(String(member[key]), lang) : String(member[key])}</dd></div>`)}${quarter?.own ? html`<div><dt>${quarter.name}</dt><dd>${quarter.own}</dd></div>` : false}</dl>
<h2>${text.choices}</h2>
${choicesForm(call, choices)}
${cardPart(call, choices?.card ?? null)}
<h2>${text.more}</h2>
<ul class="ways"><li><a href="${home}/me/address">${ADDRESS_TEXTS[lang].title}</a></li><li><a href="${home}/me/sight">${text.sight}</a></li><li><a href="${home}/me/deputies">${ACT_TEXTS[lang].deputies.title}</a></li><li><a href="${home}/act">${ACT_TEXTS[lang].title}</a></li><li><a href="${home}/me/devices">${text.devices}</a></li><li><a href="${home}/me/file">${text.file}</a></li><li><a href="${home}/me/hold">${HOLD_TEXTS[lang].title}</a></li><li><a href="${home}/me/leave">${text.leave}</a></li></ul>`,
  };
};

function choicesForm(call: OwnCall, choices: OwnChoicesRow | undefined) {
  const { session, lang, home } = call;
  const text = ME_TEXTS[lang];
  const language = session.language ?? '';
  const spoken = spokenLanguages(call.community.languages).map((tag): readonly [string, string] => [
    tag,
    MEMBER_LANGUAGE_NAMES[tag],
  ]);
  const known = spoken.some(([tag]) => tag === language) || language === '';
  const options = [['', text.asBrowser], ...spoken, ...(known ? [] : [[language, language]])];
  const chosen = (kind: (typeof CHOSEN_MAILS)[number]) => choices?.mailKinds.includes(kind) && html` checked`;
  return html`<form id="me" method="post" action="${home}/me">
${hidden(call)}<label for="language">${text.language}</label>
<select id="language" name="language">${options.map(([tag, name]) => html`<option value="${tag}"${tag === language && html` selected`}>${name}</option>`)}</select>
<fieldset><legend>${text.mails}</legend>
${CHOSEN_MAILS.map((kind) => html`<label class="tick"><input type="checkbox" name="mails" value="${kind}"${chosen(kind)}>${text.kinds[kind]}</label>`)}
</fieldset>
<label class="tick"><input type="checkbox" name="letter_only" value="yes"${choices?.letterOnly && html` checked`}>${text.letterOnly}</label>
<button class="main">${text.save}</button>
</form>`;
}

/** @throws Refusal validation_failed */
export const changeMemberSelfHandler: OwnHandler = async (call, deps) => {
  const { language = '', mails = '', letter_only } = call.fields;
  if (call.fields.do === 'card') {
    await renewCard(deps, ownAct(call));
    return { to: `${call.home}/me?done=card#card` };
  }
  const wanted = mails.split(' ').filter((kind) => kind !== '');
  const kinds = CHOSEN_MAILS.filter((kind) => wanted.includes(kind));
  if (kinds.length !== new Set(wanted).size) throw refusal('invalid_request', 'mails has a kind that there is not.');
  const choices = { language: language === '' ? null : language, mails: kinds, letterOnly: letter_only === 'yes' };
  await changeOwnChoices(deps, ownAct(call), choices);
  return { to: `${call.home}/me?done=saved` };
};
