/** GET /aggregates/community */
import type { Band, CommunityAggregates, getCommunityAggregates } from '@timebank/contract';
import type { Handler } from '../../http/handler.ts';
import { dailySnapshot, nextMidnight } from './snapshot.ts';

export const getCommunityAggregatesHandler: Handler<typeof getCommunityAggregates> = async ({ caller }, deps) => {
  const now = deps.clock.now();
  const { asOf, totals } = await dailySnapshot(deps.database, caller.communityId, now);
  const nextUpdateAt = nextMidnight(now);
  const maxAgeSeconds = Math.floor((nextUpdateAt.getTime() - now.getTime()) / 1000);
  const data: CommunityAggregates = {
    as_of: asOf.toISOString(),
    next_update_at: nextUpdateAt.toISOString(),
    active_users: present(totals.active_users),
    active_services: present(totals.active_services),
    active_requests: present(totals.active_requests),
    exchanges_last_30_days: present(totals.exchanges_last_30_days),
    hours_exchanged_last_30_days: totals.hours_exchanged_last_30_days && present(totals.hours_exchanged_last_30_days),
    hours_credited_last_30_days: totals.hours_credited_last_30_days && present(totals.hours_credited_last_30_days),
  };
  return { status: 200, body: { data }, headers: { 'Cache-Control': `private, max-age=${maxAgeSeconds}` } };
};

/** jsonb does not keep the order of members. */
function present({ min, max }: Band): Band {
  return { min, max };
}
