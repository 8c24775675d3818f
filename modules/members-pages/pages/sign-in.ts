/** `/at/{community}/sign-in`: the ways in, by a mail and by a letter. */

import { type Html, html } from '../../../console/pages/html.ts';
import { rateLimited } from '../../../core/base/refusal.ts';
import { createThrottle, throttleAddress } from '../../../core/base/throttle.ts';
import { MINUTE_MS } from '../../../core/base/time.ts';
import type { Deps } from '../../../core/deps.ts';
import { askForLink } from '../domain/member-access/by-mail.ts';
import { memberTokenHash } from '../domain/member-access/sign-in.ts';
import type { MemberCall, MemberHandler, MemberPage } from './present/call.ts';
import { faultList, faultOf, hidden } from './present/frame.ts';
import { SIGN_IN_TEXTS } from './present/sign-in-texts.ts';
import { MEMBER_TEXTS } from './present/texts.ts';

/** Links that one network asks for: an evening of introduction has one, and nobody waits long. */
export const LINKS_PER_ADDRESS = 60;
const LINKS_WITHIN_MS = 10 * MINUTE_MS;

export const memberSignInHandler: MemberHandler = async (call, deps) =>
  call.session ? { to: call.home } : signInPage(call, deps, call.query.next ?? '');

/** The answer is the same for every address, and takes as long: the mailer looks the address up. */
export function createAskForLink(): MemberHandler {
  const asked = createThrottle(LINKS_PER_ADDRESS, LINKS_WITHIN_MS);
  return async ({ community, home, fields, browser, device, address }, deps) => {
    const waitSeconds = asked.count(throttleAddress(address), deps.clock.now().getTime());
    if (waitSeconds > 0) throw rateLimited('Too many links were asked for.', waitSeconds);
    const { email = '', next = '' } = fields;
    if (deps.config.mail && browser) {
      const deviceHash = device === undefined ? null : memberTokenHash(device);
      await askForLink(deps, community.id, { email, cookieHash: browser, deviceHash, next });
    }
    return { to: `${home}/enter` };
  };
}

/** @param next the page to go on to; @param typed the code as it was typed; @param fault undefined: there is none */
export function signInPage(call: MemberCall, deps: Deps, next: string, typed = '', fault?: string): MemberPage {
  const all = MEMBER_TEXTS[call.lang];
  const text = all.signIn;
  const { message, marks } = faultOf('code-typed', fault);
  const byMail = deps.config.mail !== undefined;
  return {
    page: 'sign-in',
    status: fault === undefined ? 200 : 422,
    title: fault === undefined ? text.title : `${all.error}: ${text.title}`,
    main: html`<h1>${text.title}</h1>
${fault !== undefined && faultList(all.faults, { 'code-typed': fault })}
${byMail && mailForm(call, next)}
<form id="code" method="post" action="${call.home}/enter">
${hidden(call)}<input type="hidden" name="next" value="${next}">
<label for="code-typed">${text.code}<span class="hint">${text.codeHint}</span></label>
${message}
<input id="code-typed" name="code" value="${typed}" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" required${marks}>
<button${!byMail && html` class="main"`}>${text.submit}</button>
</form>
<p>${text.lost}</p>`,
  };
}

function mailForm(call: MemberCall, next: string): Html {
  const text = SIGN_IN_TEXTS[call.lang];
  return html`<form id="email" method="post" action="${call.home}/sign-in">
${hidden(call)}<input type="hidden" name="next" value="${next}">
<label for="email-typed">${text.email}</label>
<input id="email-typed" name="email" type="email" autocomplete="email" inputmode="email" required>
<button class="main">${text.send}</button>
</form>
<p>${text.orLetter}</p>`;
}
