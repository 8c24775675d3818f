/** The words of a mail, made when it is sent: from the row, and from what its reason names. */

import { decodeId, encodeId, type MemberLanguage, OFFICE_TASK_SCREENS, OFFICE_TASKS } from '@timebank/contract';
import { browserOf } from '@timebank/contract/browser-name';
import { foldAddress } from '../../../core/base/email-address.ts';
import type { Keys } from '../../../core/base/keys.ts';
import { MINUTE_MS } from '../../../core/base/time.ts';
import type { Queryable } from '../../../core/database/query.ts';
import { nameFor, nameForMembers } from '../../../core/people/name-for-members.ts';
import { countWaitingLines, selectDeadWebhook, selectOfficeTasks, selectPartnerName } from './alert-queries.ts';
import { answerMailOf, answerWordsOf } from './answer-words.ts';
import { alertOf, kindOfMail, PASSWORD_LINK_MS, SIGN_IN_LINK_MS } from './kinds.ts';
import { mailedToken, mailedTokenHash } from './links.ts';
import { type NewListingRow, selectFittingListings, selectNewListings, selectWaitingHours } from './news-queries.ts';
import { spanOfDay, spanOfWeek } from './news-times.ts';
import {
  type ClaimedMail,
  insertPasswordLink,
  selectDeputyMailed,
  selectListingTitle,
  selectMailedProposal,
  updateMailedTokenHash,
} from './queries.ts';
import { selectMailedSession, selectSignInRequest, updateSignInDigests } from './sign-in-queries.ts';
import { signInNumberHmac, signInSecrets } from './sign-in-requests.ts';
import { MAIL_TEXTS_DE } from './texts/de.ts';
import { MAIL_TEXTS_EN } from './texts/en.ts';
import { MAIL_TEXTS_ES } from './texts/es.ts';
import { MAIL_TEXTS_FR } from './texts/fr.ts';
import { MAIL_TEXTS_IT } from './texts/it.ts';
import type { MailList, MailTexts, MailWords, ProposalEnd } from './texts/types.ts';

export interface ContentDeps {
  readonly on: Queryable;
  readonly keys: Pick<Keys, 'mailLinks' | 'letters'>;
  readonly texts: MailTexts;
  readonly origin: string;
  readonly now: Date;
}

/** Lines that an alert counts one by one. */
const LINES_MAX = 1000;
/** Of each kind; a mail says that there are more. */
const TASKS_MAX = 1000;

/** The words of a language. */
export const mailTextsOf = (language: MemberLanguage): MailTexts => MAIL_TEXTS[language];

const MAIL_TEXTS: Readonly<Record<MemberLanguage, MailTexts>> = {
  en: MAIL_TEXTS_EN,
  de: MAIL_TEXTS_DE,
  es: MAIL_TEXTS_ES,
  fr: MAIL_TEXTS_FR,
  it: MAIL_TEXTS_IT,
};

const INVITE_PREFIX = 'tb_invite_';
const RESET_PREFIX = 'tb_reset_';

/**
 * @returns the words; undefined: what the mail was about is no more
 */
export async function wordsOf(mail: ClaimedMail, deps: ContentDeps): Promise<MailWords | undefined> {
  const { texts } = deps;
  const greeting = texts.greeting(mail.deputyName ?? mail.memberName ?? mail.administratorName ?? '');
  switch (kindOfMail(mail.reasonKey)) {
    case 'invitation':
      return await invitationWords(mail, deps);
    case 'password.reset':
      return await passwordWords(mail, greeting, deps);
    case 'sign_in.link':
      return await signInWords(mail, deps);
    case 'sign_in.device':
      return await deviceWords(mail, greeting, deps);
    case 'address.new':
      return await addressWords(mail, deps);
    case 'address.old':
      return { ...texts.addressOld({ community: mail.community }), greeting };
    case 'mail.test':
      return { ...texts.test({ community: mail.community }), greeting };
    case 'join.received':
      // A stranger may have typed the address, and a name with words of his own.
      return { ...texts.joinReceived({ community: mail.community }), greeting: texts.greeting('') };
    case 'deputy.appointed':
      return await memberWordsOf(mail, greeting, { ...deps, pages: `${deps.origin}/at/${mail.slug}` });
    case 'join.accepted':
    case 'proposal.waiting':
    case 'proposal.reminder':
    case 'proposal.done':
    case 'message':
    case 'listing.ending':
      return toDeputy(
        mail,
        deps,
        await memberWordsOf(mail, greeting, { ...deps, pages: `${deps.origin}/at/${mail.slug}` }),
      );
    case 'listing.answered':
    case 'answer.replied':
    case 'answer.written':
    case 'answer.day':
      return await answerMailOf(mail, greeting, deps);
    case 'digest':
    case 'category':
      return await newsWordsOf(mail, greeting, { ...deps, pages: `${deps.origin}/at/${mail.slug}` });
    case 'office.alert':
      return await alertWords(mail, greeting, deps);
  }
}

