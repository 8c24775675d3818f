/** One mail's way: judged, written, sent, and what came of it recorded. */
import { randomBytes } from 'node:crypto';
import type { MailError, MailKind } from '@timebank/contract';
import { PLAIN_ADDRESS_STYLE, speak } from '../../../console/pages/voice/voice.ts';
import type { PlatformDeps } from '../../../core/base/deps.ts';
import { foldAddress } from '../../../core/base/email-address.ts';
import { ago, DAY_MS } from '../../../core/base/time.ts';
import { mailTextsOf, wordsOf } from './content.ts';
import { escapedForHtml, formMail, type MailForm } from './form.ts';
import { kindOfMail, MAIL_RULES } from './kinds.ts';
import { stopUrl } from './links.ts';
import { type MailFailure, outcomeOfFailure } from './outcome.ts';
import {
  type ClaimedMail,
  countRefusedDays,
  keepAdministratorStopKey,
  keepMemberStopKey,
  updateAdministratorAddressBad,
  updateMailAttempted,
  updateMemberAddressBad,
} from './queries.ts';
import type { MailSender } from './send.ts';
import { countMailboxPersons } from './sign-in-queries.ts';

export interface AttemptDeps extends Pick<PlatformDeps, 'clock' | 'database' | 'keys' | 'log'> {
  readonly sender: MailSender;
  /** Of the links. */
  readonly origin: string;
}

const STOP_KEY_BYTES = 16;
/** Refused on so many days of so many, an address is bad. */
const REFUSED_DAYS_MAX = 3;
const REFUSED_MS = 14 * DAY_MS;

/** What an attempt says of the server: it was reached, it could not be, or it refused. */
export type Reachability = 'reached' | 'unreachable' | 'refused';

export async function attemptMail(mail: ClaimedMail, deps: AttemptDeps): Promise<Reachability> {
  const { database, clock } = deps;
  const unsendable = whyUnsendable(mail, clock.now());
  const failure = unsendable ? { error: unsendable, answer: null } : await sendOne(mail, deps);
  const now = clock.now();
  if (!failure) {
    const sent = { state: 'sent', nextAttemptAt: null, error: null, answer: null, finishedAt: now } as const;
    await updateMailAttempted(database.outbox, { ...keyOf(mail), ...sent });
    return 'reached';
  }
  await recordFailure(mail, failure, now, deps);
  return REACHED[failure.error] ?? 'reached';
}

const REACHED: Partial<Record<MailError, Reachability>> = {
  unreachable: 'unreachable',
  not_accepted: 'refused',
  refused: 'refused',
  no_mailbox: 'refused',
};

const keyOf = ({ communityId, id, leaseUntil }: ClaimedMail) => ({ communityId, id, leaseUntil });

function addressOf(mail: ClaimedMail): string | null {
  const { deputyId, deputyEmail, memberEmail, administratorEmail, invitationEmail } = mail;
  if (isOfAddress(mail)) return mail.requestEmail;
  return deputyId !== null ? deputyEmail : (memberEmail ?? administratorEmail ?? invitationEmail);
}

const isOfAddress = ({ reasonKey }: ClaimedMail) => reasonKey.startsWith('address.');

/** What keeps a mail from being sent at all: the recipient's will, state or address, or its age. */
function whyUnsendable(mail: ClaimedMail, now: Date): MailError | undefined {
  const { wants, rests, lastsMs } = MAIL_RULES[kindOfMail(mail.reasonKey)];
  const { memberId, memberStatus, memberWants, administratorId, invitationId, hasRole } = mail;
  if (memberId === null && administratorId === null && invitationId === null) return 'gone';
  if (mail.deputyId !== null && !mail.deputyActs) return 'gone';
  if (memberStatus === 'left' || (administratorId !== null && !hasRole)) return 'gone';
  if (lastsMs !== undefined && mail.createdAt.getTime() + lastsMs <= now.getTime()) return 'late';
  if (rests && mail.memberIsOnHold) return 'stopped';
  if (wants !== undefined && memberWants?.includes(wants) !== true) return 'stopped';
  // Its members are fictional, and their addresses could be a stranger's.
  if (memberId !== null && mail.communityKind === 'sandbox') return 'sandbox';
  if (!addressOf(mail)) return 'no_address';
  return mail.emailState === 'bad' ? 'no_address' : undefined;
}

