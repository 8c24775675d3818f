/** `/at/{community}/me`: a member's own data and choices. */

import { MEMBER_LANGUAGE_NAMES } from '@timebank/contract';
import { html } from '../../../console/pages/html.ts';
import { colonIn } from '../../../console/pages/voice/voice.ts';
import { refusal } from '../../../core/base/refusal.ts';
import { spokenLanguages } from '../../../core/communities/language.ts';
import type { Deps } from '../../../core/deps.ts';
import { type QuarterRow, selectQuarter } from '../../../core/people/members/detail-queries.ts';
import { readMember } from '../../members/api/members/present.ts';
import { renewCard } from '../domain/member-self/card.ts';
import { CHOSEN_MAILS, changeOwnChoices } from '../domain/member-self/choices.ts';
import { type OwnChoicesRow, selectOwnChoices } from '../domain/member-self/queries.ts';
import { ACT_TEXTS } from './present/act-texts.ts';
import { ADDRESS_TEXTS } from './present/address-texts.ts';
import { type MemberPage, type OwnCall, type OwnHandler, ownOf } from './present/call.ts';
import { cardPart } from './present/card.ts';
import { faultOf, formPage, hidden } from './present/frame.ts';
import { HOLD_TEXTS } from './present/hold-texts.ts';
import { shownDay } from './present/lines.ts';
import { option, withChosen } from './present/listing-form.ts';
import { ME_TEXTS } from './present/me-texts.ts';
import { ownAct } from './publish.ts';

export const memberSelfHandler: OwnHandler = (call, deps) => selfPage(call, deps);

/** @param isRefused the form that was sent names a quarter that is none */
async function selfPage(call: OwnCall, deps: Deps, isRefused = false): Promise<MemberPage> {
  const { lang, home } = call;
  const own = ownOf(call);
  const member: Readonly<Record<string, unknown>> = await readMember(
    deps.database.reads,
    own.communityId,
    own.memberId,
  );
  const [choices] = await selectOwnChoices(deps.database.reads, own);
  const [quarter] = await selectQuarter(deps.database.reads, own);
  const text = ME_TEXTS[lang];
  const facts = Object.entries(text.facts).filter(([key]) => member[key] !== null && member[key] !== '');
  const fault = isRefused ? `${quarter ? `${quarter.name}${colonIn(lang)} ` : ''}${text.quarterGone}` : undefined;
  const isSaved = call.query.done === 'saved' || call.query.done === 'card';
  return formPage(
    call,
    {
      page: 'me',
      ...(isSaved ? { state: 'saved' } : {}),
      title: text.title,
      faults: { [quarter ? 'quarter' : 'me']: fault },
    },
    html`${isSaved && html`<p role="status">${text.saved}</p>`}
<p>${text.lead}</p>
<dl class="facts">${facts.map(([key, label]) => html`<div><dt>${label}</dt><dd>${key === 'joined_on' ? shownDay(String(member[key]), lang) : String(member[key])}</dd></div>`)}${quarter?.own ? html`<div><dt>${quarter.name}</dt><dd>${quarter.own}</dd></div>` : false}</dl>
<h2>${text.choices}</h2>
${choicesForm(call, isRefused ? call.fields : storedFields(call, choices, quarter), quarter, fault)}
${cardPart(call, choices?.card ?? null)}
<h2>${text.more}</h2>
<ul class="ways"><li><a href="${home}/me/address">${ADDRESS_TEXTS[lang].title}</a></li><li><a href="${home}/me/sight">${text.sight}</a></li><li><a href="${home}/me/deputies">${ACT_TEXTS[lang].deputies.title}</a></li><li><a href="${home}/act">${ACT_TEXTS[lang].title}</a></li><li><a href="${home}/me/devices">${text.devices}</a></li><li><a href="${home}/me/file">${text.file}</a></li><li><a href="${home}/me/hold">${HOLD_TEXTS[lang].title}</a></li><li><a href="${home}/me/leave">${text.leave}</a></li></ul>`,
  );
}

/** The form's fields as they are stored. */
const storedFields = ({ session }: OwnCall, choices: OwnChoicesRow | undefined, quarter: QuarterRow | undefined) => ({
  quarter: quarter?.own ?? '',
  language: session.language ?? '',
  mails: choices?.mailKinds.join(' ') ?? '',
  letter_only: choices?.letterOnly ? 'yes' : '',
});

/** @param chosen the form's fields; @param fault of the quarter */
function choicesForm(
  call: OwnCall,
  chosen: OwnCall['fields'],
  quarter: QuarterRow | undefined,
  fault: string | undefined,
) {
  const text = ME_TEXTS[call.lang];
  const { language = '' } = chosen;
  const mails = kindsIn(chosen);
  const spoken = spokenLanguages(call.community.languages).map((tag) => [tag, MEMBER_LANGUAGE_NAMES[tag]] as const);
  const known = spoken.some(([tag]) => tag === language) || language === '';
  const options = [['', text.asBrowser] as const, ...spoken, ...(known ? [] : [[language, language] as const])];
  return html`<form id="me" method="post" action="${call.home}/me">
${hidden(call)}${quarter && quarterField(quarter, chosen.quarter ?? '', text.noQuarter, fault)}<label for="language">${text.language}</label>
<select id="language" name="language">${options.map(([tag, name]) => option(tag, language, name))}</select>
<fieldset><legend>${text.mails}</legend>
${CHOSEN_MAILS.map((kind) => html`<label class="tick"><input type="checkbox" name="mails" value="${kind}"${mails.includes(kind) && html` checked`}>${text.kinds[kind]}</label>`)}
</fieldset>
<label class="tick"><input type="checkbox" name="letter_only" value="yes"${chosen.letter_only === 'yes' && html` checked`}>${text.letterOnly}</label>
<button class="main">${text.save}</button>
</form>`;
}

const kindsIn = ({ mails = '' }: OwnCall['fields']) => mails.split(' ').filter((kind) => kind !== '');

function quarterField({ name, choices }: QuarterRow, chosen: string, none: string, fault: string | undefined) {
  const { message, marks } = faultOf('quarter', fault);
  return html`<label for="quarter">${name}</label>
${message}
<select id="quarter" name="quarter" autocomplete="off"${marks}><option value="">${none}</option>${withChosen(choices, chosen).map((one) => option(one, chosen))}</select>
`;
}

/** @throws Refusal validation_failed */
export const changeMemberSelfHandler: OwnHandler = async (call, deps) => {
  const { quarter, language = '', letter_only } = call.fields;
  if (call.fields.do === 'card') {
    await renewCard(deps, ownAct(call));
    return { to: `${call.home}/me?done=card#card` };
  }
  const wanted = kindsIn(call.fields);
  const kinds = CHOSEN_MAILS.filter((kind) => wanted.includes(kind));
  if (kinds.length !== new Set(wanted).size) throw refusal('invalid_request', 'mails has a kind that there is not.');
  const choices = {
    quarter,
    language: language === '' ? null : language,
    mails: kinds,
    letterOnly: letter_only === 'yes',
  };
  try {
    await changeOwnChoices(deps, ownAct(call), choices);
  } catch (error) {
    if (refusal.is(error, 'validation_failed') && error.fields?.some(({ field }) => field === 'values'))
      return await selfPage(call, deps, true);
    throw error;
  }
  return { to: `${call.home}/me?done=saved` };
};
