/** Accounts that do not belong to members (the community fund and organisations), and the lines of any account. */
import { type Static, Type } from 'typebox';
import { CORRECTIONS } from '../../../console/desk/contract/corrections.ts';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { Payment } from '../../../contract/src/credits.ts';
import { ACCOUNT_FIELDS, fieldSchema, numberSchema } from '../../../contract/src/fields.ts';
import { dayParameter, PAGED } from '../../../contract/src/query.ts';
import {
  closedObject,
  component,
  dataOf,
  dayValue,
  hoursOut,
  listOf,
  nullable,
  ref,
  timeValue,
  wordValue,
} from '../../../contract/src/values.ts';

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

export const AccountLine = component('AccountLine', 'A transfer, seen from one of its two accounts.', {
  id: Type.String({ description: 'UUID of the transfer.' }),
  kind: wordValue(LINE_KINDS, 'Kind of transfer.'),
  hours: hoursOut('Positive: added to the account. Negative: taken from it.', -1.5),
  balance_after_hours: hoursOut('Balance of the account after this line.', 12.5),
  counterpart: closedObject({
    kind: wordValue(
      [...ACCOUNT_KINDS, 'community'],
      'Whose account it is. `chest`: the community fund. `settlement`: a partner. `opening`: opening balances. `community`: the community, whose bank reports a transfer to it.',
    ),
    id: nullable(Type.String(), {
      description: 'A member’s `usr_…`, an organisation’s `account:…`, a partner’s number, else null.',
    }),
    name: nullable(Type.String(), {
      description: 'Name of the member, partner, organisation or community, else null.',
    }),
  }),
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
});
export type AccountLine = Static<typeof AccountLine>;

export const Account = component('Account', 'An account that does not belong to a member.', {
  id: Type.Integer(),
  kind: wordValue(['organisation', 'chest'], '`chest`: the community fund.'),
  name: nullable(Type.String(), { description: 'Name of the organisation; null for the community fund.' }),
  balance_hours: hoursOut('Hours on the account.'),
  lower_balance_hours: nullable(hoursOut("Its own lower limit; null: the community's limit applies.", -100)),
});
export type Account = Static<typeof Account>;

const lower = () =>
  nullable(numberSchema(ACCOUNT_FIELDS.lower_balance_hours, "0 or below; null: the community's limit applies."));
export const listAccounts = consoleOperation('listAccounts', {
  route: 'GET /communities/{slug}/accounts',
  access: 'exchanges.read',
  answer: listOf(Account),
});

export const createAccount = consoleOperation('createAccount', {
  route: 'POST /communities/{slug}/accounts',
  access: 'accounts.write',
  recentPassword: 'widening',
  body: component('AccountCreate', 'An account for an organisation.', {
    name: fieldSchema(ACCOUNT_FIELDS.name, 'Name of the organisation; unique.'),
    lower_balance_hours: Type.Optional(lower()),
  }),
  status: 201,
  answer: dataOf(Account),
  example: { name: 'Library' },
});

export const updateAccount = consoleOperation('updateAccount', {
  route: 'PATCH /communities/{slug}/accounts/{accountId}',
  access: 'accounts.write',
  recentPassword: 'widening',
  body: component('AccountUpdate', 'The limit of this account, or none.', { lower_balance_hours: lower() }),
  answer: dataOf(Account),
  example: { lower_balance_hours: -100 },
});

export const listAccountTransfers = consoleOperation('listAccountTransfers', {
  route: 'GET /communities/{slug}/accounts/{accountId}/transfers',
  access: 'exchanges.read',
  query: PAGED,
  answer: listOf(AccountLine),
});

/** Lines that one statement of an account has at most. */
export const STATEMENT_LINES_MAX = 5000;

export const AccountStatement = component(
  'AccountStatement',
  'An account from one UTC day of booking to another: the balance before, every line, the balance after.',
  {
    from: dayValue('First day.'),
    to: dayValue('Last day.'),
    opening_hours: hoursOut('Balance before the first day.', 11),
    added_hours: hoursOut('Sum of what was added to the account.', 4),
    taken_hours: hoursOut('Sum of what was taken from it, positive.', 2.5),
    closing_hours: hoursOut('Balance after the last day, or now.', 12.5),
    lines: Type.Array(ref(AccountLine), { description: 'Oldest first.', maxItems: STATEMENT_LINES_MAX }),
  },
);
export type AccountStatement = Static<typeof AccountStatement>;

const statementQuery = {
  from: dayParameter('First day of booking (UTC). Default: the first of the year of the last day.'),
  to: dayParameter('Last day of booking (UTC), not before the first. Default: today.'),
} as const;

export const getAccountStatement = consoleOperation('getAccountStatement', {
  route: 'GET /communities/{slug}/accounts/{accountId}/statement',
  access: 'exchanges.read',
  query: statementQuery,
  answer: dataOf(AccountStatement),
});

export const getMemberStatement = consoleOperation('getMemberStatement', {
  route: 'GET /communities/{slug}/members/{memberId}/statement',
  access: 'members.read',
  query: statementQuery,
  answer: dataOf(AccountStatement),
});
