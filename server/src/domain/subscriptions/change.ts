/** Changing a subscription: what it gets, where to, and whether it is active. */
import { refusal } from '../../platform/base/refusal.ts';
import { type ChangeDeps, change } from '../change/change.ts';
import { lockForChange, type SubscriptionAct, subjectOf } from './act.ts';
import { type SubscriptionRow, updateSubscriptionRow } from './queries.ts';

export interface SubscriptionChanges {
  readonly eventTypes?: readonly string[] | undefined;
  readonly targetUrl?: string | undefined;
  /** Null or empty: none. */
  readonly description?: string | null | undefined;
  readonly status?: 'active' | 'paused' | undefined;
}

/**
 * Changes what is given. The worker sends what was held for a subscription once it is active. A status that ends a
 * disabling, and another target, give the subscription a fresh start: earlier failures no longer count.
 * @throws refusal subscription_not_found, validation_failed when it has no secret to sign with
 */
export async function changeSubscription(
  deps: ChangeDeps,
  act: SubscriptionAct,
  changes: SubscriptionChanges,
): Promise<SubscriptionRow> {
  return await change(deps, act, async ({ transaction, at, audit, wake }) => {
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
    audit('subscription.updated', subjectOf(act), {
      fields,
      ...(fields.includes('status') ? { before: before.status, after: after.status } : {}),
      ...(fields.includes('event_types') ? { event_types: after.event_types } : {}),
      ...(fields.includes('target_url') ? { host: new URL(after.target_url).host } : {}),
    });
    wake();
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
