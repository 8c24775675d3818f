/** The parts of a month: one currency with its movements, and what does not agree. */

import { type Texts, useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { type Column, DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Card, Facts } from '../../../../console/src/parts/page/page.tsx';
import { Code } from '../../../../console/src/parts/values/code.tsx';
import { moneyShown } from '../../../../console/src/parts/values/money.ts';
import { nameWithNumber } from '../../../../console/src/parts/values/numbered-name.tsx';
import type { InboxMonth } from '../../contract/inbox-month.ts';
import { payerShown } from './line-words.ts';
import { ToRates } from './to-rates.tsx';

type Part = InboxMonth['currencies'][number];
type MonthLine = Part['lines'][number];
type Difference = InboxMonth['differences'][number];
type Format = ReturnType<typeof useFormat>;

const SECONDS_PER_HOUR = 3600;
const hoursOf = (seconds: number, format: Format) => format.hours(seconds / SECONDS_PER_HOUR);

export function CurrencyOfMonth({ part }: { part: Part }) {
  const text = useText();
  const format = useFormat();
  const words = text.inboxMonth;
  const { currency, opening, closing, lines } = part;
  const money = (amount: string) => moneyShown({ amount, currency }, format);
  const balance = (one: Part['opening']) =>
    one === null ? words.unknownBalance : words.stated(money(one.amount), format.day(one.stated_on));
  const name = currency ?? words.withoutCurrency;
  return (
    <Card title={name}>
      <Facts
        items={[
          [words.opening, balance(opening)],
          [words.paidIn, money(part.paid_in)],
          [words.paidOut, money(part.paid_out)],
          [words.closing, balance(closing)],
          [words.hoursWorth, words.hours(hoursOf(part.worth_seconds, format))],
          [words.hoursBooked, words.hours(hoursOf(part.booked_seconds, format))],
          [words.open, format.number(part.open_lines)],
        ]}
      />
      {lines.length > 0 && (
        <DataTable
          caption={words.lines(name)}
          columns={lineColumns(text, format)}
          rows={lines}
          rowKey={({ line }) => line.id}
        />
      )}
    </Card>
  );
}

function lineColumns(text: Texts, format: Format): Column<MonthLine>[] {
  const words = text.inboxMonth;
  return [
    {
      key: 'payer',
      title: words.payer,
      main: true,
      cell: ({ line }) => (
        <>
          <span className="row-link">{payerShown(line, text)}</span>
          <div className="quiet">{[line.text, line.reference].filter(Boolean).join('\u00a0· ')}</div>
        </>
      ),
    },
    {
      key: 'day',
      title: words.day,
      tight: true,
      cell: ({ line }) => (line.booked_on ? format.day(line.booked_on) : text.inbox.noDay),
    },
    { key: 'amount', title: words.amount, end: true, tight: true, cell: ({ line }) => moneyShown(line, format) },
    { key: 'what', title: words.what, cell: (one) => <What one={one} /> },
    { key: 'hours', title: words.hoursOf, end: true, cell: (one) => <HoursOfLine one={one} /> },
  ];
}

/** State, reason or note, and who approved or explained it. */
function What({ one: { line, partner, in_batch } }: { one: MonthLine }) {
  const text = useText();
  const format = useFormat();
  const words = text.inboxMonth;
  const by =
    line.decided_at && text.inbox.by(line.decided_by_name ?? text.inbox.commandLine, format.dateTime(line.decided_at));
  return (
    <>
      <div>{text.inbox.states[line.state]}</div>
      <div className="quiet">{line.note ?? text.inbox.reasons[line.reason]}</div>
      {line.state === 'booked' && line.member_by && <div className="quiet">{text.inbox.memberBy[line.member_by]}</div>}
      {in_batch && <div className="quiet">{words.inBatch}</div>}
      {by ? (
        <div className="quiet">{words.by(by)}</div>
      ) : (
        partner && <div className="quiet">{words.partner(partner)}</div>
      )}
    </>
  );
}

/** Whose hours, as booked; beside them what the money is worth where it differs. */
function HoursOfLine({ one: { line, worth_seconds, booked_seconds } }: { one: MonthLine }) {
  const text = useText();
  const format = useFormat();
  const words = text.inboxMonth;
  const member = line.credit_member ?? line.proposal;
  const isSame = worth_seconds === null || worth_seconds === booked_seconds;
  return (
    <>
      {(booked_seconds !== 0 || !isSame) && <div>{words.hours(hoursOf(booked_seconds, format))}</div>}
      {!isSame && <div className="quiet">{words.worth(hoursOf(worth_seconds, format))}</div>}
      {member && <div className="quiet">{nameWithNumber(member.name, member.number)}</div>}
    </>
  );
}

export function DifferencesOfMonth({ month }: { month: InboxMonth }) {
  const text = useText();
  const format = useFormat();
  const words = text.inboxMonth;
  const figure = (money: string | null, seconds: number | null, currency: string | null) => {
    if (money !== null) return moneyShown({ amount: money, currency }, format);
    return seconds === null ? text.inbox.unknownFigure : words.hours(hoursOf(seconds, format));
  };
  const isOfHours = ({ expected_seconds, found_seconds }: Difference) =>
    expected_seconds !== null || found_seconds !== null;
  const columns: Column<Difference>[] = [
    {
      key: 'what',
      title: words.difference,
      main: true,
      cell: (one) => (
        <>
          <span className="row-link">{words.differenceKinds[one.kind]}</span>
          {one.kind === 'no_rate' && <ToRates />}
          <div className="quiet">{aboutOf(one, text, format)}</div>
          {one.credit_id && <Code>{one.credit_id}</Code>}
        </>
      ),
    },
    {
      key: 'expected',
      title: words.expected,
      end: true,
      tight: true,
      cell: (one) => figure(one.expected, one.expected_seconds, one.currency),
    },
    {
      key: 'found',
      title: words.found,
      end: true,
      tight: true,
      cell: (one) => figure(isOfHours(one) ? null : one.found, one.found_seconds, one.currency),
    },
  ];
  return (
    <Card title={words.differences}>
      <DataTable
        caption={words.differences}
        columns={columns}
        rows={month.differences}
        rowKey={(one) => `${one.kind} ${one.line} ${one.credit_id} ${one.from} ${one.to} ${one.currency}`}
      />
    </Card>
  );
}

/** Days that no file is about, and files whose balances are not known. */
export function GapsOfMonth({ month: { days_without_file, files_without_balances } }: { month: InboxMonth }) {
  const { inboxMonth: words } = useText();
  const format = useFormat();
  if (days_without_file.length === 0 && files_without_balances.length === 0) return null;
  return (
    <Card title={words.withoutFile}>
      <Facts
        items={[
          ...days_without_file.map(
            ({ from, to, balances_agree }) =>
              [
                from === to ? format.day(from) : words.between(format.day(from), format.day(to)),
                balances_agree ? words.noFileBridged : words.noFile,
              ] as const,
          ),
          ...files_without_balances.map(
            ({ name, imported_at }) =>
              [`${name ?? words.unnamedFile}, ${format.dateTime(imported_at)}`, words.fileWithoutBalances] as const,
          ),
        ]}
      />
    </Card>
  );
}

/** Where it is: days, line with its amount, member. */
function aboutOf({ from, to, line, name, found, currency }: Difference, { inboxMonth }: Texts, format: Format): string {
  const day = to && format.day(to);
  return [
    from && day ? inboxMonth.between(format.day(from), day) : day,
    line === null ? null : inboxMonth.line(String(line)),
    line === null || found === null ? null : moneyShown({ amount: found, currency }, format),
    name,
  ]
    .filter(Boolean)
    .join(', ');
}
