/** POST /webhooks/subscriptions */
import { BASE_PATH, type createSubscription, encodeId, MAX_SUBSCRIPTIONS } from '@timebank/contract';
import { uuidv7 } from 'uuidv7';
import { appendAudit } from '../audit/append.ts';
import type { Handler } from '../http/handler.ts';
import { refusal } from '../refusal.ts';
import { presentSubscription } from './present.ts';
import { countSubscriptions, insertSubscription, lockSubscriber } from './queries.ts';
import { encryptWebhookSecret, generateWebhookSecret } from './secrets.ts';
import { targetHostFault } from './target-url.ts';

export const createSubscriptionHandler: Handler<typeof createSubscription> = async (call, deps) => {
  const { communityId, partnerId } = call.caller;
  const fault = targetHostFault(call.body.target_url, deps.config.webhookAllowCidrs);
  if (fault) throw refusal('validation_failed', fault.message, [fault]);

  const id = uuidv7();
  const publicId = encodeId('whs', id);
  const secret = generateWebhookSecret();
  const at = deps.clock.now();
  const subscription = {
    id,
    event_types: [...new Set(call.body.event_types)],
    target_url: call.body.target_url,
    description: call.body.description || null,
  };
  const scopes = await deps.database.transaction(async (transaction) => {
    const [partner] = await lockSubscriber(transaction, communityId, partnerId);
    const [existing] = await countSubscriptions(transaction, communityId, partnerId);
    if ((existing?.count ?? 0) >= MAX_SUBSCRIPTIONS) {
      throw refusal('limit_exceeded', `A partner may have at most ${MAX_SUBSCRIPTIONS} subscriptions.`);
    }
    await insertSubscription(
      transaction,
      communityId,
      id,
      partnerId,
      subscription.event_types,
      subscription.target_url,
      subscription.description,
      encryptWebhookSecret(deps.keys.webhookSecrets, id, secret),
      at,
    );
    await appendAudit(transaction, [
      {
        communityId,
        at,
        actor: `partner:${partnerId}`,
        action: 'subscription.created',
        subject: publicId,
        address: call.address,
        requestId: call.requestId,
        details: { event_types: subscription.event_types, host: new URL(subscription.target_url).host },
      },
    ]);
    return partner?.scopes ?? [];
  });

  const created = presentSubscription({
    ...subscription,
    status: 'active',
    disabled_reason: null,
    created_at: at,
    updated_at: at,
    last_success_at: null,
    consecutive_failures: 0,
    partner_scopes: scopes,
  });
  return {
    status: 201,
    body: { data: { ...created, secret } },
    headers: { Location: `${call.origin}${BASE_PATH}/webhooks/subscriptions/${publicId}`, 'Cache-Control': 'no-store' },
  };
};
