/** What an import would do or did, and what is wrong with the file. */
import type { ImportPreview, ImportReport } from '@timebank/contract/console';
import { useFormat, useText } from '../../i18n/text.ts';
import { DataTable } from '../../parts/lists/table.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Card } from '../../parts/page/page.tsx';

const PROBLEMS_SHOWN = 100;

type Problem = ImportReport['problems'][number];

export function Verdict({ preview }: { preview: ImportPreview }) {
  const text = useText();
  const { outcome, created, unchanged } = preview;
  return outcome === 'refused' ? (
    <Notice tone="wait" role="status" title={text.imports.wouldNot} />
  ) : (
    <Notice tone="good" role="status" title={text.imports.would(created, unchanged)} />
  );
}

export function Problems({ report }: { report: ImportReport }) {
  const text = useText();
  const { problems, problem_count, differences } = report;
  return (
    <>
      {problem_count > 0 && (
        <ProblemTable
          title={text.imports.problems(problem_count)}
          lead={text.imports.problemsLead}
          rows={problems}
          all={problem_count}
        />
      )}
      {differences.length > 0 && (
        <ProblemTable
          title={text.imports.differences(report.differing)}
          lead={text.imports.differencesLead}
          rows={differences}
          all={differences.length}
        />
      )}
    </>
  );
}

function ProblemTable({ title, lead, rows, all }: { title: string; lead: string; rows: Problem[]; all: number }) {
  const text = useText();
  const format = useFormat();
  const shown = rows.slice(0, PROBLEMS_SHOWN).map((row, index) => ({ ...row, index }));
  return (
    <Card title={title} lead={lead}>
      <DataTable
        caption={title}
        columns={[
          { key: 'line', title: text.imports.line, tight: true, cell: ({ line }) => format.number(line) },
          { key: 'what', title: text.imports.what, main: true, cell: ({ message }) => message },
          {
            key: 'value',
            title: text.imports.value,
            cell: ({ value }) => (value ? <code>{value}</code> : <span className="quiet">–</span>),
          },
        ]}
        rows={shown}
        rowKey={({ index }) => index}
      />
      {all > shown.length && <p className="quiet">{text.imports.shown(shown.length, all)}</p>}
    </Card>
  );
}
