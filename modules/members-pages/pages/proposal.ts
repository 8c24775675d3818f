/** `/at/{community}/record/{prp}`: an hour of two, for both to look at and to answer. */

import { decodeId, encodeId } from '@timebank/contract';
import { type Html, html } from '../../../console/pages/html.ts';
import { shownHours } from '../../../console/pages/voice/hours.ts';
import { colonIn } from '../../../console/pages/voice/voice.ts';
import { refusal } from '../../../core/base/refusal.ts';
import type { Deps } from '../../../core/deps.ts';
import { nameForMembers } from '../../../core/people/name-for-members.ts';
import { actingOf, rolesOf } from '../domain/deputies/acting.ts';
import { type DeputyNames, readDeputyNames } from '../domain/deputies/names.ts';
import { memberActor } from '../domain/member-access/sign-in.ts';
import { answerProposal, type MemberAnswer } from '../domain/proposals/act.ts';
import {
  type ProposalStep,
  type ProposalView,
  selectProposal,
  selectProposalSteps,
} from '../domain/proposals/queries.ts';
import { unknownProposal } from '../domain/proposals/write.ts';
import type { MemberPage, OwnCall, OwnHandler } from './present/call.ts';
import { faultOf, formPage, hidden } from './present/frame.ts';
import { shownDay } from './present/lines.ts';
import { officeText, RECORD_TEXTS, titleKey } from './present/record-texts.ts';
import { chosenTime, readingsOf, timeChoices } from './present/time-choice.ts';
import { faultsOf } from './record-faults.ts';

const WORDS_MAX = 1000;

export const memberProposalHandler: OwnHandler = async (call, deps) => {
  const view = await readView(call, deps);
  if (isParty(call, view)) return await proposalPage(call, deps, view, {});
  if (!(await actsForParty(call, deps, view))) throw unknownProposal();
  const next = `${call.home}/record/${encodeId('prp', view.id)}`;
  return { to: `${call.home}/act?next=${encodeURIComponent(next)}` };
};

const isParty = ({ session: { memberId } }: OwnCall, { providerId, receiverId }: ProposalView) =>
  memberId === providerId || memberId === receiverId;

/** Whether the person who is signed in acts for one of the two, or is one: a mail to a deputy leads here. */
async function actsForParty(call: OwnCall, deps: Deps, { providerId, receiverId }: ProposalView): Promise<boolean> {
  const { self, others } = await rolesOf(deps, call.community.id, actingOf(call.session).personId);
  const roles = [...(self ? [self.id] : []), ...others.map(({ memberId }) => memberId)];
  return roles.some((id) => id === providerId || id === receiverId);
}

/** @throws Refusal not_found */
async function readView(call: OwnCall, deps: Deps): Promise<ProposalView> {
  const at = { communityId: call.community.id, proposalId: idOf(call) };
  const [view] = await selectProposal(deps.database.reads, at);
  if (!view) throw unknownProposal();
  return view;
}

/** The page again, with what is wrong. @throws Refusal not_found */
async function faultyPage(call: OwnCall, deps: Deps, faults: Readonly<Record<string, string>>): Promise<MemberPage> {
  const view = await readView(call, deps);
  if (!isParty(call, view)) throw unknownProposal();
  return await proposalPage(call, deps, view, faults);
}

export const answerAsMemberHandler: OwnHandler = async (call, deps) => {
  const { session, community, home, address, requestId, lang, fields } = call;
  const proposalId = idOf(call);
  const texts = RECORD_TEXTS[lang];
  const answer = answerOf(fields);
  if (answer.do === 'contest' && answer.words === '')
    return await faultyPage(call, deps, { words: texts.faults.words_required });
  try {
    const from = { communityId: community.id, address, requestId };
    await answerProposal(deps, from, actingOf(session), proposalId, answer);
    return { to: `${home}/record/${encodeId('prp', proposalId)}` };
  } catch (error) {
    if (!refusal.is(error, 'validation_failed')) throw error;
    return await faultyPage(call, deps, faultsOf(error, texts));
  }
};

/** @throws Refusal not_found */
function idOf({ params }: OwnCall): string {
  const id = decodeId('prp', params.prp ?? '');
  if (id === undefined) throw unknownProposal();
  return id;
}

