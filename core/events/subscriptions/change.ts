/** Changing a subscription: what it gets, where to, and whether it is active. */

import { encodeId } from '@timebank/contract';
import { uuidv7 } from 'uuidv7';
import type { Keys } from '../../base/keys.ts';
import { refusal, stateConflict } from '../../base/refusal.ts';
import { HOUR_MS } from '../../base/time.ts';
import { type ChangeDeps, type CommunityAct, change } from '../../change/change.ts';
import type { Transaction } from '../../database/query.ts';
import { encryptWebhookSecret, generateWebhookSecret } from '../delivery/secrets.ts';
import { type DeliveryRow, insertTestEvent, retryDeliveryNow, selectDelivery } from './delivery-queries.ts';
import {
  deleteSubscriptionDeliveries,
  deleteSubscriptionRow,
  lockSubscription,
  type SubscriptionRow,
  switchSubscriptionOff,
  updateSubscriptionRow,
  updateSubscriptionSecret,
} from './queries.ts';

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

// A person's retry of one delivery: also of one that was delivered, failed, or waits for its subscription.

/**
 * Makes a delivery due now. If it waits for its next attempt on an active subscription, that attempt comes earlier. Any
 * other delivery gets a single attempt, and a failure does not count against the subscription.
 * @param underWay what an attempt that is under way means: for people a refusal, for programs the attempt they asked for
 * @throws refusal subscription_not_found, delivery_not_found; state_conflict while an attempt is under way
 */
export async function sendDeliveryAgain(
  deps: ChangeDeps,
  act: SubscriptionAct,
  deliveryId: string,
  underWay: 'refuse' | 'accept' = 'refuse',
): Promise<DeliveryRow> {
  const { communityId, subscriptionId } = act;
  return await change(deps, act, async ({ transaction, at, audit, wake }) => {
    await lockForChange(transaction, act);
    const retried = await retryDeliveryNow(transaction, { communityId, subscriptionId, deliveryId, now: at });
    const [row] = await selectDelivery(transaction, { communityId, subscriptionId, deliveryId });
    if (!row) throw noDelivery();
    if (retried.length === 0 && underWay === 'refuse')
      throw stateConflict('attempt_under_way', 'An attempt is under way; wait for its outcome.');
    audit('delivery.retried', subjectOf(act), { delivery: encodeId('dlv', deliveryId) });
    wake();
    return row;
  });
}

export function noDelivery() {
  return refusal('delivery_not_found', 'This subscription has no such delivery.');
}

// A test event that goes to one subscription.

/**
 * Writes a test event and its delivery to the subscription, whatever kinds it asks for. A paused or disabled one gets a
 * single attempt.
 * @returns the UUIDs of the event and of its delivery
 * @throws refusal subscription_not_found
 */
export async function sendTestEvent(
  deps: ChangeDeps,
  act: SubscriptionAct,
): Promise<{ readonly eventId: string; readonly deliveryId: string }> {
  const { communityId, partnerId, subscriptionId } = act;
  const [eventId, deliveryId] = [uuidv7(), uuidv7()];
  await change(deps, act, async ({ transaction, at, audit, wake }) => {
    const { status } = await lockForChange(transaction, act);
    const data = JSON.stringify({ subscription_id: encodeId('whs', subscriptionId) });
    const manual = status !== 'active';
    await insertTestEvent(transaction, {
      ...{ communityId, eventId, partnerId, data, deliveryId, subscriptionId, manual, at },
    });
    audit('subscription.tested', subjectOf(act));
    wake();
  });
  return { eventId, deliveryId };
}

// Replacing the secret that deliveries are signed with.

/** How long the old secret signs as well. */
const OVERLAP_MS = 24 * HOUR_MS;

/**
 * Makes a new secret; the old one signs along for a day.
 * @throws refusal subscription_not_found
 */
export async function renewSubscriptionSecret(
  deps: ChangeDeps & { readonly keys: Pick<Keys, 'webhookSecrets'> },
  act: SubscriptionAct,
): Promise<{ readonly row: SubscriptionRow; readonly secret: string }> {
  const { communityId, subscriptionId } = act;
  const secret = generateWebhookSecret();
  const encrypted = encryptWebhookSecret(deps.keys.webhookSecrets, subscriptionId, secret);
  const row = await change(deps, act, async ({ transaction, at, audit }) => {
    const until = new Date(at.getTime() + OVERLAP_MS);
    const before = await lockForChange(transaction, act);
    await updateSubscriptionSecret(transaction, {
      communityId,
      id: subscriptionId,
      secretEncrypted: encrypted,
      previousUntil: until,
      updatedAt: at,
    });
    const details = before.secretLost ? {} : { old_signs_until: until.toISOString() };
    audit('subscription.secret_rotated', subjectOf(act), details);
    return { ...before, updated_at: at };
  });
  return { row, secret };
}

// Deleting a subscription with its deliveries.

/** Deliveries of one transaction: deleting a month of them at once could pass the time limit of a statement. */
const BATCH = 5000;
const REASON = 'It is being deleted.';

/**
 * Deletes a subscription. An attempt on its way ends unrecorded. It is switched off first: a worker that went on making
 * and sending deliveries would be in a race with their deletion. If that is interrupted it stays off until it is repeated.
 * @throws refusal subscription_not_found
 */
export async function removeSubscription(deps: ChangeDeps, act: SubscriptionAct): Promise<void> {
  const { communityId, subscriptionId } = act;
  const { database, clock } = deps;
  await database.transaction(async (transaction) => {
    await lockForChange(transaction, act);
    await switchSubscriptionOff(transaction, { communityId, id: subscriptionId, reason: REASON, now: clock.now() });
  });
  for (let left = true; left; ) {
    const [batch] = await database.transaction((transaction) =>
      deleteSubscriptionDeliveries(transaction, { communityId, subscriptionId, limit: BATCH }),
    );
    left = batch?.deleted === BATCH;
  }
  await change(deps, act, async ({ transaction, audit }) => {
    const { targetUrl } = await lockForChange(transaction, act);
    await deleteSubscriptionRow(transaction, { communityId, id: subscriptionId });
    audit('subscription.deleted', subjectOf(act), { host: new URL(targetUrl).host });
  });
}

// Which subscription, and who acts on it: a partner on its own, or an administrator.

export interface SubscriptionAct extends CommunityAct {
  readonly partnerId: number;
  /** UUID. */
  readonly subscriptionId: string;
}

/** Locks the subscription for a change. @throws refusal subscription_not_found */
export async function lockForChange(transaction: Transaction, act: SubscriptionAct): Promise<SubscriptionRow> {
  const [row] = await lockSubscription(transaction, {
    communityId: act.communityId,
    partnerId: act.partnerId,
    subscriptionId: act.subscriptionId,
  });
  if (!row) throw noSubscription();
  return row;
}

export function noSubscription() {
  return refusal('subscription_not_found', 'No subscription of yours has this id.');
}

/** The subscription as the audit log names it. */
export function subjectOf({ subscriptionId }: SubscriptionAct): string {
  return encodeId('whs', subscriptionId);
}
