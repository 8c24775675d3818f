/** The outcome of an import, planned or done, and the faults of the file. */

import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import { Card, Facts } from '../../../../console/src/parts/page/page.tsx';
import type { ImportPreview, ImportReport } from '../../contract/imports.ts';
import { columnName, faultOf } from './sentences.ts';

const DIFFERENCES_SHOWN = 100;

export function Verdict({ preview }: { preview: ImportPreview }) {
  const text = useText().imports;
  const format = useFormat();
  const { kind, outcome, created, unchanged, rows, skipped, problems, totals } = preview;
  if (outcome === 'imported') {
    const hours = (seconds: number) => text.hours(format.hours(seconds / 3600));
    return (
      <Notice tone="good" role="status" title={text.would(created, unchanged)}>
        {totals && totals.largest_seconds > 0
          ? text.totals(hours(totals.sum_seconds), hours(totals.largest_seconds))
          : null}
      </Notice>
    );
  }
  const [fault] = problems;
  return (
    <Notice tone="wait" role="status" title={text.wouldNot}>
      {rows > 0 ? text.wouldNotRows(skipped) : fault && faultOf({ text, format, kind }, fault)}
    </Notice>
  );
}

export function Differences({ report }: { report: Pick<ImportReport, 'kind' | 'differences' | 'differing'> }) {
  const text = useText().imports;
  const format = useFormat();
  const { kind, differences, differing } = report;
  if (differences.length === 0) return null;
  const title = text.differences(differing);
  const shown = differences.slice(0, DIFFERENCES_SHOWN).map((row, index) => ({ ...row, index }));
  return (
    <Card title={title} lead={text.differencesLead}>
      <DataTable
        caption={title}
        columns={[
          { key: 'line', title: text.line, tight: true, cell: ({ line }) => format.number(line) },
          { key: 'column', title: text.column, main: true, cell: ({ column }) => columnName(text, column ?? '') },
          { key: 'what', title: text.what, cell: (row) => faultOf({ text, format, kind }, row) },
        ]}
        rows={shown}
        rowKey={({ index }) => index}
      />
      {differences.length > shown.length && <p className="quiet">{text.shown(shown.length, differences.length)}</p>}
    </Card>
  );
}

/** How many rows became what. */
export function Counts({ report }: { report: ImportReport }) {
  const text = useText().imports;
  const format = useFormat();
  const counts = (['created', 'unchanged', 'differing', 'skipped'] as const).filter(
    (name) => name === 'created' || report[name] > 0,
  );
  return (
    <Card>
      <Facts items={counts.map((name) => [text.counts[name], format.number(report[name])] as const)} />
    </Card>
  );
}
