/** `/wallet`: balances and daily statements; credits are in `credits.ts`. */
import { type Static, Type } from 'typebox';
import { MONEY } from './openapi-texts.ts';
import { operation } from './operation.ts';
import { EXAMPLE_USER_ID } from './users.ts';
import { dataOf, dayValue, hoursOut, idValue, ref, secondsOut, timeValue, wordValue } from './values.ts';

export const Balance = Type.Object(
  {
    user_id: idValue('usr', 'The member.', EXAMPLE_USER_ID),
    balance_hours: hoursOut('The balance; may be negative.', 12.5),
    balance_seconds: secondsOut('The same balance.', 45000),
    as_of: timeValue('When the balance was read from the ledger.'),
  },
  { $id: 'Balance', additionalProperties: false, description: "A member's time-credit balance." },
);
export type Balance = Static<typeof Balance>;
export const BalanceResponse = dataOf(Balance);
export type BalanceResponse = Static<typeof BalanceResponse>;

/** Count and sum, for schemas that must stand alone. */
export const SUM_PROPERTIES = {
  count: Type.Integer({ description: 'Number of bookings.', minimum: 0 }),
  hours: hoursOut('Their sum.', 42.25),
  seconds: secondsOut('Their sum.', 152_100),
};
export const StatementSum = Type.Object(SUM_PROPERTIES, {
  $id: 'StatementSum',
  additionalProperties: false,
  description: 'Count and sum of one kind of booking on a day.',
});

/** The totals of a day: of a statement, and of the event that it is final. */
export const STATEMENT_TOTALS = {
  opening_hours: hoursOut('Credits less reversals before the day.', 1200),
  opening_seconds: secondsOut('Credits less reversals before the day.', 4_320_000),
  credits: ref(StatementSum),
  reversals: ref(StatementSum),
  closing_hours: hoursOut('Opening plus credits less reversals.', 1240.75),
  closing_seconds: secondsOut('Opening plus credits less reversals.', 4_466_700),
};

export const Statement = Type.Object(
  {
    date: dayValue('The UTC day.'),
    status: wordValue(['open', 'final'], '`final` from 00:15 UTC on the next day; nothing is booked on a final day.'),
    ...STATEMENT_TOTALS,
  },
  { $id: 'Statement', additionalProperties: false, description: "One UTC day of the partner's credits." },
);
export type Statement = Static<typeof Statement>;
export const StatementResponse = dataOf(Statement);
export type StatementResponse = Static<typeof StatementResponse>;

export const EXAMPLE_TOTALS = {
  opening_hours: 1200,
  opening_seconds: 4_320_000,
  credits: { count: 12, hours: 42.25, seconds: 152_100 },
  reversals: { count: 1, hours: 1.5, seconds: 5400 },
  closing_hours: 1240.75,
  closing_seconds: 4_466_700,
};

/** `GET /wallet/balance/{userId}` */
export const getBalance = operation({
  id: 'getBalance',
  tag: 'Wallet',
  summary: "Read a member's balance",
  description: `Read from the ledger at the time of the request; never stale. ${MONEY} Negative balances are normal in time banking.`,
  method: 'GET',
  path: '/wallet/balance/{userId}',
  authentication: { kind: 'bearer', scopes: ['wallet.read'] },
  query: {},
  unknownQuery: 'ignore',
  body: undefined,
  responses: {
    200: {
      description: 'The balance.',
      schema: BalanceResponse,
      example: {
        data: {
          user_id: EXAMPLE_USER_ID,
          balance_hours: 12.5,
          balance_seconds: 45000,
          as_of: '2026-11-20T09:30:00.000Z',
        },
      },
    },
  },
  errors: ['user_not_found'],
  cacheControl: 'private, no-store',
});

/** `GET /wallet/statements/{date}` */
export const getStatement = operation({
  id: 'getStatement',
  tag: 'Wallet',
  summary: 'Reconcile one day',
  description:
    "One UTC day of the caller's credits, by `booked_on`: closing = opening + credits - reversals. The lines are `GET /wallet/credits?booked_on=...` and `?reversed_on=...`. The statement is final from 00:15 UTC on the next day; then the event `statement.ready` is sent, with the same totals.",
  method: 'GET',
  path: '/wallet/statements/{date}',
  authentication: { kind: 'bearer', scopes: ['wallet.read', 'wallet.write'] },
  query: {},
  unknownQuery: 'refuse',
  body: undefined,
  responses: {
    200: {
      description: 'The statement.',
      schema: StatementResponse,
      example: {
        data: {
          date: '2026-11-20',
          status: 'final',
          ...EXAMPLE_TOTALS,
        },
      },
    },
  },
  errors: ['statement_not_found'],
  cacheControl: 'private, no-store',
});
