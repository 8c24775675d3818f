/** What a partner did of late. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { closedObject, component, dataOf, hoursOut, nullable, timeValue } from '../../../contract/src/values.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

const creditSum = (description: string) =>
  closedObject(
    {
      credits: count('How many credits.'),
      credited_hours: hoursOut('Their hours.'),
      reversed_hours: hoursOut('Hours of reversals.'),
    },
    { description },
  );

export const PartnerActivity = component('PartnerActivity', 'What a partner did of late.', {
  today: creditSum('The UTC day so far.'),
  this_month: creditSum('The month so far.'),
  last_month: creditSum('The same days of the month before.'),
  last_credit: nullable(
    closedObject({
      at: timeValue('When it was booked.'),
      hours: hoursOut('Its hours.'),
      reference: Type.String(),
      member: closedObject({ id: Type.String(), name: Type.String() }),
    }),
    { description: 'The latest credit, else null.' },
  ),
  live_tokens: count('Access tokens that are valid now.'),
  failing_subscriptions: nullable(
    Type.Array(closedObject({ id: Type.String(), description: nullable(Type.String()), target_url: Type.String() }), {
      description: 'Webhook endpoints that fail or are disabled; at most 20.',
    }),
    { description: 'Null for a role that may not read webhooks.' },
  ),
  differences: count('Open differences of the latest comparison with a bank’s statement.'),
  calls: nullable(
    closedObject({
      total: count('Calls of the last 24 hours, rounded up to whole hours.'),
      refused: count('Calls that were refused (4xx).'),
      failed: count('Calls that failed (5xx).'),
      reasons: Type.Array(
        closedObject({ error: Type.String({ description: 'Error code.' }), calls: count('Logged calls.') }),
        { description: 'Why, the most frequent first; at most 10.' },
      ),
    }),
    { description: 'Null for a role that may not read calls.' },
  ),
});
export type PartnerActivity = Static<typeof PartnerActivity>;

export const getPartnerActivity = consoleOperation('getPartnerActivity', {
  route: 'GET /communities/{slug}/partners/{partnerId}/activity',
  access: 'partners.read',
  answer: dataOf(PartnerActivity),
});
