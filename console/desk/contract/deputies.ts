/** Who acts for a member on the members' pages, as the office and the member's own copy have it. */
import { type Static, Type } from 'typebox';
import { component, dayValue, idText, nullable, timeValue, wordValue } from '../../../contract/src/values.ts';
import { DEPUTY_HOWS } from '../../../contract/src/words.ts';

const DEPUTY_EXAMPLE = 'dpt_01h5qa6y6ne4sbcdn9y2sz6k2d';

export const MemberDeputy = component('MemberDeputy', 'Who acts for a member.', {
  id: idText('The deputy: `dpt_…`.', DEPUTY_EXAMPLE),
  member: nullable(Type.String(), { description: 'The member who acts: `usr_…`; null: a person who is no member.' }),
  name: Type.String(),
  email: nullable(Type.String(), { description: 'Of a person who is no member: the mailbox of the way in.' }),
  agreed_on: dayValue('The day of the agreement.'),
  how: wordValue(DEPUTY_HOWS, 'How it was agreed on. `pages`: by the member, on the pages.'),
  created_at: timeValue('When it was recorded.'),
  ended_at: nullable(timeValue('When it ended.'), { description: 'Null: the person acts at present.' }),
});
export type MemberDeputy = Static<typeof MemberDeputy>;
