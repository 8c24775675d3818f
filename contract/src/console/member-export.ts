/** All that is stored about a member, as one document. */
import { type Static, Type } from 'typebox';
import { dataOf, nullable, ref, timeValue, wordValue } from '../values.ts';
import { ANSWER_STATES, BOOKLET_CONTACTS, CONTACTS } from '../words.ts';
import { AccountLine } from './accounts.ts';
import { OfficeCall } from './contacts.ts';
import { MemberDeputy } from './deputies.ts';
import { MemberFile } from './member-file.ts';
import { Member, MemberRead } from './members.ts';
import { consoleOperation } from './operation.ts';
import { HourProposal } from './proposals.ts';

const closed = { additionalProperties: false } as const;
const noBody = { body: undefined, query: {} } as const;

export const MemberExport = Type.Object(
  {
    exported_at: timeValue('When it was exported.'),
    community: Type.Object({ slug: Type.String(), name: Type.String() }, closed),
    member: ref(Member),
    file: ref(MemberFile),
    booklet_contact: wordValue(BOOKLET_CONTACTS, 'What the member allows to be printed in the booklet.'),
    letter_only: Type.Boolean({ description: 'Whether the member signs in by a printed letter only.' }),
    leave_asked_at: nullable(timeValue('When the member asked to leave, else null.')),
    card: nullable(Type.String({ description: "The signs of the member's card, else null." })),
    seen_by_members: Type.Boolean({ description: 'Whether other members find the member by name.' }),
    join_asked_at: nullable(
      timeValue("When a visitor of the community's pages asked to become this member, else null."),
    ),
    digest_asked_at: nullable(timeValue('When the member said whether mails of news are wanted, else null.')),
    calls: Type.Array(ref(OfficeCall), { description: 'Calls of the office, newest first.' }),
    listings: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          type: Type.String(),
          title: Type.String(),
          description: Type.String(),
          category: Type.String(),
          status: Type.String(),
          created_at: timeValue('When it was created.'),
          updated_at: timeValue('When it last changed.'),
        },
        closed,
      ),
    ),
    answers: Type.Array(
      Type.Object(
        {
          listing: Type.String({ description: 'The title of the listing.' }),
          sent: Type.Boolean({ description: 'Whether the member wrote the message; else the reply.' }),
          message: Type.String(),
          released: Type.Array(wordValue(CONTACTS, 'What the writer of the message lets the other see.')),
          reply: nullable(Type.String()),
          owner_released: Type.Array(wordValue(CONTACTS, 'What the owner of the listing lets the other see.')),
          state: wordValue(ANSWER_STATES, 'What came of it.'),
          created_at: timeValue('When it was sent.'),
        },
        closed,
      ),
      { description: 'Answers to listings that the member sent or received, newest first.' },
    ),
    deputies: Type.Array(ref(MemberDeputy), { description: 'Who acts for the member, and who did; the newest first.' }),
    proposals: Type.Array(ref(HourProposal), {
      description: 'Hours that the member recorded with others, newest first.',
    }),
    transfers: Type.Array(ref(AccountLine), { description: 'Newest first.' }),
    reads: Type.Array(ref(MemberRead), { description: 'Newest first.' }),
    statement_lines: Type.Array(
      Type.Object(
        {
          compared_at: timeValue('When the statement was compared.'),
          booked_on: nullable(Type.String()),
          reference: nullable(Type.String()),
          end_to_end_id: nullable(Type.String()),
          amount: nullable(Type.String()),
          currency: nullable(Type.String()),
          payer_text: nullable(Type.String()),
          note: nullable(Type.String()),
        },
        closed,
      ),
      { description: "Lines of bank's statements that concern the member, newest first." },
    ),
    bank_lines: Type.Array(
      Type.Object(
        {
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
        },
        closed,
      ),
      { description: 'Lines of the inbox that name the member, newest first.' },
    ),
    mails: Type.Array(
      Type.Object(
        {
          kind: Type.String(),
          title: nullable(Type.String(), { description: "The message's title, if it was one." }),
          state: Type.String(),
          created_at: timeValue('When it was due.'),
          finished_at: nullable(timeValue('When it was sent, printed or given up.')),
          answer: nullable(Type.String(), { description: 'What a mail server said.' }),
        },
        closed,
      ),
      { description: 'Mails of the last weeks, newest first. Their text is not kept.' },
    ),
    truncated: Type.Boolean({
      description: 'True if a part has more than 10,000 entries; only the newest are included.',
    }),
  },
  { $id: 'MemberExport', ...closed, description: 'All data stored about a member.' },
);
export type MemberExport = Static<typeof MemberExport>;

export const exportMember = consoleOperation({
  ...noBody,
  id: 'exportMember',
  tag: 'Members',
  summary: 'Export all data stored about a member as one document. Audited.',
  access: 'members.write',
  success: {
    status: 200,
    description: 'The document.',
    schema: dataOf(MemberExport),
  },
  errors: ['user_not_found'],
});