/** @throws Refusal invalid_request */
function answerOf(fields: OwnCall['fields']): MemberAnswer {
  const seen = Number(fields.seen ?? '');
  const { time = '', right_time: rightTime = '', right_day: day = '', words = '' } = fields;
  switch (fields.do) {
    case 'confirm':
      return { do: 'confirm', seen };
    case 'correct':
      return { do: 'correct', seen, time: chosenTime(time, rightTime.trim()), day: day.trim() };
    case 'contest':
      return { do: 'contest', seen, words: words.trim().slice(0, WORDS_MAX) };
    case 'withdraw':
      return { do: 'withdraw' };
    default:
      throw refusal('invalid_request', 'do is confirm, correct, contest or withdraw.');
  }
}

async function proposalPage(
  call: OwnCall,
  deps: Deps,
  view: ProposalView,
  faults: Readonly<Record<string, string>>,
): Promise<MemberPage> {
  const { session, community, lang } = call;
  const communityId = community.id;
  const { reads } = deps.database;
  const steps = await selectProposalSteps(reads, { communityId, proposalIds: [view.id] });
  const deputies = await readDeputyNames(reads, communityId, steps, community);
  const texts = RECORD_TEXTS[lang];
  const title = texts.proposal.titles[titleKey(view.state, view.waitsFor === session.memberId)];
  return formPage(
    call,
    { page: 'proposal', state: view.state, title, faults },
    html`<p class="lead">${sentenceOf(call, view)}${view.note !== null && html`<br>${view.note}`}</p>
<p>${stateText(call, view)}</p>
${formsOf(call, view, faults)}
<h2>${texts.proposal.history}</h2>
<ul class="lines">${steps.map((step) => stepItem(call, view, step, deputies))}</ul>
<p><a class="button" href="${call.home}">${texts.proposal.back}</a></p>`,
  );
}

/** The other of the two, as members see others. */
export function otherName({ session, community }: OwnCall, view: ProposalView): string {
  if (view.providerId === session.memberId) {
    const { receiverId, receiverName: name, receiverGiven: givenName, receiverFamily: familyName } = view;
    return receiverId === null ? name : nameForMembers({ name, givenName, familyName }, community);
  }
  const { providerId, providerName: name, providerGiven: givenName, providerFamily: familyName } = view;
  return providerId === null ? name : nameForMembers({ name, givenName, familyName }, community);
}

/** The day of the help. */
export const dayOfHelp = ({ serviceDate }: ProposalView, lang: OwnCall['lang']) => shownDay(serviceDate, lang);

export function sentenceOf(call: OwnCall, view: ProposalView): string {
  const { lang, session } = call;
  const { helped, wasHelped } = RECORD_TEXTS[lang].proposal;
  const sentence = view.providerId === session.memberId ? wasHelped : helped;
  return sentence(otherName(call, view), shownHours(view.amountSeconds, lang), dayOfHelp(view, lang));
}

function stateText(call: OwnCall, view: ProposalView): string | false {
  const texts = RECORD_TEXTS[call.lang];
  const { proposal } = texts;
  switch (view.state) {
    case 'waiting':
      return view.waitsFor !== call.session.memberId && proposal.mineText(otherName(call, view));
    case 'office':
      return officeText(texts, view.officeReason);
    case 'confirmed':
      return proposal.confirmedText;
    case 'withdrawn':
      return proposal.withdrawnText;
    case 'ended':
      return proposal.endedText;
  }
}

function formsOf(call: OwnCall, view: ProposalView, faults: Readonly<Record<string, string>>): Html | false {
  const { memberId } = call.session;
  const text = RECORD_TEXTS[call.lang].proposal;
  if (view.state === 'waiting' && view.waitsFor === memberId) {
    return html`${isOwnVersion(call, view) ? html`<p>${text.ownVersion}</p>` : confirmForm(call, view)}
<h2>${text.wrongTitle}</h2>
${correctForm(call, view, faults)}
${contestForm(call, view, faults)}`;
  }
  if (view.state === 'waiting' && view.proposedBy === memberId)
    return html`${begin(call, view, 'withdraw')}<button>${text.withdraw}</button></form>`;
  const isAsked = view.state === 'office' && view.officeReason === 'contested' && !view.contestedBy.includes(memberId);
  return isAsked && contestForm(call, view, faults);
}

