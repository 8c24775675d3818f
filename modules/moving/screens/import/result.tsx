/** How far an import is, and what became of it. */
import { Anchor, Button, Group, Progress } from '@mantine/core';
import { Download } from 'lucide-react';
import { Link } from 'wouter';
import { useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Card, Facts } from '../../../../console/src/parts/page/page.tsx';
import { Notice } from '../../../../console/src/parts/page/states.tsx';
import type { ImportPreview, ImportReport } from '../../contract/imports.ts';
import { UndoButton } from './past-imports.tsx';
import { columnName, faultOf } from './sentences.ts';

/** How far it is, as long as this node knows. */
export function Running({ progressKey, label }: { progressKey: string; label?: string }) {
  const text = useText().imports;
  const running = label ?? text.running;
  const format = useFormat();
  const found = useRead(
    'getImportProgress',
    { query: { key: progressKey }, quiet: true },
    { refetchInterval: 500, enabled: progressKey !== '' },
  );
  const { phase = null, done = 0, total = 0 } = found.data?.data ?? {};
  const percent = phase === 'writing' && total > 0 ? (100 * done) / total : phase === 'reading' ? 5 : 0;
  const status =
    phase === 'writing'
      ? text.writing(format.number(done), format.number(total))
      : phase === 'reading'
        ? text.reading
        : running;
  return (
    <div>
      <Progress value={percent || 2} animated aria-label={running} />
      <p role="status" className="quiet">
        {status}
      </p>
    </div>
  );
}

interface ResultProps {
  report: ImportReport;
  saveBad: () => void;
  saving: boolean;
  again: () => void;
}

export function Result({ report, saveBad, saving, again }: ResultProps) {
  const text = useText().imports;
  const { slug } = useCommunity();
  const { kind, outcome, created, skipped, import_id: id } = report;
  const refused = outcome === 'refused';
  const title = refused ? text.refused : created > 0 ? text.doneTitle(created) : text.nothingNew;
  return (
    <>
      <Notice tone={refused ? 'bad' : 'good'} role="status" title={title} />
      <Counts report={report} />
      <Group>
        <Button component={Link} href={`/c/${slug}/${kind}`}>
          {text.toList[kind]}
        </Button>
        {skipped > 0 && (
          <Button variant="default" leftSection={<Download size={18} />} loading={saving} onClick={saveBad}>
            {text.saveBad}
          </Button>
        )}
        {id !== null && <UndoButton past={{ id, kind, created }} onUndone={again} />}
        <Anchor component="button" type="button" onClick={again}>
          {text.another}
        </Anchor>
      </Group>
      <Differences report={report} />
    </>
  );
}

// The outcome of an import, planned or done, and the faults of the file.

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
function Counts({ report }: { report: ImportReport }) {
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
