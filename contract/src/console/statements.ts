/** Statements of a partner's days, and the credits behind them. */
import { type Static, Type } from 'typebox';
import { CREDIT_STATUSES, Credit } from '../credits.ts';
import { dayParameter, oneOf, PAGING, text } from '../query.ts';
import { dataOf, dayValue, listOf, nullable, ref, wordValue } from '../values.ts';
import { STATEMENT_HASHES, STATEMENT_TOTALS } from '../wallet.ts';
import { consoleOperation } from './operation.ts';

const closed = { additionalProperties: false } as const;
const noBody = { body: undefined } as const;

export const PartnerStatement = Type.Object(
  {
    date: dayValue('The UTC day.'),
    status: wordValue(['open', 'final'], '`final` from 00:15 UTC on the next day; nothing more is booked on that day.'),
    ...STATEMENT_TOTALS,
    ...STATEMENT_HASHES,
  },
  { $id: 'PartnerStatement', ...closed, description: "One UTC day of a partner's credits." },
);
export type PartnerStatement = Static<typeof PartnerStatement>;

export const listPartnerStatements = consoleOperation({
  ...noBody,
  id: 'listPartnerStatements',
  tag: 'Statements',
  summary: 'List the final days with bookings, newest first.',
  access: 'statements.read',
  query: { per_page: PAGING.per_page, cursor: PAGING.cursor },
  success: {
    status: 200,
    description: 'A page.',
    schema: listOf(PartnerStatement),
  },
  errors: ['partner_not_found', 'invalid_cursor'],
});

export const getPartnerStatement = consoleOperation({
  ...noBody,
  id: 'getPartnerStatement',
  tag: 'Statements',
  summary: "Read one day's statement, the same one that the partner reads. Today's is open.",
  access: 'statements.read',
  query: {},
  success: { status: 200, description: 'The day.', schema: dataOf(PartnerStatement) },
  errors: ['partner_not_found', 'statement_not_found'],
});

/** How a credit and the one that replaces it name each other, for a person. */
export const CORRECTIONS = {
  corrects_reference: nullable(Type.String(), {
    description: 'Reference of the reversed credit it replaces, else null.',
  }),
  corrected_by_reference: nullable(Type.String(), {
    description: 'Reference of the credit that replaces it, else null.',
  }),
};

export const PartnerCredit = Type.Object(
  {
    credit: ref(Credit),
    user_name: Type.String({ description: 'Name of the member.' }),
    payment_reference: Type.String({ description: "The member's payment reference." }),
    ...CORRECTIONS,
  },
  { $id: 'PartnerCredit', ...closed, description: 'A credit and its member.' },
);
export type PartnerCredit = Static<typeof PartnerCredit>;

export const listPartnerCredits = consoleOperation({
  ...noBody,
  id: 'listPartnerCredits',
  tag: 'Statements',
  summary: "List a partner's credits, newest first: the lines of a statement.",
  access: 'statements.read',
  query: {
    booked_on: dayParameter('Credits booked on this UTC day.'),
    reversed_on: dayParameter('Credits reversed on this UTC day.'),
    reference: text('The credit with exactly this reference.', 128),
    status: oneOf(CREDIT_STATUSES, 'Credits with this status.'),
    per_page: PAGING.per_page,
    cursor: PAGING.cursor,
  },
  success: {
    status: 200,
    description: 'A page.',
    schema: listOf(PartnerCredit),
  },
  errors: ['partner_not_found', 'invalid_cursor'],
});
