/** Which days of a month no file of the bank is about. Pure. */
import { DAY_MS, dayOf } from '../../platform/base/time.ts';
import type { Bridge, MonthDays } from './month-balances.ts';

/** Days that a statement or a file is about, both included. */
export interface CoveredDays {
  readonly firstDay: string;
  readonly lastDay: string;
}

export interface UncoveredDays {
  readonly from: string;
  readonly to: string;
  /** The bank's balances before and behind them are equal, so that what moved between, if anything did, adds up to zero. */
  readonly isBridged: boolean;
}

/** Days without a statement between equal balances that are no gap: a weekend with holidays, on which banks book nothing. */
const QUIET_DAYS_MAX = 4;

/**
 * @param bridges spans between two balances that follow from each other
 * @returns in their order; days next to each other are one entry
 */
export function daysWithoutFile(
  covered: readonly CoveredDays[],
  bridges: readonly Bridge[],
  { start, end }: MonthDays,
): UncoveredDays[] {
  const found: UncoveredDays[] = [];
  for (let day = start; day < end; day = dayBehind(day)) {
    if (covered.some(({ firstDay, lastDay }) => day >= firstDay && day <= lastDay)) continue;
    const bridge = bridges.find((one) => day >= one.start && day < one.end);
    if (bridge && daysIn(bridge) <= QUIET_DAYS_MAX) continue;
    const isBridged = bridge !== undefined;
    const last = found.at(-1);
    if (last && dayBehind(last.to) === day && last.isBridged === isBridged) found.splice(-1, 1, { ...last, to: day });
    else found.push({ from: day, to: day, isBridged });
  }
  return found;
}

const dayBehind = (day: string) => dayOf(new Date(Date.parse(day) + DAY_MS));
const daysIn = ({ start, end }: Bridge) => (Date.parse(end) - Date.parse(start)) / DAY_MS;
