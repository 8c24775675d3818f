/** `/at/{community}/record`: help that one gave or got, for the other to confirm. */
import { randomUUID } from 'node:crypto';
import { decodeId, encodeId } from '@timebank/contract';
import { type Html, html, raw } from '../../../console/pages/html.ts';
import { Refusal, refusal } from '../../../core/base/refusal.ts';
import { dayIn } from '../../../core/base/time.ts';
import type { Deps } from '../../../core/deps.ts';
import { selectExchangeStep } from '../../members/domain/exchanges/queries.ts';
import { actingOf } from '../domain/deputies/acting.ts';
import { readCardSigns } from '../domain/member-self/card.ts';
import { selectMemberOfCard } from '../domain/member-self/queries.ts';
import { examineHelp } from '../domain/proposals/help.ts';
import { propose } from '../domain/proposals/propose.ts';
import { type ProposalView, selectProposal } from '../domain/proposals/queries.ts';
import { type Counterpart, type FoundCounterpart, findCounterpart, type NamedAlike } from '../domain/proposals/who.ts';
import type { PersonOfBefore } from '../domain/proposals/who-queries.ts';
import { unknownProposal } from '../domain/proposals/write.ts';
import type { CountName } from './access/names.ts';
import { entriesOfAnswer } from './answer.ts';
import { peopleLinks, readPeopleOfBefore } from './people-of-before.ts';
import type { MemberPage, MemberReply, OwnCall, OwnHandler } from './present/call.ts';
import { faultOf, formPage, hidden } from './present/frame.ts';
import { RECORD_TEXTS, type RecordTexts } from './present/record-texts.ts';
import { chosenTime, readingsOf, timeChoices } from './present/time-choice.ts';
import { sentenceOf } from './proposal.ts';
import { faultsOf, whoChoices, whoFaults, whoIn } from './record-faults.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Times that most help takes, offered where the community's step allows them. */
const MINUTES = [30, 60, 90, 120, 180];
const USUAL_TIME = '1:00';
const SIDES: readonly string[] = ['helped', 'was_helped'];

/** What is in the form: what was sent, else what the address names. */
interface Entries {
  readonly side: string;
  readonly who: string;
  readonly time: string;
  readonly timeOther: string;
  readonly day: string;
  readonly note: string;
  readonly listing: string;
  readonly answer: string;
  readonly form: string;
}

/** What is wrong with the entries, by the id of the field. */
interface RecordFormFaults {
  readonly faults?: Readonly<Record<string, string>>;
  /** Those to choose from. */
  readonly several?: readonly NamedAlike[];
  /** The proposal that is alike. */
  readonly alike?: string;
  /** What was sent from this page before. */
  readonly sent?: ProposalView;
}

/** The page and its form, which count the names of a session together. */
export function createRecordHandlers(countName: CountName): { readonly page: OwnHandler; readonly form: OwnHandler } {
  return {
    page: (call, deps) => openRecord(call, deps, countName),
    form: (call, deps) => sendRecord(call, deps, countName),
  };
}

const findWho = ({ community, session }: OwnCall, { database }: Deps, who: string, countName: () => void) =>
  findCounterpart(database, community, session.memberId, who, countName);

async function openRecord(call: OwnCall, deps: Deps, countName: CountName): Promise<MemberReply> {
  const { who = '', listing = '', answer = '', side = '' } = call.query;
  const today = dayIn(deps.clock.now(), call.community.timeZone);
  const empty = { timeOther: '', note: '' };
  const agreed = answer === '' ? undefined : await entriesOfAnswer(call, deps, answer);
  const named = { who, listing, answer, side: SIDES.includes(side) ? side : '', ...agreed };
  // Where the side is known, too, an hour is the likeliest.
  const time = named.side === '' ? '' : USUAL_TIME;
  const isPast = agreed?.day && examineHelp(today, { day: agreed.day }).faults.length === 0;
  const entries = { ...empty, ...named, time, day: isPast ? agreed.day : today, form: randomUUID() };
  const found = entries.who === '' ? undefined : await findWho(call, deps, entries.who, () => countName(call, deps));
  return await recordPage(call, deps, entries, found, found && 'several' in found ? { several: found.several } : {});
}

