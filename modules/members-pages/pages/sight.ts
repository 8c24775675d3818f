/** `/at/{community}/me/sight`: who sees a member, and the member's choice of it. */
import { VISIBILITIES, type Visibility } from '@timebank/contract';
import { type Html, html } from '../../../console/pages/html.ts';
import { refusal } from '../../../core/base/refusal.ts';
import { selectQuarter } from '../../../core/people/members/detail-queries.ts';
import { readMember } from '../../members/api/members/present.ts';
import { selectOwnChoices } from '../domain/member-self/queries.ts';
import { changeSight } from '../domain/member-self/sight.ts';
import { type OwnCall, type OwnHandler, ownOf } from './present/call.ts';
import { hidden } from './present/frame.ts';
import { SIGHT_TEXTS } from './present/sight-texts.ts';
import { ownAct } from './publish.ts';

export const memberSightHandler: OwnHandler = async (call, deps) => {
  const { lang, home } = call;
  const own = ownOf(call);
  const member = await readMember(deps.database.reads, own.communityId, own.memberId);
  const [choices] = await selectOwnChoices(deps.database.reads, own);
  const [quarter] = await selectQuarter(deps.database.reads, own);
  const text = SIGHT_TEXTS[lang];
  const isSaved = call.query.done === 'saved';
  return {
    page: 'sight',
    ...(isSaved ? { state: 'saved' } : {}),
    title: text.title,
    main: html`<h1>${text.title}</h1>
${isSaved && html`<p role="status">${text.saved}</p>`}
<p>${text.lead}</p>
<form id="sight" method="post" action="${home}/me/sight">
${hidden(call)}<h2>${text.members}</h2>
<label class="tick"><input type="checkbox" name="members" value="yes"${choices?.seenByMembers && html` checked`}>${text.byName}</label>
<p>${text.byNameHint(call.community.namesWhole)}${quarter?.own ? ` ${text.besideName(`${quarter.name} ${quarter.own}`)}` : false}</p>
<h2>${text.partners}</h2>
<p>${text.partnersHint}</p>
${member.partners.length === 0 ? html`<p>${text.noPartner}</p>` : partnerFields(call, member)}
<button class="main">${text.save}</button>
</form>
<p><a class="button" href="${home}/me">${text.back}</a></p>`,
  };
};

type Member = Awaited<ReturnType<typeof readMember>>;

function partnerFields({ lang }: OwnCall, { visibility, default_visibility, partners }: Member): Html {
  const text = SIGHT_TEXTS[lang];
  const usual = text.usual(text.sees[default_visibility]);
  return html`${choiceField('all', 'all', text.all, usual, visibility, '', text.asCommunity, text.sees)}
<details aria-label="${text.single}"${partners.some(({ choice }) => choice !== null) && html` open`}><summary>${text.single}</summary>
${partners.map(({ partner_id: id, name, choice, effective }) => {
  const now = text.now(text.sees[effective]);
  return choiceField(`partner-${id}`, 'partner', name, now, choice, `${id}:`, text.asAll, text.sees);
})}</details>`;
}

/** @param prefix of each value: a partner's number; @param follows what no choice means */
function choiceField(
  id: string,
  name: string,
  label: string,
  hint: string,
  chosen: Visibility | null,
  prefix: string,
  follows: string,
  sees: Readonly<Record<Visibility, string>>,
): Html {
  const options = VISIBILITIES.map(
    (one) => html`<option value="${prefix}${one}"${one === chosen && html` selected`}>${sees[one]}</option>`,
  );
  return html`<label for="${id}">${label}<br><span class="hint">${hint}</span></label>
<select id="${id}" name="${name}"><option value="${prefix}"${chosen === null && html` selected`}>${follows}</option>${options}</select>
`;
}

/** @throws Refusal invalid_request, partner_not_found */
export const changeMemberSightHandler: OwnHandler = async (call, deps) => {
  const { members, all, partner = '' } = call.fields;
  const choices = partner.split(' ').filter((one) => one !== '');
  const byPartner = new Map(choices.map(readChoice));
  const byAll = all === undefined ? undefined : readVisibility(all);
  await changeSight(deps, ownAct(call), { byMembers: members === 'yes', byAll, byPartner });
  return { to: `${call.home}/me/sight?done=saved` };
};

/** `12:listed`; `12:` is as for all. */
function readChoice(text: string): [number, Visibility | null] {
  const [, id, word] = /^([1-9]\d{0,8}):(\w*)$/.exec(text) ?? [];
  if (id === undefined || word === undefined) throw refusal('invalid_request', 'partner is no choice for a partner.');
  return [Number(id), readVisibility(word)];
}

function readVisibility(word: string): Visibility | null {
  const known = VISIBILITIES.find((one) => one === word);
  if (known === undefined && word !== '') throw refusal('invalid_request', 'There is no such choice.');
  return known ?? null;
}
