/** The report on some days: what an office tells its members and the town about a year. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { dayParameter, text } from '../../../contract/src/query.ts';
import { closedObject, component, dataOf, dayValue, nullable, wordValue } from '../../../contract/src/values.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });
const seconds = (description: string) => Type.Integer({ description: `${description} In seconds.` });

const help = {
  exchanges: count('Exchanges that were not reversed.'),
  seconds: seconds('Help that was given.'),
  people: count('Members who gave or received help.'),
  gave: count('Members who gave help.'),
  received: count('Members who received help.'),
};
const figures = closedObject({
  ...help,
  requests: count('Requests with their first help in these days.'),
  request_days: nullable(count('Half of them had help within so many days of being published.')),
  newcomers: count('Members who joined since the books begin, and whose first exchange is of these days.'),
  newcomer_days: nullable(
    count('Half of those who joined since the books begin had it within so many days of joining.'),
  ),
  gifts: count('Gifts of hours that were not reversed. They are no help.'),
  gift_seconds: seconds('Gifts.'),
  credit_seconds: seconds('Credits of partners, less their reversals.'),
  fund_seconds: seconds("The community fund's balance after the last day."),
  members: count('Members on the last day, whether active or suspended.'),
  joined: count('Members who joined.'),
  left: count('Members who left, as far as the day is known.'),
});

export const CommunityReport = component(
  'CommunityReport',
  'Help counts on the day it was given, a gift on its day or that of its booking, credits on the day of booking. What was reversed never happened.',
  {
    from: dayValue('First day.'),
    to: dayValue('Last day.'),
    category: nullable(Type.String()),
    figures,
    before: figures,
    categories: Type.Array(
      closedObject({ ...help, category: nullable(Type.String({ description: 'Null: without category.' })) }),
      { description: 'The most hours first. Their exchanges and seconds add up to those of the report.' },
    ),
    groups: Type.Array(
      closedObject({
        kind: wordValue(
          ['age', 'place', 'quarter', 'account'],
          '`age`, `place` and, where an own field is the quarter, `quarter`: of members. `account`: by holder.',
        ),
        name: nullable(
          Type.String({
            description:
              'Ages such as `65-74`, by year of birth; a place; a quarter; an organisation, `members` or `fund`. Null: not known.',
          }),
        ),
        people: count('Members.'),
        given_seconds: seconds('Help that they gave.'),
        received_seconds: seconds('Help that they received.'),
      }),
    ),
    members_by: Type.Array(
      closedObject({
        number: Type.Integer({ description: 'Number of the field.' }),
        field: Type.String({ description: 'Its name.' }),
        is_quarter: Type.Boolean(),
        name: nullable(Type.String({ description: 'A choice of the field. Null: none is known.' })),
        members: figures.properties.members,
      }),
      {
        description:
          'Members on the last day by each own field with choices, as the office keeps it today; each adds up to all members. Who does not read the file of members has the quarter alone.',
      },
    ),
    months: Type.Array(
      closedObject({
        month: Type.String({ description: '`YYYY-MM`' }),
        exchanges: help.exchanges,
        seconds: help.seconds,
      }),
      { description: 'Months with help.' },
    ),
  },
);
export type CommunityReport = Static<typeof CommunityReport>;

export const getCommunityReport = consoleOperation('getCommunityReport', {
  route: 'GET /communities/{slug}/report',
  access: 'exchanges.read',
  query: {
    from: dayParameter('First day. Default: the first of the year of the last day.'),
    to: dayParameter('Last day, not before the first. Default: today.'),
    category: text('Only help of this category, by its name.', 200),
  },
  answer: dataOf(CommunityReport),
});
