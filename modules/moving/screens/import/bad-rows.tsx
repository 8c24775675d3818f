/** Rows with faults: typed over here and checked again, or taken away as a file. */

import { Button, Group, Stack, TextInput } from '@mantine/core';
import { csvFile } from '@timebank/contract/csv';
import type { ImportKind } from '@timebank/contract/words';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import type { ImportPreview } from '../../contract/imports.ts';
import type { BadRow, PreviewReading, TypedRows } from './import-file.ts';
import { faultOf, type Speaker, sentenceOf } from './sentences.ts';

export const BAD_ROWS_SHOWN = 20;

export interface BadRowsPage {
  /** Number of rows before this page. */
  readonly before: number;
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
}

interface BadRowsProps {
  kind: ImportKind;
  preview: ImportPreview;
  page: BadRowsPage;
  /** Cells that were typed and not checked yet. */
  draft: TypedRows;
  edit: (line: number, cells: readonly string[]) => void;
  busy: boolean;
  check: () => void;
  save: () => void;
}

export function BadRows({ kind, preview, page, draft, edit, busy, check, save }: BadRowsProps) {
  const text = useText().imports;
  const format = useFormat();
  const { bad_rows, bad_rows_kept, skipped, understood } = preview;
  const edited = Object.keys(draft).length;
  const speaker = { text, format, kind };
  return (
    <Card title={text.badTitle(skipped)} lead={text.badLead}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (edited > 0) check();
        }}
      >
        <Stack gap="md">
          {skipped > bad_rows_kept && <p>{text.badKept(format.number(bad_rows_kept), format.number(skipped))}</p>}
          {bad_rows.map((row) => (
            <Row
              key={row.line}
              row={row}
              cells={draft[row.line] ?? row.cells}
              understood={understood}
              speaker={speaker}
              busy={busy}
              edit={(cells) => edit(row.line, cells)}
            />
          ))}
          <Group justify="space-between">
            <Group gap="sm">
              <Button type="submit" disabled={edited === 0} loading={busy}>
                {edited === 0 ? text.checkNone : text.checkAgain(edited)}
              </Button>
              <Button variant="default" leftSection={<Download size={18} />} disabled={busy} onClick={save}>
                {text.saveBad}
              </Button>
            </Group>
            {(page.previous || page.next) && (
              <Group gap="sm">
                <span className="quiet" role="status">
                  {text.page(
                    format.number(page.before + 1),
                    format.number(page.before + bad_rows.length),
                    format.number(bad_rows_kept),
                  )}
                </span>
                <Button variant="default" disabled={!page.previous || busy} onClick={page.previous}>
                  {text.previous}
                </Button>
                <Button variant="default" disabled={!page.next || busy} onClick={page.next}>
                  {text.next}
                </Button>
              </Group>
            )}
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

interface RowProps {
  row: BadRow;
  cells: readonly string[];
  understood: PreviewReading | null;
  speaker: Speaker;
  busy: boolean;
  edit: (cells: readonly string[]) => void;
}

/** All cells of a row; those with a fault say it. */
function Row({ row, cells, understood, speaker, busy, edit }: RowProps) {
  const { text, format } = speaker;
  const columns = understood?.columns ?? [];
  const [width] = useState(Math.max(columns.length, row.cells.length));
  const line = format.number(row.line);
  const places = Array.from({ length: width }, (_, at) => at);
  // A given and a family name stand for the name where the file has none.
  const named = columns.some(({ column }) => column === 'name');
  const standsFor = (column: string | null | undefined) =>
    column === 'given_name' || column === 'family_name' ? [column, ...(named ? [] : ['name'])] : [column];
  const shown = new Set(columns.flatMap(({ column }) => standsFor(column)));
  const change = (at: number, value: string) => {
    const next = places.map((place) => (place === at ? value : (cells[place] ?? '')));
    // An emptied cell beyond the first line's is gone.
    while (next.length > columns.length && next.at(-1) === '') next.pop();
    edit(next);
  };
  return (
    <fieldset className="fieldset import-row">
      <legend>{text.badRow(line)}</legend>
      {row.problems
        .filter(({ column }) => column === null || !shown.has(column))
        .map((problem) => (
          <p className="form-error" key={`${problem.column} ${problem.code}`}>
            {sentenceOf(speaker, problem)}
          </p>
        ))}
      <div className="import-cells">
        {places.map((at) => {
          const name = at < columns.length ? columns[at]?.name || text.unnamed(at + 1) : text.extraCell(at + 1);
          const meanings = standsFor(columns[at]?.column);
          const faults = row.problems.filter(({ column }) => column !== null && meanings.includes(column));
          return (
            <TextInput
              key={at}
              size="sm"
              label={name}
              aria-label={text.cellOf(name, line)}
              disabled={busy}
              value={cells[at] ?? ''}
              error={faults.length > 0 ? faults.map((fault) => faultOf(speaker, fault)).join(' ') : undefined}
              onChange={(event) => change(at, event.currentTarget.value)}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

/** The rows as a file: what is wrong, then the columns of the file as they were. */
export function badRowsCsv(speaker: Speaker, rows: readonly BadRow[], understood: PreviewReading | null): string {
  const { text } = speaker;
  const header = [text.badColumns.line, text.badColumns.fault, ...(understood?.columns ?? []).map(({ name }) => name)];
  const lines = rows.map(({ line, cells, problems }) => [
    line,
    problems.map((problem) => sentenceOf(speaker, problem)).join(' '),
    ...cells.map((written) => ({ written })),
  ]);
  return csvFile([header, ...lines], understood?.separator);
}
