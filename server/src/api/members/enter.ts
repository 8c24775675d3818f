/** `/at/{community}/enter`: whose letter or link it is, and the button that signs in. Opening the page uses nothing up. */

import { countFromBrowser } from '../../domain/administrators/throttle.ts';
import type { Deps } from '../../domain/deps.ts';
import { letterHash, readLetterCode } from '../../domain/member-access/letter-code.ts';
import { type LetterFound, selectLetter } from '../../domain/member-access/queries.ts';
import { signInByLetter } from '../../domain/member-access/sign-in.ts';
import { html } from '../front/html.ts';
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
  if (code === '') return deps.config.mail ? numberPage(call) : signInPage(call, deps, next);
  const found = await findLetter(call, deps, code);
  if (!found) return signInPage(call, deps, next, code, MEMBER_TEXTS[call.lang].signIn.unknown);
  return found.isOpen ? enterPage(call, found, code, next) : usedLetterPage(call);
};

export const enterAsMemberHandler: MemberHandler = async (call, deps) => {
  const { code = '', key, number, next = '' } = call.fields;
  if (key !== undefined) return enterByKey(call, deps, key);
  if (number !== undefined) return enterByNumber(call, deps, number);
  const found = await findLetter(call, deps, code);
  if (!found) return signInPage(call, deps, next, code, MEMBER_TEXTS[call.lang].signIn.unknown);
  if (!found.isOpen) return usedLetterPage(call);
  const { community, address, requestId } = call;
  const { session, cookie } = newSessionOf(call);
  const where = { communityId: community.id, address, requestId };
  if (!(await signInByLetter(deps, where, found, session))) return usedLetterPage(call);
  return { to: ownAddress(call, next), cookie };
};

/**
 * The letter of a code. A slip of the pen costs no try; a code that no letter has counts against browser and network address.
 * @throws Refusal rate_limited
 */
async function findLetter(
  { community, address, browser }: MemberCall,
  deps: Deps,
  typed: string,
): Promise<LetterFound | undefined> {
  const code = readLetterCode(typed);
  if (code === undefined) return undefined;
  const now = deps.clock.now();
  const attempt = await countFromBrowser(deps.database, now, { address, browser });
  const keyHash = letterHash(deps.keys.letters, code);
  const [letter] = await selectLetter(deps.database.reads, { communityId: community.id, keyHash, now });
  if (letter) await attempt.takenBack();
  return letter;
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
