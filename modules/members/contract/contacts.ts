/** Members whom the office might call, and the calls it made. */
import { type Static, Type } from 'typebox';
import { countedListOf } from '../../../console/desk/contract/counted-list.ts';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { CALL_AGAIN_FIELDS, CALL_FIELDS, fieldSchema, numberSchema } from '../../../contract/src/fields.ts';
import { integerBetween, oneOf, PAGED, sortBy } from '../../../contract/src/query.ts';
import {
  closedObject,
  component,
  dataOf,
  dayValue,
  hoursOut,
  idValue,
  nullable,
  ref,
  wordValue,
} from '../../../contract/src/values.ts';
import { CALL_REASONS } from '../../../contract/src/words.ts';

const call = {
  called_on: dayValue('The day of the call.'),
  called_by: Type.String({ description: 'Name of the administrator, or what recorded it.' }),
  note: nullable(Type.String()),
};

export const OfficeCall = component('OfficeCall', 'A call of the office to a member.', {
  ...call,
  again_on: dayValue('From this day on the member may be on the list again.'),
});
export type OfficeCall = Static<typeof OfficeCall>;

export const OfficeCalls = component('OfficeCalls', 'The calls of a member.', { calls: Type.Array(ref(OfficeCall)) });

export const MemberToCall = component('MemberToCall', 'A member with at least one reason to call.', {
  id: idValue('usr', 'The member.', 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab'),
  name: Type.String(),
  family_name: nullable(Type.String()),
  external_id: nullable(Type.String()),
  phone: nullable(Type.String()),
  second_phone: nullable(Type.String()),
  email: nullable(Type.String()),
  balance_hours: hoursOut('Hours on the account.'),
  reasons: Type.Array(wordValue(CALL_REASONS, 'A reason to call.')),
  last_exchange_on: nullable(dayValue('Last day of help, given or received.')),
  check_ends_on: nullable(dayValue('The day on which a check of the member ends, the next of several.')),
  last_call: nullable(closedObject(call)),
});
export type MemberToCall = Static<typeof MemberToCall>;

export const listMembersToCall = consoleOperation('listMembersToCall', {
  route: 'GET /communities/{slug}/members-to-call',
  access: 'members.write',
  query: {
    reason: oneOf(
      CALL_REASONS,
      'Only members with this reason. Without it: with one that is worth a call by itself, so neither who only gave help nor who offers nothing.',
    ),
    sort: sortBy(['surname', 'silent'], 'surname'),
    months: integerBetween(1, 36, 'Months without an exchange, of giving only, or below zero.', 6),
    ...PAGED,
  },
  answer: countedListOf(MemberToCall),
});

export const recordMemberCall = consoleOperation('recordMemberCall', {
  route: 'POST /communities/{slug}/members/{memberId}/calls',
  access: 'members.write',
  body: component('MemberCallCreate', 'A call.', {
    called_on: fieldSchema(CALL_FIELDS.called_on, '`YYYY-MM-DD`, not after today.'),
    note: Type.Optional(fieldSchema(CALL_FIELDS.note, 'What was said. Null or empty: nothing.')),
    again_months: Type.Optional(
      numberSchema(CALL_AGAIN_FIELDS.again_months, 'Months until the member may be on the list again. Default 3.'),
    ),
  }),
  status: 201,
  answer: dataOf(OfficeCalls),
  errors: ['state_conflict'],
  example: { called_on: '2026-11-20', note: 'Helps again from spring on.', again_months: 3 },
});
