/** The numbers of a chart as a table, for people who cannot see bars or prefer numbers. */
import { useLanguage } from '../../i18n/text.ts';
import type { Bar } from './bars.tsx';

interface ChartTableProps {
  data: readonly Bar[];
  series: readonly { readonly name: string; readonly label: string }[];
}

export function ChartTable({ data, series }: ChartTableProps) {
  const { text, format } = useLanguage();
  return (
    <details className="chart-table">
      <summary>{text.overview.asTable}</summary>
      <table className="changes">
        <thead>
          <tr>
            <th scope="col">{text.overview.when}</th>
            {series.map(({ name, label }) => (
              <th scope="col" key={name}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((bar, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two points may have one name, and none changes places
            <tr key={place}>
              <th scope="row">{bar.at}</th>
              {series.map(({ name }) => (
                <td key={name}>{format.hours(Number(bar[name]))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
