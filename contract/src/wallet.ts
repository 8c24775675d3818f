/** `/wallet`: balances, credits for settled bank transfers, one or many, their reversals and daily statements. */
import { type Static, Type } from 'typebox';
import {
  CREDIT_STATUSES,
  CREDITS_MAX,
  type Credit,
  CreditList,
  CreditManyRequest,
  CreditManyResponse,
  CreditRequest,
  CreditResponse,
  EXAMPLE_CREDIT_ID,
  EXAMPLE_REFERENCE,
  REFERENCE_RULE,
  ReversalRequest,
  SingleCreditResponse,
} from './credits.ts';
import { MONEY } from './openapi-texts.ts';
import { operation } from './operation.ts';
import { dayParameter, oneOf, PAGING, text, timestamp } from './query.ts';
import { EXAMPLE_USER_ID } from './users.ts';
import {
  component,
  dataOf,
  dayValue,
  hashValue,
  hoursOut,
  idValue,
  nullable,
  ref,
  secondsOut,
  timeValue,
  wordValue,
} from './values.ts';

export const Balance = component('Balance', "A member's time-credit balance.", {
  user_id: idValue('usr', 'The member.', EXAMPLE_USER_ID),
  balance_hours: hoursOut('The balance; may be negative.', 12.5),
  balance_seconds: secondsOut('The same balance.', 45000),
  as_of: timeValue('When the balance was read from the ledger.'),
});
export type Balance = Static<typeof Balance>;
export const BalanceResponse = dataOf(Balance);
export type BalanceResponse = Static<typeof BalanceResponse>;

/** Count and sum, for schemas that must stand alone. */
export const SUM_PROPERTIES = {
  count: Type.Integer({ description: 'Number of bookings.', minimum: 0 }),
  hours: hoursOut('Their sum.', 42.25),
  seconds: secondsOut('Their sum.', 152_100),
};
export const StatementSum = component('StatementSum', 'Count and sum of one kind of booking on a day.', SUM_PROPERTIES);

/** The totals of a day: of a statement, and of the event that it is final. */
export const STATEMENT_TOTALS = {
  opening_hours: hoursOut('Credits less reversals before the day.', 1200),
  opening_seconds: secondsOut('Credits less reversals before the day.', 4_320_000),
  credits: ref(StatementSum),
  reversals: ref(StatementSum),
  closing_hours: hoursOut('Opening plus credits less reversals.', 1240.75),
  closing_seconds: secondsOut('Opening plus credits less reversals.', 4_466_700),
};

export const EXAMPLE_HASHES = {
  hash: '8f5bb5a1b64d0b2d8a2a1c1b0f2a6d3d5d3f1e9b7c4a60f2e8d1c3b5a7968f40',
  previous_hash: '4a0c7e1f93b2d5860f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a6978',
};
/** How a statement of any audience proves itself; both null on days before the first one with a hash. */
export const STATEMENT_HASHES = {
  hash: nullable(
    hashValue('SHA-256 over `previous_hash`, the day and its lines; never changes again.', EXAMPLE_HASHES.hash),
    {
      description:
        'SHA-256 over `previous_hash`, the day with its opening and closing seconds, and its credits and reversals; null while the day is open.',
    },
  ),
  previous_hash: nullable(hashValue('The hash of the day before.', EXAMPLE_HASHES.previous_hash), {
    description:
      'The hash of the day before, null while that is open. 64 zeros on the first day that has a hash; days before that one have neither.',
  }),
};

export const Statement = component('Statement', "One UTC day of the partner's credits.", {
  date: dayValue('The UTC day.'),
  status: wordValue(['open', 'final'], '`final` from 00:15 UTC on the next day; nothing is booked on a final day.'),
  ...STATEMENT_TOTALS,
  ...STATEMENT_HASHES,
});
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

const EXAMPLE_CREDIT = {
  id: EXAMPLE_CREDIT_ID,
  user_id: EXAMPLE_USER_ID,
  hours: 1.5,
  seconds: 5400,
  reference: EXAMPLE_REFERENCE,
  note: null,
  payment: { amount: '30.00', currency: 'EUR', value_date: '2026-11-20', end_to_end_id: 'RENT-2026-11' },
  corrects: null,
  status: 'posted',
  booked_on: '2026-11-20',
  created_at: '2026-11-20T09:30:00.000Z',
  reversal: null,
} as const satisfies Credit;

const EXAMPLE_REVERSED = {
  ...EXAMPLE_CREDIT,
  status: 'reversed',
  reversal: {
    reference: '2026112100004711-0003',
    reason: 'Returned by the payer',
    booked_on: '2026-11-21',
    created_at: '2026-11-21T10:00:00.000Z',
  },
} as const satisfies Credit;

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

