/** POST /webhooks/subscriptions/{id}/rotate-secret */
import type { rotateSubscriptionSecret } from '@timebank/contract';
import { renewSubscriptionSecret } from '../../../domain/subscriptions/rotate-secret.ts';
import { presentSubscription } from '../../present/subscription.ts';
import type { Handler } from '../access/call.ts';
import { callersAct } from './act.ts';

export const rotateSubscriptionSecretHandler: Handler<typeof rotateSubscriptionSecret> = async (call, deps) => {
  const { row, secret } = await renewSubscriptionSecret(deps, callersAct(call));
  return {
    data: { ...presentSubscription(row), secret },
    headers: { 'Cache-Control': 'no-store' },
  };
};
