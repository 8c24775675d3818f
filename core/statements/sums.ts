/** Credited hours of today, of this month, and of the same days of the last: added up from totals of days. */

import { dayOf } from '../base/time.ts';
import type { Queryable } from '../database/query.ts';
import { type CreditSumRow, selectCreditSums } from './queries.ts';

export interface Months {
  readonly today: string;
  readonly thisMonth: string;
  readonly lastMonth: string;
  /** The last day of the month before that is compared; a shorter month ends earlier. */
  readonly lastUntil: string;
}

/** The first days of this month and the last, and where the comparison ends. */
export function monthsAt(now: Date): Months {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const last = new Date(Date.UTC(year, month, 0));
  const lastUntil = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(day, last.getUTCDate())));
  return {
    today: dayOf(now),
    thisMonth: dayOf(new Date(Date.UTC(year, month, 1))),
    lastMonth: dayOf(new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), 1))),
    lastUntil: dayOf(lastUntil),
  };
}

/** Sums of one partner, or of all of the community. */
export async function readCreditSums(
  on: Queryable,
  communityId: number,
  months: Months,
  partnerId: number | null = null,
): Promise<Readonly<Record<CreditSumRow['period'], CreditSumRow>>> {
  const rows = await selectCreditSums(on, { communityId, partnerId, ...months });
  const of = (period: CreditSumRow['period']) =>
    rows.find((row) => row.period === period) ?? { period, credits: 0, creditedSeconds: 0, reversedSeconds: 0 };
  return { today: of('today'), thisMonth: of('thisMonth'), lastMonth: of('lastMonth') };
}
