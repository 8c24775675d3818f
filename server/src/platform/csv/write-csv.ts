/** CSV for spreadsheets: a cell that would be run as a formula is made text by a leading apostrophe. */
import { stringify } from 'csv-stringify/sync';

/** Numbers stay numbers, negative ones too; null is an empty cell. */
export type CsvCell = string | number | null;

/**
 * Writes a table in UTF-8 with a byte order mark, without which Excel takes it for Windows-1252.
 * @param columns the names in the first line
 */
export function writeCsv(columns: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return stringify([[...columns], ...rows.map((row) => [...row])], {
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
}
