/** Accounts that do not belong to members (the community fund and organisations), and the lines of any account. */
import { type Static, Type } from 'typebox';
import { Payment } from '../credits.ts';
import { ACCOUNT_FIELDS, fieldSchema, numberSchema } from '../fields.ts';
import { dayParameter, PAGING } from '../query.ts';
import { dataOf, dayValue, hoursOut, listOf, nullable, ref, timeValue, wordValue } from '../values.ts';
import { consoleOperation } from './operation.ts';
import { CORRECTIONS } from './statements.ts';

const closed = { additionalProperties: false } as const;
const noBody = { body: undefined, query: {} } as const;

export const LINE_KINDS = [
  'opening',
  'opening_reversal',
  'credit',
  'credit_reversal',
  'exchange',
  'exchange_reversal',
  'gift',
  'gift_reversal',
] as const;
export const ACCOUNT_KINDS = ['member', 'organisation', 'chest', 'settlement', 'opening'] as const;

export const AccountLine = Type.Object(
  {
    id: Type.String({ description: 'UUID of the transfer.' }),
    kind: wordValue(LINE_KINDS, 'Kind of transfer.'),
    hours: hoursOut('Positive: added to the account. Negative: taken from it.', -1.5),
    balance_after_hours: hoursOut('Balance of the account after this line.', 12.5),
    counterpart: Type.Object(
      {
        kind: wordValue(
          ACCOUNT_KINDS,
          'Whose account it is. `chest`: the community fund. `settlement`: a partner. `opening`: opening balances.',
        ),
        id: nullable(Type.String(), {
          description: 'A member’s `usr_…`, an organisation’s `account:…`, a partner’s number, else null.',
        }),
        name: nullable(Type.String(), { description: 'Name of the member, partner or organisation, else null.' }),
      },
      closed,
    ),
    booked_on: dayValue('The UTC day it was booked.'),
    service_date: nullable(dayValue('Exchanges: the day the help was given.')),
    reference: nullable(Type.String(), { description: "Credits: the bank's reference." }),
    payment: nullable(ref(Payment), { description: 'Credits: the payment as the partner sent it, else null.' }),
    ...CORRECTIONS,
    category: nullable(Type.String(), { description: 'Exchanges: the kind of help, else null.' }),
    note: nullable(Type.String()),
    reason: nullable(Type.String(), { description: 'Reversals: the reason.' }),
    reverses_id: nullable(Type.String(), { description: 'The transfer that this one reverses, else null.' }),
    reversed_by_id: nullable(Type.String(), { description: 'The transfer that reversed this one, else null.' }),
    recorded_by: Type.String({ description: '`administrator:3`, `partner:2`, `command line`.' }),
    recorded_by_name: nullable(Type.String(), { description: 'Of the administrator or partner, else null.' }),
    created_at: timeValue('When it was booked.'),
  },
  { $id: 'AccountLine', ...closed, description: 'A transfer, seen from one of its two accounts.' },
);
export type AccountLine = Static<typeof AccountLine>;

export const Account = Type.Object(
  {
    id: Type.Integer(),
    kind: wordValue(['organisation', 'chest'], '`chest`: the community fund.'),
    name: nullable(Type.String(), { description: 'Name of the organisation; null for the community fund.' }),
    balance_hours: hoursOut('Hours on the account.'),
    lower_balance_hours: nullable(hoursOut("Its own lower limit; null: the community's limit applies.", -100)),
  },
  { $id: 'Account', ...closed, description: 'An account that does not belong to a member.' },
);
export type Account = Static<typeof Account>;

const lower = () =>
  nullable(numberSchema(ACCOUNT_FIELDS.lower_balance_hours, "0 or below; null: the community's limit applies."));
