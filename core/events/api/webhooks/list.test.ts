import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_TYPES } from '@timebank/contract';
import { testService } from '../../../../test-support/harness.ts';

const service = await testService();

const PATH = '/webhooks/subscriptions';

async function create(token: string): Promise<string> {
  const json = { event_types: ['*'], target_url: 'https://bank.example/hooks' };
  const { body } = await service.call('POST', PATH, { token, json });
  return body.data.id;
}

test('the own subscriptions are listed newest first, page by page, while new ones are created', async () => {
  const partner = await service.createPartner({ scopes: ['webhooks.manage'] });
  const other = await service.createPartner({ communityId: partner.communityId, scopes: ['webhooks.manage'] });
  const token = await service.token(partner);
  const foreignToken = await service.token(other);
  await create(foreignToken);
  const ids: string[] = [];
  for (let at = 0; at < 7; at++) ids.unshift(await create(token));

  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await service.call('GET', PATH, { token, query: { per_page: '3', ...(cursor ? { cursor } : {}) } });
    assert.equal(page.headers.get('cache-control'), 'private, no-store');
    assert.equal(page.text.includes('secret'), false);
    seen.push(...page.body.data.map(({ id }: { id: string }) => id));
    cursor = page.body.meta.next_cursor;
    await create(token);
    if (cursor) {
      const foreign = await service.call('GET', PATH, { token: foreignToken, query: { cursor } });
      assert.deepEqual([foreign.status, foreign.body.error], [400, 'invalid_cursor']);
    }
  } while (cursor);
  assert.deepEqual(seen, ids);
});

test('another community or partner sees none of them', async () => {
  const partner = await service.createPartner();
  await create(await service.token(partner));
  for (const stranger of [
    await service.createPartner({ communityId: partner.communityId }),
    await service.createPartner(),
  ]) {
    const { body } = await service.call('GET', PATH, { token: await service.token(stranger) });
    assert.deepEqual(body, { data: [], meta: { per_page: 100, has_more: false, next_cursor: null } });
  }
});

test('parameters that cannot be read are 400, an altered cursor too, an unknown one is named', async () => {
  const token = await service.token(await service.createPartner({ scopes: ['webhooks.manage'] }));
  for (const query of ['page=2', 'per_page=0', 'offset=1']) {
    const { status, body } = await service.call('GET', `${PATH}?${query}`, { token });
    assert.deepEqual([status, body.error], [400, 'invalid_request'], query);
  }
  const { status, body } = await service.call('GET', `${PATH}?cursor=abc`, { token });
  assert.deepEqual([status, body.error], [400, 'invalid_cursor']);
  const named = await service.call('GET', `${PATH}?status=active`, { token });
  assert.deepEqual([named.status, named.body.errors[0].field], [400, 'status']);
});

test('every event kind is described with its scopes, its schema and an example', async () => {
  const token = await service.token(await service.createPartner({ scopes: ['webhooks.manage'] }));
  const { status, headers, body } = await service.call('GET', '/webhooks/event-types', { token });
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'private, no-cache');
  assert.deepEqual(
    body.data.map(({ type }: { type: string }) => type),
    EVENT_TYPES,
  );
  for (const { type, schema, example } of body.data) {
    assert.equal(example.type, type);
    assert.equal(schema.properties.type.const, type);
  }
  assert.deepEqual(body.meta, { per_page: 100, has_more: false, next_cursor: null });
});
