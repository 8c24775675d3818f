/** Stacked bars over an axis of places, with as many labels as have room. Values are read in the table beside it. */
import { Tooltip } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { useFormat } from '../../i18n/text.ts';
import type { ChartColour } from './colours.ts';
import { placeTicks, valueTicks } from './ticks.ts';

/** One bar: `at` names its point; the others are values by the name of their series. */
export type Bar = Readonly<{ at: string } & Record<string, string | number>>;

interface Series {
  readonly name: string;
  readonly label: string;
  readonly color: ChartColour;
}

const FONT_PX = 12;
/** Between two labels of the lower axis. */
const GAP_PX = 14;
/** Between labels and drawing. */
const SPACE_PX = 8;
const TOP_PX = 10;
const BAR_MAX_PX = 28;
/** Of the place that a bar has. */
const BAR_PART = 0.8;

interface BarsProps {
  height: number;
  data: readonly Bar[];
  series: readonly Series[];
  /** Whether the values are counts, without fractions. */
  whole?: boolean;
}

export default function Bars({ height, data, series, whole = false }: BarsProps) {
  const format = useFormat();
  const { ref, width } = useElementSize();
  const [pointed, setPointed] = useState<Bar>();
  const totalOf = (bar: Bar) => series.reduce((sum, { name }) => sum + Number(bar[name]), 0);
  const values = valueTicks(Math.max(0, ...data.map(totalOf)), whole);
  const labelWidth = widest(data.map(({ at }) => at));
  // The first and last labels are centred on their bars, and may reach beyond them.
  const right = Math.ceil(labelWidth / 2);
  const left = Math.max(Math.ceil(widest(values.map(format.compact))) + SPACE_PX, right);
  const room = Math.max(0, width - left - right);
  const bottom = height - FONT_PX - SPACE_PX - 4;
  const part = room / Math.max(1, data.length);
  const barWidth = Math.min(BAR_MAX_PX, part * BAR_PART);
  const centreOf = (place: number) => left + (place + 0.5) * part;
  const heightOf = (value: number) => (value / (values.at(-1) ?? 1)) * (bottom - TOP_PX);
  return (
    <div ref={ref} className="bars" style={{ minHeight: height }}>
      {series.length > 1 && <Legend series={series} />}
      {width > 0 && (
        // Beside the chart, and so within the page's landmarks.
        <Tooltip.Floating
          label={pointed && <Values bar={pointed} series={series} />}
          disabled={pointed === undefined}
          withinPortal={false}
        >
          <svg width={width} height={height} onPointerLeave={() => setPointed(undefined)} aria-hidden="true">
            <g className="y-labels">
              {values.map((value) => (
                <g key={value}>
                  <line x1={left} x2={left + room} y1={bottom - heightOf(value)} y2={bottom - heightOf(value)} />
                  <text x={left - SPACE_PX} y={bottom - heightOf(value)} dy="0.355em" textAnchor="end">
                    {format.compact(value)}
                  </text>
                </g>
              ))}
            </g>
            {data.map((bar, place) => (
              // Two hours of one name are two points: the place is the key.
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar has no other name of its own
              <g key={place} onPointerEnter={() => setPointed(bar)}>
                <rect
                  className="ground"
                  x={centreOf(place) - part / 2}
                  y={TOP_PX}
                  width={part}
                  height={bottom - TOP_PX}
                />
                {series.map(({ name, color }, at) => {
                  const below = series.slice(0, at).reduce((sum, one) => sum + Number(bar[one.name]), 0);
                  const y = bottom - heightOf(below + Number(bar[name]));
                  const size = { width: barWidth, height: heightOf(Number(bar[name])) };
                  return <rect key={name} x={centreOf(place) - barWidth / 2} y={y} {...size} fill={color} />;
                })}
              </g>
            ))}
            <g className="x-labels">
              {placeTicks(data.length, Math.floor(room / (labelWidth + GAP_PX))).map((place) => (
                <text key={place} x={centreOf(place)} y={height - SPACE_PX} textAnchor="middle">
                  {data[place]?.at}
                </text>
              ))}
            </g>
          </svg>
        </Tooltip.Floating>
      )}
    </div>
  );
}

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="legend">
      {series.map(({ name, label, color }) => (
        <li key={name}>
          <svg width={FONT_PX} height={FONT_PX} aria-hidden="true">
            <circle cx={FONT_PX / 2} cy={FONT_PX / 2} r={FONT_PX / 2} fill={color} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}

function Values({ bar, series }: { bar: Bar; series: readonly Series[] }) {
  const format = useFormat();
  return (
    <>
      <strong>{bar.at}</strong>
      {series.map(({ name, label }) => (
        <div key={name}>{`${label}: ${format.number(Number(bar[name]))}`}</div>
      ))}
    </>
  );
}

/** The width of the widest label in pixels, in the font of the axes. */
function widest(labels: readonly string[]): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return Math.max(0, ...labels.map(({ length }) => (length * FONT_PX) / 2));
  context.font = `${FONT_PX}px ${getComputedStyle(document.body).fontFamily}`;
  return Math.max(0, ...labels.map((label) => context.measureText(label).width));
}
