/** Letters of a community to its members: their texts, and what is printed on each. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { LETTERS_MAX } from '../../../console/desk/contract/routes.ts';
import { fieldSchema, LETTER_FIELDS } from '../../../contract/src/fields.ts';
import { text } from '../../../contract/src/query.ts';
import {
  closedObject,
  component,
  dataOf,
  hoursOut,
  idValue,
  nullable,
  wordValue,
} from '../../../contract/src/values.ts';
import { LETTER_KINDS, MEMBER_LANGUAGES } from '../../../contract/src/words.ts';

const which = {
  kind: wordValue(LETTER_KINDS, 'What the letter is for.'),
  language: wordValue(MEMBER_LANGUAGES, 'The language of the text.'),
};

export const LetterTexts = component('LetterTexts', 'Texts of letters.', {
  texts: Type.Array(closedObject({ ...which, title: Type.String(), body: Type.String() }), {
    description: "The community's own. For a letter that is not here, the console has a text.",
  }),
});
export type LetterTexts = Static<typeof LetterTexts>;

export const getLetterTexts = consoleOperation('getLetterTexts', {
  route: 'GET /communities/{slug}/letter-texts',
  access: 'members.read',
  answer: dataOf(LetterTexts),
});

export const updateLetterText = consoleOperation('updateLetterText', {
  route: 'PATCH /communities/{slug}/letter-texts',
  access: 'members.write',
  body: closedObject(
    {
      ...which,
      title: nullable(fieldSchema(LETTER_FIELDS.title, 'Null, with the body: the text is taken back.')),
      body: nullable(fieldSchema(LETTER_FIELDS.body, 'Words in braces, such as {name}, are replaced.')),
    },
    { $id: 'LetterTextUpdate' },
  ),
  answer: dataOf(LetterTexts),
  example: { kind: 'welcome', language: 'en', title: 'Welcome', body: 'Dear {name}, welcome.' },
});

const LetterMember = closedObject({
  id: idValue('usr', 'The member.', 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab'),
  name: Type.String(),
  external_id: nullable(Type.String()),
  language: wordValue(MEMBER_LANGUAGES, 'In which the member is written to.'),
  salutation: nullable(Type.String()),
  family_name: nullable(Type.String()),
  address: Type.Array(Type.String(), { description: 'Lines of the envelope below the name; empty: unknown.' }),
  payment_reference: Type.String(),
  balance_hours: hoursOut('Hours on the account.'),
});

export const LetterMembers = component('LetterMembers', 'What letters to these members need, in the order asked.', {
  members: Type.Array(LetterMember),
});
export type LetterMembers = Static<typeof LetterMembers>;

export const listLetterMembers = consoleOperation('listLetterMembers', {
  route: 'GET /communities/{slug}/letter-members',
  access: 'members.read',
  query: {
    members: text(`Members, separated by commas. At most ${LETTERS_MAX}.`, LETTERS_MAX * 31),
  },
  answer: dataOf(LetterMembers),
});
