/** Creating a subscription. */
import { encodeId, MAX_SUBSCRIPTIONS } from '@timebank/contract';
import { uuidv7 } from 'uuidv7';
import type { Keys } from '../../base/keys.ts';
import { refusal } from '../../base/refusal.ts';
import { type ChangeDeps, type CommunityAct, change } from '../../change/change.ts';
import { lockSettlement } from '../../statements/queries.ts';
import { encryptWebhookSecret, generateWebhookSecret } from '../delivery/secrets.ts';
import { countSubscriptions, insertSubscription, lockSubscriber, type SubscriptionRow } from './queries.ts';

export interface NewSubscription {
  readonly eventTypes: readonly string[];
  readonly targetUrl: string;
  readonly description: string | null;
}

/** The only time the secret is readable. */
export interface AddedSubscription {
  readonly row: SubscriptionRow;
  readonly secret: string;
}

/** Creates a subscription whose values were checked. @throws refusal limit_exceeded */
export async function addSubscription(
  deps: ChangeDeps & { readonly keys: Pick<Keys, 'webhookSecrets'> },
  act: CommunityAct & { readonly partnerId: number },
  { eventTypes, targetUrl, description }: NewSubscription,
): Promise<AddedSubscription> {
  const { communityId, partnerId } = act;
  const id = uuidv7();
  const secret = generateWebhookSecret();
  return await change(deps, act, async ({ transaction, at, audit }) => {
    // Bookings wait: where nobody subscribes, none of them leaves an event to be distributed.
    await lockSettlement(transaction, { communityId, partnerId });
    const [partner] = await lockSubscriber(transaction, { communityId, partnerId });
    const [existing] = await countSubscriptions(transaction, { communityId, partnerId });
    if ((existing?.count ?? 0) >= MAX_SUBSCRIPTIONS) {
      const message = `A partner may have at most ${MAX_SUBSCRIPTIONS} subscriptions.`;
      const limit = { limit_count: MAX_SUBSCRIPTIONS, remaining_count: 0, resets_at: null };
      throw refusal('limit_exceeded', message, [{ field: 'body', code: 'max_subscriptions', message, ...limit }]);
    }
    const encrypted = encryptWebhookSecret(deps.keys.webhookSecrets, id, secret);
    await insertSubscription(transaction, {
      communityId,
      id,
      partnerId,
      eventTypes,
      targetUrl,
      description,
      secretEncrypted: encrypted,
      createdAt: at,
    });
    audit('subscription.created', encodeId('whs', id), { event_types: eventTypes, host: new URL(targetUrl).host });
    const row: SubscriptionRow = {
      id,
      eventTypes,
      targetUrl,
      description,
      status: 'active',
      disabledReason: null,
      secretLost: false,
      createdAt: at,
      updatedAt: at,
      lastSuccessAt: null,
      consecutiveFailures: 0,
      partnerScopes: partner?.scopes ?? [],
    };
    return { row, secret };
  });
}
