/** POST /webhooks/subscriptions */
import { BASE_PATH, type createSubscription, encodeId, MAX_SUBSCRIPTIONS, type Scope } from '@timebank/contract';
import { uuidv7 } from 'uuidv7';
import type { Handler } from '../../api/http/handler.ts';
import { presentSubscription } from '../../api/partner/webhooks/present.ts';
import { refusal } from '../../platform/refusal.ts';
import { type Actor, actorOf, appendAudit } from '../audit/append.ts';
import type { Deps } from '../deps.ts';
import { countSubscriptions, insertSubscription, lockSubscriber } from './queries.ts';
import { encryptWebhookSecret, generateWebhookSecret } from './secrets.ts';
import { targetHostFault } from './target-url.ts';

export const createSubscriptionHandler: Handler<typeof createSubscription> = async (call, deps) => {
  const { communityId, partnerId } = call.caller;
  const { target_url: targetUrl, event_types: eventTypes, description } = call.body;
  const fault = targetHostFault(targetUrl, deps.config.webhookAllowCidrs);
  if (fault) throw refusal('validation_failed', fault.message, [fault]);
  const { address, requestId } = call;
  const act = { communityId, partnerId, actor: `partner:${partnerId}`, address, requestId };
  const subscription = { eventTypes: [...new Set(eventTypes)], targetUrl, description: description || null };
  const { id, secret, createdAt, scopes } = await addSubscription(deps, act, subscription);
  const created = presentSubscription({
    id,
    event_types: subscription.eventTypes,
    target_url: targetUrl,
    description: subscription.description,
    status: 'active',
    disabled_reason: null,
    secret_lost: false,
    created_at: createdAt,
    updated_at: createdAt,
    last_success_at: null,
    consecutive_failures: 0,
    partner_scopes: scopes,
  });
  return {
    status: 201,
    body: { data: { ...created, secret } },
    headers: {
      Location: `${call.origin}${BASE_PATH}/webhooks/subscriptions/${created.id}`,
      'Cache-Control': 'no-store',
    },
  };
};

export interface NewSubscription {
  readonly eventTypes: readonly string[];
  readonly targetUrl: string;
  readonly description: string | null;
}

/** The only time the secret is readable. */
export interface AddedSubscription {
  /** UUID. */
  readonly id: string;
  readonly secret: string;
  readonly createdAt: Date;
  /** What the partner may do now. */
  readonly scopes: readonly Scope[];
}

/** Creates a subscription whose values were checked. @throws refusal limit_exceeded */
export async function addSubscription(
  { database, clock, keys }: Pick<Deps, 'database' | 'clock' | 'keys'>,
  act: Actor & { readonly communityId: number; readonly partnerId: number },
  { eventTypes, targetUrl, description }: NewSubscription,
): Promise<AddedSubscription> {
  const { communityId, partnerId } = act;
  const id = uuidv7();
  const secret = generateWebhookSecret();
  const at = clock.now();
  const scopes = await database.transaction(async (transaction) => {
    const [partner] = await lockSubscriber(transaction, communityId, partnerId);
    const [existing] = await countSubscriptions(transaction, communityId, partnerId);
    if ((existing?.count ?? 0) >= MAX_SUBSCRIPTIONS) {
      throw refusal('limit_exceeded', `A partner may have at most ${MAX_SUBSCRIPTIONS} subscriptions.`);
    }
    const encrypted = encryptWebhookSecret(keys.webhookSecrets, id, secret);
    await insertSubscription(
      transaction,
      communityId,
      id,
      partnerId,
      eventTypes,
      targetUrl,
      description,
      encrypted,
      at,
    );
    const details = { event_types: eventTypes, host: new URL(targetUrl).host };
    const subject = encodeId('whs', id);
    await appendAudit(transaction, [
      { communityId, at, ...actorOf(act), action: 'subscription.created', subject, details },
    ]);
    return partner?.scopes ?? [];
  });
  return { id, secret, createdAt: at, scopes };
}
