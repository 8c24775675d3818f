/** How much a member may send within a day. */
import { rateLimited } from '../../../../core/base/refusal.ts';
import { HOUR_MS, SECOND_MS } from '../../../../core/base/time.ts';

/** @throws Refusal rate_limited */
export function checkDaily(count: number | undefined, most: number, what: string): void {
  if ((count ?? 0) >= most) throw rateLimited(`A member sends at most ${most} ${what} a day.`, HOUR_MS / SECOND_MS);
}