/** The same person has recorded it for the other of the two. */
export const isOwnVersion = ({ session }: OwnCall, { proposedPerson, proposedBy }: ProposalView): boolean =>
  actingOf(session).personId === (proposedPerson ?? proposedBy);

/** The tag and the fields that the four forms have. */
const begin = (
  call: OwnCall,
  { id, revision }: ProposalView,
  what: MemberAnswer['do'],
  formId: string | false = what,
): Html =>
  html`<form${formId !== false && html` id="${formId}"`} method="post" action="${call.home}/record/${encodeId('prp', id)}">
${hidden(call)}<input type="hidden" name="do" value="${what}"><input type="hidden" name="seen" value="${revision}">
`;

/** Also on the first page, where there may be several: only one has the id, and one the filled button. */
export const confirmForm = (call: OwnCall, view: ProposalView, { isOnly = true, isMain = true } = {}): Html =>
  html`${begin(call, view, 'confirm', isOnly && 'confirm')}<button${isMain && html` class="main"`}${!isOnly && named(call, view)}>${RECORD_TEXTS[call.lang].proposal.confirm}</button></form>`;

/** Of several buttons that read alike, each is heard with whom it is about. */
const named = (call: OwnCall, view: ProposalView): Html =>
  html` aria-label="${RECORD_TEXTS[call.lang].proposal.confirm}${colonIn(call.lang)} ${otherName(call, view)}, ${shownHours(view.amountSeconds, call.lang)}"`;

function correctForm(call: OwnCall, view: ProposalView, faults: Readonly<Record<string, string>>): Html {
  const text = RECORD_TEXTS[call.lang].proposal;
  const { time: chosen = '', right_time: rightTime = '', right_day: rightDay = '' } = call.fields;
  const readings = readingsOf(rightTime);
  const time = faultOf('right_time', faults.right_time);
  const day = faultOf('right_day', faults.right_day);
  return html`${begin(call, view, 'correct')}<label for="right_time">${text.rightTime}<br><span class="hint">${text.rightTimeHint}</span></label>
${time.message}
${readings && timeChoices(readings, chosen, call.lang)}<input id="right_time" name="right_time" value="${rightTime}" autocomplete="off"${time.marks}>
<label for="right_day">${text.rightDay}<br><span class="hint">${text.rightDayHint}</span></label>
${day.message}
<input id="right_day" name="right_day" type="date" value="${rightDay}"${day.marks}>
<button>${text.correct}</button></form>`;
}

function contestForm(call: OwnCall, view: ProposalView, faults: Readonly<Record<string, string>>): Html {
  const text = RECORD_TEXTS[call.lang].proposal;
  const { message, marks } = faultOf('words', faults.words);
  return html`${begin(call, view, 'contest')}<label for="words">${text.words}<br><span class="hint">${text.wordsHint}</span></label>
${message}
<textarea id="words" name="words" rows="3" maxlength="${WORDS_MAX}" required${marks}>${call.fields.words ?? ''}</textarea>
<button>${text.contest}</button></form>`;
}

function stepItem(call: OwnCall, view: ProposalView, step: ProposalStep, deputies: DeputyNames): Html {
  const { lang } = call;
  const texts = RECORD_TEXTS[lang];
  const { amountSeconds, serviceDate, words, at, act, actor } = step;
  const acts: Readonly<Record<string, string>> = texts.acts;
  const version =
    amountSeconds !== null && serviceDate !== null
      ? `, ${shownHours(amountSeconds, lang)}, ${shownDay(serviceDate, lang)}`
      : '';
  return html`<li>${actorName(call, view, actor, deputies)}${colonIn(lang)} ${acts[act] ?? act}${version} <small>${shownDay(at, lang)}${words !== null && ` · ${words}`}</small></li>
`;
}

function actorName(call: OwnCall, view: ProposalView, actor: string, deputies: DeputyNames): string {
  const { actors } = RECORD_TEXTS[call.lang];
  const { session } = call;
  if (actor === actingOf(session).actor) return actors.you;
  if (actor === memberActor(session.memberId)) return session.name;
  if (actor.startsWith('member:')) return otherName(call, view);
  if (actor.startsWith('deputy:')) return deputies.get(actor) ?? actors.deputy;
  return actor === 'worker' || actor === 'system' ? actors.service : actors.office;
}
