/** How a file is understood: every guess, and each can be changed. */
import { Select } from '@mantine/core';
import { foldText } from '@timebank/contract/fold';
import type { ImportKind } from '@timebank/contract/words';
import { useState } from 'react';
import { useCommunity } from '../../../../console/src/api/hooks.ts';
import { type Format, isDay } from '../../../../console/src/i18n/format.ts';
import { useFormat, useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { DayField } from '../../../../console/src/parts/forms/day-field.tsx';
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
  type PreviewReading,
  type PreviewReading as Read,
  type ReadingChoice,
  SEPARATOR_VALUES,
} from './import-file.ts';
import { columnName, wordName } from './sentences.ts';

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

// Words of a file: how each is taken, one answer for all its rows.

interface Props {
  readonly preview: ImportPreview;
  readonly understood: PreviewReading;
  readonly reading: ReadingChoice;
  readonly busy: boolean;
  readonly change: (part: Partial<ReadingChoice>) => void;
}

type Column = ImportPreview['columns'][number];

/** Null: rows with the word are left out. Undefined: the word is unknown, and nothing is decided. */
interface Word {
  readonly column: string;
  readonly written: string;
  readonly count: number;
  readonly read: string | null | undefined;
}

const LEAVE_OUT = '-';
const EMPTY = 'none';
const A_DAY = 'day';

/** Unknown words first; of those that were understood, the ones that say something else than the file. */
function Words({ preview, understood, reading, busy, change }: Props) {
  const text = useText().imports;
  const isSame = ({ written, read }: Word) =>
    typeof read === 'string' && foldText(wordName(text, read)) === foldText(written);
  const words = understood.words.filter(({ written }) => written !== '');
  const shown: readonly Word[] = [
    ...understood.unknown_words.map((one) => ({ ...one, read: undefined })),
    ...words.filter((one) => isDecided(reading, one) || !isSame(one)),
  ];
  const filled = understood.words.filter(({ written }) => written === '');
  if (shown.length === 0 && filled.length === 0) return null;
  const choose = ({ column, written }: Word, to: string | null) =>
    change({
      words: { ...reading.words, [column]: { ...reading.words[column], [foldText(written.trim())]: to } },
      // Who leaves rows out wants the others; where other rows have faults, that is a decision of its own.
      skipBad: reading.skipBad || (to === null && preview.skipped === 0),
    });
  return (
    <div className="import-part">
      <h3>{text.words}</h3>
      <p className="quiet">{text.wordsLead}</p>
      {filled.length > 0 && (
        <ul className="import-words">
          {filled.map(({ column, read, count }) => (
            <li key={column}>{text.filledIn(columnName(text, column), wordName(text, read ?? ''), count)}</li>
          ))}
        </ul>
      )}
      <div className="mapping">
        {shown.map((word) => {
          const column = preview.columns.find(({ name }) => name === word.column);
          return (
            column && (
              <Answer
                key={`${word.column} ${word.written}`}
                word={word}
                column={column}
                busy={busy}
                choose={(to) => choose(word, to)}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

const isDecided = ({ words }: ReadingChoice, { column, written }: Word) =>
  Object.hasOwn(words[column] ?? {}, foldText(written.trim()));

/** One of our words, or a day; an empty cell where the column may have one; or the rows are left out. */
function Answer({
  word: { column: name, written, count, read },
  column: { words, is_day: isOfDays, required },
  busy,
  choose,
}: {
  word: Word;
  column: Column;
  busy: boolean;
  choose: (to: string | null) => void;
}) {
  const text = useText().imports;
  const format = useFormat();
  const [asksDay, setAsksDay] = useState(false);
  const label = text.wordOf(columnName(text, name), written, count);
  const day = typeof read === 'string' && isDay(read) ? read : '';
  const data = [
    ...(words ?? []).map((value) => ({ value, label: wordName(text, value) })),
    ...(isOfDays ? [{ value: A_DAY, label: day ? format.day(day) : text.wordDay }] : []),
    ...(required ? [] : [{ value: EMPTY, label: text.wordEmpty }]),
    { value: LEAVE_OUT, label: text.wordLeaveOut },
  ];
  if (words === null && !isOfDays) return <p>{text.word(columnName(text, name), written, read ?? '', count)}</p>;
  const value = read === undefined ? null : read === null ? LEAVE_OUT : read === '' ? EMPTY : isOfDays ? A_DAY : read;
  return (
    <div className="mapping-column">
      <Select
        label={label}
        placeholder={text.choosePlease}
        error={read === undefined && !asksDay ? text.choosePlease : undefined}
        disabled={busy}
        data={data}
        value={asksDay ? A_DAY : value}
        onChange={(to) => {
          setAsksDay(to === A_DAY);
          if (to !== null && to !== A_DAY) choose(to === LEAVE_OUT ? null : to === EMPTY ? '' : to);
        }}
      />
      {(asksDay || day) && (
        <DayField
          label={text.wordDayOf(written)}
          defaultValue={day}
          disabled={busy}
          onBlur={({ currentTarget: { value: typed } }) => {
            if (isDay(typed) && typed !== day) choose(typed);
          }}
        />
      )}
    </div>
  );
}
