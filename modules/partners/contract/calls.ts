/** The log of partners' calls, and its counts over time. */
import { type Static, Type } from 'typebox';
import { countedListOf } from '../../../console/desk/contract/counted-list.ts';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { oneOf, PAGED, sortBy, text, timestamp } from '../../../contract/src/query.ts';
import { closedObject, component, dataOf, nullable, timeValue, wordValue } from '../../../contract/src/values.ts';

export const STATUS_CLASSES = ['2xx', '4xx', '5xx', 'error'] as const;

/**
 * The actual cause of a refusal; the partner learns only that its credentials or token are not valid.
 * `payment_reference`: the one that was looked up is mistyped, or is no member's that the partner sees.
 */
export const CALL_CAUSES = [
  'wrong_secret',
  'partner_pending',
  'partner_suspended',
  'token_expired',
  'token_revoked',
  'secret_revoked',
  'payment_reference',
] as const;

export const LoggedCall = component('Call', 'One call of a partner.', {
  id: Type.String({ description: 'Id of the log row.' }),
  at: timeValue('When the response was sent.'),
  partner: closedObject({ id: Type.Integer(), name: Type.String() }),
  operation: Type.String({ description: 'operationId of the partner API.' }),
  method: Type.String(),
  path: Type.String({ description: "The operation's path, without ids and query." }),
  status: Type.Integer({ description: 'HTTP status of the response.' }),
  error: nullable(Type.String(), { description: 'Error code of the response, else null.' }),
  error_description: nullable(Type.String(), {
    description: 'The error_description that the partner got, else null.',
  }),
  cause: nullable(wordValue(CALL_CAUSES, 'The actual cause, which the partner does not learn.')),
  latency_ms: Type.Number({ description: 'Time from request to response.' }),
  request_id: Type.String({ description: 'The value of X-Request-Id.' }),
  address: nullable(Type.String(), { description: 'The address it came from.' }),
  member: nullable(closedObject({ id: Type.String(), name: Type.String() }), {
    description: 'The member it was about; null if there is none, or no such member.',
  }),
  hours: nullable(Type.Number(), { description: 'The hours it was about, else null.' }),
  reference: nullable(Type.String(), {
    description: "The bank's reference it was about, or the payment reference that was not found; else null.",
  }),
  items: nullable(Type.Integer({ minimum: 0 }), { description: 'Of many credits at once, those that stand.' }),
});
export type LoggedCall = Static<typeof LoggedCall>;

export const listCalls = consoleOperation('listCalls', {
  route: 'GET /communities/{slug}/calls',
  access: 'calls.read',
  query: {
    partner_id: text('Calls of this partner.', 20),
    operation: text('Calls of this operation (operationId).', 60),
    status: oneOf(STATUS_CLASSES, 'Calls with this class of status; `error` is 4xx and 5xx.'),
    error: text('Calls with this error code.', 60),
    cause: oneOf(CALL_CAUSES, 'Calls that were refused for this actual cause.'),
    request_id: text('The call with this X-Request-Id.', 60),
    member_id: text('Calls about this member.', 60),
    reference: text(
      'Calls about credits and reversals whose reference of the bank begins so, one at a time, and refused look-ups of payment references that begin so.',
      128,
    ),
    since: timestamp('Calls at or after this time.'),
    before: timestamp('Calls before this time.'),
    sort: sortBy(['time', 'duration'], '-time'),
    ...PAGED,
  },
  answer: countedListOf(LoggedCall),
});

export const SERIES_STEPS = ['hour', 'day'] as const;

export const CallSeries = component('CallSeries', 'Calls and errors over time.', {
  step: wordValue(SERIES_STEPS, 'Width of a point.'),
  since: timeValue('Start of the first point.'),
  before: timeValue('End of the last point.'),
  points: Type.Array(
    closedObject({
      at: timeValue('Start of the hour or UTC day.'),
      partner_id: Type.Integer(),
      calls: Type.Integer({ minimum: 0 }),
      client_errors: Type.Integer({ minimum: 0, description: 'Calls with a 4xx response.' }),
      server_errors: Type.Integer({ minimum: 0, description: 'Calls with a 5xx response.' }),
      mean_latency_ms: Type.Number({ minimum: 0 }),
    }),
    { description: 'Ordered by time and partner. Points without calls are omitted.' },
  ),
});
export type CallSeries = Static<typeof CallSeries>;

export const getCallSeries = consoleOperation('getCallSeries', {
  route: 'GET /communities/{slug}/calls/series',
  access: 'calls.read',
  query: {
    partner_id: text('Only this partner.', 20),
    step: oneOf(SERIES_STEPS, 'Width of a point; default hour.'),
    since: timestamp(
      'From this time, rounded down to a step. Default: 24 hours (hour) or 30 days (day) before `before`.',
    ),
    before: timestamp('Until this time, rounded up to a step. Default: now.'),
  },
  answer: dataOf(CallSeries),
});