export const listAccounts = consoleOperation({
  ...noBody,
  id: 'listAccounts',
  tag: 'Exchanges',
  summary: 'List the community fund and the organisations. One page.',
  access: 'exchanges.read',
  success: {
    status: 200,
    description: 'All of them.',
    schema: listOf(Account),
  },
  errors: [],
});

export const createAccount = consoleOperation({
  id: 'createAccount',
  tag: 'Exchanges',
  summary: 'Open an account for an organisation.',
  access: 'accounts.write',
  recentPassword: 'widening',
  query: {},
  body: Type.Object(
    {
      name: fieldSchema(ACCOUNT_FIELDS.name, 'Name of the organisation; unique.'),
      lower_balance_hours: Type.Optional(lower()),
    },
    { $id: 'AccountCreate', ...closed, description: 'An account for an organisation.' },
  ),
  success: { status: 201, description: 'The account.', schema: dataOf(Account) },
  errors: ['validation_failed'],
  example: { name: 'Library' },
});

export const updateAccount = consoleOperation({
  id: 'updateAccount',
  tag: 'Exchanges',
  summary: 'Set how far below zero exchanges may take the account.',
  access: 'accounts.write',
  recentPassword: 'widening',
  query: {},
  body: Type.Object(
    { lower_balance_hours: lower() },
    { $id: 'AccountUpdate', ...closed, description: 'The limit of this account, or none.' },
  ),
  success: { status: 200, description: 'As it is now.', schema: dataOf(Account) },
  errors: ['validation_failed', 'account_not_found'],
  example: { lower_balance_hours: -100 },
});

export const listAccountTransfers = consoleOperation({
  id: 'listAccountTransfers',
  tag: 'Exchanges',
  summary: 'List the lines of the account, newest first, with the balance after each line.',
  access: 'exchanges.read',
  query: { per_page: PAGING.per_page, cursor: PAGING.cursor },
  body: undefined,
  success: {
    status: 200,
    description: 'A page.',
    schema: listOf(AccountLine),
  },
  errors: ['account_not_found', 'invalid_cursor'],
});

/** Lines that one statement of an account has at most. */
export const STATEMENT_LINES_MAX = 5000;

export const AccountStatement = Type.Object(
  {
    from: dayValue('First day.'),
    to: dayValue('Last day.'),
    opening_hours: hoursOut('Balance before the first day.', 11),
    added_hours: hoursOut('Sum of what was added to the account.', 4),
    taken_hours: hoursOut('Sum of what was taken from it, positive.', 2.5),
    closing_hours: hoursOut('Balance after the last day, or now.', 12.5),
    lines: Type.Array(ref(AccountLine), { description: 'Oldest first.', maxItems: STATEMENT_LINES_MAX }),
  },
  {
    $id: 'AccountStatement',
    ...closed,
    description:
      'An account from one UTC day of booking to another: the balance before, every line, the balance after.',
  },
);
export type AccountStatement = Static<typeof AccountStatement>;

const statementQuery = {
  from: dayParameter('First day of booking (UTC). Default: the first of the year of the last day.'),
  to: dayParameter('Last day of booking (UTC), not before the first. Default: today.'),
} as const;
const statementSuccess = { status: 200, description: 'The statement.', schema: dataOf(AccountStatement) } as const;

export const getAccountStatement = consoleOperation({
  id: 'getAccountStatement',
  tag: 'Exchanges',
  summary: `Read the statement of the community fund or an organisation. Days with more than ${STATEMENT_LINES_MAX} lines are refused.`,
  access: 'exchanges.read',
  query: statementQuery,
  body: undefined,
  success: statementSuccess,
  errors: ['account_not_found'],
});

export const getMemberStatement = consoleOperation({
  id: 'getMemberStatement',
  tag: 'Members',
  summary: `Read the statement of a member's account. Days with more than ${STATEMENT_LINES_MAX} lines are refused.`,
  access: 'members.read',
  query: statementQuery,
  body: undefined,
  success: statementSuccess,
  errors: ['user_not_found'],
});
