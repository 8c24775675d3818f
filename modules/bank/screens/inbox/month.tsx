/** A month of a bank account: balances, every movement with its hours, and what does not agree; for paper and spreadsheets. */
import { Button, Group, Select } from '@mantine/core';
import { csvFile } from '@timebank/contract/csv';
import { Download, Printer } from 'lucide-react';
import { useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { type Texts, useFormat, useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { useQueryState } from '../../../../console/src/parts/lists/query-state.ts';
import { type Column, DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { saveText } from '../../../../console/src/parts/page/download.ts';
import { Card, Facts } from '../../../../console/src/parts/page/page.tsx';
import { LoadFailed, Loading, Notice } from '../../../../console/src/parts/page/states.tsx';
import { accountShown, moneyShown } from '../../../../console/src/parts/values/money.ts';
import { Code, nameWithNumber } from '../../../../console/src/parts/values/values.tsx';
import type { InboxMonth } from '../../contract/inbox-month.ts';
import { monthTable } from '../../contract/month-csv.ts';
import { payerShown } from './line-words.ts';
import { ToRates } from './to-rates.tsx';
import '../../../../console/src/styles/print.css';

const MONTHS_SHOWN = 36;
/** The account of files that name none. */
const UNNAMED = '-';

export default function Month() {
  const { text, format } = useLanguage();
  const settings = useRead('getInboxSettings');
  const [{ account: wanted, month: asked }, change] = useQueryState(['account', 'month']);
  const months = lastMonths(new Date());
  const accounts = settings.data?.data.accounts.map(({ account }) => account ?? UNNAMED) ?? [];
  const account = accounts.find((one) => one === wanted) ?? accounts[0];
  const month = /^\d{4}-(?:0[1-9]|1[0-2])$/.test(asked) ? asked : (months[1] ?? '');
  const found = useRead(
    'getInboxMonth',
    { query: { month, account: account ?? UNNAMED } },
    { enabled: account !== undefined },
  );
  const name = (one: string) => (one === UNNAMED ? text.inbox.noAccount : accountShown(one));
  if (settings.error) return <LoadFailed error={settings.error} retry={() => void settings.refetch()} />;
  if (!settings.data) return <Loading />;
  if (account === undefined) return <Notice tone="info" title={text.inboxMonth.noAccounts} />;
  return (
    <div className="stack report">
      <search className="filters no-print">
        <Select
          label={text.inboxMonth.account}
          className="filter-account"
          data={accounts.map((value) => ({ value, label: name(value) }))}
          value={account}
          onChange={(value) => change({ account: value ?? '' })}
        />
        <Select
          label={text.inboxMonth.month}
          data={[...new Set([month, ...months])]
            .toSorted()
            .toReversed()
            .map((value) => ({ value, label: format.month(`${value}-01`) }))}
          value={month}
          onChange={(value) => change({ month: value ?? '' })}
        />
      </search>
      {found.error && <LoadFailed error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <Loading rows={8} />}
      {found.data && <Content month={found.data.data} name={name(account)} />}
    </div>
  );
}

/** This month and those before it, `YYYY-MM`. */
const lastMonths = (now: Date) =>
  Array.from({ length: MONTHS_SHOWN }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );

function Content({ month, name }: { month: InboxMonth; name: string }) {
  const { text, format } = useLanguage();
  const { name: community } = useCommunity();
  const words = text.inboxMonth;
  const csv = () => {
    const separator = format.decimal === ',' ? ';' : ',';
    const rows = monthTable(month, { ...tableWords(text), decimal: format.decimal });
    saveText(`${words.file(month.month)}.csv`, csvFile(rows, separator));
  };
  return (
    <>
      <Card
        title={words.title(name, format.month(`${month.month}-01`))}
        lead={[community, month.holder].filter(Boolean).join(', ')}
        action={
          <Group gap="sm" className="no-print">
            <Button variant="default" leftSection={<Download size={16} />} onClick={csv}>
              CSV
            </Button>
            <Button variant="default" leftSection={<Printer size={16} />} onClick={() => window.print()}>
              {words.print}
            </Button>
          </Group>
        }
      >
        <Verdict month={month} />
      </Card>
      <GapsOfMonth month={month} />
      {month.differences.length > 0 && <DifferencesOfMonth month={month} />}
      {month.currencies.map((part) => (
        <CurrencyOfMonth key={part.currency} part={part} />
      ))}
      {month.currencies.length === 0 && <p className="quiet">{words.none}</p>}
    </>
  );
}

function Verdict({ month: { agrees, is_whole, days_without_file } }: { month: InboxMonth }) {
  const words = useText().inboxMonth;
  const [tone, title] =
    agrees === true
      ? (['good', words.agrees] as const)
      : agrees === false
        ? (['wait', words.differs] as const)
        : days_without_file.length > 0
          ? (['wait', words.notCovered] as const)
          : (['info', words.unknown] as const);
  return (
    <Notice tone={tone} title={title}>
      {is_whole ? undefined : words.notWhole}
    </Notice>
  );
}

const tableWords = ({ inbox, inboxMonth: { columns, opening, closing, differenceKinds, ...words } }: Texts) => ({
  ...{ columns, opening, closing, differences: differenceKinds },
  ...{ noFile: words.noFile, noFileBridged: words.noFileBridged, fileWithoutBalances: words.fileWithoutBalances },
  ...{ states: inbox.states, reasons: inbox.reasons, memberBy: inbox.memberBy, commandLine: inbox.commandLine },
});

// The parts of a month: one currency with its movements, and what does not agree.

type Part = InboxMonth['currencies'][number];
type MonthLine = Part['lines'][number];
type Difference = InboxMonth['differences'][number];
type Format = ReturnType<typeof useFormat>;

const SECONDS_PER_HOUR = 3600;
const hoursOf = (seconds: number, format: Format) => format.hours(seconds / SECONDS_PER_HOUR);

function CurrencyOfMonth({ part }: { part: Part }) {
  const { text, format } = useLanguage();
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
  const { text, format } = useLanguage();
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
  const { text, format } = useLanguage();
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

function DifferencesOfMonth({ month }: { month: InboxMonth }) {
  const { text, format } = useLanguage();
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
function GapsOfMonth({ month: { days_without_file, files_without_balances } }: { month: InboxMonth }) {
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
