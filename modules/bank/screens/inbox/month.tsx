/** A month of a bank account: balances, every movement with its hours, and what does not agree; for paper and spreadsheets. */
import { Button, Group, Select } from '@mantine/core';
import { csvFile } from '@timebank/contract/csv';
import { Download, Printer } from 'lucide-react';
import { useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { type Texts, useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { useQueryState } from '../../../../console/src/parts/lists/query-state.ts';
import { saveText } from '../../../../console/src/parts/page/download.ts';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { LoadFailed, Loading } from '../../../../console/src/parts/page/states.tsx';
import { accountShown } from '../../../../console/src/parts/values/money.ts';
import type { InboxMonth } from '../../contract/inbox-month.ts';
import { monthTable } from '../../contract/month-csv.ts';
import { CurrencyOfMonth, DifferencesOfMonth, GapsOfMonth } from './month-parts.tsx';
import '../../../../console/src/styles/print.css';

const MONTHS_SHOWN = 36;
/** The account of files that name none. */
const UNNAMED = '-';

export default function Month() {
  const text = useText();
  const format = useFormat();
  const { slug } = useCommunity();
  const settings = useRead('getInboxSettings', { params: { slug } });
  const [{ account: wanted, month: asked }, change] = useQueryState(['account', 'month']);
  const months = lastMonths(new Date());
  const accounts = settings.data?.data.accounts.map(({ account }) => account ?? UNNAMED) ?? [];
  const account = accounts.find((one) => one === wanted) ?? accounts[0];
  const month = /^\d{4}-(?:0[1-9]|1[0-2])$/.test(asked) ? asked : (months[1] ?? '');
  const found = useRead(
    'getInboxMonth',
    { params: { slug }, query: { month, account: account ?? UNNAMED } },
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
  const text = useText();
  const format = useFormat();
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
            <Button variant="default" leftSection={<Download size={16} aria-hidden="true" />} onClick={csv}>
              CSV
            </Button>
            <Button
              variant="default"
              leftSection={<Printer size={16} aria-hidden="true" />}
              onClick={() => window.print()}
            >
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
