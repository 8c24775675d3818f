import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DELIVERY_STATUSES, decodeId } from '@timebank/contract';
import { testService } from '../../../../test-support/harness.ts';
import { distributeAll } from '../../delivery/distribute.ts';

const service = await testService();

test('deliveries are filtered by status and event type, also over pages; a wrong value is 400 by name', async () => {
  const partner = await service.createPartner();
  const token = await service.token(partner);
  const json = { event_types: ['*'], target_url: 'https://bank.example/' };
  const { body } = await service.call('POST', '/webhooks/subscriptions', { token, json });
  const path = `/webhooks/subscriptions/${body.data.id}/deliveries`;
  for (let n = 0; n < 3; n++) {
    const { id } = await service.createMember(partner);
    const credit = { user_id: id, hours: 1, reference: `filter-${n}` };
    assert.equal((await service.call('POST', '/wallet/credit', { token, json: credit })).status, 201);
  }
  await distributeAll(service.deps.database, service.clock.now());
  await service.ownerQuery(
    `update deliveries d set status = 'failed', next_attempt_at = null, finished_at = d.created_at
     from events e where e.id = d.event_id and d.subscription_id = $1 and e.type = 'wallet.credited'
       and e.data ->> 'reference' <> 'filter-1'`,
    [decodeId('whs', body.data.id)],
  );
  const list = async (query: Record<string, string>) => {
    const answer = await service.call('GET', path, { token, query });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const found = async (query: Record<string, string>) =>
    (await list(query)).data.map(({ status, event_type }: Record<string, string>) => `${status} ${event_type}`).sort();
  const [failed, pending, activated] = ['failed wallet.credited', 'pending wallet.credited', 'pending user.activated'];
  assert.deepEqual(await found({ status: 'failed' }), [failed, failed]);
  assert.deepEqual(await found({ event_type: 'wallet.credited' }), [failed, failed, pending]);
  assert.deepEqual(await found({ event_type: 'user.activated' }), [activated, activated, activated]);
  assert.deepEqual(await found({ status: 'pending', event_type: 'wallet.credited' }), [pending]);
  assert.deepEqual(await found({ status: 'held' }), []);
  const first = await list({ status: 'failed', per_page: '1' });
  const cursor = first.meta.next_cursor;
  const second = await list({ status: 'failed', per_page: '1', cursor });
  assert.equal(second.meta.has_more, false);
  assert.notEqual(second.data[0].id, first.data[0].id);
  const foreign = await service.call('GET', path, { token, query: { event_type: 'wallet.credited', cursor } });
  assert.equal(foreign.body.error, 'invalid_cursor');
  for (const [query, field] of [
    ['status=done', 'status'],
    ['status=', 'status'],
    ['status=FAILED', 'status'],
    ['event_type=wallet.debited', 'event_type'],
    ['event_type=*', 'event_type'],
    ['event_type=wallet.credited&event_type=wallet.credited', 'event_type'],
  ] as const) {
    const answer = await service.call('GET', `${path}?${query}`, { token });
    assert.deepEqual([answer.status, answer.body.errors?.[0]?.field], [400, field], query);
  }
  const { body: wrong } = await service.call('GET', `${path}?status=done`, { token });
  for (const status of DELIVERY_STATUSES) assert.ok(wrong.errors[0].message.includes(status), status);
});
