/** The statement of a member's or a shared account, as a sheet to print and as a file. */
import { Button } from '@mantine/core';
import { csvFile } from '@timebank/contract/csv';
import { Download } from 'lucide-react';
import { useParams } from 'wouter';
import { useCommunity, useRead } from '../../../console/src/api/hooks.ts';
import { type Format, type Texts, useLanguage, useText } from '../../../console/src/i18n/text.ts';
import { saveText } from '../../../console/src/parts/page/download.ts';
import { Page } from '../../../console/src/parts/page/page.tsx';
import { LoadFailed, Loading } from '../../../console/src/parts/page/states.tsx';
import { PrintButton, SheetOfPaper } from '../../../console/src/parts/paper/paper.tsx';
import { fileName, inFile, onPaper, type PlainCell, separatorOf } from '../../../console/src/parts/paper/plain.ts';
import { PeriodChoice, useDays, useDaysText } from '../../../console/src/parts/period/period-choice.tsx';
import type { AccountLine, AccountStatement } from '../contract/accounts.ts';
import { lineText } from './parts/account-lines.tsx';

const COLUMNS = ['day', 'what', 'hours', 'after'] as const;

export default function Statement() {
  const { memberId, accountId } = useParams<{ memberId?: string; accountId?: string }>();
  return memberId === undefined ? <OfAccount id={accountId ?? ''} /> : <OfMember id={memberId} />;
}

function OfMember({ id }: { id: string }) {
  const { slug } = useCommunity();
  const text = useText();
  const [days] = useDays();
  const member = useRead('getMember', { params: { memberId: id } });
  const found = useRead('getMemberStatement', { params: { memberId: id }, query: { ...days } });
  const { name = '', external_id = null } = member.data?.data ?? {};
  const holder = { name, number: external_id, back: `/c/${slug}/members/${id}/history`, label: text.member.history };
  return <Sheet holder={holder} found={found} />;
}

function OfAccount({ id }: { id: string }) {
  const { slug } = useCommunity();
  const text = useText();
  const [days] = useDays();
  const accounts = useRead('listAccounts');
  const account = accounts.data?.data.find((one) => String(one.id) === id || one.kind === id);
  const found = useRead(
    'getAccountStatement',
    { params: { accountId: account?.id ?? id }, query: { ...days } },
    { enabled: accounts.data !== undefined },
  );
  const name = account ? (account.name ?? text.accounts.chest) : '';
  const holder = { name, number: null, back: `/c/${slug}/accounts/${id}`, label: text.member.history };
  return <Sheet holder={holder} found={found} />;
}

interface Holder {
  readonly name: string;
  readonly number: string | null;
  readonly back: string;
  readonly label: string;
}

interface SheetProps {
  holder: Holder;
  found: ReturnType<typeof useRead<'getMemberStatement'>>;
}

function Sheet({ holder, found: { data, error, isPending, refetch } }: SheetProps) {
  const { text, format } = useLanguage();
  const words = text.accountStatement;
  const [days, change] = useDays();
  const named = useDaysText();
  const statement = data?.data;
  const save = () => {
    if (!statement) return;
    const rows = rowsOf(statement, text, format).map((row) => row.map((cell) => inFile(cell, format)));
    const file = csvFile([COLUMNS.map((key) => words.columns[key]), ...rows], separatorOf(format));
    saveText(`${fileName(words.title, holder.name, named(days))}.csv`, file);
  };
  return (
    <Page title={words.of(holder.name)} back={{ href: holder.back, label: holder.label }}>
      <div className="stack report">
        <search className="filters no-print">
          <PeriodChoice days={days} change={change} />
          {statement && (
            <>
              <PrintButton />
              <Button variant="default" leftSection={<Download size={16} />} onClick={save}>
                CSV
              </Button>
            </>
          )}
        </search>
        {error && <LoadFailed error={error} retry={() => void refetch()} />}
        {isPending && <Loading rows={8} />}
        {statement && <Lines statement={statement} holder={holder} />}
      </div>
    </Page>
  );
}

function Lines({ statement, holder }: { statement: AccountStatement; holder: Holder }) {
  const { text, format } = useLanguage();
  const { name } = useCommunity();
  const named = useDaysText();
  const words = text.accountStatement;
  const rows = rowsOf(statement, text, format);
  const [first, ...rest] = rows;
  const last = rest.pop();
  const row = (cells: readonly PlainCell[], key: string) => (
    <tr key={key}>
      {cells.map((cell, at) => (
        <td key={COLUMNS[at]} data-end={at > 1 || undefined}>
          {onPaper(cell, format)}
        </td>
      ))}
    </tr>
  );
  return (
    <SheetOfPaper label={words.title}>
      <div className="paper-title">
        <p>{name}</p>
        <h2>{words.of([holder.name, holder.number].filter(Boolean).join(', '))}</h2>
        <p>
          {named(statement)} · {words.madeOn(format.dateTime(new Date().toISOString()))}
        </p>
        <p>{words.sums(hoursText(statement.added_hours, format), hoursText(statement.taken_hours, format))}</p>
      </div>
      <table className="paper-table">
        <caption className="hidden">{words.title}</caption>
        <thead>
          <tr>
            {COLUMNS.map((key, at) => (
              <th key={key} scope="col" data-end={at > 1 || undefined}>
                {words.columns[key]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first && row(first, 'opening')}
          {rest.map((cells, at) => row(cells, statement.lines[at]?.id ?? ''))}
        </tbody>
        <tfoot>{last && row(last, 'closing')}</tfoot>
      </table>
      {statement.lines.length === 0 && <p>{words.none}</p>}
    </SheetOfPaper>
  );
}

/** A balance of a day to come is that of today. */
const earlier = (day: string) => {
  const today = new Date().toISOString().slice(0, 10);
  return day < today ? day : today;
};

const hoursText = (hours: number, format: Format) => onPaper({ hours }, format);

/** The opening balance, each line, and the closing balance: day, what, hours, balance. */
function rowsOf(statement: AccountStatement, text: Texts, format: Format): (readonly PlainCell[])[] {
  const words = text.accountStatement;
  const line = (one: AccountLine): readonly PlainCell[] => [
    { day: one.booked_on },
    lineText(one, text, format),
    { hours: one.hours },
    { hours: one.balance_after_hours },
  ];
  return [
    [{ day: statement.from }, words.opening, null, { hours: statement.opening_hours }],
    ...statement.lines.map(line),
    [{ day: earlier(statement.to) }, words.closing, null, { hours: statement.closing_hours }],
  ];
}
