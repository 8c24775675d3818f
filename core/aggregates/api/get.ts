/** GET /aggregates/community */
import type { Band, getCommunityAggregates } from '@timebank/contract';
import type { Handler } from '../../access/call.ts';
import { DAY_MS } from '../../base/time.ts';
import type { SumBand } from '../bands.ts';
import { readSnapshot, readSnapshotOf } from '../snapshots.ts';

export const getCommunityAggregatesHandler: Handler<typeof getCommunityAggregates> = async (
  { caller, query: { date } },
  { database, clock },
) => {
  const now = clock.now();
  const { asOf, nextUpdateAt, totals } = await (date === undefined
    ? readSnapshot(database, caller.communityId, now)
    : readSnapshotOf(database, caller.communityId, date, now));
  const keptMs = nextUpdateAt === null ? DAY_MS : nextUpdateAt.getTime() - now.getTime();
  const data = {
    as_of: asOf.toISOString(),
    next_update_at: nextUpdateAt?.toISOString() ?? null,
    active_users: present(totals.active_users),
    active_services: present(totals.active_services),
    active_requests: present(totals.active_requests),
    exchanges_last_30_days: present(totals.exchanges_last_30_days),
    hours_exchanged_last_30_days: presentSum(totals.hours_exchanged_last_30_days),
    hours_credited_last_30_days: presentSum(totals.hours_credited_last_30_days),
  };
  return { data, headers: { 'Cache-Control': `private, max-age=${Math.floor(keptMs / 1000)}` } };
};

/** jsonb does not keep the order of members, and a sum's row holds more than the answer. */
function present({ min, max }: Band): Band {
  return { min, max };
}

function presentSum(sum: SumBand | null): Band | null {
  return sum?.published ? present(sum) : null;
}
