/** From the bytes of a file to typed rows and the problems of those that are not good. */

import { type FieldRule, type FieldValue, type ImportKind, type ImportProblemCode, shown } from '@timebank/contract';
import { type Reader, readerOf } from '../../../../core/base/fields/values.ts';
import { type CsvRecord, findHeader, readRecords, SEPARATORS } from '../../../tables/read-records.ts';
import { FileFault, type FileReading, type ImportOptions } from '../../../tables/record-types.ts';
import { decodeText } from './decode.ts';
import { filledColumns } from './filled-columns.ts';
import { FIRST_NAME, guessColumn, type HeaderRules, LAST_NAME, takeColumns } from './headers.ts';
import { addProblem, createProblems, type Problems } from './problems.ts';
import { type CellReading, cutCell, readingOf, understoodOf } from './understand.ts';
import { workbookText } from './workbook-text.ts';

/** A column of a kind of file. */
export interface Column<T> {
  /** Whether the header must name it. */
  readonly required: boolean;
  readonly rule: FieldRule;
  /** The list in `words.ts` of what its words may be called. */
  readonly wordList: string | undefined;
  /** The text of every row where the file has no such column, although it is required. */
  readonly absent: string | undefined;
  readonly read: Reader<T>;
}

/** A column that the header must name, or may. */
export function column<const R extends FieldRule>(
  need: 'required' | 'optional',
  rule: R,
  wordList?: string,
  absent?: string,
): Column<FieldValue<R>> {
  return { required: need === 'required', rule, wordList, absent, read: readerOf(rule) };
}

/** Columns by name; each kind of file has external_id. */
export type Columns = Readonly<Record<string, Column<unknown>>> & { readonly external_id: Column<string> };

export type RowOf<C extends Columns> = { readonly [K in keyof C]: C[K] extends Column<infer T> ? T : never };

/** A row of the file. Cells that could not be read are undefined, and then the row is bad. */
export interface FileRow<C extends Columns> {
  readonly line: number;
  readonly cells: readonly string[];
  readonly values: Partial<RowOf<C>>;
  bad: boolean;
}

export interface FileRows<C extends Columns> {
  readonly rows: readonly FileRow<C>[];
  readonly problems: Problems;
  readonly understood: FileReading;
  /** Our columns that the file has. */
  readonly columns: readonly string[];
}

export type ReadOptions = Pick<
  ImportOptions,
  'separator' | 'encoding' | 'columns' | 'dates' | 'unclearDates' | 'numbers' | 'unit' | 'words' | 'defaults' | 'mended'
> &
  Pick<HeaderRules, 'unused'>;

const ROWS_MAX = 200_000;
const COLUMNS_MAX = 500;

interface RowReading extends ReadOptions {
  /** The kind whose usual names of columns are known besides our own. */
  readonly kind?: ImportKind | undefined;
  readonly onProgress?: ImportOptions['onProgress'];
}

/**
 * Reads a whole file: how it is written first, then its rows by that. Problems of rows are collected; the first line
 * must be right.
 * @throws FileFault
 */
export async function readRows<C extends Columns>(
  bytes: Buffer,
  columns: C,
  { kind, onProgress, ...options }: RowReading,
): Promise<FileRows<C>> {
  const rules = { kind, columns: Object.keys(columns), unused: options.unused };
  const opened = await openText(bytes, rules, options);
  const records: CsvRecord[] = [];
  let reading: CellReading | undefined;
  try {
    const progress = (done: number, total: number) => onProgress?.({ phase: 'reading', done, total });
    for await (const record of readRecords(opened.text, opened.separator, progress)) {
      if (records.length > ROWS_MAX) {
        const message = `The file has more than ${ROWS_MAX} rows. Split it.`;
        throw new FileFault('too_many_rows', record.firstLine, message, { max: ROWS_MAX });
      }
      if (record.fields.length > COLUMNS_MAX && records.length === 0) {
        const message = `The first line has more than ${COLUMNS_MAX} columns.`;
        throw new FileFault('too_many_columns', record.firstLine, message, { max: COLUMNS_MAX });
      }
      // Above the names may be a title, an account, a period.
      if (record.lastLine >= opened.headerLine) records.push(mend(record, options.mended));
    }
    const [first] = records;
    if (!first) {
      throw new FileFault('empty_file', 1, 'The file is empty; its first line must name the columns.');
    }
    const filled = filledColumns(records, columns, rules, options);
    const header = readHeader(first, columns, rules, options.columns, filled);
    if (records.length === 1) {
      throw new FileFault('no_rows', 1, 'The file has a line of column names and no rows.');
    }
    reading = readingOf(header, columns, records, options, filled);
    refuseUnclear(reading);
    return {
      ...readAll(records, header, columns, reading),
      columns: columnsOf(header),
      understood: understoodOf(opened, rules, records, options, reading),
    };
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    const { code, line, message, params } = error;
    throw new FileFault(code, line, message, params, understoodOf(opened, rules, records, options, reading));
  }
}