/** `POST /wallet/credit` */
export const creditWallet = operation({
  id: 'creditWallet',
  tag: 'Wallet',
  summary: 'Credit hours to a member after a settled bank transfer',
  description: `${MONEY}

The \`reference\` ${REFERENCE_RULE}

**Retrying is safe.** The reference is the idempotency key; the header \`Idempotency-Key\`, even empty, is 400. After a timeout, a 429 or a 5xx, repeat the request with the same reference. The first request to arrive is booked (201). Every later one with the same member and amount gets 200 with the same credit, \`meta.replayed\` true and \`Idempotent-Replayed: true\`, even if the member has been suspended since. The same reference with another member or amount is 409 \`reference_conflict\`; the error names the differing field, and nothing changes. Never retry it: a person must decide. A refused request does not use up the reference. On 404 \`user_not_found\`, retry for a few days, then return the payment. Only member and amount are compared: another \`note\`, \`payment\` or \`corrects\` is the same credit.

**Correcting.** A credit that was booked wrongly is reversed, and the right one booked under a reference of its own, with \`corrects\` naming the reversed one. 422 \`validation_failed\` on \`corrects\` has the code \`unknown_credit\` (not a credit of yours, or of another transfer), \`not_reversed\` or \`already_corrected\`. A reference is used once for ever, so that two credits are of one transfer can show only in \`payment.end_to_end_id\`: where both have one that is no placeholder, the two must be equal. A correction that was itself reversed is corrected by naming the correction.`,
  method: 'POST',
  path: '/wallet/credit',
  authentication: { kind: 'bearer', scopes: ['wallet.write'] },
  query: {},
  body: CreditRequest,
  responses: {
    200: {
      description:
        'The reference was already booked with this member and amount. Returns the same credit; nothing new was booked.',
      schema: CreditResponse,
      headers: ['Location', 'Idempotent-Replayed'],
      example: { data: EXAMPLE_CREDIT, meta: { replayed: true } },
    },
    201: {
      description: 'Booked.',
      schema: CreditResponse,
      headers: ['Location'],
      example: { data: EXAMPLE_CREDIT, meta: { replayed: false } },
    },
  },
  errors: ['reference_conflict', 'user_not_found', 'limit_exceeded', 'validation_failed'],
  cacheControl: 'private, no-store',
  example: {
    user_id: EXAMPLE_USER_ID,
    hours: 1.5,
    reference: EXAMPLE_REFERENCE,
    payment: { amount: '30.00', currency: 'EUR', value_date: '2026-11-20', end_to_end_id: 'RENT-2026-11' },
  },
});

/** `POST /wallet/credits` */
export const creditMany = operation({
  id: 'creditMany',
  tag: 'Wallet',
  summary: "Credit a day's settled bank transfers at once",
  description: `Takes 1 to ${CREDITS_MAX} credits, each as \`POST /wallet/credit\` takes it, and answers 200 with one outcome per credit, in the order of the request. Each stands for itself: one that is refused does not keep the others from being booked. An outcome has the \`status\` that the single call would have answered, and either \`data\`, the credit, with \`replayed\`, or \`error\`, the error object of a single call, whose \`request_id\` is this request's and whose \`errors\` name fields of the one credit (\`hours\`, not \`credits.3.hours\`). Only a request that is no list of 1 to ${CREDITS_MAX} is refused as a whole. A reference that an earlier credit of the same request has is 422 with the code \`repeated_reference\`, whatever became of the earlier one.

**Retrying is safe**, as for a single credit: after a timeout, a 429 or a 5xx, repeat the whole request. 503 says that some may be booked and others not; on repeating, those booked before have status 200 and \`replayed\` true, and the rest are booked. Repeat a credit that was refused by itself, by what its error says.

The request is let in as one towards the rate limit. For more than 50 credits, one more for each 50 begun is charged once the body is read: it never refuses this request, and counts against later ones. The credits wait behind single credits of other partners. The body may have 6 MiB, beyond which it is 413; every other operation's may have 64 KiB. A body of more than 64 KiB may nest at most 32 levels deep.`,
  method: 'POST',
  path: '/wallet/credits',
  authentication: { kind: 'bearer', scopes: ['wallet.write'] },
  query: {},
  body: CreditManyRequest,
  bodyBytesMax: 6 * 1024 * 1024,
  responses: {
    200: {
      description: 'One outcome per credit.',
      schema: CreditManyResponse,
      example: {
        data: [
          { index: 0, status: 201, replayed: false, data: EXAMPLE_CREDIT },
          {
            index: 1,
            status: 404,
            error: {
              error: 'user_not_found',
              error_description: 'No member with this id can be credited.',
              error_uri: 'https://timebank.example/docs/errors#user_not_found',
              request_id: 'req_01jd3h6m8nfdwtv0k2x9q4z7ah',
            },
          },
        ],
      },
    },
  },
  errors: ['validation_failed'],
  cacheControl: 'private, no-store',
  example: {
    credits: [
      { user_id: EXAMPLE_USER_ID, hours: 1.5, reference: EXAMPLE_REFERENCE },
      { user_id: 'usr_01jd3h6m8nfdwtv0k2x9q4z7ae', hours: 2, reference: '2026112000123456-0002' },
    ],
  },
});