function toDeputy(
  { deputyId, memberName }: ClaimedMail,
  { texts }: ContentDeps,
  words: MailWords | undefined,
): MailWords | undefined {
  if (!words || deputyId === null) return words;
  return { ...words, paragraphs: [texts.actsFor(memberName ?? ''), ...words.paragraphs] };
}

async function invitationWords(
  { communityId, slug, community, invitationId, invitationCreatedAt, invitationExpiresAt, invitationRole }: ClaimedMail,
  { on, keys, texts, origin, now }: ContentDeps,
): Promise<MailWords | undefined> {
  if (!invitationId || !invitationCreatedAt || !invitationExpiresAt || !invitationRole) return undefined;
  if (invitationExpiresAt <= now) return undefined;
  const token = mailedToken(keys, INVITE_PREFIX, [communityId, invitationId, invitationCreatedAt.getTime()]);
  const tokenHash = mailedTokenHash(token);
  const stored = { communityId, invitationId, createdAt: invitationCreatedAt, tokenHash };
  if ((await updateMailedTokenHash(on, stored)).length === 0) return undefined;
  const { label, ...words } = texts.invitation({ community, role: invitationRole, until: invitationExpiresAt });
  const url = `${origin}/console/set-up?community=${slug}#${token}`;
  return { ...words, greeting: texts.greeting(''), action: { label, url } };
}

async function passwordWords(
  { communityId, id, slug, administratorId, createdAt }: ClaimedMail,
  greeting: string,
  { on, keys, texts, origin }: ContentDeps,
): Promise<MailWords | undefined> {
  if (administratorId === null) return undefined;
  const token = mailedToken(keys, RESET_PREFIX, [communityId, id, administratorId, createdAt.getTime()]);
  const expiresAt = new Date(createdAt.getTime() + PASSWORD_LINK_MS);
  await insertPasswordLink(on, { tokenHash: mailedTokenHash(token), administratorId, createdAt, expiresAt });
  const { label, ...words } = texts.password({ minutes: PASSWORD_LINK_MS / MINUTE_MS });
  return { ...words, greeting, action: { label, url: `${origin}/console/new-password?community=${slug}#${token}` } };
}

async function signInWords(mail: ClaimedMail, deps: ContentDeps): Promise<MailWords | undefined> {
  const { slug, community, reasonKey, deputyId, deputyEmail, memberEmail } = mail;
  // A member whose address was changed meanwhile has no part in the earlier mailbox, which others may share.
  const mailbox = foldAddress((deputyId === null ? memberEmail : deputyEmail) ?? '');
  const proof = await proofOf(mail, Number(reasonKey.split(':')[1]), mailbox, deps);
  if (!proof) return undefined;
  const { label, ...words } = deps.texts.signIn({ community, ...proof.shown });
  const url = `${deps.origin}/at/${slug}/enter?key=${proof.key}`;
  return { ...words, greeting: deps.texts.greeting(''), action: { label, url } };
}

