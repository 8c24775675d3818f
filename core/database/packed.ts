/**
 * The rows of a page as one text. The driver makes an object of each row and a text of each column, which costs a page of 25
 * more than PostgreSQL needs to find it.
 */

/** ASCII's separators of columns and rows, as SQL writes them. A check of the table keeps them out of the packed columns. */
const COLUMN_END = String.raw`E'\x1f'`;
const ROW_END = String.raw`E'\x1e'`;

/** The aggregate of a select's rows, in its order. @param columns none of them null */
export const packed = (columns: readonly string[]) =>
  `string_agg(${columns.join(` || ${COLUMN_END} || `)}, ${ROW_END})`;

/** The columns of each row. @param rows null: there was none */
export function unpacked(rows: string | null): string[][] {
  return rows === null ? [] : rows.split('\x1e').map((row) => row.split('\x1f'));
}
