/** `/at/{community}/me/address`: another e-mail address, which counts once its mailbox has answered. */

import { type Html, html } from '../../../console/pages/html.ts';
import { refusal } from '../../../core/base/refusal.ts';
import type { Deps } from '../../../core/deps.ts';
import { readMember } from '../../members/api/members/present.ts';
import { type AddressProof, askForAddress, confirmAddress, readAddressAsked } from '../domain/member-self/address.ts';
import { numberField, usedPage } from './enter-by-mail.ts';
import { ADDRESS_TEXTS } from './present/address-texts.ts';
import type { MemberPage, OwnCall, OwnHandler } from './present/call.ts';
import { faultOf, formPage, hidden } from './present/frame.ts';
import { SIGN_IN_TEXTS } from './present/sign-in-texts.ts';
import { ownAct } from './publish.ts';

/** What is wrong, by the id of the field: `email` or `number-typed`. */
type Faults = Readonly<Record<string, string>>;

export const memberAddressHandler: OwnHandler = async (call, deps) => {
  const { key } = call.query;
  if (key === undefined) return await addressPage(call, deps);
  const asked = await readAddressAsked(deps, ownAct(call), { key });
  return asked === undefined ? usedLinkPage(call) : questionPage(call, asked, key);
};

export const changeMemberAddressHandler: OwnHandler = async (call, deps) => {
  const { fields, home, lang, browser } = call;
  const { email, number, key } = fields;
  const done = { to: `${home}/me?done=saved` };
  const confirm = (proof: AddressProof) => confirmAddress(deps, ownAct(call), proof);
  if (key !== undefined) return (await confirm({ key })) ? done : usedLinkPage(call);
  if (number !== undefined) {
    if (browser && (await confirm({ number, cookieHash: browser }))) return done;
    return await addressPage(call, deps, { 'number-typed': SIGN_IN_TEXTS[lang].wrongNumber });
  }
  try {
    if (browser && deps.config.mail) await askForAddress(deps, ownAct(call), browser, email ?? '');
    return { to: `${home}/me/address` };
  } catch (error) {
    return await refusedPage(call, deps, error);
  }
};

async function refusedPage(call: OwnCall, deps: Deps, error: unknown): Promise<MemberPage> {
  const { faults } = ADDRESS_TEXTS[call.lang];
  if (refusal.is(error, 'rate_limited')) return await addressPage(call, deps, { email: faults.daily }, 429);
  if (!refusal.is(error, 'validation_failed')) throw error;
  const isSame = error.fields?.some(({ code }) => code === 'unchanged');
  return await addressPage(call, deps, { email: isSame ? faults.unchanged : faults.email });
}

async function addressPage(call: OwnCall, deps: Deps, faults: Faults = {}, status?: 429): Promise<MemberPage> {
  const { community, session, lang, browser } = call;
  const text = ADDRESS_TEXTS[lang];
  const { email } = await readMember(deps.database.reads, community.id, session.memberId);
  const asked = browser && (await readAddressAsked(deps, ownAct(call), { cookieHash: browser }));
  const state = asked === undefined ? {} : { state: 'asked' };
  return formPage(
    call,
    { page: 'address', ...state, title: text.title, faults, status },
    html`<p>${email === null ? text.none : text.now(email)}</p>
${!deps.config.mail && html`<p>${text.byOffice}</p>`}
${asked !== undefined && numberForm(call, asked, faults['number-typed'])}
${asked !== undefined && html`<h2>${text.another}</h2>`}
${deps.config.mail !== undefined && emailForm(call, asked === undefined, faults.email)}`,
  );
}

function numberForm(call: OwnCall, email: string, fault: string | undefined): Html {
  const text = ADDRESS_TEXTS[call.lang];
  return html`<p role="status">${text.sent(email)} ${text.open}</p>
<form id="number" method="post" action="${call.home}/me/address">
${hidden(call)}${numberField(call, call.fields.number ?? '', fault)}
<button class="main">${text.confirm}</button>
</form>`;
}

function emailForm(call: OwnCall, isMain: boolean, fault: string | undefined): Html {
  const text = ADDRESS_TEXTS[call.lang];
  const { message, marks } = faultOf('email', fault);
  return html`<form id="address" method="post" action="${call.home}/me/address">
${hidden(call)}<label for="email">${text.email}<br><span class="hint">${text.hint}</span></label>
${message}
<input id="email" name="email" type="email" value="${call.fields.email ?? ''}" maxlength="320" autocomplete="email" required${marks}>
<button${isMain && html` class="main"`}>${text.send}</button>
</form>`;
}

function questionPage(call: OwnCall, email: string, key: string): MemberPage {
  const text = ADDRESS_TEXTS[call.lang];
  return {
    page: 'address',
    state: 'confirm',
    title: text.title,
    main: html`<h1>${text.title}</h1>
<p>${text.question(email)} ${text.notice}</p>
<form id="confirm" method="post" action="${call.home}/me/address">
${hidden(call)}<input type="hidden" name="key" value="${key}">
<button class="main">${text.use}</button>
</form>`,
  };
}

const usedLinkPage = (call: OwnCall): MemberPage => {
  const { usedText, again } = ADDRESS_TEXTS[call.lang];
  const { used } = SIGN_IN_TEXTS[call.lang];
  return usedPage(call, { used, usedText, again }, { page: 'address', path: '/me/address' });
};
