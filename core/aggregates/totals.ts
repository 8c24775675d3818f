/** A community's totals of a day: exact figures to bands, given the bands published before. */
import type { Band } from '@timebank/contract';
import { nextBand, nextSumBand, type SumBand } from './bands.ts';
import type { FiguresRow } from './queries.ts';

/** No figures: the stored row tells no more than the answers so far did. */
export interface Totals {
  readonly active_users: Band;
  readonly active_services: Band;
  readonly active_requests: Band;
  readonly exchanges_last_30_days: Band;
  readonly hours_exchanged_last_30_days: SumBand | null;
  readonly hours_credited_last_30_days: SumBand | null;
}

const NOTHING: FiguresRow = {
  activeUsers: 0,
  activeServices: 0,
  activeRequests: 0,
  exchanges: 0,
  exchangedSeconds: 0,
  exchangeMembers: 0,
  exchangeLargestSeconds: 0,
  creditedSeconds: 0,
  creditMembers: 0,
  creditLargestSeconds: 0,
};

export function nextTotals(figures: FiguresRow, previous: Totals | null): Totals {
  return {
    active_users: nextBand(figures.activeUsers, previous?.active_users ?? null),
    active_services: nextBand(figures.activeServices, previous?.active_services ?? null),
    active_requests: nextBand(figures.activeRequests, previous?.active_requests ?? null),
    exchanges_last_30_days: nextBand(figures.exchanges, previous?.exchanges_last_30_days ?? null),
    hours_exchanged_last_30_days: nextSumBand(
      {
        seconds: figures.exchangedSeconds,
        contributors: figures.exchangeMembers,
        largestSeconds: figures.exchangeLargestSeconds,
      },
      previous?.hours_exchanged_last_30_days ?? null,
    ),
    hours_credited_last_30_days: nextSumBand(
      {
        seconds: figures.creditedSeconds,
        contributors: figures.creditMembers,
        largestSeconds: figures.creditLargestSeconds,
      },
      previous?.hours_credited_last_30_days ?? null,
    ),
  };
}

/** Those of a community as it is created. */
export const NO_TOTALS = nextTotals(NOTHING, null);
