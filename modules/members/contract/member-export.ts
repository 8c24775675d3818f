/** All that is stored about a member, as one document. */

import { type Static, Type } from 'typebox';
import { MemberDeputy } from '../../../console/desk/contract/deputies.ts';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { HourProposal } from '../../../console/desk/contract/proposals.ts';
import { LISTING_VALUES } from '../../../contract/src/listings.ts';
import { closedObject, component, dataOf, nullable, ref, timeValue, wordValue } from '../../../contract/src/values.ts';
import { ANSWER_STATES, BOOKLET_CONTACTS, CONTACTS } from '../../../contract/src/words.ts';
import { AccountLine } from './accounts.ts';
import { OfficeCall } from './contacts.ts';
import { MemberFile } from './member-file.ts';
import { Member, MemberRead } from './members.ts';

export const MemberExport = component('MemberExport', 'All data stored about a member.', {
  exported_at: timeValue('When it was exported.'),
  community: closedObject({ slug: Type.String(), name: Type.String() }),
  member: ref(Member),
  file: ref(MemberFile),
  booklet_contact: wordValue(BOOKLET_CONTACTS, 'What the member allows to be printed in the booklet.'),
  letter_only: Type.Boolean({ description: 'Whether the member signs in by a printed letter only.' }),
  leave_asked_at: nullable(timeValue('When the member asked to leave, else null.')),
  hold: nullable(
    closedObject({
      began_at: timeValue('Since when.'),
      until: nullable(Type.String({ description: 'The day on which the member is back, or was to be.' })),
      ended_at: nullable(timeValue('Null: it is on.')),
      shown: nullable(Type.Integer({ description: 'Listings that were shown again.' })),
    }),
    { description: 'The last time the membership was on hold.' },
  ),
  former_payment_reference: nullable(
    Type.String({ description: 'An earlier payment reference, which is still read, else null.' }),
  ),
  card: nullable(Type.String({ description: "The signs of the member's card, else null." })),
  seen_by_members: Type.Boolean({ description: 'Whether other members find the member by name.' }),
  join_asked_at: nullable(timeValue("When a visitor of the community's pages asked to become this member, else null.")),
  digest_asked_at: nullable(timeValue('When the member said whether mails of news are wanted, else null.')),
  calls: Type.Array(ref(OfficeCall), { description: 'Calls of the office, newest first.' }),
  listings: Type.Array(
    closedObject({
      id: Type.String(),
      ...LISTING_VALUES,
      external_id: nullable(Type.String({ description: "The community's own number for it." })),
      estimated_seconds: nullable(Type.Integer({ description: 'The same in seconds.' })),
      published_at: nullable(timeValue('When it was first shown.')),
      ends_on: nullable(Type.String({ description: 'The last day on which it is shown.' })),
      status: Type.String(),
      back_as: nullable(Type.String({ description: 'What it is again when the hold of the membership ends.' })),
      created_at: timeValue('When it was created.'),
      updated_at: timeValue('When it last changed.'),
    }),
  ),
  answers: Type.Array(
    closedObject({
      listing: Type.String({ description: 'The title of the listing.' }),
      sent: Type.Boolean({ description: 'Whether the member wrote the message; else the reply.' }),
      message: Type.String(),
      released: Type.Array(wordValue(CONTACTS, 'What the writer of the message lets the other see.')),
      reply: nullable(Type.String()),
      turns: Type.Array(
        closedObject({
          sent: Type.Boolean({ description: 'Whether the member wrote it.' }),
          message: nullable(Type.String()),
          day: nullable(Type.String({ description: 'The day that they agreed on, or called off.' })),
          called_off: Type.Boolean(),
          created_at: timeValue('When it was sent.'),
        }),
        { description: 'What the two wrote after the reply.' },
      ),
      owner_released: Type.Array(wordValue(CONTACTS, 'What the owner of the listing lets the other see.')),
      state: wordValue(ANSWER_STATES, 'What came of it.'),
      created_at: timeValue('When it was sent.'),
    }),
    { description: 'Answers to listings that the member sent or received, newest first.' },
  ),
  deputies: Type.Array(ref(MemberDeputy), { description: 'Who acts for the member, and who did; the newest first.' }),
  proposals: Type.Array(ref(HourProposal), {
    description: 'Hours that the member recorded with others, newest first.',
  }),
  transfers: Type.Array(ref(AccountLine), { description: 'Newest first.' }),
  reads: Type.Array(ref(MemberRead), { description: 'Newest first.' }),
  statement_lines: Type.Array(
    closedObject({
      compared_at: timeValue('When the statement was compared.'),
      booked_on: nullable(Type.String()),
      reference: nullable(Type.String()),
      end_to_end_id: nullable(Type.String()),
      amount: nullable(Type.String()),
      currency: nullable(Type.String()),
      payer_text: nullable(Type.String()),
      note: nullable(Type.String()),
    }),
    { description: "Lines of bank's statements that concern the member, newest first." },
  ),
  bank_lines: Type.Array(
    closedObject({
      imported_at: timeValue("When the bank's file was imported."),
      booked_on: nullable(Type.String()),
      reference: nullable(Type.String()),
      end_to_end_id: nullable(Type.String()),
      amount: Type.String(),
      currency: nullable(Type.String()),
      payer: nullable(Type.String()),
      payer_account: nullable(Type.String()),
      text: Type.String(),
      note: nullable(Type.String()),
    }),
    { description: 'Lines of the inbox that name the member, newest first.' },
  ),
  payer_accounts: Type.Array(
    closedObject({ account: Type.String(), chosen_at: timeValue('When the office said whose payments they are.') }),
    { description: 'Bank accounts whose payments are known to be for the member.' },
  ),
  devices: Type.Array(
    closedObject({
      way: Type.String({ description: 'letter, mail or number.' }),
      browser: Type.String({ description: 'As it names itself.' }),
      shared: Type.Boolean({ description: 'Whether the session ends after an hour, on a device that others use.' }),
      created_at: timeValue('When the member signed in there.'),
      last_seen_at: timeValue('When it was last used.'),
    }),
    { description: "Browsers that were signed in on the members' pages, as long as it is kept; the newest first." },
  ),
  mails: Type.Array(
    closedObject({
      kind: Type.String(),
      title: nullable(Type.String(), { description: "The message's title, if it was one." }),
      state: Type.String(),
      created_at: timeValue('When it was due.'),
      finished_at: nullable(timeValue('When it was sent, printed or given up.')),
      answer: nullable(Type.String(), { description: 'What a mail server said.' }),
    }),
    { description: 'Mails of the last weeks, newest first. Their text is not kept.' },
  ),
  truncated: Type.Boolean({
    description: 'True if a part has more than 10,000 entries; only the newest are included.',
  }),
});
export type MemberExport = Static<typeof MemberExport>;

export const exportMember = consoleOperation('exportMember', {
  route: 'GET /communities/{slug}/members/{memberId}/export',
  access: 'members.write',
  answer: dataOf(MemberExport),
});