async function sendRecord(call: OwnCall, deps: Deps, countName: CountName): Promise<MemberReply> {
  const { session, community, fields, home, address, requestId, lang } = call;
  const texts = RECORD_TEXTS[lang];
  const entries = entriesOf(call);
  const counterpart = await findWho(call, deps, entries.who, () => countName(call, deps));
  const time = chosenTime(entries.time, entries.timeOther);
  const typed = { day: entries.day, note: entries.note, ...(time === '' ? {} : { time }) };
  const help = examineHelp(dayIn(deps.clock.now(), community.timeZone), typed).faults;
  const faults = {
    ...missingFaults(entries, texts),
    ...whoFaults(counterpart, texts),
    ...faultsOf({ fields: help }, texts),
  };
  const several = 'several' in counterpart ? counterpart.several : undefined;
  if (Object.keys(faults).length > 0 || !('found' in counterpart))
    return await recordPage(call, deps, entries, counterpart, { faults, ...(several && { several }) });
  const from = { communityId: community.id, address, requestId };
  try {
    const proposed = await propose(deps, from, {
      ...actingOf(session),
      accountId: session.accountId,
      side: entries.side === 'helped' ? 'helped' : 'was_helped',
      other: counterpart.found,
      time,
      day: entries.day,
      note: entries.note,
      listingId: listingOf(entries),
      form: entries.form,
      again: fields.again === 'yes',
      instead: insteadOf(fields),
    });
    const { result, id } = proposed;
    if (result === 'alike') return await recordPage(call, deps, entries, counterpart, { alike: id });
    if (result === 'sent') return await sentPage(call, deps, entries, counterpart, id);
    return { to: `${home}/record/${encodeId('prp', id)}` };
  } catch (error) {
    if (refusal.is(error, 'state_conflict') || !(error instanceof Refusal) || error.fields === undefined) throw error;
    return await recordPage(call, deps, entries, counterpart, { faults: faultsOf(error, texts) });
  }
}

/** @throws Refusal listing_not_found */
function listingOf({ listing }: Entries): string | null {
  if (listing === '') return null;
  const id = decodeId('lst', listing);
  if (id === undefined) throw refusal('listing_not_found', 'There is no such listing.');
  return id;
}

/** The one that is withdrawn. @throws Refusal not_found */
function insteadOf({ instead = '' }: OwnCall['fields']): string | null {
  if (instead === '') return null;
  const id = decodeId('prp', instead);
  if (id === undefined) throw unknownProposal();
  return id;
}

/** The page was sent before, with other entries: these come as a page of their own, in place of the first or beside it. */
async function sentPage(
  call: OwnCall,
  deps: Deps,
  entries: Entries,
  counterpart: FoundCounterpart,
  proposalId: string,
): Promise<MemberPage> {
  const [sent] = await selectProposal(deps.database.reads, { communityId: call.community.id, proposalId });
  if (!sent) throw unknownProposal();
  return await recordPage(call, deps, { ...entries, form: randomUUID() }, counterpart, { sent });
}

function entriesOf({ fields }: OwnCall): Entries {
  const { side = '', time = '', day = '', note = '', listing = '', answer = '', form = '' } = fields;
  const timeOther = (fields.time_other ?? '').trim();
  return {
    side,
    who: whoIn(fields),
    time,
    timeOther,
    day,
    note,
    listing,
    answer,
    form: UUID.test(form) ? form : randomUUID(),
  };
}

function missingFaults({ side, time, timeOther }: Entries, { faults }: RecordTexts): Record<string, string> {
  return {
    ...(SIDES.includes(side) ? {} : { side: faults.side_required }),
    ...(time === '' && timeOther === '' ? { time: faults.time_required } : {}),
  };
}

async function recordPage(
  call: OwnCall,
  deps: Deps,
  entries: Entries,
  named: FoundCounterpart | undefined,
  faulty: RecordFormFaults = {},
): Promise<MemberPage> {
  const { community, home, lang } = call;
  const texts = RECORD_TEXTS[lang];
  const text = texts.record;
  const communityId = community.id;
  const [[step], people] = await Promise.all([
    selectExchangeStep(deps.database.reads, { communityId }),
    readPeopleOfBefore(call, deps),
  ]);
  const fixed = named && 'found' in named ? named.found : undefined;
  const { faults = {}, alike, sent } = faulty;
  const send = fixed ? text.sendTo(fixed.name) : text.send;
  const status = alike !== undefined || sent ? 422 : undefined;
  return formPage(
    call,
    { page: 'record', ...(sent && { state: 'sent' }), title: text.title, faults, status },
    html`${alike !== undefined && html`<div role="alert"><p>${text.alike(fixed?.name ?? '')} <a href="${home}/record/${encodeId('prp', alike)}">${text.lookAtIt}</a></p></div>`}
${sent && sentAlert(call, sent)}
<form id="record" method="post" action="${home}/record">
${hidden(call)}<input type="hidden" name="form" value="${entries.form}">
<input type="hidden" name="listing" value="${entries.listing}"><input type="hidden" name="answer" value="${entries.answer}">
${sideFields(entries, faults, text)}
${whoFields(call, entries, faulty, fixed, people)}
${timeFields(entries, faults, lang, step?.minutes ?? 1)}
${dayFields(entries, faults, text, dayIn(deps.clock.now(), community.timeZone))}
${alike !== undefined && html`<label class="tick"><input type="checkbox" name="again" value="yes" required>${text.again}</label>`}
${sent && isWithdrawable(call, sent) && html`<button class="main" name="instead" value="${encodeId('prp', sent.id)}">${text.instead}</button> `}<button${!(sent && isWithdrawable(call, sent)) && html` class="main"`}>${sent ? text.beside : send}</button>
</form>`,
  );
}

