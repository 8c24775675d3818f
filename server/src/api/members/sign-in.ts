/** `/at/{community}/sign-in`: the ways in. */
import { html } from '../front/html.ts';
import type { MemberCall, MemberHandler, MemberPage } from './present/call.ts';
import { faultList, faultOf, hidden } from './present/frame.ts';
import { MEMBER_TEXTS } from './present/texts.ts';

export const memberSignInHandler: MemberHandler = async (call) =>
  call.session ? { to: call.home } : signInPage(call, call.query.next ?? '');

/** @param next the page to go on to; @param typed the code as it was typed; @param fault undefined: there is none */
export function signInPage(call: MemberCall, next: string, typed = '', fault?: string): MemberPage {
  const all = MEMBER_TEXTS[call.lang];
  const text = all.signIn;
  const { message, marks } = faultOf('code-typed', fault);
  return {
    page: 'sign-in',
    status: fault === undefined ? 200 : 422,
    title: fault === undefined ? text.title : `${all.error}: ${text.title}`,
    main: html`<h1>${text.title}</h1>
${fault !== undefined && faultList(all.faults, { 'code-typed': fault })}
<form id="code" method="post" action="${call.home}/enter">
${hidden(call)}<input type="hidden" name="next" value="${next}">
<label for="code-typed">${text.code}<span class="hint">${text.codeHint}</span></label>
${message}
<input id="code-typed" name="code" value="${typed}" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" required${marks}>
<button class="main">${text.submit}</button>
</form>
<p>${text.lost}</p>`,
  };
}
