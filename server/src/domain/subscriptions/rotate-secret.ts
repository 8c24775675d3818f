/** POST /webhooks/subscriptions/{id}/rotate-secret */
import type { rotateSubscriptionSecret } from '@timebank/contract';
import type { Handler } from '../../api/http/handler.ts';
import { presentSubscription } from '../../api/partner/webhooks/present.ts';
import { auditAct, callersAct, lockForChange } from './act.ts';
import { updateSubscriptionSecret } from './queries.ts';
import { encryptWebhookSecret, generateWebhookSecret } from './secrets.ts';

/** How long the old secret signs along. */
const OVERLAP_MS = 24 * 3600_000;

export const rotateSubscriptionSecretHandler: Handler<typeof rotateSubscriptionSecret> = async (call, deps) => {
  const act = callersAct(call);
  const { communityId, subscriptionId } = act;
  const secret = generateWebhookSecret();
  const encrypted = encryptWebhookSecret(deps.keys.webhookSecrets, subscriptionId, secret);
  const at = deps.clock.now();
  const until = new Date(at.getTime() + OVERLAP_MS);
  const row = await deps.database.transaction(async (transaction) => {
    const before = await lockForChange(transaction, act);
    await updateSubscriptionSecret(transaction, communityId, subscriptionId, encrypted, until, at);
    const details = before.secret_lost ? {} : { old_signs_until: until.toISOString() };
    await auditAct(transaction, act, at, 'subscription.secret_rotated', details);
    return { ...before, updated_at: at };
  });
  return {
    status: 200,
    body: { data: { ...presentSubscription(row), secret } },
    headers: { 'Cache-Control': 'no-store' },
  };
};
