/** A table for paper: its heads are repeated on each sheet, and no row is split. */
import { useFormat } from '../../i18n/text.ts';
import { onPaper, type PlainColumn, takenOf } from './plain.ts';

interface PaperTableProps<Row> {
  caption: string;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  /** The title of a column without anything, to be written in by hand. */
  empty?: string | undefined;
}

export function PaperTable<Row>({ caption, columns, rows, empty }: PaperTableProps<Row>) {
  const format = useFormat();
  const taken = takenOf(columns);
  return (
    <table className="paper-table" data-by-hand={empty !== undefined || undefined}>
      <caption className="hidden">{caption}</caption>
      <thead>
        <tr>
          {taken.map(({ key, title, end }) => (
            <th key={key} scope="col" data-end={end || undefined}>
              {title}
            </th>
          ))}
          {empty !== undefined && (
            <th scope="col" className="paper-by-hand">
              {empty}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paper does not change
          <tr key={at}>
            {taken.map(({ key, end, plain }) => (
              <td key={key} data-end={end || undefined}>
                {onPaper(plain(row), format)}
              </td>
            ))}
            {empty !== undefined && <td />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
