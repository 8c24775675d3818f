/** The question of the first page, which mails of news a member wants: asked once, where mail reaches the member. */

import { type Html, html } from '../../../console/pages/html.ts';
import { refusal } from '../../../core/base/refusal.ts';
import type { Deps } from '../../../core/deps.ts';
import { answerNewsQuestion, NEWS_MAILS } from '../domain/member-self/choices.ts';
import { selectOwnChoices } from '../domain/member-self/queries.ts';
import { type OwnCall, type OwnHandler, ownOf } from './present/call.ts';
import { hidden } from './present/frame.ts';
import { ME_TEXTS } from './present/me-texts.ts';
import { ownAct } from './publish.ts';

/** @returns false: it was answered, or there is no way to send one */
export async function newsQuestion(call: OwnCall, { database, config }: Deps): Promise<Html | false> {
  // It is the member's to say, and not a deputy's.
  if (!config.mail || call.session.deputyId !== null) return false;
  const [choices] = await selectOwnChoices(database.reads, ownOf(call));
  if (!choices?.hasAddress || choices.digestAskedAt || choices.mailKinds.includes('digest')) return false;
  const { news: text } = ME_TEXTS[call.lang];
  return html`<form id="news" method="post" action="${call.home}/me/news">
${hidden(call)}<fieldset><legend>${text.question}</legend>
<label class="tick"><input type="checkbox" name="mails" value="alerts">${text.alerts}</label>
<button name="do" value="yes">${text.yes}</button> <button name="do" value="no">${text.no}</button>
<span class="hint">${text.hint}</span></fieldset>
</form>`;
}

/** `/at/{community}/me/news` */
export const answerNewsHandler: OwnHandler = async (call, deps) => {
  const { do: answer, mails = '' } = call.fields;
  if (answer !== 'yes' && answer !== 'no') throw refusal('invalid_request', 'do is yes or no.');
  const kinds = NEWS_MAILS.filter((kind) => kind === 'digest' || mails.split(' ').includes(kind));
  await answerNewsQuestion(deps, ownAct(call), answer === 'yes' ? kinds : []);
  return { to: call.home };
};
