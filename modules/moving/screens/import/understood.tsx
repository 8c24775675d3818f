/** How a file is understood: every guess, and each can be changed. */
import { Select } from '@mantine/core';
import type { ImportKind } from '@timebank/contract/words';
import { useCommunity } from '../../../../console/src/api/hooks.ts';
import { type Format, isDay } from '../../../../console/src/i18n/format.ts';
import { useFormat, useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import type { ImportPreview } from '../../contract/imports.ts';
import {
  type DateOrder,
  type DecimalMark,
  dayInWords,
  ENCODING_VALUES,
  exampleColumns,
  HOURS_UNIT_VALUES,
  type HoursUnit,
  type PreviewReading as Read,
  type ReadingChoice,
  SEPARATOR_VALUES,
} from './import-file.ts';
import { columnName } from './sentences.ts';
import { Words } from './words.tsx';

export function ColumnHelp({ kind }: { kind: ImportKind }) {
  const text = useText().imports;
  const means: Readonly<Record<string, string>> = text.means;
  return (
    <Card title={text.columnsTitle} lead={text.columnsLead}>
      <DataTable
        caption={text.columnsTitle}
        columns={[
          { key: 'name', title: text.column, main: true, cell: (name) => columnName(text, name) },
          { key: 'means', title: text.meaning, cell: (name) => means[name] ?? '' },
        ]}
        rows={exampleColumns(kind)}
        rowKey={(name) => name}
      />
    </Card>
  );
}

const SIGNS: Readonly<Record<string, (typeof SEPARATOR_VALUES)[number]>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
};

interface ReadingChange {
  readonly reading: ReadingChoice;
  readonly busy: boolean;
  readonly change: (part: Partial<ReadingChoice>) => void;
}

interface ReadingRestart extends Omit<ReadingChange, 'change'> {
  /** Decisions start over: cells that were typed over were split and decoded by the old choice. */
  readonly startOver: (part: Pick<Partial<ReadingChoice>, 'encoding' | 'separator'>) => void;
}

export function Understood({
  preview,
  startOver,
  ...changing
}: { preview: ImportPreview } & ReadingChange & ReadingRestart) {
  const text = useText().imports;
  const { understood } = preview;
  return (
    <Card title={text.understood} lead={text.understoodLead}>
      <div className="import-reading">
        <Letters understood={understood} reading={changing.reading} busy={changing.busy} startOver={startOver} />
        {understood?.dates && <Dates dates={understood.dates} {...changing} />}
        {understood?.numbers && <Numbers numbers={understood.numbers} {...changing} />}
        {(changing.reading.unit !== '' || preview.problems[0]?.code === 'unclear_unit') && <Unit {...changing} />}
      </div>
      {understood && <Words preview={preview} understood={understood} {...changing} />}
      {understood && <Mapping preview={preview} understood={understood} {...changing} />}
    </Card>
  );
}

function Letters({ understood, reading, busy, startOver }: { understood: Read | null } & ReadingRestart) {
  const text = useText().imports;
  const { letters = [], encoding = '', separator = '' } = understood ?? {};
  // A workbook says both by itself.
  if (encoding === 'workbook') return null;
  return (
    <>
      <Select
        label={text.encoding}
        description={letters.length > 0 ? text.letters(letters.join(', ')) : text.noLetters}
        inputWrapperOrder={['label', 'input', 'description']}
        disabled={busy}
        data={[...new Set([...ENCODING_VALUES, ...(encoding ? [encoding] : [])])]}
        value={reading.encoding || encoding || null}
        onChange={(value) => startOver({ encoding: value ?? '' })}
      />
      <Select
        label={text.separator}
        disabled={busy}
        data={SEPARATOR_VALUES.map((value) => ({ value, label: text.separators[value] }))}
        value={reading.separator || SIGNS[separator] || null}
        onChange={(value) => startOver({ separator: (value ?? '') as ReadingChoice['separator'] })}
      />
    </>
  );
}

