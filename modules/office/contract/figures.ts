/** How a community does this month beside the last. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { closedObject, component, dataOf, dayValue, hoursOut, nullable } from '../../../contract/src/values.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

const nowAndBefore = (description: string) =>
  closedObject(
    {
      this_month: hoursOut('The month so far.'),
      last_month: hoursOut('The same days of the month before.'),
    },
    { description },
  );

export const CommunityFigures = component('CommunityFigures', 'How a community does this month beside the last.', {
  new_members: count('Members who take part and were added within the last 30 days.'),
  circulating_hours: Type.Number({
    description: 'Hours on the accounts of members, organisations and the fund together.',
  }),
  exchanged: nowAndBefore('Exchanges by the day of the help, without corrected ones.'),
  credited: nowAndBefore('Credits less reversals, by the day of booking.'),
  until: dayValue('The last day of both months that is counted in this one: today.'),
  unusual_credits: Type.Array(
    closedObject({
      day: dayValue('The day of booking.'),
      partner: closedObject({ id: Type.Integer(), name: Type.String() }),
      member: closedObject({ id: Type.String(), name: Type.String() }),
      hours: hoursOut('Its hours.'),
      usual_hours: nullable(hoursOut('What a credit of this partner usually has; null: too few to tell.')),
      max_credit_hours: hoursOut('The largest credit that the partner may book.'),
    }),
    {
      description:
        'Credits of the last 7 days, not reversed, of more than ten times what the partner’s credits of the 90 days before had on average; of a partner with fewer than 5 of those, of at least 80 % of its largest. The largest first, at most 5.',
    },
  ),
});
export type CommunityFigures = Static<typeof CommunityFigures>;

export const getCommunityFigures = consoleOperation('getCommunityFigures', {
  route: 'GET /communities/{slug}/figures',
  access: 'members.read',
  answer: dataOf(CommunityFigures),
});