const isWithdrawable = ({ session }: OwnCall, { state, proposedBy }: ProposalView): boolean =>
  state === 'waiting' && proposedBy === session.memberId;

const sentAlert = (call: OwnCall, sent: ProposalView): Html => {
  const text = RECORD_TEXTS[call.lang].record;
  return html`<div role="alert"><p>${text.sentBefore} ${sentenceOf(call, sent)} <a href="${call.home}/record/${encodeId('prp', sent.id)}">${text.lookAtIt}</a></p></div>`;
};

const checked = (is: boolean): Html | false => is && raw(' checked');

function sideFields({ side }: Entries, faults: Readonly<Record<string, string>>, text: RecordTexts['record']): Html {
  const { message, marks } = faultOf('side', faults.side);
  return html`<fieldset id="side" tabindex="-1"${marks}><legend>${text.side}</legend>
${message}
<label class="tick"><input type="radio" name="side" value="helped" required${checked(side === 'helped')}>${text.helped}</label>
<label class="tick"><input type="radio" name="side" value="was_helped" required${checked(side === 'was_helped')}>${text.wasHelped}</label>
</fieldset>`;
}

function whoFields(
  call: OwnCall,
  { who, side }: Entries,
  { faults = {}, several }: RecordFormFaults,
  fixed: Counterpart | undefined,
  people: readonly PersonOfBefore[],
): Html {
  const { home, lang } = call;
  const text = RECORD_TEXTS[lang].record;
  const { message, marks } = faultOf('who', faults.who);
  if (several) return whoChoices(several, text, faults.who);
  if (fixed) {
    const value = fixed.memberId === null ? fixed.name : encodeId('usr', fixed.memberId);
    return html`<p>${text.who} <strong>${fixed.name}</strong>
<input type="hidden" name="who" value="${value}"> <a href="${home}/record${side && `?side=${side}`}">${text.other}</a></p>`;
  }
  return html`${peopleLinks(call, people, side)}
<label for="who">${text.who} <span class="hint">${text.whoHint}</span></label>
${message}
<input id="who" name="who" value="${who}" autocomplete="off" required${marks}>`;
}

function timeFields(
  { time, timeOther }: Entries,
  faults: Readonly<Record<string, string>>,
  lang: OwnCall['lang'],
  stepMinutes: number,
): Html {
  const text = RECORD_TEXTS[lang].record;
  const { message, marks } = faultOf('time', faults.time);
  const usual = MINUTES.filter((minutes) => minutes % stepMinutes === 0).map((minutes) => minutes * 60);
  return html`<fieldset id="time" tabindex="-1"${marks}><legend>${text.time}</legend>
${message}
${timeChoices(readingsOf(timeOther) ?? usual, time, lang)}<label for="time-other">${text.timeOther} <span class="hint">${text.timeHint}</span></label>
<input id="time-other" name="time_other" value="${timeOther}" autocomplete="off">
</fieldset>`;
}

function dayFields(
  { day, note }: Entries,
  faults: Readonly<Record<string, string>>,
  text: RecordTexts['record'],
  today: string,
): Html {
  const ofDay = faultOf('day', faults.day);
  const ofNote = faultOf('note', faults.note);
  return html`<label for="day">${text.day} <span class="hint">${text.dayHint}</span></label>
${ofDay.message}
<input id="day" name="day" type="date" value="${day}" max="${today}" required${ofDay.marks}>
<label for="note">${text.note}</label>
${ofNote.message}
<input id="note" name="note" value="${note}" maxlength="500" autocomplete="off"${ofNote.marks}>`;
}

/**
 * `/at/{community}/with/{card}`: leads from another member's card to recording hours with that member.
 * @throws Refusal not_found: nobody here has the card, or its owner has made another
 */
export const memberWithHandler: OwnHandler = async ({ community, session, params, home }, { database }) => {
  const card = readCardSigns(params.card ?? '');
  const [owner] =
    card === undefined ? [] : await selectMemberOfCard(database.reads, { communityId: community.id, card });
  if (!owner) throw refusal('not_found', 'There is nothing at this path.');
  // One's own card, tried out. A deputy has no part in the page that shows it.
  if (owner.id === session.memberId) return { to: session.deputyId === null ? `${home}/me` : home };
  return { to: `${home}/record?who=${encodeId('usr', owner.id)}` };
};
