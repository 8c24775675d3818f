/** What a cell of a list is on paper and in a file for spreadsheets: a value, not a link or a tag. */
import { type CsvCell, csvFile, withoutThousands } from '@timebank/contract/csv';
import type { Format } from '../../i18n/format.ts';

/** A text, a number, hours, a name (on paper as the list sorts it), an exact amount of money, a calendar day (`YYYY-MM-DD`) or a point in time (ISO 8601). */
export type PlainCell =
  | string
  | number
  | null
  | undefined
  | { readonly hours: number | null }
  | { readonly money: string }
  | { readonly name: string; readonly listed: string }
  | { readonly day: string | null }
  | { readonly at: string | null };

/** A column as paper and spreadsheets take it. */
export interface PlainColumn<Row> {
  readonly key: string;
  readonly title: string;
  readonly end?: boolean;
  readonly plain?: (row: Row) => PlainCell;
}

/** A column that is taken away. */
export type TakenColumn<Row> = PlainColumn<Row> & { readonly plain: (row: Row) => PlainCell };

/** Columns of buttons stay on the screen. */
export const takenOf = <Row>(columns: readonly PlainColumn<Row>[]): TakenColumn<Row>[] =>
  columns.filter((column): column is TakenColumn<Row> => column.plain !== undefined);

/** A cell on paper. */
export function onPaper(cell: PlainCell, format: Format): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return format.number(cell);
  if ('hours' in cell) return cell.hours === null ? '' : `${format.hours(cell.hours).replace(/^-/, '−')} h`;
  if ('name' in cell) return cell.listed;
  if ('money' in cell) return cell.money.replace('-', '−').replace('.', format.decimal);
  if ('day' in cell) return cell.day === null ? '' : format.day(cell.day);
  return cell.at === null ? '' : format.dateTime(cell.at);
}

/** A cell of a file: numbers with the language's decimal mark, days and times as every spreadsheet reads them. */
export function inFile(cell: PlainCell, format: Format): CsvCell {
  if (cell === null || cell === undefined) return null;
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return { written: format.inField(cell) };
  if ('hours' in cell) return cell.hours === null ? null : { written: hoursInFile(cell.hours, format) };
  if ('name' in cell) return cell.name;
  if ('money' in cell) return { written: cell.money.replace('.', format.decimal) };
  if ('day' in cell) return cell.day === null ? null : cell.day;
  return cell.at === null ? null : localTime(cell.at);
}

/** Hours with the language's decimal mark; as a clock shows them, spreadsheets read a duration. */
const hoursInFile = (hours: number, format: Format) =>
  format.isClock ? format.hours(hours).replace('−', '-') : withoutThousands(format.inField(hours));

/** `2026-11-20 14:03` by the clock of the person. */
function localTime(at: string): string {
  const time = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** What Excel takes for the next cell in the language of the person. */
export const separatorOf = (format: Format) => (format.decimal === ',' ? ';' : ',');

/** The rows as a file, under the titles of their columns. */
export function plainFile<Row>(columns: readonly PlainColumn<Row>[], rows: readonly Row[], format: Format): string {
  const taken = takenOf(columns);
  const cells = rows.map((row) => taken.map(({ plain }) => inFile(plain(row), format)));
  return csvFile([taken.map(({ title }) => title), ...cells], separatorOf(format));
}

/** A name that every system takes for a file. */
export const fileName = (...parts: readonly string[]) =>
  parts
    .join(' ')
    .replace(/[\\/:*?"<>|\p{C}]+/gu, '-')
    .trim();
