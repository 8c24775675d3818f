/** `/at/{community}/enter`: whose letter or link it is, and the button that signs in. Opening the page uses nothing up. */

import { countFromBrowser } from '../../../console/desk/throttle.ts';
import { html } from '../../../console/pages/html.ts';
import type { Deps } from '../../../core/deps.ts';
import { letterHash, readLetterCode } from '../domain/member-access/letter-code.ts';
import { type LetterFound, selectLetter } from '../domain/member-access/queries.ts';
import { signInByLetter } from '../domain/member-access/sign-in.ts';
import { enterByKey, enterByNumber, keyPage, numberPage, usedPage } from './enter-by-mail.ts';
import { ACT_TEXTS } from './present/act-texts.ts';
import type { MemberCall, MemberHandler, MemberPage } from './present/call.ts';
import { hidden } from './present/frame.ts';
import { newSessionOf } from './present/new-session.ts';
import { ownAddress } from './present/own-address.ts';
import { MEMBER_TEXTS } from './present/texts.ts';
import { signInPage } from './sign-in.ts';

export const memberEnterHandler: MemberHandler = async (call, deps) => {
  const { code = '', key, next = '' } = call.query;
  if (key !== undefined) return keyPage(call, deps, key);
  if (code === '') return deps.config.mail ? numberPage(call) : signInPage(call, deps, { next });
  const found = await findLetter(call, deps, code);
  if (!found) return signInPage(call, deps, { next, typed: code, fault: MEMBER_TEXTS[call.lang].signIn.unknown });
  return found.isOpen ? enterPage(call, found, code, next) : usedLetterPage(call);
};

export const enterAsMemberHandler: MemberHandler = async (call, deps) => {
  const { code = '', key, number, next = '' } = call.fields;
  if (key !== undefined) return enterByKey(call, deps, key);
  if (number !== undefined) return enterByNumber(call, deps, number);
  const found = await findLetter(call, deps, code);
  if (!found) {
    await countWrongCode(call, deps, code);
    return signInPage(call, deps, { next, typed: code, fault: MEMBER_TEXTS[call.lang].signIn.unknown });
  }
  if (!found.isOpen) return usedLetterPage(call);
  const { community, address, requestId } = call;
  const { session, cookie } = newSessionOf(call);
  const to = ownAddress(call, next);
  const where = { communityId: community.id, address, requestId };
  return (await signInByLetter(deps, where, found, session)) ? { to, cookie } : usedLetterPage(call);
};

/** The letter of a code. The right one is let through, whatever was tried before. */
async function findLetter({ community }: MemberCall, deps: Deps, typed: string): Promise<LetterFound | undefined> {
  const code = readLetterCode(typed);
  if (code === undefined) return undefined;
  const keyHash = letterHash(deps.keys.letters, code);
  const at = { communityId: community.id, keyHash, now: deps.clock.now() };
  const [letter] = await selectLetter(deps.database.reads, at);
  return letter;
}

/** A code that no letter has counts against the browser that sends it; a slip of the pen costs no try. @throws Refusal rate_limited */
async function countWrongCode({ browser }: MemberCall, deps: Deps, typed: string): Promise<void> {
  if (browser && readLetterCode(typed) !== undefined) await countFromBrowser(deps.database, deps.clock.now(), browser);
}

function enterPage(call: MemberCall, { name, forName }: LetterFound, code: string, next: string): MemberPage {
  const text = MEMBER_TEXTS[call.lang].enter;
  return {
    page: 'enter',
    title: text.title,
    main: html`<h1>${text.title}</h1>
<p>${text.isThis(name)}${forName !== null && ` ${ACT_TEXTS[call.lang].actsFor(forName)}`}</p>
<form id="enter" method="post" action="${call.home}/enter">
${hidden(call)}<input type="hidden" name="code" value="${code}"><input type="hidden" name="next" value="${next}">
<label class="tick"><input type="checkbox" name="shared" value="yes">${text.shared}</label>
<button class="main">${text.submit}</button>
</form>`,
  };
}

function usedLetterPage(call: MemberCall): MemberPage {
  const { used, usedText, back } = MEMBER_TEXTS[call.lang].enter;
  return usedPage(call, { used, usedText, again: back });
}
