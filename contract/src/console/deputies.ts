/** Who acts for a member on the members' pages: agreed on with the member, recorded by the office or the member. */
import { type Static, Type } from 'typebox';
import { DEPUTY_FIELDS, fieldSchema } from '../fields.ts';
import { dayValue, idText, nullable, ref, timeValue, wordValue } from '../values.ts';
import { DEPUTY_HOWS } from '../words.ts';
import { consoleOperation } from './operation.ts';

const closed = { additionalProperties: false } as const;
const noBody = { body: undefined, query: {} } as const;
const DEPUTY_EXAMPLE = 'dpt_01h5qa6y6ne4sbcdn9y2sz6k2d';

export const MemberDeputy = Type.Object(
  {
    id: idText('The deputy: `dpt_…`.', DEPUTY_EXAMPLE),
    member: nullable(Type.String(), { description: 'The member who acts: `usr_…`; null: a person who is no member.' }),
    name: Type.String(),
    email: nullable(Type.String(), { description: 'Of a person who is no member: the mailbox of the way in.' }),
    agreed_on: dayValue('The day of the agreement.'),
    how: wordValue(DEPUTY_HOWS, 'How it was agreed on. `pages`: by the member, on the pages.'),
    created_at: timeValue('When it was recorded.'),
    ended_at: nullable(timeValue('When it ended.'), { description: 'Null: the person acts at present.' }),
  },
  { $id: 'MemberDeputy', ...closed, description: 'Who acts for a member.' },
);
export type MemberDeputy = Static<typeof MemberDeputy>;

const list = (description: string, status: 200 | 201 = 200) =>
  ({ status, description, schema: Type.Object({ data: Type.Array(ref(MemberDeputy)) }, closed) }) as const;

export const listMemberDeputies = consoleOperation({
  ...noBody,
  id: 'listMemberDeputies',
  tag: 'Members',
  summary: 'Read who acts for a member, and who did; the newest first.',
  access: 'members.read',
  success: list('At most 50.'),
  errors: ['user_not_found'],
});

export const appointMemberDeputy = consoleOperation({
  id: 'appointMemberDeputy',
  tag: 'Members',
  summary: 'Let a person act for a member, as both have agreed: another member, or a person who is none.',
  access: 'members.write',
  recentPassword: true,
  query: {},
  body: Type.Object(
    {
      member: Type.Optional(idText('The member who acts: `usr_…`.', 'usr_01h5qa6y6ne4sbcdn9y2sz6k2d')),
      name: Type.Optional(fieldSchema(DEPUTY_FIELDS.name, 'Of a person who is no member.')),
      email: Type.Optional(
        fieldSchema(DEPUTY_FIELDS.email, 'Of that person, who signs in by it. Null or empty: by letter.'),
      ),
      agreed_on: fieldSchema(DEPUTY_FIELDS.agreed_on, '`YYYY-MM-DD` of the agreement.'),
      how: fieldSchema(DEPUTY_FIELDS.how, 'How it was agreed on.'),
    },
    { $id: 'MemberDeputyAppoint', ...closed, description: 'Either `member`, or `name`.' },
  ),
  success: list('Who acts now.', 201),
  errors: ['validation_failed', 'user_not_found', 'state_conflict'],
  example: { name: 'Karl Meier', email: 'karl.meier@example.org', agreed_on: '2026-11-20', how: 'paper' },
});

export const endMemberDeputy = consoleOperation({
  ...noBody,
  id: 'endMemberDeputy',
  tag: 'Members',
  summary: 'End that a person acts for a member; browsers in which it is signed in for the member are signed out.',
  access: 'members.write',
  success: list('Who acts now.'),
  errors: ['user_not_found', 'not_found'],
});
