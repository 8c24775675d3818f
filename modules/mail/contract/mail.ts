/** Mail: whether it is on and what became of it, what the office writes to members, and the letters in its place. */
import { type Static, Type } from 'typebox';
import { chosenMembers } from '../../../console/desk/contract/chosen-members.ts';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { CHOSEN_MAX } from '../../../console/desk/contract/routes.ts';
import { fieldSchema, MEMBER_FIELDS, MESSAGE_FIELDS } from '../../../contract/src/fields.ts';
import { closedObject, component, dataOf, nullable, ref, timeValue, wordValue } from '../../../contract/src/values.ts';
import { MAIL_ERRORS, MAIL_KINDS, MAIL_STATES, MEMBER_LANGUAGES } from '../../../contract/src/words.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const MailReport = component('MailReport', 'What became of a mail. Its text is not kept.', {
  id: Type.Integer(),
  kind: wordValue(MAIL_KINDS, 'Why it was written.'),
  to: Type.String({ description: 'Name of the recipient; of an invitation, the address.' }),
  member_id: nullable(Type.String(), { description: 'Null: not a member.' }),
  state: wordValue(MAIL_STATES, 'Where it is; `print` waits for a letter.'),
  error: nullable(wordValue(MAIL_ERRORS, 'Why it did not arrive.')),
  answer: nullable(Type.String(), { description: 'What the mail server said.' }),
  at: timeValue('When it was last tried, else when it was written.'),
  next_attempt_at: nullable(timeValue('When it is tried again.')),
});
export type MailReport = Static<typeof MailReport>;

export const MailStatus = component('MailStatus', 'Mail of a community.', {
  on: Type.Boolean({ description: 'Whether the operator has named a mail server.' }),
  from: nullable(Type.String(), { description: 'The address that mails come from.' }),
  reply_to: nullable(Type.String(), { description: 'The address that answers go to.' }),
  per_minute: nullable(Type.Integer(), { description: 'How many are sent within a minute at most.' }),
  kept_days: Type.Integer({ description: 'For how many days mails and messages are kept.' }),
  waiting: count('Mails of this community that are due, at most 1,000.'),
  to_print: count('Mails of this community that wait for a letter, at most 1,000.'),
  bad_addresses: count('Members whose address is marked as bad, at most 1,000.'),
  failures: Type.Array(ref(MailReport), { description: 'The last ones that a mail server did not take.' }),
  last_test: nullable(ref(MailReport), { description: 'Your last test mail.' }),
});
export type MailStatus = Static<typeof MailStatus>;

export const getMail = consoleOperation('getMail', {
  route: 'GET /communities/{slug}/mail',
  access: 'members.read',
  answer: dataOf(MailStatus),
});

export const sendTestMail = consoleOperation('sendTestMail', {
  route: 'POST /communities/{slug}/mail/test',
  access: 'settings.write',
  status: 202,
  answer: closedObject({ data: closedObject({ to: Type.String({ description: 'Your address.' }) }) }),
  errors: ['state_conflict', 'rate_limited'],
});

export const setMailConsent = consoleOperation('setMailConsent', {
  route: 'POST /communities/{slug}/mail/consents',
  access: 'members.write',
  body: component('MailConsent', 'Who agrees, or does not.', {
    member_ids: chosenMembers(),
    agreed: Type.Boolean({ description: 'Whether they agree.' }),
  }),
  answer: closedObject({ data: closedObject({ changed: count('Members for whom it is new.') }) }),
  errors: ['user_not_found'],
  example: { member_ids: ['usr_01jd3h6m8nfdwtv0k2x9q4z7ab'], agreed: true },
});

/** Everybody it names has to be active and to have agreed; nothing named: all of those. */
const audience = {
  member_ids: Type.Optional(nullable(chosenMembers(), { description: 'These members; null: all active members.' })),
  language: Type.Optional(
    fieldSchema(MEMBER_FIELDS.language, 'Only members with this language, such as `de`. Null: of any.'),
  ),
  joined_from: Type.Optional(
    nullable(Type.String({ format: 'date', maxLength: 10, examples: ['2026-01-01'] }), {
      description: 'Only members who joined on this day or later.',
    }),
  ),
};

/** Why no mail of a message reaches a member. */
const NOT_REACHED = ['not_agreed', 'no_address', 'bad_address', 'no_mail'] as const;