async function sendOne(mail: ClaimedMail, deps: AttemptDeps): Promise<MailFailure | undefined> {
  const { database, keys, origin, clock, sender } = deps;
  const texts = mailTextsOf(mail.language);
  const words = await wordsOf(mail, { on: database.outbox, keys, texts, origin, now: clock.now() });
  if (!words) return { error: 'gone', answer: null };
  const stopLink = await stopLinkOf(mail, deps);
  const { language, community, slug, messageUuid } = mail;
  const contact = isToMember(mail) ? mail.officeContact : null;
  const { stop: ends } = MAIL_RULES[kindOfMail(mail.reasonKey)];
  const listId = `${ends}.${slug}.${new URL(origin).hostname}`;
  return await sender.send({
    ...spoken(formMail(words, { texts, language, community, contact, stopLink }), mail),
    ...{ fromName: community, replyTo: words.replyTo, calendar: words.calendar },
    to: { name: await recipientOf(mail, database), address: addressOf(mail) ?? '' },
    ...{ messageUuid, date: clock.now(), stop: stopLink === undefined ? undefined : { link: stopLink, listId } },
  });
}

const isToMember = ({ administratorId, invitationId }: ClaimedMail): boolean =>
  administratorId === null && invitationId === null;

/** As the community speaks to its members; who runs it is addressed as all administrators are. */
function spoken({ subject, text, html }: MailForm, mail: ClaimedMail): MailForm {
  const { language } = mail;
  const addressStyle = isToMember(mail) ? mail : PLAIN_ADDRESS_STYLE;
  return {
    subject: speak(subject, addressStyle, language),
    text: speak(text, addressStyle, language),
    html: speak(html, addressStyle, language, escapedForHtml),
  };
}

/** Where an address was typed that may be a stranger's. */
const NAMELESS: ReadonlySet<MailKind> = new Set(['join.received', 'address.new']);

/** No name, where the reader may be another: a way in for a mailbox of several is for each of them. */
async function recipientOf(mail: ClaimedMail, { outbox }: AttemptDeps['database']): Promise<string> {
  const { communityId, reasonKey, deputyName, memberName, administratorName } = mail;
  const kind = kindOfMail(reasonKey);
  if (NAMELESS.has(kind)) return '';
  if (kind === 'sign_in.link') {
    const mailbox = foldAddress(addressOf(mail) ?? '');
    const [found] = await countMailboxPersons(outbox, { communityId, mailbox });
    if ((found?.count ?? 0) > 1) return '';
  }
  return deputyName ?? memberName ?? administratorName ?? '';
}

async function stopLinkOf(mail: ClaimedMail, { database, origin }: AttemptDeps): Promise<string | undefined> {
  const { communityId, memberId, deputyId, administratorId, slug, stopKey } = mail;
  const { stop } = MAIL_RULES[kindOfMail(mail.reasonKey)];
  // The key ends the member's mails: a deputy has none.
  if (stop === undefined || deputyId !== null) return undefined;
  if (stopKey) return stopUrl(origin, slug, stopKey, stop);
  const key = randomBytes(STOP_KEY_BYTES);
  const [kept] =
    memberId !== null
      ? await keepMemberStopKey(database.outbox, { communityId, memberId, key })
      : await keepAdministratorStopKey(database.outbox, { administratorId: administratorId ?? 0, key });
  return kept && stopUrl(origin, slug, kept.key, stop);
}

/** What is not wanted, or has no reason any more, is dropped: it is no failure. */
const DROPPED: ReadonlySet<MailError> = new Set(['stopped', 'gone', 'late']);

async function recordFailure(
  mail: ClaimedMail,
  failure: MailFailure,
  now: Date,
  { database, log }: AttemptDeps,
): Promise<void> {
  const { communityId, memberId, deputyId, administratorId, attempts, createdAt, reasonKey } = mail;
  // A letter reaches the member alone.
  const facts = { attempts, createdAt, toMember: memberId !== null && deputyId === null };
  const outcome = DROPPED.has(failure.error)
    ? ({ state: 'dropped', nextAttemptAt: null, finishedAt: now } as const)
    : outcomeOfFailure(failure, MAIL_RULES[kindOfMail(reasonKey)], facts, now);
  await updateMailAttempted(database.outbox, { ...keyOf(mail), ...failure, ...outcome });
  // The key names ids; the answer may repeat an address, and stays in the database.
  log.info(
    { community_id: communityId, mail_id: mail.id, error: failure.error, state: outcome.state },
    'a mail was not sent',
  );
  const address = addressOf(mail);
  // Of a deputy who is a member, too, it is the mails of the member that decide.
  if (!address || deputyId !== null || !(await isBad(mail, failure.error, now, database))) return;
  if (memberId !== null) await updateMemberAddressBad(database.outbox, { communityId, memberId, email: address });
  else if (administratorId !== null)
    await updateAdministratorAddressBad(database.outbox, { administratorId, email: address });
}

async function isBad(
  { communityId, memberId, administratorId }: ClaimedMail,
  error: MailError,
  now: Date,
  database: AttemptDeps['database'],
): Promise<boolean> {
  if (error === 'no_mailbox') return true;
  if (error !== 'refused') return false;
  const since = ago(now, REFUSED_MS);
  const [row] = await countRefusedDays(database.outbox, { communityId, memberId, administratorId, since });
  return (row?.days ?? 0) >= REFUSED_DAYS_MAX;
}
