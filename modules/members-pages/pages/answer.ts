/** `/at/{community}/answer/{answer}`: what the two sides of an answer wrote, and let each other see. */
import { type Contact, decodeId, encodeId } from '@timebank/contract';
import { type Html, html } from '../../../console/pages/html.ts';
import { colonIn } from '../../../console/pages/voice/voice.ts';
import { calendarFile } from '../../../core/base/calendar-file.ts';
import { refusal } from '../../../core/base/refusal.ts';
import type { Deps } from '../../../core/deps.ts';
import { nameForMembers, type PersonName } from '../../../core/people/name-for-members.ts';
import { replyToAnswer } from '../domain/answers/answer.ts';
import { SentBefore } from '../domain/answers/publish.ts';
import { type AnswerRow, type AnswerTurnRow, selectAnswer, selectAnswerTurns } from '../domain/answers/queries.ts';
import { messagesLeft, writeTurn } from '../domain/answers/turns.ts';
import { ACT_TEXTS } from './present/act-texts.ts';
import type { MemberPage, MemberReply, OwnCall, OwnHandler } from './present/call.ts';
import { faultOf, formPage, hidden } from './present/frame.ts';
import { shownDay } from './present/lines.ts';
import { formOf, hiddenOnce, messageFields, type RefusedForm, refusedOf, releasedOf } from './present/listing-form.ts';
import { ownerName, writtenIn } from './present/listing-items.ts';
import { LISTING_TEXTS } from './present/listing-texts.ts';
import { ownAct } from './publish.ts';

export const memberAnswerHandler: OwnHandler = async (call, deps) =>
  await answerPage(call, deps, await findAnswer(call, deps));

/** The agreed day as a calendar takes it. */
export const memberAnswerDayHandler: OwnHandler = async (call, deps) => {
  const answer = await findAnswer(call, deps);
  const { day, dayOff: isOff, daySequence: sequence, listingTitle } = answer;
  if (day === null) throw refusal('listing_not_found', 'No day is agreed on.');
  const id = encodeId('ans', answer.id);
  const summary = `${listingTitle} (${sidesOf(answer, call).other.who})`;
  const url = `${call.origin}${call.home}/answer/${id}`;
  const { content } = calendarFile({ uid: id, day, isOff, sequence, summary, url, stamp: deps.clock.now() });
  return { file: content, type: 'text/calendar', name: 'day.ics' };
};

export const replyAsMemberHandler: OwnHandler = async (call, deps) => {
  const answer = await findAnswer(call, deps);
  const { do: what, message = '' } = call.fields;
  const to = `${call.home}/answer/${encodeId('ans', answer.id)}`;
  if (what === 'write' || what === 'call_off') return await sendTurn(call, deps, answer, what === 'call_off');
  if (what !== 'reply' && what !== 'decline')
    throw refusal('invalid_request', 'do is reply, decline, write or call_off.');
  const state = what === 'reply' ? 'agreed' : 'declined';
  // Sent twice by a double press.
  if (answer.toMember === call.session.memberId && answer.state === state) return { to };
  try {
    const given = { answerId: answer.id, state, reply: message, released: releasedOf(call) } as const;
    await replyToAnswer(deps, ownAct(call), given);
    return { to };
  } catch (error) {
    return await answerPage(call, deps, answer, refusedOf(call, error, '', 'message'));
  }
};

async function sendTurn(call: OwnCall, deps: Deps, answer: AnswerRow, isOff: boolean): Promise<MemberReply> {
  const { message = '', day = '' } = call.fields;
  const { sentBefore, tooOften } = LISTING_TEXTS[call.lang].answer;
  const words = { message: isOff ? '' : message, released: isOff ? [] : releasedOf(call) };
  try {
    await writeTurn(deps, ownAct(call), { answerId: answer.id, ...words, day, isOff, form: formOf(call) });
    return { to: `${call.home}/answer/${encodeId('ans', answer.id)}` };
  } catch (error) {
    const refused: RefusedForm =
      error instanceof SentBefore
        ? { status: 422, faults: { message: sentBefore } }
        : refusedOf(call, error, tooOften, 'message');
    const fields = error instanceof SentBefore ? { ...call.fields, form: '' } : call.fields;
    return await answerPage({ ...call, fields }, deps, answer, refused);
  }
}

