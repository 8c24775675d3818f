/** POST /webhooks/subscriptions/{id}/test */
import { encodeId, type testSubscription } from '@timebank/contract';
import { sendTestEvent } from '../../../domain/subscriptions/send-test-event.ts';
import type { Handler } from '../../http/handler.ts';
import { callersAct } from './act.ts';

export const testSubscriptionHandler: Handler<typeof testSubscription> = async (call, deps) => {
  const eventId = await sendTestEvent(deps, callersAct(call));
  return { status: 202, body: { data: { event_id: encodeId('evt', eventId) } } };
};
