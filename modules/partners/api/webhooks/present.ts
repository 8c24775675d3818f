/** Subscriptions of a partner with their health, as the console shows them. */
import { decodeId } from '@timebank/contract';
import { actOf, type CommunityDeps } from '../../../../console/desk/call.ts';
import { findPartner } from '../../../../console/desk/named-partner.ts';
import type { Membership } from '../../../../console/desk/session-queries.ts';
import { DAY_MS } from '../../../../core/base/time.ts';
import { firstIdAt } from '../../../../core/database/keyset.ts';
import { presentSubscription } from '../../../../core/events/api/present/subscription.ts';
import { noSubscription, type SubscriptionAct } from '../../../../core/events/subscriptions/change.ts';
import { type SubscriptionRow, selectSubscription } from '../../../../core/events/subscriptions/queries.ts';
import type { PartnerSubscription } from '../../contract/webhooks.ts';
import { type SubscriptionHealth, selectSubscriptionHealth } from '../../domain/subscription-queries.ts';

interface SubscriptionCall {
  readonly actor: string;
  readonly membership: Membership;
  readonly params: { readonly partnerId: string; readonly subscriptionId: string };
  readonly address?: string;
  readonly requestId?: string;
}

/**
 * The administrator on the subscription that the path names.
 * @throws Refusal partner_not_found, subscription_not_found
 */
export async function actOn(deps: CommunityDeps, call: SubscriptionCall): Promise<SubscriptionAct> {
  const { id: partnerId } = await findPartner(deps, call.membership, call.params.partnerId);
  const subscriptionId = decodeId('whs', call.params.subscriptionId);
  if (subscriptionId === undefined) throw noSubscription();
  return { ...actOf(call), partnerId, subscriptionId };
}

/** @throws Refusal subscription_not_found */
export async function readSubscription(deps: CommunityDeps, act: SubscriptionAct): Promise<PartnerSubscription> {
  const { communityId, partnerId, subscriptionId } = act;
  const [row] = await selectSubscription(deps.database.reads, { communityId, partnerId, subscriptionId });
  if (!row) throw noSubscription();
  const [presented] = await presentSubscriptions(deps, communityId, [row]);
  return presented as PartnerSubscription;
}

export async function presentSubscriptions(
  { database, clock }: CommunityDeps,
  communityId: number,
  rows: readonly SubscriptionRow[],
): Promise<PartnerSubscription[]> {
  const ids = rows.map(({ id }) => id);
  const healths = await selectSubscriptionHealth(database.heavy, {
    communityId,
    subscriptionIds: ids,
    sinceId: firstIdAt(clock.now().getTime() - DAY_MS),
  });
  const byId = new Map(healths.map((health) => [health.id, health]));
  return rows.flatMap((row) => {
    const health = byId.get(row.id);
    // Deleted between the two reads.
    return health ? [present(row, health)] : [];
  });
}

function present(row: SubscriptionRow, health: SubscriptionHealth): PartnerSubscription {
  return {
    subscription: presentSubscription(row),
    health: healthOf(row),
    failing_since: health.failingSince?.toISOString() ?? null,
    deliveries: {
      pending: health.pending,
      held: health.held,
      delivered_24h: health.delivered,
      failed_24h: health.failed,
    },
    median_latency_ms: health.medianLatencyMs,
  };
}

function healthOf(row: SubscriptionRow): PartnerSubscription['health'] {
  if (row.status !== 'active') return row.status;
  if (row.consecutiveFailures > 0) return 'failing';
  return row.lastSuccessAt ? 'ok' : 'unused';
}