/** Only for its two sides. @throws Refusal listing_not_found */
async function findAnswer(
  { community, session, params }: OwnCall,
  { database }: Deps,
  id = params.answer ?? '',
): Promise<AnswerRow> {
  const answerId = decodeId('ans', id);
  const [found] =
    answerId === undefined ? [] : await selectAnswer(database.reads, { communityId: community.id, answerId });
  if (!found || ![found.fromMember, found.toMember].includes(session.memberId))
    throw refusal('listing_not_found', 'There is no such answer.');
  return found;
}

/** What an answer says of its hours: who helps is who answers a request, and who has made an offer; the agreed day. */
export async function entriesOfAnswer(
  call: OwnCall,
  deps: Deps,
  answer: string,
): Promise<
  { readonly side: string; readonly who: string; readonly listing: string; readonly day?: string } | undefined
> {
  const found = await findAnswer(call, deps, answer);
  // Until then the owner of the listing may be hidden, and nothing was agreed on.
  if (found.state !== 'agreed') return undefined;
  const isSender = found.fromMember === call.session.memberId;
  const helps = (found.listingType === 'request') === isSender;
  return {
    side: helps ? 'helped' : 'was_helped',
    who: encodeId('usr', isSender ? found.toMember : found.fromMember),
    listing: encodeId('lst', found.listingId),
    ...(found.day !== null && !found.dayOff && { day: found.day }),
  };
}

/** The two sides of an answer, as the member who looks sees them. */
export function sidesOf(answer: AnswerRow, call: OwnCall) {
  const { memberId } = call.session;
  const { fromName, fromGiven, fromFamily, fromSeen, toName, toGiven, toFamily, toSeen } = answer;
  // Who writes tells the name; the owner of a listing tells it by agreeing.
  const from = {
    who: ownerName(
      { name: fromName, givenName: fromGiven, familyName: fromFamily, seenByMembers: fromSeen },
      call,
      true,
    ),
    reach: { email: answer.fromEmail, phone: answer.fromPhone },
    released: answer.released,
  };
  const to = {
    who: ownerName(
      { name: toName, givenName: toGiven, familyName: toFamily, seenByMembers: toSeen },
      call,
      answer.state === 'agreed',
    ),
    reach: { email: answer.toEmail, phone: answer.toPhone },
    released: answer.ownerReleased,
  };
  const isSender = answer.fromMember === memberId;
  return {
    own: isSender ? from : to,
    other: isSender ? to : from,
    isSender,
    side: isSender ? 'sent' : 'received',
  } as const;
}

async function answerPage(call: OwnCall, deps: Deps, answer: AnswerRow, refused?: RefusedForm): Promise<MemberPage> {
  const { home, lang, community } = call;
  const asked = { communityId: community.id, answerIds: [answer.id] };
  const turns = await selectAnswerTurns(deps.database.reads, asked);
  const text = LISTING_TEXTS[lang].answer;
  const { own, other, isSender, side } = sidesOf(answer, call);
  const title = text[side](other.who);
  const { fromDeputyName: deputyName, fromDeputyGiven: givenName, fromDeputyFamily: familyName } = answer;
  const isReplying = answer.state === 'open' && !isSender;
  return formPage(
    call,
    { page: 'answer', state: answer.state, title, ...refused },
    html`<p><a href="${home}/listing/${encodeId('lst', answer.listingId)}"${writtenIn(call, answer.toLanguage)}>${answer.listingTitle}</a><br>${text.state[answer.state][side]}</p>
${deputyName !== null && writtenBy(call, { name: deputyName, givenName, familyName })}
${answer.message !== '' && html`<blockquote class="words"${writtenIn(call, answer.fromLanguage)}>${answer.message}</blockquote>`}
${
  answer.reply !== null &&
  html`<p>${isSender ? text.replied(other.who) : text.youReplied}</p>
<blockquote class="words"${writtenIn(call, answer.toLanguage)}>${answer.reply}</blockquote>`
}
${turns.map((turn) => turnPart(call, turn, other.who, answer))}
${dayPart(call, answer)}
${answer.state !== 'ended' && (answer.state !== 'open' || !isSender) && reachPart(call, other)}
${isReplying && replyForm(call, answer, { who: other.who, reach: own.reach }, refused)}
${answer.state === 'agreed' && turnForm(call, answer, { who: other.who, own, turns, refused })}
${answer.state === 'agreed' && html`<p><a class="button main" href="${home}/record?answer=${encodeId('ans', answer.id)}">${text.record}</a></p>`}`,
  );
}

