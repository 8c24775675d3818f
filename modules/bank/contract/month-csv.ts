/** A month of a bank account as a table: of the console in its language, and of the command. */

import type { CsvCell } from '../../../contract/src/csv.ts';
import type { InboxMonth } from './inbox-month.ts';

type Line = InboxMonth['currencies'][number]['lines'][number];
type Difference = InboxMonth['differences'][number];

/** The words of a table, and how its numbers are written. */
export interface MonthWords {
  readonly columns: Readonly<Record<MonthColumn, string>>;
  readonly opening: string;
  readonly closing: string;
  readonly states: Readonly<Record<Line['line']['state'], string>>;
  readonly reasons: Readonly<Record<Line['line']['reason'], string>>;
  /** Of hours that are booked, what names the member. */
  readonly memberBy: Readonly<Record<NonNullable<Line['line']['member_by']>, string>>;
  readonly differences: Readonly<Record<Difference['kind'], string>>;
  /** Of days that no file is about; `Bridged`: between balances that agree. */
  readonly noFile: string;
  readonly noFileBridged: string;
  readonly fileWithoutBalances: string;
  /** Who decided where no administrator did. */
  readonly commandLine: string;
  /** The decimal mark. */
  readonly decimal: string;
}

export type MonthColumn = (typeof COLUMNS)[number];
const COLUMNS = [
  'day',
  'what',
  'line',
  'amount',
  'currency',
  'payer',
  'payerAccount',
  'text',
  'reference',
  'why',
  'member',
  'memberNumber',
  'rate',
  'hoursWorth',
  'hoursBooked',
  'secondsWorth',
  'secondsBooked',
  'partner',
  'by',
  'at',
] as const;

type Cells = Partial<Record<MonthColumn, CsvCell>>;

/** The names of the columns, each currency from its opening to its closing, and the differences. */
export function monthTable(month: InboxMonth, words: MonthWords): CsvCell[][] {
  const number = (text: string | null) => text && { written: text.replace('.', words.decimal) };
  const hours = (seconds: number | null) => (seconds === null ? null : number((seconds / 3600).toFixed(2)));
  const rows = month.currencies.flatMap(({ currency, opening, closing, lines }): Cells[] => [
    { day: `${month.month}-01`, what: words.opening, amount: number(opening?.amount ?? null), currency },
    ...lines.map((line) => cellsOf(line, words, number, hours)),
    { what: words.closing, amount: number(closing?.amount ?? null), currency },
  ]);
  const differences = month.differences.map((one): Cells => {
    const isMoney = one.expected !== null;
    return {
      ...{ day: one.to, what: words.differences[one.kind], line: one.line, currency: one.currency },
      ...{ amount: number(one.found), member: one.name, memberNumber: one.number, reference: one.credit_id },
      ...(isMoney ? { text: [one.from, one.expected].filter(Boolean).join(': ') } : {}),
      ...{ hoursWorth: hours(one.expected_seconds), hoursBooked: hours(one.found_seconds) },
      ...{ secondsWorth: one.expected_seconds, secondsBooked: one.found_seconds },
    };
  });
  const gaps = month.days_without_file.map(
    ({ from, to, balances_agree }): Cells => ({
      day: from,
      what: balances_agree ? words.noFileBridged : words.noFile,
      text: from === to ? from : `${from} – ${to}`,
    }),
  );
  const files = month.files_without_balances.map(
    ({ name, imported_at }): Cells => ({ what: words.fileWithoutBalances, text: name, at: imported_at }),
  );
  const names = COLUMNS.map((column) => words.columns[column]);
  return [
    names,
    ...[...rows, ...differences, ...gaps, ...files].map((row) => COLUMNS.map((column) => row[column] ?? '')),
  ];
}

function cellsOf(
  { line, partner, rate, worth_seconds, booked_seconds }: Line,
  words: MonthWords,
  number: (text: string | null) => CsvCell,
  hours: (seconds: number | null) => CsvCell,
): Cells {
  return {
    ...{ day: line.booked_on, what: words.states[line.state], line: line.id, amount: number(line.amount) },
    ...{ currency: line.currency, payer: line.payer, payerAccount: line.payer_account, text: line.text },
    ...{ reference: line.reference, why: whyOf(line, words) },
    member: line.credit_member?.name ?? line.proposal?.name ?? null,
    memberNumber: (line.credit_member ?? line.proposal)?.number ?? null,
    ...{ rate, hoursWorth: hours(worth_seconds), hoursBooked: hours(booked_seconds) },
    ...{ secondsWorth: worth_seconds, secondsBooked: booked_seconds, partner },
    by: line.decided_at === null ? null : (line.decided_by_name ?? words.commandLine),
    at: line.decided_at,
  };
}

function whyOf({ note, reason, state, member_by }: Line['line'], { reasons, memberBy }: MonthWords): string {
  const by = state === 'booked' && member_by ? ` ${memberBy[member_by]}` : '';
  return `${note ?? reasons[reason]}${by}`;
}
