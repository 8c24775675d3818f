/** /communities/{slug}/messages and /letters: what the office writes to members, and what is to be printed. */
import { encodeId } from '@timebank/contract';
import { actOf, type CommunityDeps, type CommunityHandler } from '../../../console/desk/call.ts';
import { CHOSEN_MAX } from '../../../console/desk/contract/routes.ts';
import { memberIdOf } from '../../../console/desk/named-member.ts';
import { speak } from '../../../console/pages/voice/voice.ts';
import type {
  createMessage,
  Letter,
  listLetters,
  listMessages,
  markLettersPrinted,
  previewMessage,
  WrittenMessage,
} from '../contract/mail.ts';
import {
  type MailToPrint,
  selectMailsToPrint,
  selectMessages,
  type WrittenMessageRow,
} from '../domain/console-queries.ts';
import { mailTextsOf, memberWordsOf } from '../domain/content.ts';
import { markPrinted, reachOf, writeMessage } from '../domain/messages.ts';

const MESSAGES_SHOWN = 50;

interface AudienceBody {
  readonly member_ids?: readonly string[] | null;
  readonly language?: string | null;
  readonly joined_from?: string | null;
}

const audienceOf = ({ member_ids, language = null, joined_from = null }: AudienceBody) => ({
  memberIds: member_ids ? member_ids.map(memberIdOf) : null,
  language,
  joinedFrom: joined_from,
});

export const previewMessageHandler: CommunityHandler<typeof previewMessage> = async (call, deps) => {
  const isMailOn = deps.config.mail !== undefined;
  const { communityId } = call.membership;
  const { notReached, ...reach } = await reachOf(deps, communityId, audienceOf(call.body), isMailOn, CHOSEN_MAX + 1);
  return {
    data: {
      by_mail: reach.byMail,
      by_letter: reach.byLetter,
      not_agreed: reach.notAgreed,
      not_reached: notReached.slice(0, CHOSEN_MAX).map(({ id, name, familyName, externalId, why }) => ({
        member_id: encodeId('usr', id),
        name,
        family_name: familyName,
        external_id: externalId,
        why,
      })),
      more: notReached.length > CHOSEN_MAX,
    },
  };
};

export const createMessageHandler: CommunityHandler<typeof createMessage> = async (call, deps) => {
  const { title, body, form } = call.body;
  const row = await writeMessage(deps, actOf(call), { title, body, form, ...audienceOf(call.body) });
  return { data: presentMessage(row) };
};

export const listMessagesHandler: CommunityHandler<typeof listMessages> = async ({ membership }, deps) => {
  const { communityId } = membership;
  const rows = await selectMessages(deps.database.heavy, { communityId, limit: MESSAGES_SHOWN });
  return { data: rows.map(presentMessage) };
};

export const listLettersHandler: CommunityHandler<typeof listLetters> = async ({ membership }, deps) => {
  const { communityId } = membership;
  const rows = await selectMailsToPrint(deps.database.heavy, { communityId, limit: CHOSEN_MAX + 1 });
  const letters: Letter[] = [];
  for (const mails of Map.groupBy(rows.slice(0, CHOSEN_MAX), ({ memberId }) => memberId).values()) {
    letters.push(await letterOf(mails, deps));
  }
  return { data: letters, meta: { more: rows.length > CHOSEN_MAX } };
};

export const markLettersPrintedHandler: CommunityHandler<typeof markLettersPrinted> = async (call, deps) => ({
  data: { printed: await markPrinted(deps, actOf(call), call.body.mail_ids) },
});

/** One letter with all that there is to say to a person; what has no reason any more is left out, and settled with it. */
async function letterOf(mails: readonly MailToPrint[], { database, clock }: CommunityDeps): Promise<Letter> {
  const [first] = mails as [MailToPrint];
  const texts = mailTextsOf(first.language);
  const greeting = texts.greeting(first.memberName);
  const said = (words: string) => speak(words, first, first.language);
  const parts: Letter['parts'] = [];
  for (const mail of mails) {
    const words = await memberWordsOf(mail, greeting, { on: database.heavy, texts, now: clock.now() });
    if (!words) continue;
    parts.push({
      title: said(words.subject),
      paragraphs: words.paragraphs.map(said),
      written_at: mail.createdAt.toISOString(),
    });
  }
  return {
    ...{ member_id: encodeId('usr', first.memberId), name: first.memberName, external_id: first.externalId },
    ...{
      language: first.language,
      greeting: said(greeting),
      parts,
      mail_ids: mails.map(({ id }) => id),
      error: first.error,
    },
  };
}

function presentMessage({ writtenBy, createdAt, toPrint, ...row }: WrittenMessageRow): WrittenMessage {
  const settled = row.waiting + row.sent + toPrint + row.printed;
  return {
    ...row,
    written_by: writtenBy ?? '',
    created_at: createdAt.toISOString(),
    to_print: toPrint,
    not_sent: row.recipients - settled,
  };
}