/** `GET /wallet/credits` */
export const listCredits = operation({
  id: 'listCredits',
  tag: 'Wallet',
  summary: 'List your credits',
  description: "The caller's own credits, newest first. They stay readable when the member is no longer visible.",
  method: 'GET',
  path: '/wallet/credits',
  authentication: { kind: 'bearer', scopes: ['wallet.read', 'wallet.write'] },
  query: {
    reference: text('The credit with exactly this reference.', 128),
    end_to_end_id: text('Credits whose `payment.end_to_end_id` is exactly this.', 35),
    user_id: text('Credits of this member.'),
    status: oneOf(CREDIT_STATUSES, 'Credits with this status.'),
    booked_on: dayParameter('Credits booked on this UTC day.'),
    reversed_on: dayParameter('Credits reversed on this UTC day.'),
    created_since: timestamp('Credits booked at or after this time.'),
    created_before: timestamp('Credits booked before this time.'),
    ...PAGING,
  },
  body: undefined,
  responses: {
    200: {
      description: 'A page of credits.',
      schema: CreditList,
      headers: ['Link'],
      example: { data: [EXAMPLE_CREDIT], meta: { per_page: 100, has_more: false, next_cursor: null } },
    },
  },
  errors: ['invalid_cursor'],
  cacheControl: 'private, no-store',
});

/** `GET /wallet/credits/{id}` */
export const getCredit = operation({
  id: 'getCredit',
  tag: 'Wallet',
  summary: 'Fetch one of your credits',
  description: "One of the caller's own credits.",
  method: 'GET',
  path: '/wallet/credits/{id}',
  authentication: { kind: 'bearer', scopes: ['wallet.read', 'wallet.write'] },
  query: {},
  body: undefined,
  responses: {
    200: { description: 'The credit.', schema: SingleCreditResponse, example: { data: EXAMPLE_CREDIT } },
  },
  errors: ['credit_not_found'],
  cacheControl: 'private, no-store',
});

/** `POST /wallet/credits/{id}/reversal` */
export const reverseCredit = operation({
  id: 'reverseCredit',
  tag: 'Wallet',
  summary: 'Reverse a credit whose payment was returned',
  description:
    'Reverses the whole credit, once, with a new transfer. This works even if the member has been suspended or has left since, and the balance may go below zero. Repeating the request with the same reference is safe and returns 200. If the credit was already reversed under another reference, the error is 409 `already_reversed`. If the reference was already used for another credit, the error is 409 `reference_conflict`.',
  method: 'POST',
  path: '/wallet/credits/{id}/reversal',
  authentication: { kind: 'bearer', scopes: ['wallet.write'] },
  query: {},
  body: ReversalRequest,
  responses: {
    200: {
      description: 'Already reversed under this reference. Returns the same credit; nothing new was booked.',
      schema: CreditResponse,
      headers: ['Location', 'Idempotent-Replayed'],
      example: { data: EXAMPLE_REVERSED, meta: { replayed: true } },
    },
    201: {
      description: 'Reversed.',
      schema: CreditResponse,
      headers: ['Location'],
      example: { data: EXAMPLE_REVERSED, meta: { replayed: false } },
    },
  },
  errors: ['reference_conflict', 'already_reversed', 'credit_not_found', 'validation_failed'],
  cacheControl: 'private, no-store',
  example: { reference: '2026112100004711-0003', reason: 'Returned by the payer' },
});

/** `GET /wallet/statements/{date}` */
export const getStatement = operation({
  id: 'getStatement',
  tag: 'Wallet',
  summary: 'Reconcile one day',
  description:
    "One UTC day of the caller's credits, by `booked_on`: closing = opening + credits - reversals. The lines are `GET /wallet/credits?booked_on=...` and `?reversed_on=...`. The statement is final from 00:15 UTC on the next day; then the event `statement.ready` is sent, with the same totals. By `hash` you can prove that nothing of a final day was changed since: keep it, or compute it from the lines (see the guide on statements).",
  method: 'GET',
  path: '/wallet/statements/{date}',
  authentication: { kind: 'bearer', scopes: ['wallet.read', 'wallet.write'] },
  query: {},
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
          ...EXAMPLE_HASHES,
        },
      },
    },
  },
  errors: ['statement_not_found'],
  cacheControl: 'private, no-store',
});
