/** Tables of other systems. Only the cells of columns that a profile names are kept: others are dropped unread. */

import { withoutTextMark } from '@timebank/contract/csv';
import { type CsvRecord, readRecords, SEPARATORS } from '../../../tables/read-records.ts';
import { FileFault } from '../../../tables/record-types.ts';
import { decodeText } from '../import/decode.ts';
import type { MoveRowFault } from './sentences.ts';
import { type MoveFile, MoveFileFault, type RowPlace } from './types.ts';

const ROWS_MAX = 500_000;
/** How far below the beginning the line of names may be. */
const HEADER_ROWS = 20;

/** A row with the cells of the columns that were named; '' for one that is missing. */
export interface TableRow<Name extends string> extends RowPlace {
  readonly cells: Readonly<Record<Name, string>>;
  /** Why its cells cannot be trusted. */
  readonly broken: MoveRowFault | undefined;
}

export interface Table<Name extends string> {
  readonly rows: readonly TableRow<Name>[];
  /** The columns that the file has. */
  readonly has: ReadonlySet<Name>;
}

/**
 * Reads a table by the names in its header, however they are written: case, spaces and signs do not count.
 * @param names what each column may be called
 * @param required without one of these the file is another
 * @throws MoveFileFault
 */
export async function readNamedTable<Name extends string>(
  file: MoveFile,
  names: Readonly<Record<Name, readonly string[]>>,
  required: readonly NoInfer<Name>[],
): Promise<Table<Name>> {
  const records = await recordsOf(file);
  const columns = Object.keys(names) as Name[];
  const placesIn = ({ fields }: CsvRecord) => {
    const header = fields.map(bareName);
    return new Map(columns.map((name) => [name, header.findIndex((one) => names[name].includes(one))] as const));
  };
  const at = records.slice(0, HEADER_ROWS).findIndex((record) => {
    const places = placesIn(record);
    return required.every((name) => (places.get(name) ?? -1) >= 0);
  });
  const header = records[at];
  if (!header) {
    if (records.length === 0) return { rows: [], has: new Set() };
    throw new MoveFileFault('no_header', { file: file.name, columns: required.join(', ') });
  }
  const places = placesIn(header);
  const width = header.fields.length;
  const rows = records.slice(at + 1).map((record): TableRow<Name> => {
    const cells = Object.fromEntries(columns.map((name) => [name, cellAt(record, places.get(name) ?? -1)])) as Record<
      Name,
      string
    >;
    return { file: file.name, line: record.firstLine, cells, broken: brokenRow(record, width) };
  });
  return { rows, has: new Set(columns.filter((name) => (places.get(name) ?? -1) >= 0)) };
}

export const cellAt = ({ fields }: CsvRecord, place: number): string => withoutTextMark(fields[place] ?? '').trim();

/** Why the cells of a row cannot be trusted: content beyond the last column, or quotation marks that do not match. */
export function brokenRow({ fields, badlyQuoted }: CsvRecord, width: number): MoveRowFault | undefined {
  if (badlyQuoted !== undefined) return 'bad_quotes';
  const surplus = fields.slice(width).some((cell) => cell.trim() !== '');
  return surplus ? { code: 'surplus_cells', values: { found: fields.length, expected: width } } : undefined;
}

/** A name of a column without what people and versions write differently: `date_entered` and `DateEntered` are one. */
const bareName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The records of a file, empty ones left out. @throws MoveFileFault */
export async function recordsOf(file: MoveFile): Promise<CsvRecord[]> {
  const { name, bytes } = file;
  if (bytes.length === 0) return [];
  try {
    const { text } = decodeText(bytes);
    if (text.includes('\u0000')) throw new MoveFileFault('no_text', { file: name });
    const { separator, quote } = writingOf(text);
    const records: CsvRecord[] = [];
    for await (const record of readRecords(text, separator, undefined, quote)) {
      if (records.length >= ROWS_MAX) throw new MoveFileFault('too_many_rows', { file: name, max: ROWS_MAX });
      records.push(record);
    }
    return records;
  } catch (error) {
    if (error instanceof FileFault)
      throw new MoveFileFault('unreadable', { file: name, line: error.line }, error.message);
    throw error;
  }
}

const DECLARED = /^sep=([,;\t|])\n/i;

/** The separator of a table is the one its first line has most of; the quotation mark begins a cell of it. */
function writingOf(text: string): { separator: string; quote: string } {
  const declared = DECLARED.exec(text)?.[1];
  const [first = ''] = text.replace(DECLARED, '').trimStart().split('\n', 1);
  const quote = /^'[^']*'[,;\t|]/.test(first) ? "'" : '"';
  const bare = first.replaceAll(quote === "'" ? /'[^']*'/g : /"[^"]*"/g, '');
  const counts = SEPARATORS.map((one) => [one, bare.split(one).length] as const);
  const [best] = counts.sort((a, b) => b[1] - a[1]);
  return { separator: declared ?? best?.[0] ?? ',', quote };
}
