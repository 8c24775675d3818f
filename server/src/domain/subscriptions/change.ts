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

/** How the audit log calls what was changed. */
const WIRE_NAMES = {
  eventTypes: 'event_types',
  targetUrl: 'target_url',
  description: 'description',
  status: 'status',
} as const;

/**
 * Changes what is given. The worker sends what was held for a subscription once it is active. A status that ends a
 * disabling, and another target, give the subscription a fresh start: earlier failures no longer count.
 * @param allow throws when this change is not allowed
 * @throws refusal subscription_not_found, validation_failed when it has no secret to sign with
 */
export async function changeSubscription(
  deps: ChangeDeps,
  act: SubscriptionAct,
  changes: SubscriptionChanges,
  allow: (before: SubscriptionRow, after: Pick<SubscriptionRow, 'targetUrl' | 'eventTypes'>) => void = () => {},
): Promise<SubscriptionRow> {
  return await change(deps, act, async ({ transaction, at, audit, wake }) => {
    const before = await lockForChange(transaction, act);
    const after = {
      eventTypes: changes.eventTypes ? [...new Set(changes.eventTypes)] : before.eventTypes,
      targetUrl: changes.targetUrl ?? before.targetUrl,
      description: changes.description === undefined ? before.description : changes.description || null,
      status: changes.status ?? before.status,
    };
    const fields = (Object.keys(after) as (keyof typeof after)[]).filter((key) => `${after[key]}` !== `${before[key]}`);
    if (fields.length === 0) return before;
    allow(before, after);
    if (before.secretLost && after.status !== 'disabled') throw secretLost();
    const revived = before.status === 'disabled' && after.status !== 'disabled';
    const healed = revived || fields.includes('targetUrl');
    const disabledReason = revived ? null : before.disabledReason;
    await updateSubscriptionRow(transaction, {
      ...after,
      communityId: act.communityId,
      id: act.subscriptionId,
      disabledReason,
      healed,
      updatedAt: at,
    });
    audit('subscription.updated', subjectOf(act), {
      fields: fields.map((field) => WIRE_NAMES[field]),
      ...(fields.includes('status') ? { before: before.status, after: after.status } : {}),
      ...(fields.includes('eventTypes') ? { event_types: after.eventTypes } : {}),
      ...(fields.includes('targetUrl') ? { host: new URL(after.targetUrl).host } : {}),
    });
    wake();
    return {
      ...before,
      ...after,
      disabledReason,
      consecutiveFailures: healed ? 0 : before.consecutiveFailures,
      updatedAt: at,
    };
  });
}

function secretLost() {
  const message =
    'The signing secret was lost: make another with POST /webhooks/subscriptions/{id}/rotate-secret first.';
  return refusal('validation_failed', message, [{ field: 'status', code: 'secret_lost', message }]);
}
