/** The log of partners' calls, and its counts over time. */
import { type Static, Type } from 'typebox';
import { oneOf, PAGING, text, timestamp } from '../query.ts';
import { dataOf, listOf, nullable, timeValue, wordValue } from '../values.ts';
import { consoleOperation } from './operation.ts';

const closed = { additionalProperties: false } as const;
const noBody = { body: undefined } as const;

export const STATUS_CLASSES = ['2xx', '4xx', '5xx', 'error'] as const;

/** Why a call was refused although the partner is only told that its credentials or token are not valid. */
export const CALL_CAUSES = [
  'wrong_secret',
  'partner_pending',
  'partner_suspended',
  'token_expired',
  'token_revoked',
  'secret_revoked',
] as const;

export const LoggedCall = Type.Object(
  {
    id: Type.String({ description: 'Of the log row.' }),
    at: timeValue('When it was answered.'),
    partner: Type.Object({ id: Type.Integer(), name: Type.String() }, closed),
    operation: Type.String({ description: 'operationId of the partner API.' }),
    method: Type.String(),
    path: Type.String({ description: "The operation's path, without ids and query." }),
    status: Type.Integer({ description: 'HTTP status of the answer.' }),
    error: nullable(Type.String(), { description: 'Error code of the answer, else null.' }),
    error_description: nullable(Type.String(), { description: 'What the partner was told, else null.' }),
    cause: nullable(wordValue(CALL_CAUSES, 'What was behind it, which the partner is not told.')),
    latency_ms: Type.Number({ description: 'From request to answer.' }),
    request_id: Type.String({ description: 'As in X-Request-Id.' }),
    address: nullable(Type.String(), { description: 'Where it came from.' }),
  },
  { $id: 'Call', ...closed, description: 'One call of a partner.' },
);
export type LoggedCall = Static<typeof LoggedCall>;

export const listCalls = consoleOperation({
  ...noBody,
  id: 'listCalls',
  tag: 'Calls',
  summary: 'Calls of the last 30 days, newest first. Under heavy load some are left out; the series counts all.',
  access: 'calls.read',
  query: {
    partner_id: text('Calls of this partner.', 20),
    operation: text('Calls of this operation (operationId).', 60),
    status: oneOf(STATUS_CLASSES, 'Calls answered so; `error` is 4xx and 5xx.'),
    error: text('Calls answered with this error code.', 60),
    request_id: text('The call with this X-Request-Id.', 60),
    since: timestamp('At or after this time.'),
    before: timestamp('Before this time.'),
    per_page: PAGING.per_page,
    cursor: PAGING.cursor,
  },
  success: {
    status: 200,
    description: 'A page.',
    schema: listOf(LoggedCall),
  },
  errors: ['invalid_cursor'],
});

export const SERIES_STEPS = ['hour', 'day'] as const;

export const CallSeries = Type.Object(
  {
    step: wordValue(SERIES_STEPS, 'Width of a point.'),
    since: timeValue('Beginning of the first point.'),
    before: timeValue('End of the last point.'),
    points: Type.Array(
      Type.Object(
        {
          at: timeValue('Beginning of the hour or UTC day.'),
          partner_id: Type.Integer(),
          calls: Type.Integer({ minimum: 0 }),
          client_errors: Type.Integer({ minimum: 0, description: 'Answered 4xx.' }),
          server_errors: Type.Integer({ minimum: 0, description: 'Answered 5xx.' }),
          mean_latency_ms: Type.Number({ minimum: 0 }),
        },
        closed,
      ),
      { description: 'In order of time and partner. Points without calls are left out.' },
    ),
  },
  { $id: 'CallSeries', ...closed, description: 'Calls and errors over time.' },
);
export type CallSeries = Static<typeof CallSeries>;

export const getCallSeries = consoleOperation({
  ...noBody,
  id: 'getCallSeries',
  tag: 'Calls',
  summary: 'Calls and errors per partner and hour or day, complete.',
  access: 'calls.read',
  query: {
    partner_id: text('Only this partner.', 20),
    step: oneOf(SERIES_STEPS, 'Width of a point; default hour.'),
    since: timestamp(
      'From this time, rounded down to a step. Default: 24 hours (hour) or 30 days (day) before `before`.',
    ),
    before: timestamp('Until this time, rounded up to a step. Default: now.'),
  },
  success: {
    status: 200,
    description: 'At most 31 days of hours, or 400 days.',
    schema: dataOf(CallSeries),
  },
  errors: [],
});
