/** `/wallet/credit` and `/wallet/credits`: credits for settled bank transfers, one or many, and their reversals. */
import { type Static, Type } from 'typebox';
import { ErrorBody } from './errors.ts';
import { MONEY } from './openapi-texts.ts';
import { operation } from './operation.ts';
import { dayParameter, oneOf, PAGING, text, timestamp } from './query.ts';
import { EXAMPLE_USER_ID } from './users.ts';
import {
  dataOf,
  dayValue,
  hoursIn,
  hoursOut,
  idText,
  idValue,
  listOf,
  nullable,
  ref,
  secondsOut,
  textValue,
  timeValue,
  wordValue,
} from './values.ts';

const EXAMPLE_CREDIT_ID = 'crd_01jd3h6m8nfdwtv0k2x9q4z7ac';
const EXAMPLE_REVERSED_ID = 'crd_01jd3h6m8nfdwtv0k2x9q4z7ad';
const EXAMPLE_REFERENCE = '2026112000123456-0001';

const REFERENCE_RULE =
  "names one settled transfer: the bank's own entry reference (camt AcctSvcrRef), not the payer's end-to-end id, which standing orders repeat. 1 to 128 characters (code points), no control or format characters and no line separators, no leading or trailing space, compared byte by byte, never trimmed or case-folded. Banks' placeholders (NOTPROVIDED, NONREF, NOTAVAILABLE) are refused.";

/** Status values of a credit. */
export const CREDIT_STATUSES = ['posted', 'reversed'] as const;

export const CreditRequest = Type.Object(
  {
    user_id: idText('The member to credit.', EXAMPLE_USER_ID),
    hours: hoursIn('Hours to credit: above 0, at most two decimals, at most 1,000,000 (a community sets a lower cap).'),
    reference: Type.String({
      description: `The reference ${REFERENCE_RULE} Unique per partner, permanently: repeating it never credits twice.`,
      minLength: 1,
      maxLength: 128,
      reference: true,
      examples: [EXAMPLE_REFERENCE],
    }),
    note: Type.Optional(
      textValue(
        0,
        500,
        'Free text, at most 500 characters. It is ignored when a repeated request is compared with the first one.',
      ),
    ),
    payment: Type.Optional(
      Type.Object(
        {
          amount: Type.Optional(
            Type.String({
              description: 'Decimal text with at most two decimals and at most 15 digits before the point, above 0.',
              money: true,
              examples: ['125.00'],
            }),
          ),
          currency: Type.Optional(
            Type.String({ description: 'ISO 4217, three capital letters.', currency: true, examples: ['EUR'] }),
          ),
          value_date: Type.Optional(
            Type.String({ description: 'A day of the calendar, YYYY-MM-DD.', day: true, examples: ['2026-11-20'] }),
          ),
          end_to_end_id: Type.Optional(
            Type.String({
              description: "The payer's end-to-end id: 1 to 35 characters, no control or format characters.",
              minLength: 1,
              maxLength: 35,
              line: true,
              examples: ['RENT-2026-11'],
            }),
          ),
        },
        {
          additionalProperties: false,
          description:
            "The transfer in the bank's terms, each part optional. It is stored and returned as it was sent, moves no hours, and is ignored when a repeated request is compared with the first one. An empty object counts as absent.",
        },
      ),
    ),
    corrects: Type.Optional(
      idText(
        'The credit that this one replaces: one of your own, reversed, of the same transfer, and not yet corrected.',
        EXAMPLE_REVERSED_ID,
      ),
    ),
  },
  { $id: 'CreditRequest', additionalProperties: false, description: 'A credit for one settled bank transfer.' },
);
export type CreditRequest = Static<typeof CreditRequest>;

/** Credits of one request at most. */
export const CREDITS_MAX = 500;

export const CreditManyRequest = Type.Object(
  {
    // Each is judged by itself, by the handler: one that is wrong is refused without the others.
    credits: Type.Array(Type.Unsafe<unknown>({ publishedAs: 'CreditRequest' }), {
      description: `1 to ${CREDITS_MAX} credits, each as \`POST /wallet/credit\` takes it.`,
      minItems: 1,
      maxItems: CREDITS_MAX,
    }),
  },
  { $id: 'CreditManyRequest', additionalProperties: false, description: 'Credits for many settled bank transfers.' },
);
export type CreditManyRequest = Static<typeof CreditManyRequest>;

/** The parts of a payment that were sent. */
export const Payment = Type.Object(
  {
    amount: Type.Optional(Type.String({ description: 'Decimal text.', examples: ['125.00'] })),
    currency: Type.Optional(Type.String({ description: 'ISO 4217.', examples: ['EUR'] })),
    value_date: Type.Optional(dayValue('The day of value.')),
    end_to_end_id: Type.Optional(
      Type.String({ description: "The payer's end-to-end id.", examples: ['RENT-2026-11'] }),
    ),
  },
  {
    $id: 'Payment',
    additionalProperties: false,
    description: "A transfer in the bank's terms, as it was sent; parts that were not sent are absent.",
  },
);
export type Payment = Static<typeof Payment>;

export const CreditReversal = Type.Object(
  {
    reference: Type.String({ description: 'Reference of the returned payment.' }),
    reason: nullable(Type.String(), { description: "Why it was returned, in the partner's words." }),
    booked_on: dayValue('The UTC day of the reversal.'),
    created_at: timeValue('When the reversal was booked.'),
  },
  { $id: 'CreditReversal', additionalProperties: false, description: 'The transfer that reversed a credit.' },
);
export type CreditReversal = Static<typeof CreditReversal>;