/** Names no person: the address may be a stranger's. */
async function addressWords(mail: ClaimedMail, deps: ContentDeps): Promise<MailWords | undefined> {
  const { slug, community, reasonKey, requestEmail } = mail;
  const proof = await proofOf(mail, Number(reasonKey.split(':')[2]), requestEmail, deps);
  if (!proof) return undefined;
  const { label, ...words } = deps.texts.addressNew({ community, ...proof.shown });
  const url = `${deps.origin}/at/${slug}/me/address?key=${proof.key}`;
  return { ...words, greeting: deps.texts.greeting(''), action: { label, url } };
}

/** What proves that the mailbox was read; undefined: the request is too old, or of another mailbox. */
async function proofOf(
  { communityId }: ClaimedMail,
  requestId: number,
  mailbox: string | null,
  { on, keys, now }: ContentDeps,
): Promise<
  { readonly key: string; readonly shown: { readonly minutes: number; readonly number: string } } | undefined
> {
  const [request] = await selectSignInRequest(on, { communityId, requestId, now });
  if (!request || request.mailbox !== mailbox) return undefined;
  const { key, number } = signInSecrets(keys, communityId, requestId, request);
  const numberHmac = signInNumberHmac(keys, request.cookieHash, number);
  await updateSignInDigests(on, { communityId, requestId, keyHash: mailedTokenHash(key), numberHmac });
  const shown = { minutes: SIGN_IN_LINK_MS / MINUTE_MS, number: `${number.slice(0, 4)} ${number.slice(4)}` };
  return { key, shown };
}

/** Says in which browser the member is signed in since when. */
async function deviceWords(
  { communityId, slug, community, memberId, reasonKey }: ClaimedMail,
  greeting: string,
  { on, texts, origin }: ContentDeps,
): Promise<MailWords | undefined> {
  if (memberId === null) return undefined;
  const sessionId = Number(reasonKey.split(':')[1]);
  const [session] = await selectMailedSession(on, { communityId, memberId, sessionId });
  if (!session) return undefined;
  const { browser, system } = browserOf(session.userAgent);
  const device = [browser, system].filter((name) => name !== undefined).join(', ');
  const { label, ...words } = texts.newDevice({ community, device, at: session.createdAt, way: session.way });
  return { ...words, greeting, action: { label, url: `${origin}/at/${slug}/me/devices` } };
}

/** What is said to a member in a mail or a letter alike. @returns undefined: it has no reason any more */
export async function memberWordsOf(
  mail: MemberMail,
  greeting: string,
  { on, texts, now, pages }: Pick<ContentDeps, 'on' | 'texts' | 'now'> & { readonly pages?: string },
): Promise<MailWords | undefined> {
  const { communityId, reasonKey, title, body, membersSide } = mail;
  if (kindOfMail(reasonKey).startsWith('proposal.')) return await proposalWordsOf(mail, greeting, { on, texts, pages });
  if (kindOfMail(reasonKey) === 'message') {
    return title === null || body === null ? undefined : { subject: title, greeting, paragraphs: body.split(/\n{2,}/) };
  }
  if (kindOfMail(reasonKey) === 'deputy.appointed') return await deputyWords(mail, greeting, { on, texts, pages });
  if (kindOfMail(reasonKey) === 'join.accepted') {
    const { label, onPaper, ...words } = texts.joinAccepted();
    if (pages === undefined) return { ...words, paragraphs: [...words.paragraphs, onPaper], greeting };
    return { ...words, greeting, action: { label, url: `${pages}/sign-in` } };
  }
  if (kindOfMail(reasonKey) !== 'listing.ending') return await answerWordsOf(mail, greeting, { on, texts });
  const ownPages = membersSide === false ? undefined : pages;
  const [, lst = '', endsOn = ''] = reasonKey.split(':');
  const listingId = decodeId('lst', lst);
  const [listing] = listingId === undefined ? [] : await selectListingTitle(on, { communityId, listingId });
  if (!listing?.isActive || Number.isNaN(Date.parse(endsOn)) || Date.parse(endsOn) < now.getTime()) return undefined;
  const { label, ...words } = texts.listing({ title: listing.title, endsOn, onPages: ownPages !== undefined });
  return { ...words, greeting, ...(ownPages && { action: { label, url: `${ownPages}/listing/${lst}` } }) };
}

