/** POST /webhooks/subscriptions/{id}/test */
import { encodeId, type testSubscription } from '@timebank/contract';
import { sendTestEvent } from '../../../domain/subscriptions/send-test-event.ts';
import type { Handler } from '../access/call.ts';
import { callersAct } from './act.ts';

export const testSubscriptionHandler: Handler<typeof testSubscription> = async (call, deps) => {
  const { eventId } = await sendTestEvent(deps, callersAct(call));
  return { data: { event_id: encodeId('evt', eventId) } };
};
