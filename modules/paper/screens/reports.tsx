/** The report of a period: one sheet to print for members and funders, and the same as a file. */
import { Button, Select } from '@mantine/core';
import { csvFile } from '@timebank/contract/csv';
import { Download } from 'lucide-react';
import { useCommunity, useRead } from '../../../console/src/api/hooks.ts';
import { useFormat, useLanguage, useText } from '../../../console/src/i18n/text.ts';
import Bars from '../../../console/src/parts/charts/bars.tsx';
import { ChartTable } from '../../../console/src/parts/charts/chart-table.tsx';
import { CHART_COLOURS } from '../../../console/src/parts/charts/colours.ts';
import { useQueryState } from '../../../console/src/parts/lists/query-state.ts';
import { saveText } from '../../../console/src/parts/page/download.ts';
import { Card, Page } from '../../../console/src/parts/page/page.tsx';
import { Arriving } from '../../../console/src/parts/page/states.tsx';
import { PrintButton, SheetOfPaper } from '../../../console/src/parts/paper/paper.tsx';
import { fileName, inFile, onPaper, type PlainCell, separatorOf } from '../../../console/src/parts/paper/plain.ts';
import { PeriodChoice, useDays, useDaysText } from '../../../console/src/parts/period/period-choice.tsx';
import type { CommunityReport } from '../contract/reports.ts';
import { type Section, sectionsOf } from './reports/sections.ts';

const CHART_HEIGHT = 180;

export default function Reports() {
  const { text, format } = useLanguage();
  const words = text.report;
  const { name } = useCommunity();
  const [days, change] = useDays();
  const [{ category }, setCategory] = useQueryState(['category']);
  const named = useDaysText();
  const whole = useRead('getCommunityReport', { query: { ...days } }, { keepPrevious: true });
  const found = useRead(
    'getCommunityReport',
    { query: { ...days, ...(category ? { category } : {}) } },
    { keepPrevious: true },
  );
  const report = found.data?.data;
  const sections = report ? sectionsOf(report, text, format) : [];
  const save = () => {
    const head: PlainCell[][] = [
      [name],
      [words.titleOf(named(days))],
      ...(category ? [[words.onlyCategory(category)]] : []),
    ];
    const body = sections.flatMap((section) => [[], [section.title], section.heads, ...section.rows]);
    const rows = [...head, ...body].map((row) => row.map((cell) => inFile(cell, format)));
    saveText(`${fileName(words.title, name, named(days))}.csv`, csvFile(rows, separatorOf(format)));
  };
  const categories = (whole.data?.data.categories ?? []).flatMap((one) => one.category ?? []);
  return (
    <Page title={words.title} lead={words.lead}>
      <div className="stack report">
        <search className="filters no-print">
          <PeriodChoice days={days} change={change} />
          <Select
            label={words.category}
            placeholder={words.everyCategory}
            clearable
            searchable
            data={[...new Set([...categories, ...(category ? [category] : [])])]}
            value={category || null}
            onChange={(value) => setCategory({ category: value ?? '' })}
          />
          {report && (
            <>
              <PrintButton />
              <Button variant="default" leftSection={<Download size={16} />} onClick={save}>
                CSV
              </Button>
            </>
          )}
        </search>
        <Arriving of={found} rows={8} />
        {report && report.months.length > 1 && <Months report={report} />}
        {report && <Sheet report={report} sections={sections} title={words.titleOf(named(report))} />}
      </div>
    </Page>
  );
}

function Months({ report }: { report: CommunityReport }) {
  const words = useText().report;
  const format = useFormat();
  const data = report.months.map(({ month, seconds }) => ({ at: format.month(`${month}-01`), hours: seconds / 3600 }));
  const series = [{ name: 'hours', label: words.hours, color: CHART_COLOURS.exchanged }];
  return (
    <div className="no-print">
      <Card title={words.byMonth}>
        <figure className="chart">
          <div aria-hidden="true">
            <Bars height={CHART_HEIGHT} data={data} series={series} />
          </div>
          <ChartTable data={data} series={series} />
        </figure>
      </Card>
    </div>
  );
}

function Sheet({ report, sections, title }: { report: CommunityReport; sections: readonly Section[]; title: string }) {
  const words = useText().report;
  const format = useFormat();
  const { name } = useCommunity();
  return (
    <SheetOfPaper label={title}>
      <div className="paper-title">
        <p>{name}</p>
        <h2>{title}</h2>
        {report.category !== null && <p>{words.onlyCategory(report.category)}</p>}
        <p>{words.madeOn(format.day(new Date().toISOString().slice(0, 10)))}</p>
      </div>
      {sections.map((section) => (
        <section key={section.key}>
          <h3>{section.title}</h3>
          <SectionTable section={section} />
          {section.note && <p className="paper-note">{section.note}</p>}
        </section>
      ))}
      <h3>{words.howCounted}</h3>
      <ul className="paper-notes">
        {words.counting.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </SheetOfPaper>
  );
}

function SectionTable({ section: { title, heads, rows } }: { section: Section }) {
  const format = useFormat();
  return (
    <table className="paper-table">
      <caption className="hidden">{title}</caption>
      <thead>
        <tr>
          {heads.map((head, at) => (
            <th key={head} scope="col" data-end={at > 0 || undefined}>
              {head || <span className="hidden">{title}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={String(row[0])}>
            {row.map((cell, at) => (
              <td key={heads[at]} data-end={at > 0 || undefined}>
                {onPaper(cell, format)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