export const MessageReach = component('MessageReach', 'Whom a message would reach.', {
  by_mail: count('Members who get it by mail.'),
  by_letter: count('Members who agreed and have no usable address, or mail is off: they are listed for printing.'),
  not_agreed: count('Active members without a recorded consent: they get nothing.'),
  not_reached: Type.Array(
    closedObject({
      member_id: Type.String(),
      name: Type.String({ description: 'Name of the member.' }),
      family_name: nullable(Type.String(), { description: 'By which they are sorted; null: by the name.' }),
      external_id: nullable(Type.String(), { description: "The community's own number." }),
      why: wordValue(NOT_REACHED, '`no_mail`: mail is off here, or it is a sandbox.'),
    }),
    { description: `Members whom no mail reaches, by name, at most ${CHOSEN_MAX}.` },
  ),
  more: Type.Boolean({ description: 'Whether there are more of them.' }),
});
export type MessageReach = Static<typeof MessageReach>;

export const previewMessage = consoleOperation('previewMessage', {
  route: 'POST /communities/{slug}/messages/preview',
  access: 'members.write',
  body: component('MessageAudience', 'Whom a message is for.', audience),
  answer: dataOf(MessageReach),
  example: { language: 'de' },
});

export const WrittenMessage = component('WrittenMessage', 'A message of the office, and how far it is.', {
  id: Type.Integer(),
  title: Type.String(),
  body: Type.String(),
  written_by: Type.String({ description: 'Name of the administrator; empty: no longer known.' }),
  created_at: timeValue('When it was written.'),
  recipients: count('Members it is for.'),
  waiting: count('Of these, mails that are still to be sent.'),
  sent: count('Sent.'),
  to_print: count('Wait for a letter.'),
  printed: count('Printed.'),
  not_sent: count('Given up, or the member has stopped messages meanwhile.'),
});
export type WrittenMessage = Static<typeof WrittenMessage>;

export const createMessage = consoleOperation('createMessage', {
  route: 'POST /communities/{slug}/messages',
  access: 'members.write',
  body: component('MessageCreate', 'A message, and whom it is for.', {
    form: Type.String({
      pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
      maxLength: 36,
      description: 'A UUID that the page makes, once for each message.',
    }),
    title: fieldSchema(MESSAGE_FIELDS.title, 'Title; the subject of the mail.'),
    body: fieldSchema(MESSAGE_FIELDS.body, 'Text. An empty line begins a new paragraph.'),
    ...audience,
  }),
  status: 201,
  answer: dataOf(WrittenMessage),
  errors: ['state_conflict'],
  example: {
    form: '0197f9a0-3b1c-4c4e-9d2a-4b6f8a1c2d3e',
    title: 'Summer party',
    body: 'We meet on Friday at six.',
    language: 'de',
  },
});

export const listMessages = consoleOperation('listMessages', {
  route: 'GET /communities/{slug}/messages',
  access: 'members.read',
  answer: closedObject({ data: Type.Array(ref(WrittenMessage)) }),
});

export const Letter = component('Letter', 'One letter to one person.', {
  member_id: Type.String(),
  name: Type.String({ description: 'Name of the member.' }),
  external_id: nullable(Type.String(), { description: "The community's own number." }),
  language: wordValue(MEMBER_LANGUAGES, 'Language of the letter.'),
  greeting: Type.String(),
  parts: Type.Array(
    closedObject({
      title: Type.String(),
      paragraphs: Type.Array(Type.String()),
      written_at: timeValue('When it was due.'),
    }),
    { description: 'What there is to say, oldest first.' },
  ),
  mail_ids: Type.Array(Type.Integer(), { description: 'What is said by it; marked as printed together.' }),
  error: nullable(wordValue(MAIL_ERRORS, 'Why it cannot be a mail.')),
});
export type Letter = Static<typeof Letter>;

export const listLetters = consoleOperation('listLetters', {
  route: 'GET /communities/{slug}/letters',
  access: 'members.write',
  answer: closedObject({ data: Type.Array(ref(Letter)), meta: closedObject({ more: Type.Boolean() }) }),
});

export const markLettersPrinted = consoleOperation('markLettersPrinted', {
  route: 'POST /communities/{slug}/letters/printed',
  access: 'members.write',
  body: component('LettersPrinted', '`mail_ids` of the letters.', {
    mail_ids: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: CHOSEN_MAX }),
  }),
  answer: closedObject({ data: closedObject({ printed: count('Mails that waited for it.') }) }),
  example: { mail_ids: [1, 2] },
});
