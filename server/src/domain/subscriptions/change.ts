/** PATCH /webhooks/subscriptions/{id} */
import type { updateSubscription } from '@timebank/contract';
import type { Handler } from '../../api/http/handler.ts';
import { presentSubscription } from '../../api/partner/webhooks/present.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/query.ts';
import { refusal } from '../../platform/refusal.ts';
import { auditAct, callersAct, lockForChange, type SubscriptionAct } from './act.ts';
import { type SubscriptionRow, updateSubscriptionRow } from './queries.ts';
import { targetHostFault } from './target-url.ts';

export interface SubscriptionChanges {
  readonly eventTypes?: readonly string[] | undefined;
  readonly targetUrl?: string | undefined;
  /** Empty: none. */
  readonly description?: string | undefined;
  readonly status?: 'active' | 'paused' | undefined;
}

export const updateSubscriptionHandler: Handler<typeof updateSubscription> = async (call, deps) => {
  const { event_types: eventTypes, target_url: targetUrl, description, status } = call.body;
  if (targetUrl !== undefined) {
    const fault = targetHostFault(targetUrl, deps.config.webhookAllowCidrs);
    if (fault) throw refusal('validation_failed', fault.message, [fault]);
  }
  const changes = { eventTypes, targetUrl, description, status };
  const row = await changeSubscription(deps.database, deps.clock, callersAct(call), changes);
  deps.wakeWorker();
  return { status: 200, body: { data: presentSubscription(row) } };
};

/**
 * Changes what is given. The worker sends what was held for a subscription once it is active. A status that ends a
 * disabling, and another target, start the subscription anew: what failed before counts no more. Wake the worker
 * afterwards.
 * @throws refusal subscription_not_found, validation_failed when it has no secret to sign with
 */
export async function changeSubscription(
  database: Database,
  clock: Clock,
  act: SubscriptionAct,
  changes: SubscriptionChanges,
): Promise<SubscriptionRow> {
  const at = clock.now();
  return await database.transaction(async (transaction) => {
    const before = await lockForChange(transaction, act);
    const after = {
      event_types: changes.eventTypes ? [...new Set(changes.eventTypes)] : before.event_types,
      target_url: changes.targetUrl ?? before.target_url,
      description: changes.description === undefined ? before.description : changes.description || null,
      status: changes.status ?? before.status,
    };
    const fields = (Object.keys(after) as (keyof typeof after)[]).filter((key) => `${after[key]}` !== `${before[key]}`);
    if (fields.length === 0) return before;
    if (before.secret_lost && after.status !== 'disabled') throw secretLost();
    const revived = before.status === 'disabled' && after.status !== 'disabled';
    const healed = revived || fields.includes('target_url');
    const disabledReason = revived ? null : before.disabled_reason;
    await updateSubscriptionRow(
      transaction,
      act.communityId,
      act.subscriptionId,
      after.event_types,
      after.target_url,
      after.description,
      after.status,
      disabledReason,
      healed,
      at,
    );
    await auditAct(transaction, act, at, 'subscription.updated', {
      fields,
      ...(fields.includes('status') ? { before: before.status, after: after.status } : {}),
      ...(fields.includes('event_types') ? { event_types: after.event_types } : {}),
      ...(fields.includes('target_url') ? { host: new URL(after.target_url).host } : {}),
    });
    return {
      ...before,
      ...after,
      disabled_reason: disabledReason,
      consecutive_failures: healed ? 0 : before.consecutive_failures,
      updated_at: at,
    };
  });
}

function secretLost() {
  const message =
    'The signing secret was lost: make another with POST /webhooks/subscriptions/{id}/rotate-secret first.';
  return refusal('validation_failed', message, [{ field: 'status', code: 'secret_lost', message }]);
}