/** A member is named as members name each other; another person by the name that was written down with the agreement. */
async function deputyWords(
  { communityId, reasonKey, community, namesWhole }: MemberMail,
  greeting: string,
  { on, texts, pages }: Pick<ContentDeps, 'on' | 'texts'> & { readonly pages?: string | undefined },
): Promise<MailWords | undefined> {
  const [, dpt = '', recipient] = reasonKey.split(':');
  const deputyId = decodeId('dpt', dpt);
  const [found] = deputyId === undefined ? [] : await selectDeputyMailed(on, { communityId, deputyId });
  if (!found) return undefined;
  const toDeputy = recipient !== undefined;
  const who = found.isMember ? nameForMembers(found, { namesWhole }) : found.name;
  const { label, ...words } = toDeputy
    ? texts.deputyItself({ community, who: found.memberName })
    : texts.deputyOfMember({ community, who });
  const url = `${pages}${toDeputy ? '/act' : '/me/deputies'}`;
  return { ...words, greeting, ...(pages !== undefined && { action: { label, url } }) };
}

/**
 * Each line leads to the screen of the console where it is dealt with.
 * @returns undefined: all of it was dealt with meanwhile
 */
async function taskWords(
  { communityId, slug }: ClaimedMail,
  greeting: string,
  { on, texts, origin, now }: ContentDeps,
): Promise<MailWords | undefined> {
  const { heading, items: say, ...words } = texts.alerts.tasks;
  const found = await selectOfficeTasks(on, { communityId, now, countLimit: TASKS_MAX + 1 });
  const items = OFFICE_TASKS.flatMap((task) => {
    const count = found.find(({ kind }) => kind === task)?.count ?? 0;
    if (count === 0) return [];
    const text = say[task](Math.min(count, TASKS_MAX), count > TASKS_MAX);
    return [{ text, url: `${origin}/console/c/${slug}/${OFFICE_TASK_SCREENS[task]}` }];
  });
  if (items.length === 0) return undefined;
  return { ...words, greeting, lists: [{ heading, items }] };
}

async function alertWords(mail: ClaimedMail, greeting: string, deps: ContentDeps): Promise<MailWords | undefined> {
  const { communityId, reasonKey, slug } = mail;
  const { on, texts, origin, now } = deps;
  const { kind, subject } = alertOf(reasonKey);
  const { alerts } = texts;
  const at = (path: string) => ({ label: alerts.label, url: `${origin}/console/c/${slug}${path}` });
  if (kind === 'tasks') return await taskWords(mail, greeting, deps);
  if (kind === 'webhooks') {
    const [found] = await selectDeadWebhook(on, { communityId, subscriptionId: subject });
    if (!found) return undefined;
    const host = URL.parse(found.targetUrl)?.host ?? found.targetUrl;
    return { ...alerts.webhooks({ ...found, host }), greeting, action: at('/partners') };
  }
  if (kind === 'keys') {
    const [clientId = '', endsOn = ''] = subject.split('/');
    const [found] = await selectPartnerName(on, { communityId, clientId });
    return found && { ...alerts.keys({ ...found, endsOn }), greeting, action: at('/partners') };
  }
  if (kind === 'bank') {
    const [found] = await countWaitingLines(on, { communityId, now, limit: LINES_MAX });
    if (!found || found.lines === 0) return undefined;
    return { ...alerts.bank(found), greeting, action: at('/inbox') };
  }
  return { ...alerts.backup({ lastOn: subject === 'none' ? null : subject }), greeting };
}

// What mails and letters say about hours that two record.

/** A mail to a member, as a mail and as a letter. */
export type MemberMail = Pick<
  ClaimedMail,
  'communityId' | 'reasonKey' | 'title' | 'body' | 'memberId' | 'namesWhole' | 'community'
> &
  Partial<Pick<ClaimedMail, 'membersSide'>>;

/**
 * @param pages the address of the community's pages, for the link; undefined: on paper there is none
 * @returns undefined: it was answered meanwhile, or there is a newer version
 */
