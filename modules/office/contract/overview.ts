/** Alerts, and the community's development over time. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { dayParameter, oneOf } from '../../../contract/src/query.ts';
import {
  closedObject,
  component,
  dataOf,
  dayValue,
  hoursOut,
  nullable,
  timeValue,
  wordValue,
} from '../../../contract/src/values.ts';
import { OFFICE_TASKS } from '../../../contract/src/words.ts';

export const ATTENTION_KINDS = [
  'api_off',
  'webhook_disabled',
  'webhook_failing',
  'secret_expiring',
  'cap_reached',
  'payments_unmatched',
  'statement_unmatched',
  'bank_lines_open',
  ...OFFICE_TASKS,
  'partner_never_called',
] as const;

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const Overview = component('Overview', 'The state of a community at a glance.', {
  attention: Type.Array(
    closedObject({
      kind: wordValue(ATTENTION_KINDS, 'What it is about.'),
      count: count('How many; of what any number may wait of, such as members or bank lines, up to 1,000.'),
      more: Type.Boolean({ description: 'Whether there are more than were counted.' }),
      partner_id: nullable(Type.Integer(), { description: 'Id of the partner concerned, else null.' }),
      partner_name: nullable(Type.String()),
      subscription_id: nullable(Type.String(), { description: 'Id of the subscription concerned, else null.' }),
      endpoint: nullable(Type.String(), {
        description: "The subscription's description, or the host of its target; null when none is concerned.",
      }),
      day: nullable(
        dayValue('When a secret expires, the day of a statement, or the day before which bank lines came; else null.'),
      ),
    }),
    { description: 'The most urgent first; at most 100.' },
  ),
  counts: closedObject({
    active_members: count('Members who take part.'),
    listings: Type.Boolean({ description: 'Whether any listing is published.' }),
    exchanges: Type.Boolean({ description: 'Whether there is any exchange yet.' }),
    exchanges_for_a_month: Type.Boolean({ description: 'Whether the first exchange was a month ago or earlier.' }),
    settings_changed: Type.Boolean({ description: 'Whether the settings were ever changed.' }),
    steps_ended: Type.Boolean({ description: 'Whether a person has ended the first steps.' }),
    webhooks: Type.Boolean({ description: 'Whether partners are sent any events.' }),
    begins: dayValue('The day of the first exchange, or of the creation of the community, if that is earlier.'),
  }),
  backup: nullable(
    closedObject({
      is_scheduled: Type.Boolean({ description: 'Whether the service makes a backup every day (BACKUP_DIR).' }),
      last_at: nullable(timeValue('When the newest one was made; null if there is none.')),
    }),
    { description: 'For owners, administrators and operators; null for the others, who can do nothing about it.' },
  ),
});
export type Overview = Static<typeof Overview>;

export const getOverview = consoleOperation('getOverview', {
  route: 'GET /communities/{slug}/overview',
  access: 'partners.read',
  answer: dataOf(Overview),
});

export const endFirstSteps = consoleOperation('endFirstSteps', {
  route: 'POST /communities/{slug}/first-steps/end',
  access: 'members.write',
  answer: dataOf(Overview),
});

export const CommunitySeries = component('CommunitySeries', 'A community over time.', {
  unit: wordValue(['day', 'week', 'month'], 'What each point covers.'),
  from: dayValue('First day.'),
  to: dayValue('Last day.'),
  points: Type.Array(
    closedObject({
      from: dayValue('First day of the point.'),
      exchanged_hours: hoursOut('Exchanges by the day of the help, without corrected ones.'),
      credited_hours: hoursOut('Credits less reversals, by the day of booking.'),
      active_members: count('Members with at least one exchange.'),
      new_listings: count('Listings that were created.'),
    }),
    { description: 'In order, without gaps; at most 400.' },
  ),
});
export type CommunitySeries = Static<typeof CommunitySeries>;

export const getCommunitySeries = consoleOperation('getCommunitySeries', {
  route: 'GET /communities/{slug}/series',
  access: 'members.read',
  query: {
    unit: oneOf(['day', 'week', 'month'], 'What each point covers. Default: month.'),
    from: dayParameter('First day. Default: the first of the month eleven months ago.'),
    to: dayParameter('Last day. Default: today.'),
  },
  answer: dataOf(CommunitySeries),
});
