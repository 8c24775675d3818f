/** Replacing the secret that deliveries are signed with. */
import { HOUR_MS } from '../../platform/base/time.ts';
import type { PlatformDeps } from '../../platform/deps.ts';
import { type ChangeDeps, change } from '../change/change.ts';
import { encryptWebhookSecret, generateWebhookSecret } from '../delivery/secrets.ts';
import { lockForChange, type SubscriptionAct, subjectOf } from './act.ts';
import { type SubscriptionRow, updateSubscriptionSecret } from './queries.ts';

/** How long the old secret signs as well. */
const OVERLAP_MS = 24 * HOUR_MS;

/**
 * Makes a new secret; the old one signs along for a day.
 * @throws refusal subscription_not_found
 */
export async function renewSubscriptionSecret(
  deps: ChangeDeps & Pick<PlatformDeps, 'keys'>,
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