/** A row with the cells that a person corrected. */
function mend(record: CsvRecord, mended: ImportOptions['mended'] = {}): CsvRecord {
  const cells = mended[record.firstLine];
  return cells ? { ...record, lastLine: record.firstLine, fields: cells, badlyQuoted: undefined } : record;
}

function refuseUnclear({ dates, numbers, unclearUnit }: CellReading): void {
  if (unclearUnit !== undefined) {
    const { sum, largest } = unclearUnit;
    const message = `The hours look like seconds or minutes: their sum is ${sum}, the largest ${largest}. The unit must be chosen.`;
    throw new FileFault('unclear_unit', 1, message, { sum, largest });
  }
  if (dates?.by === 'unclear') {
    const message = `Whether ${shown(dates.written ?? '')} begins with the day or the month is not clear; it must be chosen.`;
    throw new FileFault('unclear_dates', 1, message, { example: dates.written ?? '' });
  }
  if (numbers?.by === 'unclear') {
    const message = `Whether ${shown(numbers.written ?? '')} has thousands or decimals is not clear; it must be chosen.`;
    throw new FileFault('unclear_numbers', 1, message, { example: numbers.written ?? '' });
  }
}

/** @throws FileFault */
async function openText(bytes: Buffer, rules: HeaderRules, { separator, encoding }: ReadOptions) {
  if (separator !== undefined && !(SEPARATORS as readonly string[]).includes(separator)) {
    throw new FileFault('unknown_separator', 1, 'The separator must be a comma, a semicolon, a tab or |.');
  }
  const isKnown = (name: string) => guessColumn(rules, name) !== undefined;
  const ofSheet = await workbookText(bytes, isKnown);
  const decoded = ofSheet === undefined ? decodeText(bytes, encoding) : { text: ofSheet, encoding: 'workbook' };
  const header = findHeader(decoded.text, isKnown, ofSheet === undefined ? separator : ',');
  return { ...decoded, separator: header.separator, headerLine: header.line };
}

/** The columns that stand in the first line; null: left out. @throws FileFault naming everything that is wrong */
function readHeader(
  { fields, firstLine }: CsvRecord,
  columns: Columns,
  rules: HeaderRules,
  chosen: ImportOptions['columns'],
  filled: ReadonlyMap<string, string>,
): readonly (string | null)[] {
  if (fields.some((name) => /[\p{Cc}\ufffd]/u.test(name.trim()))) {
    throw new FileFault('not_text', firstLine, 'The file is not text; save it as CSV in UTF-8.');
  }
  const meanings = takeColumns(rules, fields, chosen);
  const names = meanings.map(({ column }) => column);
  const parts = 'name' in columns ? [FIRST_NAME, LAST_NAME] : [];
  const known = names.filter((name) => name !== null);
  const unknown = known.filter((name) => !Object.hasOwn(columns, name) && !parts.includes(name));
  const twice = [...new Set(known.filter((name, at) => known.indexOf(name) !== at))];
  const missing = Object.keys(columns).filter(
    (name) =>
      columns[name]?.required &&
      !names.includes(name) &&
      !filled.has(name) &&
      !(name === 'name' && parts.some((one) => names.includes(one))),
  );
  const leftOut = meanings.flatMap(({ name, by }) => (by === 'unknown' ? [name] : []));
  const absent = Object.keys(chosen ?? {}).filter(
    (key) => !fields.some((name, at) => key === `#${at + 1}` || key === name.trim().toLowerCase()),
  );
  const faults: [code: ImportProblemCode, names: string[], message: string][] = [
    ['unknown_column', absent, absent.map((name) => `no column is named ${shown(name)}`).join('; ')],
    ['unknown_column', unknown, unknown.map((name) => `the column ${shown(name)} is not known`).join('; ')],
    ['duplicate_column', twice, twice.map((name) => `the column ${name} is there twice`).join('; ')],
    ['missing_column', missing, missing.map((name) => `the column ${name} is missing`).join('; ')],
  ];
  const [fault] = faults.filter(([, found]) => found.length > 0);
  if (!fault) return names;
  const reasons = faults.flatMap(([, found, message]) => (found.length > 0 ? [message] : []));
  if (leftOut.length > 0) reasons.push(`left out was ${leftOut.slice(0, 10).map(shown).join(', ')}`);
  const message = `In ${firstLine === 1 ? 'the first line' : `line ${firstLine}`} ${reasons.join('; ')}. Columns: ${Object.keys(columns).join(', ')}.`;
  throw new FileFault(fault[0], firstLine, message, { columns: fault[1].slice(0, 20).join(',') });
}

