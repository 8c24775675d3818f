/** The office's side of the members' pages: the switch, and letters that open them. */
import { type Static, Type } from 'typebox';
import { dataOf, idText, timeValue } from '../values.ts';
import { consoleOperation } from './operation.ts';
import { LETTERS_MAX } from './routes.ts';

const closed = { additionalProperties: false } as const;

export const MemberPages = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether members can open their pages.' }),
    url: Type.String({ description: 'The address of the first page.' }),
  },
  { $id: 'MemberPages', ...closed, description: 'The pages on which members see their hours.' },
);
export type MemberPages = Static<typeof MemberPages>;

export const getMemberPages = consoleOperation({
  id: 'getMemberPages',
  tag: 'Members',
  summary: "Read whether the members' pages are on.",
  access: 'members.read',
  query: {},
  body: undefined,
  success: { status: 200, description: 'As they are.', schema: dataOf(MemberPages) },
  errors: [],
});

export const switchMemberPages = consoleOperation({
  id: 'switchMemberPages',
  tag: 'Members',
  summary: "Switch the members' pages on or off. A sandbox has none.",
  access: 'settings.write',
  recentPassword: true,
  query: {},
  body: Type.Object(
    { enabled: Type.Boolean({ description: 'Whether members can open their pages.' }) },
    { $id: 'MemberPagesSwitch', ...closed },
  ),
  success: { status: 200, description: 'As they are now.', schema: dataOf(MemberPages) },
  errors: ['validation_failed'],
  example: { enabled: true },
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
  tag: 'Members',
  summary: 'Make a letter with a code for each of these members or deputies; their letters before end.',
  access: 'members.write',
  recentPassword: true,
  query: {},
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
  success: { status: 201, description: 'The letters.', schema: dataOf(MemberLetters) },
  errors: ['validation_failed'],
  example: { members: ['usr_01h5qa6y6ne4sbcdn9y2sz6k2d'] },
});
