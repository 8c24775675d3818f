/** A partner's recent activity, and the figures of a community. */
import { type Static, Type } from 'typebox';
import { dataOf, dayValue, hoursOut, nullable, timeValue } from '../values.ts';
import { consoleOperation } from './operation.ts';

const closed = { additionalProperties: false } as const;
const count = (description: string) => Type.Integer({ minimum: 0, description });
const noBody = { body: undefined, query: {} } as const;

const creditSum = (description: string) =>
  Type.Object(
    {
      credits: count('How many credits.'),
      credited_hours: hoursOut('Their hours.'),
      reversed_hours: hoursOut('Hours of reversals.'),
    },
    { ...closed, description },
  );

export const PartnerActivity = Type.Object(
  {
    today: creditSum('The UTC day so far.'),
    this_month: creditSum('The month so far.'),
    last_month: creditSum('The same days of the month before.'),
    last_credit: nullable(
      Type.Object(
        {
          at: timeValue('When it was booked.'),
          hours: hoursOut('Its hours.'),
          reference: Type.String(),
          member: Type.Object({ id: Type.String(), name: Type.String() }, closed),
        },
        closed,
      ),
      { description: 'The latest credit, else null.' },
    ),
    live_tokens: count('Access tokens that are valid now.'),
    failing_subscriptions: nullable(
      Type.Array(
        Type.Object({ id: Type.String(), description: nullable(Type.String()), target_url: Type.String() }, closed),
        { description: 'Webhook endpoints that fail or are disabled; at most 20.' },
      ),
      { description: 'Null for a role that may not read webhooks.' },
    ),
    differences: count('Open differences of the latest comparison with a bank’s statement.'),
    calls: nullable(
      Type.Object(
        {
          total: count('Calls of the last 24 hours, rounded up to whole hours.'),
          refused: count('Calls that were refused (4xx).'),
          failed: count('Calls that failed (5xx).'),
          reasons: Type.Array(
            Type.Object({ error: Type.String({ description: 'Error code.' }), calls: count('Logged calls.') }, closed),
            { description: 'Why, the most frequent first; at most 10.' },
          ),
        },
        closed,
      ),
      { description: 'Null for a role that may not read calls.' },
    ),
  },
  { $id: 'PartnerActivity', ...closed, description: 'What a partner did of late.' },
);
export type PartnerActivity = Static<typeof PartnerActivity>;

export const getPartnerActivity = consoleOperation({
  ...noBody,
  id: 'getPartnerActivity',
  tag: 'Partners',
  summary: 'Read what a partner did of late: credits, calls, endpoints that fail.',
  access: 'partners.read',
  success: { status: 200, description: 'What it did.', schema: dataOf(PartnerActivity) },
  errors: ['partner_not_found'],
});

const nowAndBefore = (description: string) =>
  Type.Object(
    {
      this_month: hoursOut('The month so far.'),
      last_month: hoursOut('The same days of the month before.'),
    },
    { ...closed, description },
  );

export const CommunityFigures = Type.Object(
  {
    new_members: count('Members who take part and were added within the last 30 days.'),
    circulating_hours: Type.Number({
      description: 'Hours on the accounts of members, organisations and the fund together.',
    }),
    exchanged: nowAndBefore('Exchanges by the day of the help, without corrected ones.'),
    credited: nowAndBefore('Credits less reversals, by the day of booking.'),
    until: dayValue('The last day of both months that is counted in this one: today.'),
    unusual_credits: Type.Array(
      Type.Object(
        {
          day: dayValue('The day of booking.'),
          partner: Type.Object({ id: Type.Integer(), name: Type.String() }, closed),
          member: Type.Object({ id: Type.String(), name: Type.String() }, closed),
          hours: hoursOut('Its hours.'),
          usual_hours: nullable(hoursOut('What a credit of this partner usually has; null: too few to tell.')),
          max_credit_hours: hoursOut('The largest credit that the partner may book.'),
        },
        closed,
      ),
      {
        description:
          'Credits of the last 7 days, not reversed, of more than ten times what the partner’s credits of the 90 days before had on average; of a partner with fewer than 5 of those, of at least 80 % of its largest. The largest first, at most 5.',
      },
    ),
  },
  { $id: 'CommunityFigures', ...closed, description: 'How a community does this month beside the last.' },
);
export type CommunityFigures = Static<typeof CommunityFigures>;

export const getCommunityFigures = consoleOperation({
  ...noBody,
  id: 'getCommunityFigures',
  tag: 'Community',
  summary: 'Read how the community does this month beside the last, and credits that are unusually large.',
  access: 'members.read',
  success: { status: 200, description: 'The figures.', schema: dataOf(CommunityFigures) },
  errors: [],
});
