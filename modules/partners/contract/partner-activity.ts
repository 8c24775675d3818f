/** What a partner did of late. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { dataOf, hoursOut, nullable, timeValue } from '../../../contract/src/values.ts';

const closed = { additionalProperties: false } as const;
const count = (description: string) => Type.Integer({ minimum: 0, description });

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
  id: 'getPartnerActivity',
  route: 'GET /communities/{slug}/partners/{partnerId}/activity',
  access: 'partners.read',
  answer: dataOf(PartnerActivity),
  errors: ['partner_not_found'],
});
