/** What mails and letters say about answers to listings: the answer, the reply, and what follows. */
import { decodeId, type MailKind } from '@timebank/contract';
import { calendarFile } from '../../../core/base/calendar-file.ts';
import { nameFor, nameForMembers } from '../../../core/people/name-for-members.ts';
import type { ContentDeps, MemberMail } from './content.ts';
import { kindOfMail } from './kinds.ts';
import { type ClaimedMail, selectAnswerMailed, selectTurnMailed } from './queries.ts';
import type { MailWords } from './texts/types.ts';

/** The words of a letter, with the way to the page; an answer to the mail reaches the writer who shows an address. */
export async function answerMailOf(
  mail: ClaimedMail,
  greeting: string,
  deps: ContentDeps,
): Promise<MailWords | undefined> {
  const pages = `${deps.origin}/at/${mail.slug}`;
  const found = await answerWordsOf(mail, greeting, { ...deps, pages });
  if (!found) return undefined;
  const url = `${pages}/answer/${mail.reasonKey.split(':')[1]}`;
  const { label, ...words } = found;
  return { ...words, action: { label, url } };
}

type AnswerMail = Pick<MemberMail, 'communityId' | 'reasonKey' | 'namesWhole' | 'memberId'>;
/** `pages`: the address of the community's pages; undefined: on paper. */
type AnswerContentDeps = Pick<ContentDeps, 'on' | 'texts'> & { readonly pages?: string };
const TURNS: ReadonlySet<MailKind> = new Set(['answer.written', 'answer.day']);

/** What one of the two writes after the reply, with the agreed day for the calendar of either. */
async function turnWordsOf(
  { communityId, reasonKey, namesWhole, memberId }: AnswerMail,
  greeting: string,
  { on, texts, pages }: AnswerContentDeps,
): Promise<(MailWords & { readonly label: string }) | undefined> {
  const [kind, id = '', number] = reasonKey.split(':');
  const answerId = decodeId('ans', id);
  if (answerId === undefined || memberId === null) return undefined;
  const [found] = await selectTurnMailed(on, { communityId, answerId, memberId, number: Number(number) });
  if (!found) return undefined;
  const { title, message, day, dayOff: isOff, sequence, isOwn, email, phone, createdAt: stamp } = found;
  const who = nameForMembers(found, { namesWhole });
  const contact = isOwn ? [] : [phone, email].filter((one) => one !== null);
  const { entry, ...words } = texts.written({
    ...{ who, title, day, isOff, isOwn, contact },
    ...{ message: kind === 'answer.day' ? null : message, withFile: pages !== undefined },
  });
  const agreed = day && { uid: id, day, isOff, sequence, summary: entry, url: `${pages ?? ''}/answer/${id}`, stamp };
  return {
    ...{ ...words, greeting },
    ...(email !== null && !isOwn && { replyTo: { name: who, address: email } }),
    ...(agreed && pages !== undefined && { calendar: calendarFile(agreed) }),
  };
}

export async function answerWordsOf(
  mail: AnswerMail,
  greeting: string,
  deps: AnswerContentDeps,
): Promise<(MailWords & { readonly label: string }) | undefined> {
  const { communityId, reasonKey, namesWhole } = mail;
  const { on, texts } = deps;
  if (TURNS.has(kindOfMail(reasonKey))) return await turnWordsOf(mail, greeting, deps);
  const isReply = kindOfMail(reasonKey) === 'answer.replied';
  const answerId = decodeId('ans', reasonKey.slice(reasonKey.indexOf(':') + 1));
  const [found] = answerId === undefined ? [] : await selectAnswerMailed(on, { communityId, answerId, isReply });
  if (!found) return undefined;
  const { title, message, email, phone, state } = found;
  const at = {
    // Who writes tells the name; the owner of a listing tells it by agreeing.
    who: nameFor({ namesWhole }, found, !isReply || state === 'agreed') ?? texts.hiddenMember,
    title,
    contact: [phone, email].filter((one) => one !== null),
  };
  const replyTo = email === null ? {} : { replyTo: { name: at.who, address: email } };
  const words = isReply
    ? texts.replied({ ...at, reply: message, declined: state === 'declined' })
    : texts.answered({ ...at, message: message ?? '' });
  return { ...words, ...replyTo, greeting };
}
