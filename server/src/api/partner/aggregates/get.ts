/** GET /aggregates/community */
import type { Band, CommunityAggregates, getCommunityAggregates } from '@timebank/contract';
import type { Deps } from '../../../domain/deps.ts';
import type { Handler } from '../access/call.ts';
import { createSnapshots, nextMidnight } from './snapshot.ts';

/** The handler of one application. */
export function createAggregatesHandler({
  database,
  clock,
}: Pick<Deps, 'database' | 'clock'>): Handler<typeof getCommunityAggregates> {
  const readSnapshot = createSnapshots(database);

  return async ({ caller }) => {
    const now = clock.now();
    const { asOf, totals } = await readSnapshot(caller.communityId, now);
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
    return { data, headers: { 'Cache-Control': `private, max-age=${maxAgeSeconds}` } };
  };
}

/** jsonb does not keep the order of members. */
function present({ min, max }: Band): Band {
  return { min, max };
}