/** Two parts of a name are the name. */
function columnsOf(header: readonly (string | null)[]): string[] {
  const found = header.filter((name) => name !== null);
  return found.includes(FIRST_NAME) || found.includes(LAST_NAME) ? [...found, 'name'] : found;
}

function readAll<C extends Columns>(
  [, ...records]: readonly CsvRecord[],
  header: readonly (string | null)[],
  columns: C,
  reading: CellReading,
) {
  const problems = createProblems();
  const lineOfId = new Map<string, number>();
  const rows = records.map((record) => {
    const row = readRow(record, header, columns, reading, problems);
    const id = row.values.external_id as string | undefined;
    if (id === undefined) return row;
    const earlier = lineOfId.get(id);
    if (earlier === undefined) lineOfId.set(id, row.line);
    else {
      row.bad = true;
      const message = `external_id ${shown(id)} is on line ${earlier} already.`;
      const [column, code, params] = ['external_id', 'duplicate', { line: earlier }] as const;
      addProblem(problems, { line: row.line, column, code, message, value: id, params });
    }
    return row;
  });
  return { rows, problems };
}

function readRow<C extends Columns>(
  { fields: cells, firstLine: line, lastLine, badlyQuoted }: CsvRecord,
  header: readonly (string | null)[],
  columns: C,
  reading: CellReading,
  problems: Problems,
): FileRow<C> {
  if (badlyQuoted !== undefined) {
    const column = header[badlyQuoted] ?? null;
    const message = `${column ?? 'A field'} has quotation marks that do not match${upTo(line, lastLine)}.`;
    addProblem(problems, { line, column, code: 'bad_quotes', message, params: { last_line: lastLine } });
    return { line, cells, values: {}, bad: true };
  }
  // Spreadsheets leave empty cells at the end out, or add some.
  if (cells.slice(header.length).some((cell) => cell.trim() !== '')) {
    const message = `The row has ${cells.length} fields instead of ${header.length}${upTo(line, lastLine)}.`;
    const params = { fields: cells.length, expected: header.length, last_line: lastLine };
    addProblem(problems, { line, column: null, code: 'wrong_number_of_fields', message, params });
    return { line, cells, values: {}, bad: true };
  }
  const values: Record<string, unknown> = {};
  let bad = false;
  const left = reading.leftOutBy(cells);
  if (left) {
    const message = `${left.column} is ${shown(left.word)}, whose rows are not to be imported.`;
    addProblem(problems, { line, column: left.column, code: 'left_out_word', message, value: cutCell(left.word, 100) });
    return { line, cells, values: {}, bad: true };
  }
  for (const [name, { read }] of Object.entries(columns)) {
    const written = reading.cellOf(name, cells) || (reading.fill(name, cells) ?? '');
    const result = damageOf(written) ?? read(reading.convert(name, written));
    if ('value' in result) {
      values[name] = result.value;
      continue;
    }
    bad = true;
    const { code, message, params } = result.broken;
    addProblem(problems, {
      line,
      column: name,
      code: code as ImportProblemCode,
      message: `${name} ${message}`,
      ...(written === '' ? {} : { value: cutCell(written, 100) }),
      ...(params ? { params } : {}),
    });
  }
  return { line, cells, values: values as Partial<RowOf<C>>, bad };
}

/** A missing quotation mark can swallow good rows: how many lines the row takes is said. */
function upTo(firstLine: number, lastLine: number): string {
  return lastLine > firstLine ? ` (it takes lines ${firstLine} to ${lastLine})` : '';
}

// Cells in which a spreadsheet has put something else for what was typed.

/** The names of errors of every program, in English and German. */
const ERROR = /^(?:#(?:[A-ZÄÖÜ_]{2,14}[!?]|DIV\/0!|N\/A|NV)|Err:\d{3})$/;
/** A long number of which only the first digits are left: 1.23456789012346E+16. */
const EXPONENT = /^[+-]?(?:\d+[.,]\d+E[+-]?|\d+E\+)\d{1,3}$/i;

/** Undefined: the cell shows none. */
function damageOf(
  cell: string,
): { readonly broken: { code: string; message: string; params?: undefined } } | undefined {
  const written = cell.trim();
  if (ERROR.test(written)) {
    const message = 'is an error of the spreadsheet; mend the formula there, and save the file again.';
    return { broken: { code: 'spreadsheet_error', message } };
  }
  if (EXPONENT.test(written)) {
    const message =
      'is a number that the spreadsheet has shortened; format the column as text there, and type it again.';
    return { broken: { code: 'spreadsheet_number', message } };
  }
  return undefined;
}
