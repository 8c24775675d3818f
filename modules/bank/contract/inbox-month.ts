/** A month of a bank account: what it opened and closed with, each movement, and whether money and hours agree. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { type QueryParameter, text } from '../../../contract/src/query.ts';
import {
  closedObject,
  component,
  dataOf,
  dayValue,
  memberNumber,
  nullable,
  ref,
  wordValue,
} from '../../../contract/src/values.ts';
import { InboxLine } from './inbox.ts';

/** What does not agree in a month. */
export const MONTH_DIFFERENCES = [
  'balance_gap',
  'balances_contradict',
  'hours_differ',
  'no_rate',
  'credit_without_line',
  'may_be_booked_twice',
  'no_day',
] as const;
/** Movements of a month that are shown; beyond them no figure of it is whole. */
export const MONTH_LINES_MAX = 10_000;

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** A calendar month, `YYYY-MM`. */
const monthParameter = (description: string): QueryParameter<string> => ({
  schema: Type.String({ pattern: MONTH.source }),
  description,
  read: (value) =>
    MONTH.test(value)
      ? { value }
      : { refusal: { code: 'invalid_format', message: 'must be a month such as 2026-11.' } },
});

const seconds = (description: string) => nullable(Type.Integer(), { description });
const moneyText = (description: string) => Type.String({ description });
const balance = (description: string) =>
  nullable(
    closedObject({
      amount: moneyText('Exact decimal; a minus is a debt.'),
      stated_on: dayValue(
        'Of the balance of a statement that it follows from: its own day, or one before or behind it.',
      ),
    }),
    { description },
  );

const MonthLine = component('InboxMonthLine', 'A movement of the month, with its hours.', {
  line: ref(InboxLine),
  partner: nullable(Type.String(), { description: 'The partner whose credit it is. Null: no credit.' }),
  rate: nullable(Type.String(), { description: 'Hours per unit on its booking day, `1/20`. Null: none is agreed.' }),
  worth_seconds: seconds(
    'What its money is worth by that rate, rounded down to the hundredth of an hour; a minus takes hours back. Null: it has no credit, or no rate.',
  ),
  booked_seconds: Type.Integer({ description: 'What the ledger has for it, in seconds; a minus took hours back.' }),
  in_batch: Type.Boolean({ description: 'A part of a line that is there as a whole: not counted in sums of money.' }),
});

const MonthCurrency = component('InboxMonthCurrency', 'The movements of one currency.', {
  currency: nullable(Type.String(), { description: 'ISO 4217. Null: lines without one.' }),
  opening: balance('When the month began. Null: no balance is known of 400 days around.'),
  paid_in: moneyText('Sum of the money in.'),
  paid_out: moneyText('Sum of the money out, with a minus.'),
  closing: balance('When it ended.'),
  balances_agree: nullable(Type.Boolean(), { description: 'Opening and movements give the closing. Null: unknown.' }),
  worth_seconds: Type.Integer({ description: 'What the money of lines with hours is worth, line by line.' }),
  booked_seconds: Type.Integer({ description: 'What the ledger has for them, less what was taken back.' }),
  hours_agree: nullable(Type.Boolean(), { description: 'Line by line. Null: a rate is missing.' }),
  open_lines: Type.Integer({ description: 'Lines that are not explained yet.' }),
  lines: Type.Array(ref(MonthLine), { description: 'All, in the order of booking.' }),
});

const MonthDifference = component('InboxMonthDifference', 'What does not agree, with both figures.', {
  kind: wordValue(MONTH_DIFFERENCES, 'What does not agree.'),
  currency: nullable(Type.String(), { description: 'ISO 4217.' }),
  line: nullable(Type.Integer(), { description: 'The line that it is about.' }),
  credit_id: nullable(Type.String(), {
    description: 'The credit that no line pays for, or that may be booked twice.',
  }),
  name: nullable(Type.String(), { description: "The credit's member." }),
  number: memberNumber(),
  from: nullable(dayValue('Of two balances, the day of the earlier one.')),
  to: nullable(dayValue('The day of the later one, of the credit, or of the line.')),
  expected: nullable(Type.String(), { description: 'Money: by the earlier balance and the lines.' }),
  found: nullable(Type.String(), { description: 'Money: as the later balance, or the line, says.' }),
  expected_seconds: seconds('Hours: by money and rate.'),
  found_seconds: seconds('Hours: as booked.'),
});

const MonthGap = component('InboxMonthGap', 'Days next to each other that no file is about.', {
  from: dayValue('The first day.'),
  to: dayValue('The last day.'),
  balances_agree: Type.Boolean({
    description:
      'The balances before and behind these days follow from each other: what moved between, if anything did, adds up to zero.',
  }),
});

const MonthFile = component('InboxMonthFile', 'A file of the bank.', {
  name: nullable(Type.String(), { description: "The file's name." }),
  imported_at: Type.String({ description: 'When it was imported.', format: 'date-time' }),
});

export const InboxMonth = component('InboxMonth', 'A month of a bank account, line by line.', {
  account: nullable(Type.String(), { description: 'The account. Null: of files that name none.' }),
  holder: nullable(Type.String(), { description: 'Name of its holder.' }),
  month: Type.String({ description: '`YYYY-MM`' }),
  agrees: nullable(Type.Boolean(), {
    description:
      'True: all is known, explained and agrees. False: a difference, or an open line. Null: what is known agrees, and a balance, a rate or a day is not known, or no file covers some of the days.',
  }),
  is_whole: Type.Boolean({ description: `False: it has more than ${MONTH_LINES_MAX} lines.` }),
  currencies: Type.Array(ref(MonthCurrency)),
  differences: Type.Array(ref(MonthDifference)),
  days_without_file: Type.Array(ref(MonthGap), { description: 'Days that no file of the bank is about.' }),
  files_without_balances: Type.Array(ref(MonthFile), {
    description: 'Files of the month that were imported before balances were kept: import them again.',
  }),
});
export type InboxMonth = Static<typeof InboxMonth>;
/** The parts that components list by name. */
export const MONTH_PARTS = [MonthLine, MonthCurrency, MonthDifference, MonthGap, MonthFile] as const;

export const getInboxMonth = consoleOperation('getInboxMonth', {
  route: 'GET /communities/{slug}/inbox/month',
  access: 'statements.read',
  query: {
    month: { ...monthParameter('The month, `YYYY-MM`.'), required: true, example: '2026-11' },
    account: text('The account as listed, or the end of it. Without it the only one of the community.', 64),
  },
  answer: dataOf(InboxMonth),
  errors: ['validation_failed'],
});
