/** How a file is understood: what is decided for it as a whole, and what a person is shown of that. */

import { hoursFromSeconds } from '@timebank/contract';
import { withoutTextMark } from '@timebank/contract/csv';
import { foldText } from '@timebank/contract/fold';
import { guessDates, guessNumbers, plainDay, plainNumber, plainYear } from '../../../tables/formats.ts';
import type { CsvRecord } from '../../../tables/read-records.ts';
import type {
  DatesRead,
  DecimalMark,
  FileReading,
  HoursUnit,
  NumbersRead,
  WordChoices,
  WordRead,
} from '../../../tables/record-types.ts';
import { rateOfUnit, secondsOf, wholeOf } from './exact-seconds.ts';
import { MADE_HERE } from './filled-columns.ts';
import { FIRST_NAME, type HeaderRules, LAST_NAME, takeColumns } from './headers.ts';
import type { Columns, ReadOptions } from './read-rows.ts';
import { rowDigests } from './row-digests.ts';
import { guessWord } from './words.ts';

/** How the cells of a file become texts that the fields' rules know. */
export interface CellReading {
  readonly dates: DatesRead | null;
  readonly numbers: NumbersRead | null;
  /** The cell of a row for a column; the parts of a name are joined. */
  cellOf(column: string, cells: readonly string[]): string;
  convert(column: string, cell: string): string;
  /** The value of a row where the file has none. */
  fill(column: string, cells: readonly string[]): string | undefined;
  /** Balances that look like another unit, where nobody has chosen one. */
  readonly unclearUnit: UnclearUnit | undefined;
  /** The word of a row for which a person has left its rows out. */
  leftOutBy(cells: readonly string[]): { readonly column: string; readonly word: string } | undefined;
  /** Words that were taken for others so far. */
  words(): WordRead[];
  /** Words so far that are none of ours, and that nobody has decided about. */
  unknownWords(): WordRead[];
}

const WORDS_MAX = 50;
/** What people write where there is no address. */
const NO_ADDRESS = /^(?:[-–—?.]+|n\/?a\.?|none|kein[es]?|nein|no|sin correo|geen|aucun|-)$/i;

export function readingOf(
  header: readonly (string | null)[],
  columns: Columns,
  [, ...rows]: readonly CsvRecord[],
  { dates: chosenDates, unclearDates, numbers: chosenNumbers, unit, words: choices = {} }: ReadOptions,
  filled: ReadonlyMap<string, string>,
): CellReading {
  const places = new Map(header.flatMap((name, at) => (name === null ? [] : [[name, at] as const])));
  const at = (name: string, cells: readonly string[]) => {
    const place = places.get(name);
    return place === undefined ? '' : withoutTextMark(cells[place] ?? '');
  };
  const cellOf = (name: string, cells: readonly string[]) =>
    name === 'name' && !places.has('name')
      ? [FIRST_NAME, LAST_NAME]
          .map((part) => at(part, cells).trim())
          .filter(Boolean)
          .join(' ')
      : at(name, cells);
  const ofKind = (...kinds: string[]) =>
    [...places.keys()].filter((name) => kinds.includes(columns[name]?.rule.kind ?? ''));
  const cells = function* (names: readonly string[]) {
    for (const { fields } of rows) {
      for (const name of names) yield at(name, fields);
    }
  };
  const [days, hours] = [ofKind('day'), ofKind('hours', 'positive_hours')];
  const dates = days.length > 0 ? guessDates(cells(days), { chosen: chosenDates, unclear: unclearDates }) : null;
  const numbers = hours.length > 0 ? guessNumbers(cells(hours), chosenNumbers) : null;
  const inUnit = inHours(unit ?? 'hours');
  const idOf = idsOfCells();
  const words = countedWords();
  const unknown = countedWords();
  const note = words.note;
  const answers = answersOf(choices, note);
  const wordOf = (name: string, list: string, cell: string) => {
    const written = cell.trim();
    const read = guessWord(list, written);
    if (read === undefined) {
      const { rule } = columns[name] ?? {};
      if (rule?.kind === 'words' && written !== '' && !rule.words.includes(written.toLowerCase())) {
        unknown.note(name, written, null);
      }
      return cell;
    }
    if (read === written.toLowerCase()) return cell;
    note(name, written, read);
    return read;
  };
  const dayOf = (name: string, cell: string) => {
    const read = plainDay(cell, dates?.order ?? null);
    // "ja" in a column of days: one answer will do for all its rows.
    if (read !== '' && !/\d/.test(read)) unknown.note(name, cell.trim(), null);
    return read;
  };
  return {
    dates,
    numbers,
    unclearUnit: unit === undefined ? unclearUnitOf(cells(hours), numbers?.decimal ?? null) : undefined,
    cellOf,
    fill(name, row) {
      const value = filled.get(name);
      if (value === undefined) return undefined;
      note(name, '', value);
      return value === MADE_HERE && name === 'external_id' ? idOf(row) : value;
    },
    convert(name, cell) {
      const column = columns[name];
      const choice = answers.cellFor(name, cell);
      if (choice !== undefined) return choice;
      if (column?.wordList !== undefined) return wordOf(name, column.wordList, cell);
      if (column?.rule.kind === 'day') return dayOf(name, cell);
      if (column?.rule.kind === 'year') return plainYear(cell);
      if (column?.rule.kind === 'email') return NO_ADDRESS.test(cell.trim()) ? '' : cell;
      const isHours = column?.rule.kind === 'hours' || column?.rule.kind === 'positive_hours';
      return isHours ? inUnit(ownHours(plainNumber(cell, numbers?.decimal ?? null), unit)) : cell;
    },
    leftOutBy: (row) => answers.leftOutBy((name) => cellOf(name, row)),
    words: words.all,
    unknownWords: unknown.all,
  };
}