async function proposalWordsOf(
  { communityId, reasonKey, memberId, namesWhole }: MemberMail,
  greeting: string,
  { on, texts, pages }: { readonly on: Queryable; readonly texts: MailTexts; readonly pages?: string | undefined },
): Promise<MailWords | undefined> {
  const kind = kindOfMail(reasonKey);
  const [, prp = '', third = '', state = ''] = reasonKey.split(':');
  const proposalId = decodeId('prp', prp);
  if (proposalId === undefined || memberId === null) return undefined;
  const [found] = await selectMailedProposal(on, { communityId, proposalId, memberId });
  if (!found) return undefined;
  const { seconds, day, helped } = found;
  const other = found.otherId === null ? found.name : nameForMembers(found, { namesWhole });
  const about = { seconds, day, other, helped };
  const linked = (label: string) => (pages === undefined ? {} : { action: { label, url: `${pages}/record/${prp}` } });
  if (kind === 'proposal.done') {
    if (found.state !== state) return undefined;
    const { label, ...words } = texts.proposalDone({ ...about, state: state as ProposalEnd });
    return { ...words, greeting, ...linked(label) };
  }
  if (!found.waits || String(found.revision) !== third) return undefined;
  const { label, ...words } = texts.proposalWaits({ ...about, reminds: kind === 'proposal.reminder' });
  return { ...words, greeting, ...linked(label) };
}

// What mails of news say, as it is when they are sent: a listing that was closed meanwhile is not named.

/** Of each type; the pages have all. */
const NAMED_MAX = 10;
const HOURS_MAX = 5;

/**
 * @param pages the address of the community's pages
 * @returns undefined: nothing of it is left to say, or there are no pages any more
 */
async function newsWordsOf(
  { communityId, reasonKey, memberId, community, membersSide, namesWhole }: ClaimedMail,
  greeting: string,
  { on, texts, pages }: { readonly on: Queryable; readonly texts: MailTexts; readonly pages: string },
): Promise<MailWords | undefined> {
  if (memberId === null || !membersSide) return undefined;
  const isDigest = kindOfMail(reasonKey) === 'digest';
  const of = reasonKey.slice(reasonKey.lastIndexOf(':') + 1);
  const at = { communityId, memberId, ...(isDigest ? spanOfWeek(of) : spanOfDay(of)), limit: NAMED_MAX };
  const select = isDigest ? selectNewListings : selectFittingListings;
  const { news } = texts;
  const item = (row: NewListingRow) => ({
    text: listingText(nameFor({ namesWhole }, row, false), row.title, news),
    url: `${pages}/listing/${encodeId('lst', row.id)}`,
  });
  const waiting = isDigest ? await waitingItems({ communityId, memberId, namesWhole, on, texts, pages }) : [];
  const lists: readonly MailList[] = [
    { heading: news.waiting, items: waiting },
    { heading: news.requests, items: (await select(on, { ...at, type: 'request' })).map(item) },
    { heading: news.offers, items: (await select(on, { ...at, type: 'service' })).map(item) },
  ].filter(({ items }) => items.length > 0);
  if (lists.length === 0) return undefined;
  const words = isDigest ? news.digest({ community }) : news.category({ community });
  return { ...words, greeting, lists, action: { label: news.label, url: pages } };
}

/** Of a member who is hidden from members the title alone. */
const listingText = (who: string | null, title: string, { listing }: MailTexts['news']): string =>
  who === null ? title : listing(title, who);

async function waitingItems({
  communityId,
  memberId,
  namesWhole,
  on,
  texts,
  pages,
}: Pick<ClaimedMail, 'communityId' | 'namesWhole'> & {
  readonly memberId: string;
  readonly on: Queryable;
  readonly texts: MailTexts;
  readonly pages: string;
}): Promise<MailList['items']> {
  const rows = await selectWaitingHours(on, { communityId, memberId, limit: HOURS_MAX });
  return rows.map((row) => {
    const other = row.isMember ? nameForMembers(row, { namesWhole }) : row.name;
    const { seconds, day } = row;
    return { text: texts.news.hours({ seconds, day, other }), url: `${pages}/record/${encodeId('prp', row.id)}` };
  });
}
