/** Every CSV file that people take away: of the service, of its commands and of the console. */

/** Excel takes a file without it for Windows-1252. */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * A text is made text for spreadsheets too; a number stays one. `written` is a number as a person reads it, such as
 * `-3,25`: what is none is treated as text. Null is an empty cell.
 */
export type CsvCell = string | number | null | { readonly written: string };

/**
 * What a spreadsheet runs: a formula's sign, also a full-width one, also behind what a spreadsheet skips. A cell that
 * begins with a break or a tab is one that some shift into the next column.
 */
const RUN = '[\\t\\n\\r]|[\\s\\p{C}]*[=+\\-@\uff1d\uff0b\uff0d\uff20]';
const RUNS = new RegExp(`^(?:${RUN})`, 'u');
const MARKED = new RegExp(`^'(?=${RUN})`, 'u');
const NUMBER = /^[+-]?\d+(?:[.,:]\d+)*$/;
/** Separators of every dialect, every line break that some program knows, and space that some program trims. */
const NEEDS_QUOTES = /[",;\t\n\v\f\r\x85\u2028\u2029]|^\s|\s$/;

/**
 * Rows as lines that each end in CRLF (RFC 4180). What is read from them is what was written, but for the apostrophe
 * before a text that a spreadsheet would run.
 */
export function csvLines(rows: readonly (readonly CsvCell[])[], separator = ','): string {
  return rows.map((row) => `${lineOf(row, separator)}\r\n`).join('');
}

/** A whole file, with the mark that tells a spreadsheet that it is UTF-8. */
export function csvFile(...args: Parameters<typeof csvLines>): string {
  return BYTE_ORDER_MARK + csvLines(...args);
}

/** Takes off the mark that made a text of a cell; an import reads what the console wrote. */
export function withoutTextMark(cell: string): string {
  return cell.replace(MARKED, '');
}

function lineOf(row: readonly CsvCell[], separator: string): string {
  const line = row.map((cell) => written(cell, separator)).join(separator);
  // A line without anything is skipped by many readers.
  return line === '' ? '""' : line;
}

function written(cell: CsvCell, separator: string): string {
  const { text, isNumber } = read(cell);
  const safe = !isNumber && RUNS.test(text) ? `'${text}` : text;
  const needsQuotes = safe.includes(separator) || (!isNumber && NEEDS_QUOTES.test(safe));
  return needsQuotes ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function read(cell: CsvCell): { readonly text: string; readonly isNumber: boolean } {
  if (typeof cell === 'string') return { text: cell, isNumber: false };
  if (cell === null || typeof cell === 'number') return { text: withoutThousands(`${cell ?? ''}`), isNumber: true };
  return { text: cell.written, isNumber: NUMBER.test(cell.written) };
}

/** Three decimals get a fourth: to a spreadsheet of another language 2.125 is two thousand and more. */
export const withoutThousands = (number: string): string => number.replace(/^([+-]?\d+[.,]\d{3})$/, '$10');
