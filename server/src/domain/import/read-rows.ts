/** From the bytes of a file to typed rows and the problems of those that are not good. */
import { type FieldRule, type FieldValue, shown } from '@timebank/contract';
import { type Reader, readerOf } from '../fields/values.ts';
import { decodeText } from './decode.ts';
import { addProblem, createProblems, type Problems } from './problems.ts';
import { type CsvRecord, guessSeparator, readRecords, SEPARATORS } from './read-records.ts';
import { FileFault, type ImportOptions } from './types.ts';

/** A column of a kind of file. */
export interface Column<T> {
  /** Whether the header must name it. */
  readonly required: boolean;
  readonly read: Reader<T>;
}

/** A column that the header must name, or may. */
export function column<const R extends FieldRule>(need: 'required' | 'optional', rule: R): Column<FieldValue<R>> {
  return { required: need === 'required', read: readerOf(rule) };
}

/** Columns by name; each kind of file has external_id. */
export type Columns = Readonly<Record<string, Column<unknown>>> & { readonly external_id: Column<string> };

export type RowOf<C extends Columns> = { readonly [K in keyof C]: C[K] extends Column<infer T> ? T : never };

/** A row of the file. Cells that could not be read are undefined, and then the row is bad. */
export interface FileRow<C extends Columns> {
  readonly line: number;
  readonly values: Partial<RowOf<C>>;
  bad: boolean;
}

export interface FileRows<C extends Columns> {
  readonly rows: readonly FileRow<C>[];
  readonly problems: Problems;
  readonly separator: string;
  readonly encoding: string;
}

const ROWS_MAX = 200_000;

/**
 * Reads a whole file. Problems of rows are collected; the first line must be right.
 * @throws FileFault
 */
export async function readRows<C extends Columns>(
  bytes: Buffer,
  columns: C,
  options: Pick<ImportOptions, 'separator' | 'encoding' | 'columns' | 'onProgress'>,
): Promise<FileRows<C>> {
  const { onProgress } = options;
  const { text, encoding, separator } = openText(bytes, Object.keys(columns), options);
  const problems = createProblems();
  const rows: FileRow<C>[] = [];
  const lineOfId = new Map<string, number>();
  let header: readonly string[] | undefined;

  const records = readRecords(text, separator, (done, total) => onProgress?.({ phase: 'reading', done, total }));
  for await (const record of records) {
    if (!header) {
      header = readHeader(record, columns, options.columns);
      continue;
    }
    if (rows.length >= ROWS_MAX) {
      throw new FileFault('too_many_rows', record.firstLine, `The file has more than ${ROWS_MAX} rows. Split it.`);
    }
    const row = readRow(record, header, columns, problems);
    rows.push(row);
    const id = row.values.external_id as string | undefined;
    if (id === undefined) continue;
    const earlier = lineOfId.get(id);
    if (earlier === undefined) lineOfId.set(id, row.line);
    else {
      row.bad = true;
      const message = `external_id ${shown(id)} is on line ${earlier} already.`;
      addProblem(problems, { line: row.line, column: 'external_id', code: 'duplicate', message, value: id });
    }
  }
  if (!header) throw emptyFile();
  if (rows.length === 0) throw new FileFault('no_rows', 1, 'The file has a line of column names and no rows.');
  return { rows, problems, separator, encoding };
}

const SAMPLE_ROWS = 5;
const SAMPLE_CELLS = 60;
const SAMPLE_LENGTH = 200;

/** How a file is understood, before anything of it is judged. */
export interface FileSample {
  readonly separator: string;
  readonly encoding: string;
  /** The first line, as it stands. */
  readonly header: readonly string[];
  /** The first rows, cells cut to 200 characters. */
  readonly rows: readonly (readonly string[])[];
}

/** Reads the beginning of a file. @throws FileFault */
export async function readSample(
  bytes: Buffer,
  columns: Columns,
  options: Pick<ImportOptions, 'separator' | 'encoding'>,
): Promise<FileSample> {
  const { text, encoding, separator } = openText(bytes, Object.keys(columns), options);
  const records: (readonly string[])[] = [];
  for await (const { fields } of readRecords(text, separator, () => {})) {
    records.push(fields.slice(0, SAMPLE_CELLS).map((field) => [...field.trim()].slice(0, SAMPLE_LENGTH).join('')));
    if (records.length > SAMPLE_ROWS) break;
  }
  const [header, ...rows] = records;
  if (!header) throw emptyFile();
  return { separator, encoding, header, rows };
}

