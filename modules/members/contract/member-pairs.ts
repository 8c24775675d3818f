/** Members who may be one person, and many members changed at once. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { EXCHANGE_FIELDS, fieldSchema, MEMBER_FIELDS } from '../../../contract/src/fields.ts';
import { PAGING } from '../../../contract/src/query.ts';
import { dataOf, idValue, listOf, nullable, ref, wordValue } from '../../../contract/src/values.ts';
import { LIKENESSES, MEMBER_STATUSES } from '../../../contract/src/words.ts';
import { MemberSummary } from './members.ts';

const closed = { additionalProperties: false } as const;
const EXAMPLES = ['usr_01jd3h6m8nfdwtv0k2x9q4z7ab', 'usr_01jd3h6m8nfdwtv0k2x9q4z7ac'] as const;
const by = Type.Array(wordValue(LIKENESSES, 'What is alike.'));

export const LikeMember = Type.Object(
  { member: ref(MemberSummary), by },
  { $id: 'LikeMember', ...closed, description: 'A member who may be the person that is typed.' },
);
export type LikeMember = Static<typeof LikeMember>;

export const MemberPair = Type.Object(
  {
    ...{ first: ref(MemberSummary), second: ref(MemberSummary), by },
    joined_hours: Type.Number({ description: 'The balance of both together.' }),
    same_opening: nullable(
      Type.Object(
        {
          hours: Type.Number({ description: 'The opening balance of each.' }),
          file_name: nullable(Type.String({ description: 'Name of the file.' })),
          joined_hours: Type.Number({ description: 'The balance of both once one of these is taken back.' }),
        },
        { ...closed, description: 'Both hold the same opening balance from the same file.' },
      ),
    ),
  },
  { $id: 'MemberPair', ...closed, description: 'Two members who may be one person; the first was added earlier.' },
);
export type MemberPair = Static<typeof MemberPair>;

export const findLikeMembers = consoleOperation({
  id: 'findLikeMembers',
  route: 'POST /communities/{slug}/members/like',
  access: 'members.write',
  body: Type.Object(
    {
      name: Type.Optional(fieldSchema({ ...MEMBER_FIELDS.name, empty: null }, 'Name.')),
      email: Type.Optional(
        fieldSchema({ kind: 'line', max: 254, empty: null }, 'E-mail address, as far as it is typed.'),
      ),
      phone: Type.Optional(fieldSchema(MEMBER_FIELDS.phone, 'Telephone number.')),
      second_phone: Type.Optional(fieldSchema(MEMBER_FIELDS.second_phone, 'Another one.')),
      street: Type.Optional(fieldSchema(MEMBER_FIELDS.street, 'Street and number.')),
      postal_code: Type.Optional(fieldSchema(MEMBER_FIELDS.postal_code, 'Postal code.')),
      place: Type.Optional(fieldSchema(MEMBER_FIELDS.place, 'Town or village.')),
    },
    { $id: 'LikenessQuery', ...closed, description: 'What is typed of a new member.' },
  ),
  answer: Type.Object({ data: Type.Array(ref(LikeMember)) }, closed),
  errors: ['validation_failed'],
  example: { name: 'Anna Berger' },
});

export const listMemberPairs = consoleOperation({
  id: 'listMemberPairs',
  route: 'GET /communities/{slug}/member-pairs',
  access: 'members.write',
  query: { per_page: PAGING.per_page, cursor: PAGING.cursor },
  answer: listOf(MemberPair),
  errors: ['invalid_cursor'],
});

export const decideMemberPair = consoleOperation({
  id: 'decideMemberPair',
  route: 'POST /communities/{slug}/member-pairs',
  access: 'members.write',
  body: Type.Object(
    {
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
    },
    { $id: 'MemberPairDecision', ...closed, description: 'What two members are.' },
  ),
  answer: dataOf(MemberSummary),
  errors: ['validation_failed', 'user_not_found', 'state_conflict'],
  example: { member_id: EXAMPLES[0], other_id: EXAMPLES[1], decision: 'different' },
});

/** Members of one change of their status. */
export const STATUS_AT_ONCE_MAX = 200;

export const MemberStatusesChanged = Type.Object(
  {
    changed: Type.Integer({ description: 'Members whose status changed.' }),
    unchanged: Type.Array(
      Type.Object(
        { id: Type.String(), name: Type.String(), status: wordValue(MEMBER_STATUSES, 'Its status.') },
        closed,
      ),
      { description: 'Members whose status does not allow it.' },
    ),
  },
  { $id: 'MemberStatusesChanged', ...closed, description: 'What became of members.' },
);
export type MemberStatusesChanged = Static<typeof MemberStatusesChanged>;

export const setMemberStatuses = consoleOperation({
  id: 'setMemberStatuses',
  route: 'POST /communities/{slug}/members/statuses',
  access: 'members.write',
  body: Type.Object(
    {
      member_ids: Type.Array(idValue('usr', 'A member.', EXAMPLES[0]), {
        minItems: 1,
        maxItems: STATUS_AT_ONCE_MAX,
        description: 'Which members.',
      }),
      status: wordValue(['active', 'suspended', 'left'], 'The new status.'),
      reason: Type.Optional(fieldSchema(MEMBER_FIELDS.reason, 'Why; kept with each member.')),
    },
    { $id: 'MemberStatusesChange', ...closed, description: 'A new status of several members.' },
  ),
  answer: dataOf(MemberStatusesChanged),
  errors: ['validation_failed', 'user_not_found'],
  example: { member_ids: [EXAMPLES[0]], status: 'active' },
});