function turnPart(call: OwnCall, turn: AnswerTurnRow, who: string, answer: AnswerRow): Html {
  const text = LISTING_TEXTS[call.lang].answer;
  const { deputyName: name, deputyGiven: givenName, deputyFamily: familyName } = turn;
  const written = turn.fromMember === answer.fromMember ? answer.fromLanguage : answer.toLanguage;
  const day = turn.day === null ? false : shownDay(turn.day, call.lang);
  return html`<p>${turn.fromMember === call.session.memberId ? text.youReplied : text.replied(who)} <small>${shownDay(turn.createdAt, call.lang)}</small></p>
${name !== null && writtenBy(call, { name, givenName, familyName })}
${turn.message !== null && html`<blockquote class="words"${writtenIn(call, written)}>${turn.message}</blockquote>`}
${day !== false && html`<p>${turn.dayOff ? text.calledOff(day) : text.agreed(day)}</p>`}`;
}

/** The day that was named last. */
function dayPart(call: OwnCall, answer: AnswerRow): Html | false {
  if (answer.day === null || answer.state !== 'agreed') return false;
  const text = LISTING_TEXTS[call.lang].answer;
  const day = shownDay(answer.day, call.lang);
  const at = `${call.home}/answer/${encodeId('ans', answer.id)}`;
  if (answer.dayOff) return html`<p id="agreed-day"><strong>${text.calledOff(day)}</strong></p>`;
  return html`<p id="agreed-day"><strong>${text.agreed(day)}</strong></p>
<p><a class="button" href="${at}/day.ics">${text.calendar}</a></p>
<form id="call-off" method="post" action="${at}">${hiddenOnce(call)}<button name="do" value="call_off">${text.callOff}</button></form>`;
}

interface TurnFormParts {
  /** The other one. */
  readonly who: string;
  readonly own: ReturnType<typeof sidesOf>['own'];
  readonly turns: readonly AnswerTurnRow[];
  readonly refused?: RefusedForm | undefined;
}

function turnForm(call: OwnCall, answer: AnswerRow, { who, own, turns, refused }: TurnFormParts): Html {
  const text = LISTING_TEXTS[call.lang].answer;
  const left = messagesLeft(turns, call.session.memberId);
  const { message: fault, marks } = faultOf('day', refused?.faults.day);
  const unseen = { email: own.reach.email, phone: own.reach.phone };
  for (const of of own.released) unseen[of] = null;
  const typed = call.fields.message ?? '';
  return html`<form id="turn" method="post" action="${call.home}/answer/${encodeId('ans', answer.id)}">
${hiddenOnce(call)}
${left === 0 && html`<p>${text.wrote}</p>`}
${messageFields(call, {
  ...(left > 0 && { label: text.write, hint: text.writeHint(left) }),
  ...{ who, typed, fault: refused?.faults.message, reach: unseen, isOptional: true },
})}
<label for="day">${text.day}<br><span class="hint">${text.dayHint}</span></label>
${fault}
<input id="day" type="date" name="day" value="${call.fields.day ?? ''}" autocomplete="off"${marks}>
<button name="do" value="write">${text.send}</button>
</form>`;
}

/** Of a deputy. */
const writtenBy = ({ lang, community }: OwnCall, deputy: PersonName): Html =>
  html`<p>${ACT_TEXTS[lang].writtenBy(nameForMembers(deputy, community))}</p>`;

function reachPart({ lang }: OwnCall, { who, reach, released }: ReturnType<typeof sidesOf>['other']): Html | false {
  const text = LISTING_TEXTS[lang].answer;
  const shown = released.flatMap((of): [Contact, string][] => (reach[of] === null ? [] : [[of, reach[of]]]));
  if (shown.length === 0) return html`<p>${text.unreleased(who)}</p>`;
  return html`<h2>${text.reach(who)}</h2>
<ul class="lines">${shown.map(([of, value]) => html`<li>${text[of]}${colonIn(lang)} <a href="${of === 'email' ? 'mailto' : 'tel'}:${of === 'email' ? value : value.replace(/[^\d+]/g, '')}">${value}</a></li>`)}</ul>`;
}

function replyForm(
  call: OwnCall,
  answer: AnswerRow,
  { who, reach }: { readonly who: string; readonly reach: Readonly<Record<Contact, string | null>> },
  refused?: RefusedForm,
): Html {
  const text = LISTING_TEXTS[call.lang].answer;
  const typed = call.fields.message ?? '';
  return html`<form id="reply" method="post" action="${call.home}/answer/${encodeId('ans', answer.id)}">
${hidden(call)}
${messageFields(call, { label: text.reply, who, hint: text.replyHint, typed, fault: refused?.faults.message, reach })}
<button class="main" name="do" value="reply">${text.send}</button> <button name="do" value="decline" formnovalidate>${text.decline}</button>
</form>`;
}
