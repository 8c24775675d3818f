/** What the office writes to members who agreed, and the letters to those whom no mail reaches. */
import { createHash } from 'node:crypto';
import { encodeId, MESSAGE_FIELDS } from '@timebank/contract';
import { consoleConflict } from '../../../console/desk/refusal.ts';
import { readFields } from '../../../core/base/fields/fields.ts';
import { invalidField, refusal } from '../../../core/base/refusal.ts';
import { dayOf } from '../../../core/base/time.ts';
import { type ChangeDeps, type CommunityAct, change } from '../../../core/change/change.ts';
import {
  type Audience,
  countKnownMembers,
  countReach,
  insertMessage,
  insertMessageMails,
  selectMessageOfForm,
  selectMessageRepeated,
  selectNotReached,
  updateMailsPrinted,
  upsertMailConsent,
  type WrittenMessageRow,
} from './console-queries.ts';

export interface NewMessage extends Audience {
  readonly title: string;
  readonly body: string;
  /** Made by the page: the same one twice is one message. */
  readonly form: string;
}

/**
 * Writes a message and its mails, all or nothing.
 * @throws Refusal validation_failed; state_conflict where nobody of the audience agreed
 */
export async function writeMessage(deps: ChangeDeps, act: CommunityAct, given: NewMessage): Promise<WrittenMessageRow> {
  const { communityId } = act;
  const { title, body } = readFields({ title: given.title, body: given.body }, MESSAGE_FIELDS);
  if (body.trim() === '') {
    throw invalidField('body', 'too_short', 'body must not be empty.');
  }
  const { memberIds, language, joinedFrom, form } = given;
  await change(deps, act, async ({ transaction, at, audit, wake }) => {
    const content = { communityId, title, body, form, audience: digestOf(given) };
    const [message] = await insertMessage(transaction, { ...content, writtenBy: act.actor, at });
    if (!message) {
      if ((await selectMessageRepeated(transaction, content)).length > 0)
        return audit('message.repeated', `community:${communityId}`);
      throw consoleConflict('sent_before', 'This page has sent another message: look at it, and begin a new one.');
    }
    const [row] = await insertMessageMails(transaction, {
      ...{ communityId, messageId: message.id, memberIds, language, joinedFrom, at },
    });
    if (!row || row.written === 0) {
      throw consoleConflict('nobody_agreed', 'No active member of these has agreed to messages.');
    }
    audit('message.written', `message:${message.id}`, { recipients: row.written });
    wake();
  });
  const [written] = await selectMessageOfForm(deps.database.reads, { communityId, form });
  if (!written) throw new Error('a message without a row');
  return written;
}

/** Whom it is for, in whatever order they are named. */
function digestOf({ memberIds, language, joinedFrom }: Audience): Buffer {
  const audience = [memberIds && [...memberIds].sort(), language?.toLowerCase() ?? null, joinedFrom];
  return createHash('sha256').update(JSON.stringify(audience)).digest();
}

/**
 * Whom a message would reach, and whom no mail does.
 * @param isMailOn whether there is a mail server
 * @param limit of those who are named
 */
export async function reachOf(
  { database }: Pick<ChangeDeps, 'database'>,
  communityId: number,
  { memberIds, language, joinedFrom }: Audience,
  isMailOn: boolean,
  limit: number,
) {
  const of = { communityId, memberIds, language, joinedFrom };
  const [row] = await countReach(database.heavy, of);
  const notReached = await selectNotReached(database.heavy, { ...of, isMailOn, limit });
  const { byMail, agreed, notAgreed } = row ?? { byMail: 0, agreed: 0, notAgreed: 0 };
  return { byMail: isMailOn ? byMail : 0, byLetter: agreed - (isMailOn ? byMail : 0), notAgreed, notReached };
}

/**
 * Records that members agree to messages, or do not.
 * @returns for how many it is new
 * @throws Refusal user_not_found where one of them is not the community's
 */
export async function recordConsent(
  deps: ChangeDeps,
  act: CommunityAct,
  memberIds: readonly string[],
  agreed: boolean,
): Promise<number> {
  const { communityId } = act;
  const ids = [...new Set(memberIds)];
  return await change(deps, act, async ({ transaction, at, audit }) => {
    const [found] = await countKnownMembers(transaction, { communityId, memberIds: ids, agreed });
    if (found?.known !== ids.length) throw refusal('user_not_found', 'This community has no such member.');
    if (found.differing === 0) return 0;
    const rows = await upsertMailConsent(transaction, {
      communityId,
      memberIds: ids,
      consentOn: agreed ? dayOf(at) : null,
      at,
    });
    for (const { id } of rows) audit(agreed ? 'member.mails_agreed' : 'member.mails_refused', encodeId('usr', id));
    return rows.length;
  });
}

/** @returns how many mails waited for it */
export async function markPrinted(deps: ChangeDeps, act: CommunityAct, ids: readonly number[]): Promise<number> {
  const { communityId } = act;
  return await change(deps, act, async ({ transaction, at, audit }) => {
    const rows = await updateMailsPrinted(transaction, { communityId, ids, at });
    audit('letter.printed', `community:${communityId}`, { letters: rows.length });
    return rows.length;
  });
}
