/** Periods that end now. */
export const PERIOD_MS = {
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
} as const;
export type Period = keyof typeof PERIOD_MS;

/** The beginning of a period, to the minute, so that the same question is asked for a while. */
export function sinceOf(period: Period, now = new Date()): string {
  const minute = 60_000;
  return new Date(Math.floor((now.getTime() - PERIOD_MS[period]) / minute) * minute).toISOString();
}