/** A word without what people write differently. */
export const wordKey = (written: string) => foldText(written.trim());

/** What a person has answered for words of the file; each use is noted. */
function answersOf(choices: WordChoices, note: (column: string, written: string, read: string | null) => void) {
  const answerTo = (column: string, cell: string) => {
    const ofColumn = Object.hasOwn(choices, column) ? choices[column] : undefined;
    const key = wordKey(cell);
    const answer = ofColumn && key !== '' && Object.hasOwn(ofColumn, key) ? ofColumn[key] : undefined;
    if (answer !== undefined) note(column, cell.trim(), answer);
    return answer;
  };
  return {
    /** The cell that is read instead; undefined: nobody has answered. */
    cellFor: (column: string, cell: string) => answerTo(column, cell) ?? undefined,
    leftOutBy(cellOf: (column: string) => string) {
      const isOut = (column: string) => choices[column]?.[wordKey(cellOf(column))] === null;
      const column = Object.keys(choices).find(isOut);
      if (column === undefined) return undefined;
      const word = cellOf(column).trim();
      note(column, word, null);
      return { column, word };
    },
  };
}

/** Words by column and spelling, with the number of their rows, at most `WORDS_MAX`. */
function countedWords() {
  const words = new Map<string, { column: string; written: string; read: string | null; count: number }>();
  return {
    note(column: string, written: string, read: string | null) {
      const key = `${column} ${wordKey(written)}`;
      const counted = words.get(key);
      if (counted) counted.count++;
      else if (words.size < WORDS_MAX) words.set(key, { column, written: cutCell(written, 60), read, count: 1 });
    },
    all: (): WordRead[] => [...words.values()],
  };
}

/** Hours as our own lists write them, with the four decimals that seconds need: 0.3333 are twenty minutes. */
function ownHours(text: string, unit: ReadOptions['unit'] = 'hours'): string {
  if (unit !== 'hours' || !/^[+-]?\d{1,9}[.,]\d{3,4}$/.test(text)) return text;
  const hours = Number(text.replace(',', '.'));
  const seconds = Math.round(hours * 3600);
  return hoursFromSeconds(seconds) === hours ? inHours('seconds')(`${seconds}`) : text;
}

const SAMPLE_ROWS = 5;
const SAMPLE_CELLS = 60;
const SAMPLE_LENGTH = 200;
const LETTERS_ROWS = 1000;
const LETTERS_MAX = 3;
const BEYOND_ASCII = /[\p{L}\p{M}]*[^\p{ASCII}\s][\p{L}\p{M}]*/gu;

