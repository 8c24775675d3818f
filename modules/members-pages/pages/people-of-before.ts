/** With whom a member has exchanged hours last, to be chosen by one tap. */
import { encodeId } from '@timebank/contract';
import { type Html, html } from '../../../console/pages/html.ts';
import { colonIn } from '../../../console/pages/voice/voice.ts';
import type { Deps } from '../../../core/deps.ts';
import { nameForMembers } from '../../../core/people/name-for-members.ts';
import { type PersonOfBefore, selectPeopleOfBefore } from '../domain/proposals/who-queries.ts';
import type { OwnCall } from './present/call.ts';
import { RECORD_TEXTS } from './present/record-texts.ts';

const PEOPLE = 5;
const LINES_READ = 60;

export const readPeopleOfBefore = ({ community, session }: OwnCall, { database }: Deps) =>
  selectPeopleOfBefore(database.reads, {
    ...{ communityId: community.id, accountId: session.accountId },
    ...{ lines: LINES_READ, limit: PEOPLE },
  });

/** Each with the name, and the number where two are named alike. */
function named({ community, lang }: OwnCall, people: readonly PersonOfBefore[]) {
  const short = people.map((one) => ({ ...one, shown: nameForMembers(one, community) }));
  return short.map((one) => {
    const isAlone = one.number === null || short.filter(({ shown }) => shown === one.shown).length === 1;
    const { record } = RECORD_TEXTS[lang];
    return { ...one, label: isAlone ? one.shown : `${one.shown} (${record.number(one.number ?? '')})` };
  });
}

/** On the form: who it is. @param side that is chosen; empty: none yet */
export const peopleLinks = (call: OwnCall, people: readonly PersonOfBefore[], side: string): Html | false =>
  people.length > 0 &&
  html`<p class="ways">${RECORD_TEXTS[call.lang].record.before}${colonIn(call.lang)} ${named(call, people).map(
    ({ id, label }) =>
      html`<a class="button" href="${call.home}/record?who=${encodeId('usr', id)}${side && `&side=${side}`}">${label}</a> `,
  )}</p>`;

/** On the first page: the form with the person and the side of the last time. */
export function peopleAgain(call: OwnCall, people: readonly PersonOfBefore[]): Html | false {
  const text = RECORD_TEXTS[call.lang].home;
  const items = named(call, people).map(({ id, label, gave }) => {
    const to = `${call.home}/record?who=${encodeId('usr', id)}&side=${gave ? 'helped' : 'was_helped'}`;
    const last = gave ? text.lastHelped : text.lastWasHelped;
    return html`<li>${label} <small>${last}</small> <a class="button" href="${to}" aria-label="${text.again}${colonIn(call.lang)} ${label}">${text.again}</a></li>\n`;
  });
  return (
    items.length > 0 &&
    html`<h2>${text.people}</h2>
<ul class="lines" id="people">${items}</ul>
`
  );
}
