/** `/at/{community}/sign-in`: the ways in, by a mail and by a letter. */
import { type Html, html } from '../../../console/pages/html.ts';
import { rateLimited } from '../../../core/base/refusal.ts';
import { createThrottle, throttleAddress } from '../../../core/base/throttle.ts';
import { MINUTE_MS } from '../../../core/base/time.ts';
import type { Deps } from '../../../core/deps.ts';
import { newCookieId } from '../../../core/http/cookies.ts';
import { actingOf } from '../domain/deputies/acting.ts';
import { askForLink } from '../domain/member-access/by-mail.ts';
import { endSessionsOfMember, memberTokenHash } from '../domain/member-access/sign-in.ts';
import type { MemberCall, MemberHandler, MemberPage } from './present/call.ts';
import { faultOf, formPage, hidden } from './present/frame.ts';
import { SIGN_IN_TEXTS } from './present/sign-in-texts.ts';
import { MEMBER_TEXTS } from './present/texts.ts';

/** Links that one network asks for: an evening of introduction has one, and nobody waits long. */
export const LINKS_PER_ADDRESS = 60;
const LINKS_WITHIN_MS = 10 * MINUTE_MS;

export const memberSignInHandler: MemberHandler = async (call, deps) =>
  call.session ? { to: call.home } : signInPage(call, deps, { next: call.query.next ?? '' });

/** The address on a letter, for those who type it. */
export const memberLetterHandler: MemberHandler = async (call, deps) =>
  call.session ? { to: call.home } : signInPage(call, deps, { next: '', typed: '' });

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

/** @property next the page to go on to; @property typed the code of a letter, which then comes first; @property fault of it */
interface SignInEntries {
  readonly next: string;
  readonly typed?: string;
  readonly fault?: string;
}

export function signInPage(call: MemberCall, deps: Deps, entries: SignInEntries): MemberPage {
  const text = MEMBER_TEXTS[call.lang].signIn;
  const { fault, typed } = entries;
  const isLetter = typed !== undefined || deps.config.mail === undefined;
  const mail = deps.config.mail !== undefined && mailForm(call, entries.next, !isLetter);
  const { orLetter, orMail } = SIGN_IN_TEXTS[call.lang];
  const [first, second] = isLetter
    ? [codeForm(call, entries, true), mail && html`<p>${orMail}</p>\n${mail}`]
    : [mail, html`<p>${orLetter}</p>\n${codeForm(call, entries, false)}`];
  return formPage(
    call,
    { page: 'sign-in', title: text.title, faults: { 'code-typed': fault } },
    html`${first}
${second}
<p>${text.lost}</p>`,
  );
}

function codeForm(call: MemberCall, { next, typed = '', fault }: SignInEntries, isFirst: boolean): Html {
  const { signIn: text, enter } = MEMBER_TEXTS[call.lang];
  const { message, marks } = faultOf('code-typed', fault);
  return html`<form id="code" method="post" action="${call.home}/enter">
${hidden(call)}<input type="hidden" name="next" value="${next}">
<label for="code-typed">${text.code}<br><span class="hint">${text.codeHint}</span></label>
${message}
<input id="code-typed" name="code" value="${typed}" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" required${marks}>
<label class="tick"><input type="checkbox" name="shared" value="yes">${enter.shared}</label>
<button${isFirst && html` class="main"`}>${text.submit}</button>
</form>`;
}

function mailForm(call: MemberCall, next: string, isFirst: boolean): Html {
  const text = SIGN_IN_TEXTS[call.lang];
  return html`<form id="email" method="post" action="${call.home}/sign-in">
${hidden(call)}<input type="hidden" name="next" value="${next}">
<label for="email-typed">${text.email}</label>
<input id="email-typed" name="email" type="email" autocomplete="email" inputmode="email" required>
<button${isFirst && html` class="main"`}>${text.send}</button>
</form>`;
}

/** `/at/{community}/sign-out`: ends this session. */
export const leaveAsMemberHandler: MemberHandler = async ({ community, home, session, address, requestId }, deps) => {
  if (session) {
    const act = { communityId: community.id, ...actingOf(session), address, requestId };
    await endSessionsOfMember(deps, act, session.memberId, { sessionId: session.id });
  }
  return { to: home, cookie: { id: newCookieId(), isKept: false } };
};