export const Credit = Type.Object(
  {
    id: idValue('crd', 'The credit.', EXAMPLE_CREDIT_ID),
    user_id: idValue('usr', 'The member who was credited.', EXAMPLE_USER_ID),
    hours: hoursOut('The amount credited.'),
    seconds: secondsOut('The amount credited.'),
    reference: Type.String({ description: "The bank's entry reference, as it was sent." }),
    note: nullable(Type.String(), { description: 'The note of the first request with this reference.' }),
    payment: nullable(ref(Payment), { description: 'As the first request with this reference had it, else null.' }),
    corrects: nullable(idValue('crd', 'The reversed credit that this one replaces, else null.', EXAMPLE_REVERSED_ID)),
    status: wordValue(CREDIT_STATUSES, '`reversed` once the payment was returned; the credit itself stays.'),
    booked_on: dayValue("The UTC day of `created_at`; the credit is part of that day's statement."),
    created_at: timeValue('When the credit was booked.'),
    reversal: nullable(ref(CreditReversal), { description: 'Present once the credit is reversed, else null.' }),
  },
  { $id: 'Credit', additionalProperties: false, description: 'Hours credited for one settled bank transfer.' },
);
export type Credit = Static<typeof Credit>;

export const CreditResponse = Type.Object(
  {
    data: ref(Credit),
    meta: Type.Object(
      {
        replayed: Type.Boolean({
          description: 'True when this reference was already booked and nothing new happened.',
        }),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type CreditResponse = Static<typeof CreditResponse>;

export const CreditOutcome = Type.Object(
  {
    index: Type.Integer({
      description: "Position in the request's list, from 0.",
      minimum: 0,
      maximum: CREDITS_MAX - 1,
    }),
    status: Type.Integer({
      description:
        'What `POST /wallet/credit` would have answered: 201 booked, 200 booked before, else the status of `error`.',
      examples: [201],
    }),
    replayed: Type.Optional(
      Type.Boolean({
        description: 'Only with `data`: true when this reference was already booked and nothing new happened.',
      }),
    ),
    data: Type.Optional(ref(Credit)),
    error: Type.Optional(ref(ErrorBody)),
  },
  {
    $id: 'CreditOutcome',
    additionalProperties: false,
    description: 'What became of one of many credits: `data` or `error`.',
  },
);
export type CreditOutcome = Static<typeof CreditOutcome>;

export const CreditManyResponse = Type.Object(
  { data: Type.Array(ref(CreditOutcome), { description: 'One outcome per credit, in the order of the request.' }) },
  { additionalProperties: false },
);
export type CreditManyResponse = Static<typeof CreditManyResponse>;

export const CreditList = listOf(Credit);
export type CreditList = Static<typeof CreditList>;
export const SingleCreditResponse = dataOf(Credit);
export type SingleCreditResponse = Static<typeof SingleCreditResponse>;

export const ReversalRequest = Type.Object(
  {
    reference: Type.String({
      description: `The reference of the return ${REFERENCE_RULE} It may equal the reference of the credit. Unique per partner among reversals.`,
      minLength: 1,
      maxLength: 128,
      reference: true,
      examples: ['2026112100004711-0003'],
    }),
    reason: Type.Optional(textValue(0, 500, 'Why the payment was returned, at most 500 characters.')),
  },
  { $id: 'ReversalRequest', additionalProperties: false, description: 'A returned payment.' },
);
export type ReversalRequest = Static<typeof ReversalRequest>;

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

/** `POST /wallet/credit` */
export const creditWallet = operation({
  id: 'creditWallet',
  tag: 'Wallet',
  summary: 'Credit hours to a member after a settled bank transfer',
  description: `${MONEY}

The \`reference\` ${REFERENCE_RULE}

**Retrying is safe.** The reference is the idempotency key; there is no Idempotency-Key header. After a timeout, a 429 or a 5xx, repeat the request with the same reference. The first request to arrive is booked (201). Every later one with the same member and amount gets 200 with the same credit, \`meta.replayed\` true and \`Idempotent-Replayed: true\`, even if the member has been suspended since. The same reference with another member or amount is 409 \`reference_conflict\`; the error names the differing field, and nothing changes. Never retry it: a person must decide. A refused request does not use up the reference. On 404 \`user_not_found\`, retry for a few days, then return the payment. Only member and amount are compared: another \`note\`, \`payment\` or \`corrects\` is the same credit.

**Correcting.** A credit that was booked wrongly is reversed, and the right one booked under a reference of its own, with \`corrects\` naming the reversed one. 422 \`validation_failed\` on \`corrects\` has the code \`unknown_credit\` (not a credit of yours, or of another transfer), \`not_reversed\` or \`already_corrected\`. A reference is used once for ever, so that two credits are of one transfer can show only in \`payment.end_to_end_id\`: where both have one that is no placeholder, the two must be equal. A correction that was itself reversed is corrected by naming the correction.`,
  method: 'POST',
  path: '/wallet/credit',
  authentication: { kind: 'bearer', scopes: ['wallet.write'] },
  query: {},
  unknownQuery: 'refuse',
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

The whole counts as one request towards the rate limit. The body may have 6 MiB, beyond which it is 413; every other operation's may have 64 KiB. A body of more than 64 KiB may nest at most 32 levels deep.`,
  method: 'POST',
  path: '/wallet/credits',
  authentication: { kind: 'bearer', scopes: ['wallet.write'] },
  query: {},
  unknownQuery: 'refuse',
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
  description:
    "The caller's own credits, newest first. They stay readable when the member is no longer visible. An unknown query parameter is refused, because an ignored filter could lead to a wrong decision about a payment.",
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
  unknownQuery: 'refuse',
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
  unknownQuery: 'refuse',
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
  unknownQuery: 'refuse',
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
