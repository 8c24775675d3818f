/** GET /communities/{slug}/partners/{partnerId}/activity */
import { encodeId, hoursFromSeconds } from '@timebank/contract';
import type { ConsoleHandler } from '../../../../console/desk/call.ts';
import { type Permission, ROLE_PERMISSIONS } from '../../../../console/desk/contract/routes.ts';
import { findPartner } from '../../../../console/desk/named-partner.ts';
import { ago, DAY_MS, HOUR_MS } from '../../../../core/base/time.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import type { CreditSumRow } from '../../../../core/statements/queries.ts';
import { monthsAt, readCreditSums } from '../../../../core/statements/sums.ts';
import type { getPartnerActivity, PartnerActivity } from '../../contract/partner-activity.ts';
import {
  countLiveTokens,
  type LastCreditRow,
  selectDifferences,
  selectFailingSubscriptions,
  selectLastCredit,
  selectRecentCallCounts,
  selectRefusalReasons,
} from '../../domain/partner-queries.ts';

const FAILING_MAX = 20;
const REASONS_MAX = 10;

export const getPartnerActivityHandler: ConsoleHandler<typeof getPartnerActivity> = async (call, deps) => {
  const { membership, params } = call;
  const { communityId, role } = membership;
  const { id: partnerId } = await findPartner(deps, membership, params.partnerId);
  const now = deps.clock.now();
  const { heavy } = deps.database;
  const may = (permission: Permission) => ROLE_PERMISSIONS[role].includes(permission);
  const [sums, [lastCredit], [live], [check], failing, calls] = await Promise.all([
    readCreditSums(heavy, communityId, monthsAt(now), partnerId),
    selectLastCredit(heavy, { communityId, partnerId }),
    countLiveTokens(heavy, { communityId, partnerId, at: now }),
    selectDifferences(heavy, { communityId, partnerId }),
    may('webhooks.read')
      ? selectFailingSubscriptions(heavy, { communityId, partnerId, limit: FAILING_MAX })
      : undefined,
    may('calls.read') ? readCalls(heavy, communityId, partnerId, now) : undefined,
  ]);
  const data: PartnerActivity = {
    today: presentSum(sums.today),
    this_month: presentSum(sums.thisMonth),
    last_month: presentSum(sums.lastMonth),
    last_credit: lastCredit ? presentLast(lastCredit) : null,
    live_tokens: live?.tokens ?? 0,
    failing_subscriptions:
      failing?.map(({ id, description, targetUrl }) => ({
        id: encodeId('whs', id),
        description,
        target_url: targetUrl,
      })) ?? null,
    differences: check?.differences ?? 0,
    calls: calls ?? null,
  };
  return { data };
};

/** Counts are kept by the hour. */
async function readCalls(on: Queryable, communityId: number, partnerId: number, now: Date) {
  const dayAgo = ago(now, DAY_MS);
  const since = new Date(dayAgo.getTime() - (dayAgo.getTime() % HOUR_MS));
  const [[counts], reasons] = await Promise.all([
    selectRecentCallCounts(on, { communityId, partnerId, since }),
    selectRefusalReasons(on, { communityId, partnerId, since, limit: REASONS_MAX }),
  ]);
  return { ...(counts ?? { total: 0, refused: 0, failed: 0 }), reasons };
}

const presentSum = ({ credits, creditedSeconds, reversedSeconds }: CreditSumRow) => ({
  credits,
  credited_hours: hoursFromSeconds(creditedSeconds),
  reversed_hours: hoursFromSeconds(reversedSeconds),
});

const presentLast = (row: LastCreditRow): NonNullable<PartnerActivity['last_credit']> => ({
  at: row.createdAt.toISOString(),
  hours: hoursFromSeconds(row.amountSeconds),
  reference: row.reference,
  member: { id: encodeId('usr', row.memberId), name: row.memberName },
});
