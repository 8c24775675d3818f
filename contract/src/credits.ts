/** The bodies and answers of credits: one or many, with the payment, their corrections and their reversals. */
import { type Static, Type } from 'typebox';
import { ErrorBody } from './errors.ts';
import { EXAMPLE_USER_ID } from './users.ts';
import {
  closedObject,
  component,
  dataOf,
  dayValue,
  hoursIn,
  hoursOut,
  idText,
  idValue,
  listOf,
  nullable,
  ref,
  secondsIn,
  secondsOut,
  textValue,
  timeValue,
  wordValue,
} from './values.ts';

export const EXAMPLE_CREDIT_ID = 'crd_01jd3h6m8nfdwtv0k2x9q4z7ac';
const EXAMPLE_REVERSED_ID = 'crd_01jd3h6m8nfdwtv0k2x9q4z7ad';
export const EXAMPLE_REFERENCE = '2026112000123456-0001';

export const REFERENCE_RULE =
  "names one settled transfer: the bank's own entry reference (camt AcctSvcrRef), not the payer's end-to-end id, which standing orders repeat. 1 to 128 characters (code points), no control or format characters and no line separators, no leading or trailing space, compared byte by byte, never trimmed or case-folded. Banks' placeholders (NOTPROVIDED, NONREF, NOTAVAILABLE) are refused.";

/** Status values of a credit. */
export const CREDIT_STATUSES = ['posted', 'reversed'] as const;

export const CreditRequest = Type.Object(
  {
    user_id: idText('The member to credit.', EXAMPLE_USER_ID),
    hours: Type.Optional(
      hoursIn(
        'Hours to credit: above 0, at most two decimals, at most 1,000,000 (a community sets a lower cap). Send either `hours` or `seconds`.',
      ),
    ),
    seconds: Type.Optional(
      secondsIn(
        'The same amount in whole seconds, in place of `hours`: 20 minutes are 1,200 seconds and no hundredths of an hour.',
      ),
    ),
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
        'Free text, at most 500 characters, no control characters but LF and tab. It is ignored when a repeated request is compared with the first one.',
      ),
    ),
    payment: Type.Optional(
      closedObject(
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
  {
    $id: 'CreditRequest',
    additionalProperties: false,
    description: 'A credit for one settled bank transfer. Exactly one of `hours` and `seconds` is required.',
    exactlyOneOf: ['hours', 'seconds'],
  },
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
  {
    $id: 'CreditManyRequest',
    additionalProperties: false,
    description: 'Credits for many settled bank transfers.',
    leaveOut: { user_id: 'For one credit use POST /wallet/credit.' },
  },
);
export type CreditManyRequest = Static<typeof CreditManyRequest>;

/** The parts of a payment that were sent. */
export const Payment = component(
  'Payment',
  "A transfer in the bank's terms, as it was sent; parts that were not sent are absent.",
  {
    amount: Type.Optional(Type.String({ description: 'Decimal text.', examples: ['125.00'] })),
    currency: Type.Optional(Type.String({ description: 'ISO 4217.', examples: ['EUR'] })),
    value_date: Type.Optional(dayValue('The day of value.')),
    end_to_end_id: Type.Optional(
      Type.String({ description: "The payer's end-to-end id.", examples: ['RENT-2026-11'] }),
    ),
  },
);
export type Payment = Static<typeof Payment>;

export const CreditReversal = component('CreditReversal', 'The transfer that reversed a credit.', {
  reference: Type.String({ description: 'Reference of the returned payment.' }),
  reason: nullable(Type.String(), { description: "Why it was returned, in the partner's words." }),
  booked_on: dayValue('The UTC day of the reversal.'),
  created_at: timeValue('When the reversal was booked.'),
});
export type CreditReversal = Static<typeof CreditReversal>;

export const Credit = component('Credit', 'Hours credited for one settled bank transfer.', {
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
});
export type Credit = Static<typeof Credit>;

export const CreditResponse = closedObject({
  data: ref(Credit),
  meta: closedObject({
    replayed: Type.Boolean({
      description: 'True when this reference was already booked and nothing new happened.',
    }),
  }),
});
export type CreditResponse = Static<typeof CreditResponse>;

export const CreditOutcome = component('CreditOutcome', 'What became of one of many credits: `data` or `error`.', {
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
});
export type CreditOutcome = Static<typeof CreditOutcome>;

export const CreditManyResponse = closedObject({
  data: Type.Array(ref(CreditOutcome), {
    description: 'One outcome per credit, in the order of the request.',
    maxItems: CREDITS_MAX,
  }),
});
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
    reason: Type.Optional(
      textValue(0, 500, 'Why the payment was returned, at most 500 characters, no control characters but LF and tab.'),
    ),
  },
  {
    $id: 'ReversalRequest',
    additionalProperties: false,
    description: 'A returned payment.',
    leaveOut: { hours: 'A credit is reversed as a whole; leave hours out.' },
  },
);
export type ReversalRequest = Static<typeof ReversalRequest>;
