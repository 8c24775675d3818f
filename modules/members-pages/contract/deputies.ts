/** Who acts for a member on the members' pages: agreed on with the member, recorded by the office or the member. */
import { Type } from 'typebox';
import { MemberDeputy } from '../../../console/desk/contract/deputies.ts';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { DEPUTY_FIELDS, fieldSchema } from '../../../contract/src/fields.ts';
import { closedObject, component, idText, ref } from '../../../contract/src/values.ts';

const list = closedObject({ data: Type.Array(ref(MemberDeputy)) });

export const listMemberDeputies = consoleOperation('listMemberDeputies', {
  route: 'GET /communities/{slug}/members/{memberId}/deputies',
  access: 'members.read',
  answer: list,
});

export const appointMemberDeputy = consoleOperation('appointMemberDeputy', {
  route: 'POST /communities/{slug}/members/{memberId}/deputies',
  access: 'members.write',
  recentPassword: true,
  isWayIn: true,
  body: component('MemberDeputyAppoint', 'Either `member`, or `name`.', {
    member: Type.Optional(idText('The member who acts: `usr_…`.', 'usr_01h5qa6y6ne4sbcdn9y2sz6k2d')),
    name: Type.Optional(fieldSchema(DEPUTY_FIELDS.name, 'Of a person who is no member.')),
    email: Type.Optional(
      fieldSchema(DEPUTY_FIELDS.email, 'Of that person, who signs in by it. Null or empty: by letter.'),
    ),
    agreed_on: fieldSchema(DEPUTY_FIELDS.agreed_on, '`YYYY-MM-DD` of the agreement.'),
    how: fieldSchema(DEPUTY_FIELDS.how, 'How it was agreed on.'),
  }),
  status: 201,
  answer: list,
  errors: ['state_conflict'],
  example: { name: 'Karl Meier', email: 'karl.meier@example.org', agreed_on: '2026-11-20', how: 'paper' },
});

export const endMemberDeputy = consoleOperation('endMemberDeputy', {
  route: 'DELETE /communities/{slug}/members/{memberId}/deputies/{deputyId}',
  access: 'members.write',
  answer: list,
});
