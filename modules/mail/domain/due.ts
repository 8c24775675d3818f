/**
 * Writing a mail that is due, in the transaction of its reason: the worker makes the text and sends it, prints it where
 * it cannot be sent, or drops it. A second mail for the same reason is not written.
 */
import type { Change } from '../../../core/change/change.ts';
import { kindOfMail, MAIL_RULES } from './kinds.ts';
import { insertAdministratorMails, insertInvitationMail, insertMemberMails } from './queries.ts';

type DueIn = Pick<Change, 'transaction' | 'at'>;

/**
 * To members, or to those who act for them. All reason keys are of one kind.
 * @param mails reason keys such as `listing.ending:lst_…:2026-12-01`; they stay below 200 characters and name each
 * recipient where one reason has several
 * @param messageId the message that they carry
 * @returns how many were written
 */
export async function dueMailsIn(
  { transaction, at }: DueIn,
  communityId: number,
  mails: readonly { readonly reasonKey: string; readonly memberId: string; readonly deputyId?: string }[],
  messageId: number | null = null,
): Promise<number> {
  const [first] = mails;
  if (!first) return 0;
  const { urgent } = MAIL_RULES[kindOfMail(first.reasonKey)];
  const rows = mails.map(({ deputyId = null, ...mail }) => ({ ...mail, deputyId }));
  return (await insertMemberMails(transaction, { rows, communityId, messageId, urgent, at })).length;
}

/** To people who administer the community. @returns how many were written */
export async function dueAdministratorMailsIn(
  { transaction, at }: DueIn,
  communityId: number,
  mails: readonly { readonly reasonKey: string; readonly administratorId: number }[],
): Promise<number> {
  const [first] = mails;
  if (!first) return 0;
  const { urgent } = MAIL_RULES[kindOfMail(first.reasonKey)];
  return (await insertAdministratorMails(transaction, { rows: mails, communityId, urgent, at })).length;
}

/** To the address of an invitation, which has no account yet. */
export async function dueInvitationMailIn(
  { transaction, at }: DueIn,
  communityId: number,
  invitationId: number,
): Promise<void> {
  const reasonKey = `invitation:${invitationId}:${at.getTime()}`;
  const { urgent } = MAIL_RULES.invitation;
  await insertInvitationMail(transaction, { communityId, reasonKey, invitationId, urgent, at });
}
