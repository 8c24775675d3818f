/** Who acts for a member on the members' pages: agreed on with the member, recorded by the office or the member. */
import { Type } from 'typebox';
import { MemberDeputy } from '../../../console/desk/contract/deputies.ts';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { DEPUTY_FIELDS, fieldSchema } from '../../../contract/src/fields.ts';
import { idText, ref } from '../../../contract/src/values.ts';

const closed = { additionalProperties: false } as const;
const list = Type.Object({ data: Type.Array(ref(MemberDeputy)) }, closed);

export const listMemberDeputies = consoleOperation({
  id: 'listMemberDeputies',
  route: 'GET /communities/{slug}/members/{memberId}/deputies',
  access: 'members.read',
  answer: list,
  errors: ['user_not_found'],
});

export const appointMemberDeputy = consoleOperation({
  id: 'appointMemberDeputy',
  route: 'POST /communities/{slug}/members/{memberId}/deputies',
  access: 'members.write',
  recentPassword: true,
  isWayIn: true,
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
  status: 201,
  answer: list,
  errors: ['validation_failed', 'user_not_found', 'state_conflict'],
  example: { name: 'Karl Meier', email: 'karl.meier@example.org', agreed_on: '2026-11-20', how: 'paper' },
});

export const endMemberDeputy = consoleOperation({
  id: 'endMemberDeputy',
  route: 'DELETE /communities/{slug}/members/{memberId}/deputies/{deputyId}',
  access: 'members.write',
  answer: list,
  errors: ['user_not_found', 'not_found'],
});
