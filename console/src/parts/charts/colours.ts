/** The meaning of each colour of a chart, on every screen. */
export const CHART_COLOURS = {
  succeeded: 'var(--tb-chart-ok)',
  refused: 'var(--tb-chart-refused)',
  failed: 'var(--tb-chart-failed)',
  exchanged: 'var(--tb-chart-exchanged)',
  credited: 'var(--tb-chart-credited)',
  members: 'var(--tb-chart-members)',
  listings: 'var(--tb-chart-listings)',
} as const;

/** A drawing takes no name of the theme: with one, bars are black. */
export type ChartColour = (typeof CHART_COLOURS)[keyof typeof CHART_COLOURS];
