/** `/at/{community}/enter` for the holder of a mail: its link, or the number that counts in the browser that asked. */
import { encodeId } from '@timebank/contract';
import { countFromBrowser } from '../../../console/desk/throttle.ts';
import { type Html, html } from '../../../console/pages/html.ts';
import type { Deps } from '../../../core/deps.ts';
import { findMailKey, type MailWay, signInByMail, tryMailNumber } from '../domain/member-access/by-mail.ts';
import type { MailboxPerson } from '../domain/member-access/mail-queries.ts';
import { ACT_TEXTS } from './present/act-texts.ts';
import type { MemberCall, MemberPage, MemberReply } from './present/call.ts';
import { faultOf, formPage, hidden } from './present/frame.ts';
import { newSessionOf } from './present/new-session.ts';
import { ownAddress } from './present/own-address.ts';
import { SIGN_IN_TEXTS } from './present/sign-in-texts.ts';
import { MEMBER_TEXTS } from './present/texts.ts';

/** Whose account it is: a person to confirm or to choose. Uses nothing up. */
export async function keyPage(call: MemberCall, deps: Deps, key: string): Promise<MemberPage> {
  const way = await findMailKey(deps, call.community.id, key);
  return way ? whoPage(call, way, { key }) : usedLinkPage(call);
}

export async function enterByKey(call: MemberCall, deps: Deps, key: string): Promise<MemberReply> {
  const way = await findMailKey(deps, call.community.id, key);
  if (!way) return usedLinkPage(call);
  const person = personOf(call, way);
  if (!person) return whoPage(call, way, { key }, ACT_TEXTS[call.lang].chooseFault);
  return (await signIn(call, deps, way, person)) ?? usedLinkPage(call);
}

/** @throws Refusal rate_limited */
export async function enterByNumber(call: MemberCall, deps: Deps, number: string): Promise<MemberReply> {
  const { community, browser, lang } = call;
  const text = SIGN_IN_TEXTS[lang];
  // Its token has bound the form to the browser's cookie.
  if (!browser) return numberPage(call, number, text.wrongNumber);
  const attempt = await countFromBrowser(deps.database, deps.clock.now(), browser);
  const way = await tryMailNumber(deps, community.id, browser, number);
  if (!way) return numberPage(call, number, text.wrongNumber);
  await attempt.takenBack();
  const person = personOf(call, way);
  if (!person) {
    await way.chosenLater();
    return whoPage(call, way, { number }, ACT_TEXTS[lang].chooseFault);
  }
  return (await signIn(call, deps, way, person)) ?? numberPage(call, number, text.wrongNumber);
}

/** The person that was chosen; the only one need not be. */
function personOf({ fields: { person } }: MemberCall, { persons }: MailWay): MailboxPerson | undefined {
  if (person === undefined) return persons.length === 1 ? persons[0] : undefined;
  return persons.find((one) => idOfPerson(one) === person);
}

/** As forms name it: `usr_…`, or `dpt_…` of a deputy. */
const idOfPerson = ({ memberId, deputyId }: MailboxPerson): string =>
  deputyId === null ? encodeId('usr', memberId) : encodeId('dpt', deputyId);

const nameOfPerson = ({ lang }: MemberCall, { name, forName }: MailboxPerson): string =>
  forName === null ? name : ACT_TEXTS[lang].personFor(name, forName);

/** @returns undefined: another browser was first */
async function signIn(
  call: MemberCall,
  deps: Deps,
  way: MailWay,
  person: MailboxPerson,
): Promise<MemberReply | undefined> {
  const { community, address, requestId } = call;
  const { session, cookie } = newSessionOf(call);
  const to = ownAddress(call, way.next);
  const isIn = await signInByMail(deps, { communityId: community.id, address, requestId }, way, person, session);
  return isIn ? { to, cookie } : undefined;
}

function whoPage(
  call: MemberCall,
  { persons }: MailWay,
  held: { readonly key: string } | { readonly number: string },
  fault?: string,
): MemberPage {
  const all = MEMBER_TEXTS[call.lang];
  const text = SIGN_IN_TEXTS[call.lang];
  const { message, marks } = faultOf('person', fault);
  const [only] = persons;
  const isOne = persons.length === 1 && only !== undefined;
  return formPage(
    call,
    { page: 'enter', state: isOne ? 'one' : 'several', title: text.who, faults: { person: fault } },
    html`<form id="enter" method="post" action="${call.home}/enter">
${hidden(call)}${Object.entries(held).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${
  isOne
    ? html`<p>${text.isYou(nameOfPerson(call, only))}</p><input type="hidden" name="person" value="${idOfPerson(only)}">`
    : html`<fieldset id="person" tabindex="-1"${marks}><legend>${text.choose}</legend>
${message}
${persons.map((one) => html`<label class="tick"><input type="radio" name="person" value="${idOfPerson(one)}">${nameOfPerson(call, one)}</label>`)}
</fieldset>`
}
<label class="tick"><input type="checkbox" name="shared" value="yes">${all.enter.shared}</label>
<button class="main">${all.enter.submit}</button>
</form>`,
  );
}

/** The same for every address that was asked for. */
export function numberPage(call: MemberCall, typed = '', fault?: string): MemberPage {
  const all = MEMBER_TEXTS[call.lang];
  const text = SIGN_IN_TEXTS[call.lang];
  return formPage(
    call,
    { page: 'enter', state: 'asked', title: text.look, faults: { 'number-typed': fault } },
    html`<p>${text.onItsWay}</p>
<form id="number" method="post" action="${call.home}/enter">
${hidden(call)}${numberField(call, typed, fault)}
<label class="tick"><input type="checkbox" name="shared" value="yes">${all.enter.shared}</label>
<button class="main">${text.withNumber}</button>
</form>
<p><a class="button" href="${call.home}/sign-in">${text.otherAddress}</a></p>`,
  );
}

/** For the number of a mail. */
export function numberField({ lang }: MemberCall, typed: string, fault: string | undefined): Html {
  const text = SIGN_IN_TEXTS[lang];
  const { message, marks } = faultOf('number-typed', fault);
  return html`<label for="number-typed">${text.number}<br><span class="hint">${text.numberHint}</span></label>
${message}
<input id="number-typed" name="number" value="${typed}" inputmode="numeric" autocomplete="one-time-code" required${marks}>`;
}

function usedLinkPage(call: MemberCall): MemberPage {
  const text = SIGN_IN_TEXTS[call.lang];
  return usedPage(call, text, { page: 'enter', path: '/sign-in', toNumber: text.toNumber });
}

/** A letter or a link that opens nothing any more. @property path where a new one is asked for; @property toNumber the way to the number of the same mail, which may still count */
export function usedPage(
  { home }: MemberCall,
  text: { readonly used: string; readonly usedText: string; readonly again: string },
  { page, path, toNumber }: { readonly page: string; readonly path: string; readonly toNumber?: string } = {
    page: 'enter',
    path: '/sign-in',
  },
): MemberPage {
  return {
    page,
    state: 'used',
    status: 410,
    title: text.used,
    main: html`<h1>${text.used}</h1>
<p>${text.usedText}</p>
<p>${toNumber !== undefined && html`<a class="button main" href="${home}/enter">${toNumber}</a> `}<a class="button${toNumber === undefined && ' main'}" href="${home}${path}">${text.again}</a></p>`,
  };
}
