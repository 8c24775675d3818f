/** `timebank inbox month`: a month of a bank account, line by line, with balances and hours. */
import { hoursFromSeconds } from '@timebank/contract';
import { csvFile } from '@timebank/contract/csv';
import { type Command, InvalidArgumentError } from 'commander';
import { type CommandContext, report, table } from '../../../console/desk/commands/context.ts';
import { callOperation } from '../../../console/desk/commands/operation.ts';
import { writeNewFile } from '../../../core/base/files.ts';
import { getInboxMonth, type InboxMonth } from '../contract/inbox-month.ts';
import { type MonthWords, monthTable } from '../contract/month-csv.ts';
import { acting, EXIT_OPEN, type InboxOptions, sharedOptions } from './inbox-acting.ts';
import { MEMBER_BY_TEXTS, REASON_TEXTS, whyOf } from './inbox-lines.ts';

const WORDS: MonthWords = {
  columns: {
    ...{ day: 'booked_on', what: 'state', line: 'line', amount: 'amount', currency: 'currency', payer: 'payer' },
    ...{ payerAccount: 'payer_account', text: 'text', reference: 'reference', why: 'explanation', member: 'member' },
    memberNumber: 'member_number',
    ...{ rate: 'rate', hoursWorth: 'worth_hours', hoursBooked: 'booked_hours', secondsWorth: 'worth_seconds' },
    ...{ secondsBooked: 'booked_seconds', partner: 'partner', by: 'decided_by', at: 'decided_at' },
  },
  opening: 'opening',
  closing: 'closing',
  states: { credited: 'credited', booked: 'booked', returned: 'returned', not_ours: 'not_ours', open: 'open' },
  reasons: REASON_TEXTS,
  memberBy: MEMBER_BY_TEXTS,
  differences: {
    balance_gap: 'two balances do not follow from each other: lines are missing between them',
    balances_contradict: 'two statements name different balances for one day',
    hours_differ: 'the hours are not what the money is worth',
    no_rate: 'no rate is agreed, so that the hours cannot be compared',
    credit_without_line: 'a partner has credited hours, and no line pays for them',
    may_be_booked_twice:
      'booked twice? The inbox has booked a line without a reference of the bank, and a partner has credited the same member as much',
    no_day: 'a line without a booking day is in no month',
  },
  noFile: "no file of the bank covers these days: import the bank's file of them",
  noFileBridged:
    "no file of the bank covers these days, and the balances before and behind them agree: import the bank's file of them",
  fileWithoutBalances: 'imported before balances were kept: import the file again',
  commandLine: 'command line',
  decimal: '.',
};

export function addMonth(inbox: Command, context: CommandContext): void {
  sharedOptions(inbox.command('month'))
    .description(
      'a month of a bank account: opening, every line with its explanation, closing, and whether money and hours agree; exit code 1 when something differs or is open, or no file covers all days',
    )
    .argument('<account>', 'the account, or the end of it; - for files that name none')
    .argument('<month>', 'such as 2026-11', monthArgument)
    .option('--csv <file>', 'write it to a new file as CSV, for a spreadsheet')
    .action((account: string, month: string, options: InboxOptions & { readonly csv?: string }) =>
      acting(context, 'inbox month', options, async (tools, { community }) => {
        const place = { community, params: {} };
        const query = { account, month };
        const { data } = await callOperation(getInboxMonth, tools, place, {}, { query });
        const { csv } = options;
        if (csv !== undefined) await writeNewFile('the month', csv, csvFile(monthTable(data, WORDS)));
        report(context, options.json, data, describeMonth(data));
        return data.agrees === false || data.days_without_file.length > 0 ? EXIT_OPEN : 0;
      }),
    );
}

function monthArgument(text: string): string {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError('A month is written 2026-11.');
  return text;
}

const hoursText = (seconds: number | null) => (seconds === null ? '' : `${hoursFromSeconds(seconds)} h`);

function describeMonth({ currencies, differences, is_whole, ...rest }: InboxMonth): string[] {
  return [
    ...(currencies.length === 0 ? ['Nothing moved, and no balance is known.'] : []),
    ...currencies.flatMap((part) => [
      `${part.currency ?? 'without a currency'}: opening ${part.opening?.amount ?? 'unknown'}`,
      ...table(
        ['line', 'booked', 'amount', 'payer', 'state', 'worth', 'booked', 'why'],
        part.lines.map(({ line, worth_seconds, booked_seconds }) => [
          String(line.id),
          line.booked_on ?? '',
          line.amount,
          line.payer ?? '',
          line.state,
          hoursText(worth_seconds),
          booked_seconds === 0 ? '' : hoursText(booked_seconds),
          line.note ?? whyOf(line),
        ]),
      ),
      `closing ${part.closing?.amount ?? 'unknown'}; in ${part.paid_in}, out ${part.paid_out}; worth ${hoursText(part.worth_seconds)}, booked ${hoursText(part.booked_seconds)}; open lines: ${part.open_lines}`,
      '',
    ]),
    ...differences.map((one) => {
      const of = [one.line === null ? '' : `line ${one.line}`, one.name ?? '', one.credit_id ?? '', one.to ?? ''];
      const [expected, found] =
        one.expected === null && one.found_seconds !== null
          ? [hoursText(one.expected_seconds), hoursText(one.found_seconds)]
          : [one.expected, one.found];
      const where = of.filter((text) => text !== '').join(', ');
      return `${WORDS.differences[one.kind]} (${where}): ${expected || 'unknown'} expected, ${found} found.`;
    }),
    ...rest.days_without_file.map(({ from, to, balances_agree }) => {
      const days = from === to ? from : `${from} to ${to}`;
      return `${days}: ${balances_agree ? WORDS.noFileBridged : WORDS.noFile}.`;
    }),
    ...rest.files_without_balances.map(({ name }) => `${name ?? 'A file'}: ${WORDS.fileWithoutBalances}.`),
    ...(rest.agrees === true ? ['Everything is explained and agrees.'] : []),
    ...(is_whole ? [] : ['The month has more lines than are shown.']),
  ];
}
