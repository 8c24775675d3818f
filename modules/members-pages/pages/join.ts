/** `/at/{community}/join`: a visitor asks to take part. Only where the community has it so. */
import { consoleRefusal } from '../../../console/desk/refusal.ts';
import { type Html, html } from '../../../console/pages/html.ts';
import { isUuid, newIdAt } from '../../../core/base/ids.ts';
import { rateLimited, refusal } from '../../../core/base/refusal.ts';
import { createThrottle, throttleAddress } from '../../../core/base/throttle.ts';
import { HOUR_MS } from '../../../core/base/time.ts';
import { askToJoin } from '../domain/member-self/join.ts';
import type { MemberCall, MemberHandler, MemberPage } from './present/call.ts';
import { faultOf, formPage, hidden } from './present/frame.ts';
import { JOIN_TEXTS } from './present/join-texts.ts';

/** Wishes of one network address, and of one browser, within an hour. */
const JOINS_PER_ADDRESS = 60;
const JOINS_PER_BROWSER = 6;

/** The fields, in the order of the page. */
const FIELDS = ['name', 'email', 'phone', 'words'] as const;
type JoinField = (typeof FIELDS)[number];
type JoinFaults = Readonly<Partial<Record<JoinField, string>>>;

/** @throws Refusal not_found */
function demandOpen({ community }: MemberCall): void {
  if (!community.mayJoin) throw refusal('not_found', 'There is nothing at this path.');
}

export const memberJoinHandler: MemberHandler = async (call, deps) => {
  demandOpen(call);
  if (call.session) return { to: call.home };
  return call.query.done === 'sent' ? sentPage(call) : joinPage(call, deps.clock.now());
};

/** The answer is the same for every address: it does not say who is a member. */
export function createAskToJoin(): MemberHandler {
  const [ofAddress, ofBrowser] = [
    createThrottle(JOINS_PER_ADDRESS, HOUR_MS),
    createThrottle(JOINS_PER_BROWSER, HOUR_MS),
  ];
  return async (call, deps) => {
    demandOpen(call);
    if (call.session) return { to: call.home };
    const { community, address, requestId, browser, lang, home } = call;
    const now = deps.clock.now();
    // Its token has bound the form to the browser's cookie.
    if (!browser) throw consoleRefusal('csrf_failed', 'The form does not belong to this browser; open the page again.');
    const { name = '', email = '', phone = '', words = '', form = '' } = call.fields;
    const wait = Math.max(
      ofAddress.count(throttleAddress(address), now.getTime()),
      ofBrowser.count(browser.toString('hex'), now.getTime()),
    );
    if (wait > 0) throw rateLimited('Too many people were entered.', wait);
    try {
      const where = { communityId: community.id, address, requestId };
      await askToJoin(deps, where, { name, email, phone, words, form, browser, language: lang });
      return { to: `${home}/join?done=sent` };
    } catch (error) {
      return joinPage(call, now, faultsOf(call, error));
    }
  };
}

/** @throws what is no fault of the form */
function faultsOf({ lang }: MemberCall, error: unknown): JoinFaults {
  if (!refusal.is(error, 'validation_failed') || !error.fields) throw error;
  const { faults } = JOIN_TEXTS[lang];
  return Object.fromEntries(
    error.fields.map(({ field, code }) => [
      field,
      field === 'email' && code === 'required' ? faults.reach : faults[field as JoinField],
    ]),
  );
}

function sentPage({ lang, home }: MemberCall): MemberPage {
  const text = JOIN_TEXTS[lang];
  return {
    page: 'join',
    state: 'sent',
    title: text.sent,
    main: html`<h1>${text.sent}</h1>
<p>${text.sentText}</p>
<p><a class="button" href="${home}">${text.back}</a></p>`,
  };
}

function joinPage(call: MemberCall, now: Date, faults: JoinFaults = {}): MemberPage {
  const text = JOIN_TEXTS[call.lang];
  const { form = '' } = call.fields;
  return formPage(
    call,
    { page: 'join', title: text.title, faults },
    html`<p>${text.lead(call.community.name)}</p>
<form id="join" method="post" action="${call.home}/join">
${hidden(call)}<input type="hidden" name="form" value="${isUuid(form) ? form : newIdAt(now)}">
${joinFields(call, faults)}
<p>${text.privacy}</p>
<button class="main">${text.submit}</button>
</form>`,
  );
}

function joinFields({ lang, fields }: MemberCall, faults: JoinFaults): Html {
  const text = JOIN_TEXTS[lang];
  const [name, email, phone, words] = FIELDS.map((field) => faultOf(field, faults[field])) as [
    Fault,
    Fault,
    Fault,
    Fault,
  ];
  const typed = (field: JoinField) => fields[field] ?? '';
  return html`<label for="name">${text.name}</label>
${name.message}
<input id="name" name="name" value="${typed('name')}" maxlength="200" autocomplete="name" required${name.marks}>
<label for="email">${text.email}<br><span class="hint">${text.reachHint}</span></label>
${email.message}
<input id="email" name="email" type="email" value="${typed('email')}" maxlength="320" autocomplete="email"${email.marks}>
<label for="phone">${text.phone}</label>
${phone.message}
<input id="phone" name="phone" type="tel" value="${typed('phone')}" maxlength="50" autocomplete="tel"${phone.marks}>
<label for="words">${text.words}<br><span class="hint">${text.wordsHint}</span></label>
${words.message}
<textarea id="words" name="words" rows="4" maxlength="2000" autocomplete="off"${words.marks}>
${typed('words')}</textarea>`;
}

type Fault = ReturnType<typeof faultOf>;
