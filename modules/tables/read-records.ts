/** From text to the records of a CSV file, each with the physical line it begins on. */
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { FileFault } from './record-types.ts';

/** Separators that are understood, in the order of preference. */
export const SEPARATORS = [',', ';', '\t', '|'] as const;

export interface CsvRecord {
  /** Physical lines, from 1; a quoted field may hold line breaks. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly fields: readonly string[];
  /** Index of the first field whose quotation marks do not match. */
  readonly badlyQuoted: number | undefined;
}

const RECORD_BYTES_MAX = 131_072;
const SLICE_BYTES = 65_536;

/** Excel may begin a file with a line that names the separator. */
const SEPARATOR_LINE = /^sep=([,;\t|])(?=\n|$)/i;

/** How far below the beginning the line of names may be. */
const HEADER_LINES = 60;
const LINE_LENGTH = 10_000;

/** Where a table's names are, and what separates its cells. */
export interface HeaderFound {
  readonly separator: string;
  /** Physical line from 1. */
  readonly line: number;
  /** How many of its names are known. */
  readonly known: number;
}

/**
 * The line and the separator under which most names are known; above it may be a title, an account, a period. Where
 * none is known, the first line that is not empty.
 * @param separator where it is chosen
 */
export function findHeader(text: string, isKnown: (name: string) => boolean, separator?: string): HeaderFound {
  const declared = SEPARATOR_LINE.exec(text)?.[1];
  const chosen = separator ?? declared;
  const separators = chosen === undefined ? SEPARATORS : [chosen];
  let best: (HeaderFound & { readonly cells: number }) | undefined;
  const lines = text.slice(0, HEADER_LINES * LINE_LENGTH).split('\n', HEADER_LINES);
  for (const [at, written] of lines.entries()) {
    if (written.trim() === '' || (at === 0 && declared !== undefined)) continue;
    for (const one of separators) {
      const cells = written.slice(0, LINE_LENGTH).split(one);
      const known = new Set(cells.map((cell) => cell.replaceAll('"', '').trim()).filter(isKnown)).size;
      const isBetter =
        !best || known > best.known || (at + 1 === best.line && known === best.known && cells.length > best.cells);
      if (isBetter) best = { separator: one, line: at + 1, known, cells: cells.length };
    }
  }
  return best ?? { separator: separators[0] as string, line: 1, known: 0 };
}

/**
 * Yields all records, empty ones left out. Gives other work of the process its turn between slices.
 * @param onProgress receives how many bytes are read
 * @param quote the sign around cells that hold separators
 * @throws FileFault when a quotation mark is never closed: where the next row begins cannot be known then
 */
export async function* readRecords(
  text: string,
  separator: string,
  onProgress: (done: number, total: number) => void = () => {},
  quote = '"',
): AsyncGenerator<CsvRecord> {
  const declaration = SEPARATOR_LINE.exec(text)?.[0] ?? '';
  const bytes = Buffer.from(text.slice(declaration.length));
  const parser = parse({
    delimiter: separator,
    quote,
    record_delimiter: '\n',
    // A name such as =HYPERLINK("x") is legitimate; quotation marks that do not match are found below.
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: RECORD_BYTES_MAX,
    info: true,
    raw: true,
  });
  const source = Readable.from(slices(bytes, onProgress));
  let lastLine = 0;
  try {
    for await (const row of source.pipe(parser)) {
      const { record, raw, info } = row as { record: string[]; raw: string; info: { lines: number } };
      const firstLine = lastLine + 1;
      lastLine = info.lines;
      if (record.every((field) => field.trim() === '')) continue;
      yield { firstLine, lastLine, fields: record, badlyQuoted: findBadlyQuoted(record, raw, separator, quote) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw faultOf(error, lastLine + 1);
  } finally {
    source.destroy();
  }
}

async function* slices(bytes: Buffer, onProgress: (done: number, total: number) => void): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    yield bytes.subarray(at, at + SLICE_BYTES);
    await nextTurn();
    onProgress(Math.min(at + SLICE_BYTES, bytes.length), bytes.length);
  }
}

/** A field that the parser took unchanged although it begins with a quotation mark: `"abc"def`. */
function findBadlyQuoted(fields: readonly string[], raw: string, separator: string, quote: string): number | undefined {
  const index = fields.findIndex((field) => {
    if (!field.startsWith(quote)) return false;
    // A well-quoted field that begins so has three of them in the file, and is not found unchanged.
    return `${separator}${raw.replace(/\n$/, '')}${separator}`.includes(`${separator}${field}${separator}`);
  });
  return index === -1 ? undefined : index;
}

function faultOf(error: CsvError, line: number): FileFault {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    const message = `The row that begins on line ${line} opens a quotation mark and never closes it.`;
    return new FileFault('quote_not_closed', line, message);
  }
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    const message = `The row that begins on line ${line} is longer than ${RECORD_BYTES_MAX / 1024} KiB; is a quotation mark not closed?`;
    return new FileFault('row_too_long', line, message, { max: RECORD_BYTES_MAX / 1024 });
  }
  return new FileFault('unreadable', line, `The row that begins on line ${line} cannot be read as CSV.`);
}