interface OpenedFile {
  readonly separator: string;
  readonly encoding: string;
}

/** The reading as a person sees it. Without one the first line was not right, or a row could not be read. */
export function understoodOf(
  { separator, encoding }: OpenedFile,
  rules: HeaderRules,
  records: readonly CsvRecord[],
  { columns }: ReadOptions,
  reading?: CellReading,
): FileReading {
  const [header = [], ...sample] = records
    .slice(0, SAMPLE_ROWS + 1)
    .map(({ fields }) =>
      fields.slice(0, SAMPLE_CELLS).map((field) => cutCell(withoutTextMark(field.trim()), SAMPLE_LENGTH)),
    );
  return {
    separator,
    encoding,
    header,
    sample,
    letters: lettersOf(records),
    columns: takeColumns(rules, header, columns),
    dates: reading?.dates ?? null,
    numbers: reading?.numbers ?? null,
    words: reading?.words() ?? [],
    unknownWords: reading?.unknownWords() ?? [],
  };
}

/** A few words with letters that an encoding may get wrong, each another. */
function lettersOf(records: readonly CsvRecord[]): string[] {
  const found = new Set<string>();
  for (const { fields } of records.slice(0, LETTERS_ROWS)) {
    for (const field of fields) {
      for (const [word] of field.matchAll(BEYOND_ASCII)) {
        if (word.length > 1) found.add(cutCell(word, 40));
        if (found.size >= LETTERS_MAX) return [...found];
      }
    }
  }
  return [...found];
}

/** At most so many characters. */
export function cutCell(text: string, max: number): string {
  return [...text.slice(0, max * 2)].slice(0, max).join('');
}

// Amounts in another unit than hours, and numbers of rows that have none.

const PER_HOUR: Readonly<Record<HoursUnit, string>> = { hours: '1', minutes: '60', seconds: '3600' };
/** Half of all amounts above it: no time bank has such balances or exchanges in hours. */
const LARGE = 500n;
const SAMPLE_MAX = 50_000;

/** Amounts that look like another unit: their sum, and the largest. */
export interface UnclearUnit {
  readonly sum: string;
  readonly largest: string;
}

/** Several whole numbers of which half are large are seconds or minutes, as far as a file can show. */
export function unclearUnitOf(cells: Iterable<string>, decimal: DecimalMark | null): UnclearUnit | undefined {
  const sizes: bigint[] = [];
  let sum = 0n;
  for (const cell of cells) {
    const text = withPoint(plainNumber(cell, decimal));
    if (text === '' || sizes.length >= SAMPLE_MAX) continue;
    const value = wholeOf(text);
    if (value === undefined) return undefined;
    if (value === 0n) continue;
    sum += value;
    sizes.push(value < 0n ? -value : value);
  }
  sizes.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0n;
  return sizes.length < 2 || median < LARGE ? undefined : { sum: String(sum), largest: String(sizes.at(-1)) };
}

/** From a number of the unit to a text of hours that keeps its seconds; a text that is no number stays. */
export function inHours(unit: HoursUnit): (text: string) => string {
  if (unit === 'hours') return (text) => text;
  const rate = rateOfUnit(PER_HOUR[unit]);
  return (text) => {
    const seconds = secondsOf(withPoint(text), rate);
    if (seconds === undefined) return text;
    const [size, sign] = [Math.abs(seconds), seconds < 0 ? '-' : ''];
    const parts = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60];
    return sign + parts.map((part, at) => String(part).padStart(at === 0 ? 1 : 2, '0')).join(':');
  };
}

const withPoint = (text: string) => text.trim().replace(',', '.');

/** Numbers made from rows: equal in every run, and equal rows get different ones. */
function idsOfCells(): (cells: readonly string[]) => string {
  const digestOf = rowDigests();
  return (cells) => {
    const { digest, nth } = digestOf(cells.map((cell) => cell.trim()));
    return `N-${digest.slice(0, 10)}${nth === 1 ? '' : `-${nth}`}`;
  };
}
