/** `/at/{community}/act`: for whom the person who is signed in acts. Changing gives a new cookie. */
import { encodeId } from '@timebank/contract';
import { html } from '../../../console/pages/html.ts';
import type { Deps } from '../../../core/deps.ts';
import { newCookieId } from '../../../core/http/cookies.ts';
import { actFor, actingOf, type Roles, rolesOf } from '../domain/deputies/acting.ts';
import { ACT_TEXTS } from './present/act-texts.ts';
import type { MemberPage, OwnCall, OwnHandler } from './present/call.ts';
import { faultOf, formPage, hidden } from './present/frame.ts';
import { ownAddress } from './present/own-address.ts';
import { ownAct } from './publish.ts';

export const memberActHandler: OwnHandler = (call, deps) => actPage(call, deps, call.query.next ?? '');

export const actAsMemberHandler: OwnHandler = async (call, deps) => {
  const { community, session, fields } = call;
  const { person = '', next = '' } = fields;
  const roles = await rolesOf(deps, community.id, actingOf(session).personId);
  const chosen = choicesOf(call, roles).find(({ value }) => value === person);
  if (!chosen) return await actPage(call, deps, next, ACT_TEXTS[call.lang].chooseFault);
  const cookie = newCookieId();
  const to = ownAddress(call, next);
  await actFor(deps, ownAct(call), session.id, chosen, cookie);
  return { to, cookie: { id: cookie, isKept: !session.shared } };
};

/** Oneself first. */
function choicesOf({ lang }: OwnCall, { self, others }: Roles) {
  const text = ACT_TEXTS[lang];
  const own = self
    ? [{ value: encodeId('usr', self.id), label: text.oneself(self.name), memberId: self.id, deputyId: null }]
    : [];
  return [
    ...own,
    ...others.map(({ deputyId, memberId, name }) => ({
      value: encodeId('dpt', deputyId),
      label: text.forThem(name),
      memberId,
      deputyId,
    })),
  ];
}

async function actPage(call: OwnCall, deps: Deps, next: string, fault?: string): Promise<MemberPage> {
  const { community, session, lang, home } = call;
  const text = ACT_TEXTS[lang];
  const roles = await rolesOf(deps, community.id, actingOf(session).personId);
  const choices = choicesOf(call, roles);
  if (roles.others.length === 0) {
    return { page: 'act', state: 'none', title: text.none, main: html`<h1>${text.none}</h1>\n<p>${text.noneText}</p>` };
  }
  const { message, marks } = faultOf('person', fault);
  const present = session.deputyId === null ? encodeId('usr', session.memberId) : encodeId('dpt', session.deputyId);
  return formPage(
    call,
    { page: 'act', title: text.title, faults: { person: fault } },
    html`<p>${text.lead}</p>
<form id="act" method="post" action="${home}/act">
${hidden(call)}<input type="hidden" name="next" value="${next}">
<fieldset id="person" tabindex="-1"${marks}><legend>${text.choose}</legend>
${message}
${choices.map(({ value, label }) => html`<label class="tick"><input type="radio" name="person" value="${value}" required${value === present && html` checked`}>${label}</label>\n`)}</fieldset>
<button class="main">${text.submit}</button>
</form>`,
  );
}
