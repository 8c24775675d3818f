/** The office's side of the members' pages: the switch, and letters that open them. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { LETTERS_MAX } from '../../../console/desk/contract/routes.ts';
import { COMMUNITY_FIELDS, fieldSchema, numberSchema } from '../../../contract/src/fields.ts';
import { dataOf, idText, timeValue } from '../../../contract/src/values.ts';

const closed = { additionalProperties: false } as const;

const OFFICE_NAME = 'Read by members for the office, as it is written within a sentence; null:';

/** The columns of a community by their names. */
const PAGE_RULES = {
  address_form: fieldSchema(COMMUNITY_FIELDS.address_form, 'How German texts address members: Sie, or Du.'),
  office_name_en: fieldSchema(COMMUNITY_FIELDS.office_name_en, `${OFFICE_NAME} the office.`),
  office_name_de: fieldSchema(COMMUNITY_FIELDS.office_name_de, `${OFFICE_NAME} das Büro.`),
  names_whole: Type.Boolean({ description: "Whether members read each other's whole names, not one letter." }),
  look_first: Type.Boolean({ description: 'Whether what members publish or change waits for the office.' }),
  may_join: Type.Boolean({ description: 'Whether visitors may ask to take part.' }),
  remind_days: numberSchema(COMMUNITY_FIELDS.remind_days, 'Days until a member is reminded of hours to confirm.'),
  silent_days: numberSchema(
    COMMUNITY_FIELDS.silent_days,
    'Days until unconfirmed hours go to the office; more than remind_days.',
  ),
};

export const MemberPages = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether members can open their pages.' }),
    url: Type.String({ description: 'The address of the first page.' }),
    ...PAGE_RULES,
  },
  { $id: 'MemberPages', ...closed, description: 'The pages on which members see their hours.' },
);
export type MemberPages = Static<typeof MemberPages>;

export const getMemberPages = consoleOperation({
  id: 'getMemberPages',
  route: 'GET /communities/{slug}/member-pages',
  access: 'members.read',
  answer: dataOf(MemberPages),
});

export const switchMemberPages = consoleOperation({
  id: 'switchMemberPages',
  route: 'POST /communities/{slug}/member-pages',
  access: 'settings.write',
  recentPassword: true,
  body: Type.Object(
    { enabled: Type.Boolean({ description: 'Whether members can open their pages.' }) },
    { $id: 'MemberPagesSwitch', ...closed },
  ),
  answer: dataOf(MemberPages),
  errors: ['validation_failed'],
  example: { enabled: true },
});

export const updateMemberPages = consoleOperation({
  id: 'updateMemberPages',
  route: 'PATCH /communities/{slug}/member-pages',
  access: 'settings.write',
  recentPassword: 'widening',
  body: Type.Object(
    {
      address_form: Type.Optional(PAGE_RULES.address_form),
      office_name_en: Type.Optional(PAGE_RULES.office_name_en),
      office_name_de: Type.Optional(PAGE_RULES.office_name_de),
      names_whole: Type.Optional(PAGE_RULES.names_whole),
      look_first: Type.Optional(PAGE_RULES.look_first),
      may_join: Type.Optional(PAGE_RULES.may_join),
      remind_days: Type.Optional(PAGE_RULES.remind_days),
      silent_days: Type.Optional(PAGE_RULES.silent_days),
    },
    { $id: 'MemberPagesUpdate', ...closed, description: 'Only the fields you send are changed.' },
  ),
  answer: dataOf(MemberPages),
  errors: ['validation_failed'],
  example: { remind_days: 7, silent_days: 14 },
});

const MemberLetter = Type.Object(
  {
    id: Type.String({ description: 'The member: `usr_…`; or the deputy: `dpt_…`.' }),
    name: Type.String(),
    code: Type.String({ description: 'Opens the pages once. It is readable here and on paper only.' }),
    url: Type.String({ description: 'The same as an address, for a square to scan.' }),
    expires_at: timeValue('The letter opens nothing after this.'),
  },
  { ...closed, description: 'A printed way in for a member.' },
);

export const MemberLetters = Type.Object(
  { letters: Type.Array(MemberLetter) },
  { $id: 'MemberLetters', ...closed, description: 'Printed ways in.' },
);
export type MemberLetters = Static<typeof MemberLetters>;

export const writeMemberLetters = consoleOperation({
  id: 'writeMemberLetters',
  route: 'POST /communities/{slug}/member-letters',
  access: 'members.write',
  recentPassword: true,
  isWayIn: true,
  body: Type.Object(
    {
      members: Type.Array(
        idText('A member: `usr_…`; or a deputy who is none: `dpt_…`.', 'usr_01h5qa6y6ne4sbcdn9y2sz6k2d'),
        {
          minItems: 1,
          maxItems: LETTERS_MAX,
          uniqueItems: true,
          description: 'Active members, and deputies who act at present; others get no letter.',
        },
      ),
    },
    { $id: 'MemberLettersWanted', ...closed },
  ),
  status: 201,
  answer: dataOf(MemberLetters),
  errors: ['validation_failed'],
  example: { members: ['usr_01h5qa6y6ne4sbcdn9y2sz6k2d'] },
});

export const MemberEmailRetried = Type.Object(
  { was_bad: Type.Boolean({ description: 'Whether nothing was sent to the address until now.', examples: [true] }) },
  { $id: 'MemberEmailRetried', ...closed, description: 'An address that mails go to again.' },
);
export type MemberEmailRetried = Static<typeof MemberEmailRetried>;

export const retryMemberEmail = consoleOperation({
  id: 'retryMemberEmail',
  route: 'POST /communities/{slug}/members/{memberId}/email-retries',
  access: 'members.write',
  answer: dataOf(MemberEmailRetried),
  errors: ['user_not_found'],
});

const Named = Type.Object({ id: Type.String(), name: Type.String() }, closed);

export const MemberSessionsEnded = Type.Object(
  {
    ended: Type.Integer({ minimum: 0, description: 'Browsers that were signed in until now.', examples: [2] }),
    deputies_ended: Type.Array(Named, { description: 'Deputies that were appointed on the pages, who act no longer.' }),
    deputies_left: Type.Array(Named, { description: 'Deputies that the office recorded, who still act.' }),
  },
  { $id: 'MemberSessionsEnded', ...closed, description: 'Where a member was signed out.' },
);
export type MemberSessionsEnded = Static<typeof MemberSessionsEnded>;

export const endMemberSessions = consoleOperation({
  id: 'endMemberSessions',
  route: 'DELETE /communities/{slug}/members/{memberId}/sessions',
  access: 'members.write',
  answer: dataOf(MemberSessionsEnded),
  errors: ['user_not_found'],
});
