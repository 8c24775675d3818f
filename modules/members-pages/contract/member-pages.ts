/** The office's side of the members' pages: the switch, and letters that open them. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { LETTERS_MAX } from '../../../console/desk/contract/routes.ts';
import { COMMUNITY_FIELDS, fieldSchema, numberSchema } from '../../../contract/src/fields.ts';
import { closedObject, component, dataOf, idText, optional, timeValue } from '../../../contract/src/values.ts';

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

export const MemberPages = component('MemberPages', 'The pages on which members see their hours.', {
  enabled: Type.Boolean({ description: 'Whether members can open their pages.' }),
  url: Type.String({ description: 'The address of the first page.' }),
  ...PAGE_RULES,
});
export type MemberPages = Static<typeof MemberPages>;

export const getMemberPages = consoleOperation('getMemberPages', {
  route: 'GET /communities/{slug}/member-pages',
  access: 'members.read',
  answer: dataOf(MemberPages),
});

export const switchMemberPages = consoleOperation('switchMemberPages', {
  route: 'POST /communities/{slug}/member-pages',
  access: 'settings.write',
  recentPassword: true,
  body: closedObject(
    { enabled: Type.Boolean({ description: 'Whether members can open their pages.' }) },
    { $id: 'MemberPagesSwitch' },
  ),
  answer: dataOf(MemberPages),
  example: { enabled: true },
});

export const updateMemberPages = consoleOperation('updateMemberPages', {
  route: 'PATCH /communities/{slug}/member-pages',
  access: 'settings.write',
  recentPassword: 'widening',
  body: component('MemberPagesUpdate', 'Only the fields you send are changed.', optional(PAGE_RULES)),
  answer: dataOf(MemberPages),
  example: { remind_days: 7, silent_days: 14 },
});

const MemberLetter = closedObject(
  {
    id: Type.String({ description: 'The member: `usr_…`; or the deputy: `dpt_…`.' }),
    name: Type.String(),
    code: Type.String({ description: 'Opens the pages once. It is readable here and on paper only.' }),
    url: Type.String({ description: 'The same as an address, for a square to scan.' }),
    expires_at: timeValue('The letter opens nothing after this.'),
  },
  { description: 'A printed way in for a member.' },
);

export const MemberLetters = component('MemberLetters', 'Printed ways in.', { letters: Type.Array(MemberLetter) });
export type MemberLetters = Static<typeof MemberLetters>;

export const writeMemberLetters = consoleOperation('writeMemberLetters', {
  route: 'POST /communities/{slug}/member-letters',
  access: 'members.write',
  recentPassword: true,
  isWayIn: true,
  body: closedObject(
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
    { $id: 'MemberLettersWanted' },
  ),
  status: 201,
  answer: dataOf(MemberLetters),
  example: { members: ['usr_01h5qa6y6ne4sbcdn9y2sz6k2d'] },
});

export const MemberEmailRetried = component('MemberEmailRetried', 'An address that mails go to again.', {
  was_bad: Type.Boolean({ description: 'Whether nothing was sent to the address until now.', examples: [true] }),
});
export type MemberEmailRetried = Static<typeof MemberEmailRetried>;

export const retryMemberEmail = consoleOperation('retryMemberEmail', {
  route: 'POST /communities/{slug}/members/{memberId}/email-retries',
  access: 'members.write',
  answer: dataOf(MemberEmailRetried),
});

const Named = closedObject({ id: Type.String(), name: Type.String() });

export const MemberSessionsEnded = component('MemberSessionsEnded', 'Where a member was signed out.', {
  ended: Type.Integer({ minimum: 0, description: 'Browsers that were signed in until now.', examples: [2] }),
  deputies_ended: Type.Array(Named, { description: 'Deputies that were appointed on the pages, who act no longer.' }),
  deputies_left: Type.Array(Named, { description: 'Deputies that the office recorded, who still act.' }),
});
export type MemberSessionsEnded = Static<typeof MemberSessionsEnded>;

export const endMemberSessions = consoleOperation('endMemberSessions', {
  route: 'DELETE /communities/{slug}/members/{memberId}/sessions',
  access: 'members.write',
  answer: dataOf(MemberSessionsEnded),
});
