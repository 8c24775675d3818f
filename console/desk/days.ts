/** From one day to another, as a query names them. */
import { refusal } from '../../core/base/refusal.ts';
import { dayOf } from '../../core/base/time.ts';

/** `YYYY-MM-DD` each. */
export interface AskedDays {
  readonly from: string;
  readonly to: string;
}

/** Up to today, and from the first day of that year, unless the query says otherwise. @throws Refusal invalid_request */
export function askedDays(query: Partial<Record<keyof AskedDays, string | undefined>>, now: Date): AskedDays {
  const to = query.to ?? dayOf(now);
  const from = query.from ?? `${to.slice(0, 4)}-01-01`;
  if (from <= to) return { from, to };
  const message = 'from must not be after to.';
  throw refusal('invalid_request', message, [{ field: 'from', code: 'out_of_range', message }]);
}