function Dates({ dates, busy, change }: { dates: NonNullable<Read['dates']> } & ReadingChange) {
  const text = useText().imports;
  const { code } = useLanguage();
  const { order, by, written, read } = dates;
  if (by === 'iso') return null;
  const day = read && dayInWords(read, code);
  const example = written && day ? text.example(written, day) : '';
  return (
    <Select
      label={text.dates}
      description={`${example} ${by === 'unclear' ? '' : text.datesBy[by]}`.trim()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={text.choosePlease}
      error={order === null ? text.choosePlease : undefined}
      disabled={busy}
      data={(['dmy', 'mdy'] as const).map((value) => ({ value, label: text.dateOrders[value] }))}
      value={order}
      onChange={(value) => change({ dates: (value ?? '') as DateOrder | '' })}
    />
  );
}

function Numbers({ numbers, busy, change }: { numbers: NonNullable<Read['numbers']> } & ReadingChange) {
  const text = useText().imports;
  const format = useFormat();
  const { decimal, by, written, read } = numbers;
  if (by === 'plain') return null;
  const hours = Number(read);
  const example =
    written && read && Number.isFinite(hours) ? text.example(written, text.hours(format.hours(hours))) : '';
  return (
    <Select
      label={text.numbers}
      description={`${example || written || ''} ${by === 'unclear' ? '' : text.numbersBy[by]}`.trim()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={text.choosePlease}
      error={decimal === null ? text.choosePlease : undefined}
      disabled={busy}
      data={(['comma', 'point'] as const).map((value) => ({ value, label: text.decimalMarks[value] }))}
      value={decimal}
      onChange={(value) => change({ numbers: (value ?? '') as DecimalMark | '' })}
    />
  );
}

/** Asked where amounts look like another unit than hours. */
function Unit({ reading, busy, change }: ReadingChange) {
  const text = useText().imports;
  return (
    <Select
      label={text.unit}
      placeholder={text.choosePlease}
      error={reading.unit === '' ? text.choosePlease : undefined}
      disabled={busy}
      data={HOURS_UNIT_VALUES.map((value) => ({ value, label: text.units[value] }))}
      value={reading.unit || null}
      onChange={(value) => change({ unit: (value ?? '') as HoursUnit | '' })}
    />
  );
}

/** A cell as people write it: workbooks keep their days in one form. */
const cellShown = (cell: string, format: Format) => (isDay(cell) ? format.day(cell) : cell || '–');

/** The meaning of each column, with its first values. */
function Mapping({
  preview,
  understood,
  reading,
  busy,
  change,
}: { preview: ImportPreview; understood: Read } & ReadingChange) {
  const text = useText().imports;
  const format = useFormat();
  const { has_partners } = useCommunity();
  const { columns, sample } = understood;
  const means: Readonly<Record<string, string>> = text.means;
  const taken = columns.map(({ column }) => column);
  const options = [
    { value: 'none', label: text.leaveOut },
    ...preview.columns
      .filter(({ name }) => has_partners || name !== 'visible_to_partners' || taken.includes(name))
      .map(({ name, required }) => ({
        value: name,
        label: required ? `${columnName(text, name)} (${text.required})` : columnName(text, name),
      })),
  ];
  const nameOf = (name: string, at: number) => name || text.unnamed(at + 1);
  const leftOut = columns.flatMap(({ name, column }, at) => (column === null ? [nameOf(name, at)] : []));
  return (
    <div className="import-part">
      <h3>{text.mapping}</h3>
      <p className="quiet">{text.mappingLead}</p>
      {leftOut.length > 0 && <p>{text.leftOut(format.list(leftOut))}</p>}
      <div className="mapping">
        {columns.map(({ name, column }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
          <div className="mapping-column" key={at}>
            <Select
              label={nameOf(name, at)}
              aria-label={text.columnOf(nameOf(name, at))}
              description={column ? means[column] : undefined}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              disabled={busy}
              error={column !== null && taken.indexOf(column) !== taken.lastIndexOf(column)}
              data={options}
              value={column ?? 'none'}
              onChange={(value) =>
                change({ mapping: { ...reading.mapping, [`#${at + 1}`]: value === 'none' ? '' : (value ?? '') } })
              }
            />
            <p className="mapping-sample">
              {sample
                .slice(0, 3)
                .map((row) => cellShown(row[at] ?? '', format))
                .join(' · ')}
            </p>
          </div>
        ))}
      </div>
    </div>
  );
}
