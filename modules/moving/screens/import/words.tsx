/** Words of a file: how each is taken, one answer for all its rows. */
import { Select } from '@mantine/core';
import { foldText } from '@timebank/contract/fold';
import { useState } from 'react';
import { isDay } from '../../../../console/src/i18n/format.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { DayField } from '../../../../console/src/parts/forms/day-field.tsx';
import type { ImportPreview } from '../../contract/imports.ts';
import type { PreviewReading, ReadingChoice } from './import-file.ts';
import { columnName, wordName } from './sentences.ts';

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
export function Words({ preview, understood, reading, busy, change }: Props) {
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
