/** The comparisons of a partner that are kept, newest first. */
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useCommunity, useReadPages } from '../../../../console/src/api/hooks.ts';
import { type Texts, useLanguage } from '../../../../console/src/i18n/text.ts';
import { PER_PAGE } from '../../../../console/src/parts/lists/query-state.ts';
import { type Column, DataTable, LoadMore } from '../../../../console/src/parts/lists/table.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { Arriving } from '../../../../console/src/parts/page/states.tsx';
import { Tag, Time, type Tone } from '../../../../console/src/parts/values/values.tsx';
import type { Reconciliation } from '../../contract/reconciliation.ts';

const STATES = ['open', 'asked', 'explained'] as const;
export const LINE_TONES: Readonly<Record<keyof Texts['matching']['states'], Tone | 'quiet'>> = {
  open: 'wait',
  asked: 'info',
  explained: 'good',
  settled: 'quiet',
  carried: 'quiet',
};

export const reportName = ({ file_name, id }: Reconciliation, text: Texts) =>
  file_name ?? text.matching.unnamed(String(id));

export const comparer = ({ compared_by }: Reconciliation, text: Texts) => compared_by ?? text.matching.commandLine;

export function Reports({ partnerId, base }: { partnerId: number; base: string }) {
  const { text, format } = useLanguage();
  const { can } = useCommunity();
  const list = useReadPages('listReconciliations', { params: { partnerId }, query: { per_page: PER_PAGE } });
  const { items } = list;
  const columns: Column<Reconciliation>[] = [
    {
      key: 'file',
      title: text.matching.file,
      main: true,
      cell: (report) => (
        <>
          <Anchor component={Link} href={`${base}/${report.id}`} className="row-link">
            {reportName(report, text)}
          </Anchor>
          <div className="quiet">
            {report.days
              ? text.matching.period(format.day(report.days.from), format.day(report.days.to))
              : text.matching.noPeriod}
          </div>
        </>
      ),
    },
    {
      key: 'compared',
      title: text.matching.compared,
      cell: (report) => (
        <>
          <Time at={report.compared_at} />
          <div className="quiet">{comparer(report, text)}</div>
        </>
      ),
    },
    {
      key: 'lines',
      title: text.matching.lines,
      cell: ({ lines }) => (
        <span className="row">
          {STATES.filter((state) => lines[state] > 0).map((state) => (
            <Tag key={state} tone={LINE_TONES[state]}>
              {text.matching.states[state]}: {format.number(lines[state])}
            </Tag>
          ))}
          {STATES.every((state) => lines[state] === 0) && <Tag tone="good">{text.matching.nothingOpen}</Tag>}
        </span>
      ),
    },
  ];
  return (
    <Card title={text.matching.reports} lead={can('statements.compare') ? undefined : text.matching.notAllowedText}>
      <Arriving of={list} rows={2} />
      {items?.length === 0 && <p className="quiet">{text.matching.noReports}</p>}
      {items && items.length > 0 && (
        <DataTable caption={text.matching.reports} columns={columns} rows={items} rowKey={({ id }) => id} />
      )}
      <LoadMore of={list} />
    </Card>
  );
}
