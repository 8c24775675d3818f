/** Members who may be one person, and many members changed at once. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { EXCHANGE_FIELDS, fieldSchema, MEMBER_FIELDS } from '../../../contract/src/fields.ts';
import { PAGED } from '../../../contract/src/query.ts';
import {
  closedObject,
  component,
  dataOf,
  idValue,
  listOf,
  nullable,
  ref,
  wordValue,
} from '../../../contract/src/values.ts';
import { LIKENESSES, MEMBER_STATUSES } from '../../../contract/src/words.ts';
import { MemberSummary } from './members.ts';

const EXAMPLES = ['usr_01jd3h6m8nfdwtv0k2x9q4z7ab', 'usr_01jd3h6m8nfdwtv0k2x9q4z7ac'] as const;
const by = Type.Array(wordValue(LIKENESSES, 'What is alike.'));

export const LikeMember = component('LikeMember', 'A member who may be the person that is typed.', {
  member: ref(MemberSummary),
  by,
});
export type LikeMember = Static<typeof LikeMember>;

export const MemberPair = component('MemberPair', 'Two members who may be one person; the first was added earlier.', {
  ...{ first: ref(MemberSummary), second: ref(MemberSummary), by },
  joined_hours: Type.Number({ description: 'The balance of both together.' }),
  same_opening: nullable(
    closedObject(
      {
        hours: Type.Number({ description: 'The opening balance of each.' }),
        file_name: nullable(Type.String({ description: 'Name of the file.' })),
        joined_hours: Type.Number({ description: 'The balance of both once one of these is taken back.' }),
      },
      { description: 'Both hold the same opening balance from the same file.' },
    ),
  ),
});
export type MemberPair = Static<typeof MemberPair>;

export const findLikeMembers = consoleOperation('findLikeMembers', {
  route: 'POST /communities/{slug}/members/like',
  access: 'members.write',
  body: component('LikenessQuery', 'What is typed of a new member.', {
    name: Type.Optional(fieldSchema({ ...MEMBER_FIELDS.name, empty: null }, 'Name.')),
    email: Type.Optional(
      fieldSchema({ kind: 'line', max: 254, empty: null }, 'E-mail address, as far as it is typed.'),
    ),
    phone: Type.Optional(fieldSchema(MEMBER_FIELDS.phone, 'Telephone number.')),
    second_phone: Type.Optional(fieldSchema(MEMBER_FIELDS.second_phone, 'Another one.')),
    street: Type.Optional(fieldSchema(MEMBER_FIELDS.street, 'Street and number.')),
    postal_code: Type.Optional(fieldSchema(MEMBER_FIELDS.postal_code, 'Postal code.')),
    place: Type.Optional(fieldSchema(MEMBER_FIELDS.place, 'Town or village.')),
  }),
  answer: closedObject({ data: Type.Array(ref(LikeMember)) }),
  example: { name: 'Anna Berger' },
});

export const listMemberPairs = consoleOperation('listMemberPairs', {
  route: 'GET /communities/{slug}/member-pairs',
  access: 'members.write',
  query: PAGED,
  answer: listOf(MemberPair),
});

export const decideMemberPair = consoleOperation('decideMemberPair', {
  route: 'POST /communities/{slug}/member-pairs',
  access: 'members.write',
  body: component('MemberPairDecision', 'What two members are.', {
    member_id: idValue('usr', 'The member who stays.', EXAMPLES[0]),
    other_id: idValue('usr', 'The other one.', EXAMPLES[1]),
    decision: wordValue(['same', 'different'], 'What they are.'),
    opening: Type.Optional(
      wordValue(
        ['mistake', 'right'],
        'Of the same person with `same_opening`: whether the opening balance of the other was a mistake, and goes back.',
      ),
    ),
    reason: Type.Optional(fieldSchema(EXCHANGE_FIELDS.reason, 'Why it was a mistake; kept with its reversal.')),
  }),
  answer: dataOf(MemberSummary),
  errors: ['user_not_found', 'state_conflict'],
  example: { member_id: EXAMPLES[0], other_id: EXAMPLES[1], decision: 'different' },
});

/** Members of one change of their status. */
export const STATUS_AT_ONCE_MAX = 200;

export const MemberStatusesChanged = component('MemberStatusesChanged', 'What became of members.', {
  changed: Type.Integer({ description: 'Members whose status changed.' }),
  unchanged: Type.Array(
    closedObject({ id: Type.String(), name: Type.String(), status: wordValue(MEMBER_STATUSES, 'Its status.') }),
    { description: 'Members whose status does not allow it.' },
  ),
});
export type MemberStatusesChanged = Static<typeof MemberStatusesChanged>;

export const setMemberStatuses = consoleOperation('setMemberStatuses', {
  route: 'POST /communities/{slug}/members/statuses',
  access: 'members.write',
  body: component('MemberStatusesChange', 'A new status of several members.', {
    member_ids: Type.Array(idValue('usr', 'A member.', EXAMPLES[0]), {
      minItems: 1,
      maxItems: STATUS_AT_ONCE_MAX,
      description: 'Which members.',
    }),
    status: wordValue(['active', 'suspended', 'left'], 'The new status.'),
    reason: Type.Optional(fieldSchema(MEMBER_FIELDS.reason, 'Why; kept with each member.')),
  }),
  answer: dataOf(MemberStatusesChanged),
  errors: ['user_not_found'],
  example: { member_ids: [EXAMPLES[0]], status: 'active' },
});
