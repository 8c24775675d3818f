/** `/at/{community}/answer/{answer}`: what the two sides of an answer wrote, and let each other see. */
import { type Contact, decodeId, encodeId } from '@timebank/contract';
import { type Html, html } from '../../../console/pages/html.ts';
import { refusal } from '../../../core/base/refusal.ts';
import type { Deps } from '../../../core/deps.ts';
import { nameForMembers } from '../../../core/people/name-for-members.ts';
import { replyToAnswer } from '../domain/answers/answer.ts';
import { type AnswerRow, selectAnswer } from '../domain/answers/queries.ts';
import { ACT_TEXTS } from './present/act-texts.ts';
import type { MemberPage, OwnCall, OwnHandler } from './present/call.ts';
import { faultList, hidden } from './present/frame.ts';
import { messageFields, type RefusedForm, refusedOf, releasedOf } from './present/listing-form.ts';
import { ownerName } from './present/listing-items.ts';
import { LISTING_TEXTS } from './present/listing-texts.ts';
import { MEMBER_TEXTS } from './present/texts.ts';
import { ownAct } from './publish.ts';

export const memberAnswerHandler: OwnHandler = async (call, deps) => answerPage(call, await findAnswer(call, deps));

export const replyAsMemberHandler: OwnHandler = async (call, deps) => {
  const answer = await findAnswer(call, deps);
  const { do: what, message = '' } = call.fields;
  if (what !== 'reply' && what !== 'decline') throw refusal('invalid_request', 'do is reply or decline.');
  const to = `${call.home}/answer/${encodeId('ans', answer.id)}`;
  const state = what === 'reply' ? 'agreed' : 'declined';
  // Sent twice by a double press.
  if (answer.toMember === call.session.memberId && answer.state === state) return { to };
  try {
    const given = { answerId: answer.id, state, reply: message, released: releasedOf(call) } as const;
    await replyToAnswer(deps, ownAct(call), given);
    return { to };
  } catch (error) {
    return answerPage(call, answer, refusedOf(call, error, '', 'message'));
  }
};

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

/** What an answer says of its hours: who helps is who answers a request, and who has made an offer. */
export async function entriesOfAnswer(
  call: OwnCall,
  deps: Deps,
  answer: string,
): Promise<{ readonly side: string; readonly who: string; readonly listing: string } | undefined> {
  const found = await findAnswer(call, deps, answer);
  // Until then the owner of the listing may be hidden, and nothing was agreed on.
  if (found.state !== 'agreed') return undefined;
  const isSender = found.fromMember === call.session.memberId;
  const helps = (found.listingType === 'request') === isSender;
  return {
    side: helps ? 'helped' : 'was_helped',
    who: encodeId('usr', isSender ? found.toMember : found.fromMember),
    listing: encodeId('lst', found.listingId),
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

function answerPage(call: OwnCall, answer: AnswerRow, refused?: RefusedForm): MemberPage {
  const { home, lang } = call;
  const all = MEMBER_TEXTS[lang];
  const text = LISTING_TEXTS[lang].answer;
  const { own, other, isSender, side } = sidesOf(answer, call);
  const title = text[side](other.who);
  const isReplying = answer.state === 'open' && !isSender;
  return {
    page: 'answer',
    state: answer.state,
    status: refused?.status ?? 200,
    title: refused ? `${all.error}: ${title}` : title,
    main: html`<h1>${title}</h1>
${refused && faultList(all.faults, refused.faults)}
<p><a href="${home}/listing/${encodeId('lst', answer.listingId)}">${answer.listingTitle}</a><br>${text.state[answer.state][side]}</p>
${answer.fromDeputyName !== null && html`<p>${ACT_TEXTS[lang].writtenBy(deputyOf(answer, answer.fromDeputyName, call))}</p>`}
${answer.message !== '' && html`<blockquote class="words">${answer.message}</blockquote>`}
${
  answer.reply !== null &&
  html`<p>${isSender ? text.replied(other.who) : text.youReplied}</p>
<blockquote class="words">${answer.reply}</blockquote>`
}
${answer.state !== 'ended' && (answer.state !== 'open' || !isSender) && reachPart(call, other)}
${isReplying && replyForm(call, answer, own.reach, refused)}
${answer.state === 'agreed' && html`<p><a class="button main" href="${home}/record?answer=${encodeId('ans', answer.id)}">${text.record}</a></p>`}`,
  };
}

const deputyOf = (
  { fromDeputyGiven: givenName, fromDeputyFamily: familyName }: AnswerRow,
  name: string,
  { community }: OwnCall,
): string => nameForMembers({ name, givenName, familyName }, community);

function reachPart({ lang }: OwnCall, { who, reach, released }: ReturnType<typeof sidesOf>['other']): Html | false {
  const text = LISTING_TEXTS[lang].answer;
  const shown = released.flatMap((of): [Contact, string][] => (reach[of] === null ? [] : [[of, reach[of]]]));
  if (shown.length === 0) return html`<p>${text.unreleased(who)}</p>`;
  return html`<h2>${text.reach(who)}</h2>
<ul class="lines">${shown.map(([of, value]) => html`<li>${text[of]}: <a href="${of === 'email' ? 'mailto' : 'tel'}:${of === 'email' ? value : value.replace(/[^\d+]/g, '')}">${value}</a></li>`)}</ul>`;
}

function replyForm(
  call: OwnCall,
  answer: AnswerRow,
  reach: Readonly<Record<Contact, string | null>>,
  refused?: RefusedForm,
): Html {
  const text = LISTING_TEXTS[call.lang].answer;
  const typed = call.fields.message ?? '';
  return html`<form id="reply" method="post" action="${call.home}/answer/${encodeId('ans', answer.id)}">
${hidden(call)}
${messageFields(call, { label: text.reply, hint: text.replyHint, typed, fault: refused?.faults.message, reach })}
<button class="main" name="do" value="reply">${text.send}</button><button name="do" value="decline" formnovalidate>${text.decline}</button>
</form>`;
}
