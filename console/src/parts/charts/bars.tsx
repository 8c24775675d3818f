import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { useFormat } from '../../i18n/text.ts';

export default function Bars({
  height,
  data,
  series,
}: {
  height: number;
  /** `at` names the point; the others are values by the name of their series. */
  data: Readonly<Record<string, string | number>>[];
  series: { name: string; label: string; color: string }[];
}) {
  const format = useFormat();
  return (
    <BarChart
      h={height}
      data={data}
      dataKey="at"
      type="stacked"
      series={series}
      withLegend={series.length > 1}
      legendProps={{ itemSorter: null }}
      tickLine="none"
      gridAxis="x"
      valueFormatter={(value) => format.number(value)}
      xAxisProps={{ minTickGap: 28 }}
      yAxisProps={{ width: 40, allowDecimals: false }}
      barProps={{ isAnimationActive: false, maxBarSize: 28 }}
      barChartProps={{ accessibilityLayer: false }}
    />
  );
}