/** @throws FileFault */
function openText(
  bytes: Buffer,
  names: readonly string[],
  { separator, encoding }: Pick<ImportOptions, 'separator' | 'encoding'>,
) {
  if (separator !== undefined && !(SEPARATORS as readonly string[]).includes(separator)) {
    throw new FileFault('unknown_separator', 1, 'The separator must be a comma, a semicolon, a tab or |.');
  }
  const decoded = decodeText(bytes, encoding);
  return { ...decoded, separator: separator ?? guessSeparator(decoded.text, names) };
}

function emptyFile(): FileFault {
  return new FileFault('empty_file', 1, 'The file is empty; its first line must name the columns.');
}

/** Checks the names in the first line. @throws FileFault naming everything that is wrong */
function readHeader(
  { fields, firstLine }: CsvRecord,
  columns: Columns,
  mapping: Readonly<Record<string, string>> = {},
): readonly string[] {
  const named = fields.map((field) => field.trim().toLowerCase());
  const names = named.map((name) => (Object.hasOwn(mapping, name) ? (mapping[name] as string) : name));
  const leftOut = (at: number) => names[at] === '' && named[at] !== '';
  if (names.some((name) => /[\p{Cc}\ufffd]/u.test(name))) {
    throw new FileFault('not_text', firstLine, 'The file is not text; save it as CSV in UTF-8.');
  }
  const faults: [code: string, message: string][] = [];
  names.forEach((name, at) => {
    if (leftOut(at)) return;
    if (name === '') faults.push(['unknown_column', `column ${at + 1} has no name`]);
    else if (!Object.hasOwn(columns, name)) faults.push(['unknown_column', `the column ${shown(name)} is not known`]);
    else if (names.indexOf(name) !== at) faults.push(['duplicate_column', `the column ${name} is there twice`]);
  });
  for (const [name, { required }] of Object.entries(columns)) {
    if (required && !names.includes(name)) faults.push(['missing_column', `the column ${name} is missing`]);
  }
  const first = faults[0];
  if (!first) return names;
  const known = Object.keys(columns).join(', ');
  const listed = faults.slice(0, 10).map(([, message]) => message);
  throw new FileFault(first[0], firstLine, `In the first line ${listed.join('; ')}. Columns: ${known}.`);
}

function readRow<C extends Columns>(
  { fields, firstLine: line, lastLine, badlyQuoted }: CsvRecord,
  header: readonly string[],
  columns: C,
  problems: Problems,
): FileRow<C> {
  if (badlyQuoted !== undefined) {
    const message = `${header[badlyQuoted] ?? 'A field'} has quotation marks that do not match${upTo(line, lastLine)}.`;
    addProblem(problems, { line, column: header[badlyQuoted] ?? null, code: 'bad_quotes', message });
    return { line, values: {}, bad: true };
  }
  if (fields.length !== header.length) {
    const message = `The row has ${fields.length} fields instead of ${header.length}${upTo(line, lastLine)}.`;
    addProblem(problems, { line, column: null, code: 'wrong_number_of_fields', message });
    return { line, values: {}, bad: true };
  }
  const values: Record<string, unknown> = {};
  let bad = false;
  for (const [name, { read }] of Object.entries(columns)) {
    const cell = fields[header.indexOf(name)] ?? '';
    const result = read(cell);
    if ('value' in result) {
      values[name] = result.value;
      continue;
    }
    bad = true;
    const problem = { line, column: name, code: result.broken.code, message: `${name} ${result.broken.message}` };
    addProblem(problems, cell === '' ? problem : { ...problem, value: [...cell].slice(0, 100).join('') });
  }
  return { line, values: values as Partial<RowOf<C>>, bad };
}

/** A missing quotation mark can swallow good rows: how many lines the row takes is said. */
function upTo(firstLine: number, lastLine: number): string {
  return lastLine > firstLine ? ` (it takes lines ${firstLine} to ${lastLine})` : '';
}
