/** What members answer to each other's listings, for the office. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { oneOf, text } from '../../../contract/src/query.ts';
import { closedObject, component, idText, nullable, ref, timeValue, wordValue } from '../../../contract/src/values.ts';
import { ANSWER_STATES, CONTACTS, MAIL_STATES } from '../../../contract/src/words.ts';

const side = (description: string) =>
  closedObject(
    {
      id: Type.String({ description: '`usr_…`.' }),
      name: Type.String(),
      phone: nullable(Type.String()),
      by_mail: Type.Boolean({
        description: 'Whether mail reaches the member: there is a good address, which others do not read.',
      }),
    },
    { description },
  );
const released = (description: string) =>
  Type.Array(wordValue(CONTACTS, 'By what the other may reach the writer.'), { description });

export const ListingAnswer = component('ListingAnswer', 'An answer of one member to a listing of another.', {
  id: idText('The answer: `ans_…`.', 'ans_01h5qa6y6ne4sbcdn9y2sz6k2d'),
  listing: closedObject(
    { id: Type.String({ description: '`lst_…`.' }), title: Type.String() },
    { description: 'The listing that is answered.' },
  ),
  from: side('Who answers.'),
  to: side('Whose listing it is.'),
  state: wordValue(ANSWER_STATES, 'What came of it.'),
  message: nullable(Type.String(), {
    description: 'Read while the office hands it on; else null. Empty once one of the two was erased.',
  }),
  reply: nullable(Type.String(), {
    description: 'Read where no mail reaches who answered, so that the office passes it on; else null.',
  }),
  released: released('What the other side sees of who answers.'),
  owner_released: released('What who answers sees of the other side.'),
  mail: nullable(wordValue(MAIL_STATES, 'What became of the mail or letter to the owner; null: it is deleted.')),
  created_at: timeValue('When it was sent.'),
});
export type ListingAnswer = Static<typeof ListingAnswer>;

export const listAnswers = consoleOperation('listAnswers', {
  route: 'GET /communities/{slug}/answers',
  access: 'members.write',
  query: {
    state: oneOf(ANSWER_STATES, 'Only those in this state.'),
    hand_on: oneOf(
      ['yes'],
      'Only those that wait for a reply and whose owner no mail reaches: the office hands them on.',
    ),
    before: text('Go on before this one: `ans_…`.', 60),
  },
  answer: closedObject({ data: Type.Array(ref(ListingAnswer)), meta: closedObject({ more: Type.Boolean() }) }),
});
