import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { useElementSize } from '@mantine/hooks';
import { useFormat } from '../../i18n/text.ts';
import { placeTicks, valueTicks } from './ticks.ts';

/** One bar: `at` names its point; the others are values by the name of their series. */
export type Bar = Readonly<{ at: string } & Record<string, string | number>>;

const FONT_PX = 12;
const GAP_PX = 14;
/** Between the labels and the drawing, as Mantine moves them. */
const TICK_PX = 20;

export default function Bars({
  height,
  data,
  series,
  whole = false,
}: {
  height: number;
  data: readonly Bar[];
  series: { name: string; label: string; color: string }[];
  /** Whether the values are counts, without fractions. */
  whole?: boolean;
}) {
  const format = useFormat();
  const { ref, width } = useElementSize();
  const largest = Math.max(0, ...data.map((bar) => series.reduce((sum, { name }) => sum + Number(bar[name]), 0)));
  const values = valueTicks(largest, whole);
  const axisWidth = Math.ceil(widest(values.map(format.compact))) + TICK_PX;
  const labelWidth = widest(data.map(({ at }) => at));
  // The last label is centred on the last bar, and may reach beyond it.
  const side = Math.ceil(labelWidth / 2);
  const room = Math.max(0, width - axisWidth - side);
  const places = placeTicks(data.length, Math.floor(room / (labelWidth + GAP_PX)));
  return (
    <div ref={ref}>
      <BarChart
        h={height}
        // The index is the key: two hours of one name are two points.
        data={data.map((bar, place) => ({ ...bar, place }))}
        dataKey="place"
        type="stacked"
        series={series}
        withLegend={series.length > 1}
        legendProps={{ itemSorter: null }}
        tickLine="none"
        gridAxis="x"
        valueFormatter={(value) => format.number(value)}
        xAxisProps={{ ticks: places, interval: 0, tickFormatter: (place: number) => data[place]?.at ?? '' }}
        yAxisProps={{
          width: axisWidth,
          ticks: values,
          interval: 0,
          domain: [0, values.at(-1) ?? 1],
          tickFormatter: format.compact,
        }}
        tooltipProps={{ labelFormatter: (place) => data[Number(place)]?.at ?? '' }}
        barProps={{ isAnimationActive: false, maxBarSize: 28 }}
        barChartProps={{ accessibilityLayer: false, margin: { top: 10, right: side, bottom: 4, left: 0 } }}
      />
    </div>
  );
}

/** The width of the widest label in pixels, in the font of the axes. */
function widest(labels: readonly string[]): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return Math.max(0, ...labels.map(({ length }) => (length * FONT_PX) / 2));
  context.font = `${FONT_PX}px ${getComputedStyle(document.body).fontFamily}`;
  return Math.max(0, ...labels.map((label) => context.measureText(label).width));
}
