/** Changes of a subscription: requests and answers. Their effect on deliveries is in `manage.test.ts`. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type TestResponse, testService } from '../../../../test-support/harness.ts';

const PATH = '/webhooks/subscriptions';
const UNKNOWN = 'whs_01jd3h6m8nfdwtv0k2x9q4z7af';
const TARGET = 'https://bank.example/hook';

const service = await testService();

let token: string;
let id: string;
beforeEach(async () => {
  token = await service.token(await service.createPartner());
  const json = { event_types: ['*'], target_url: TARGET };
  ({ id } = (await service.call('POST', PATH, { token, json })).body.data);
});

const get = async () => (await service.call('GET', `${PATH}/${id}`, { token })).body.data;
const patch = (json: Record<string, unknown>) => service.call('PATCH', `${PATH}/${id}`, { token, json });

function refused({ status, body }: TestResponse): [number, string, ...string[]] {
  return [status, body.error, ...(body.errors ?? []).map((fault: { field: string }) => fault.field)];
}

test('fields that are sent change, the others stay, and updated_at says when', async () => {
  const before = await get();
  service.clock.advance(1000);
  const target = `${TARGET}?a=%41`;
  const { status, body } = await patch({
    event_types: ['user.activated', 'wallet.credited', 'user.activated'],
    target_url: target,
    description: 'Mine',
  });
  assert.equal(status, 200);
  assert.deepEqual(body.data, {
    ...before,
    event_types: ['user.activated', 'wallet.credited'],
    target_url: target,
    description: 'Mine',
    updated_at: service.clock.now().toISOString(),
  });
  assert.deepEqual(await get(), body.data);
  assert.equal((await patch({ description: '' })).body.data.description, null);
});

test('null clears the description; on a field that cannot be null it is 422 naming the field', async () => {
  assert.equal((await patch({ description: 'Mine' })).body.data.description, 'Mine');
  const before = await get();
  const fields = { status: null, target_url: null, event_types: null };
  for (const name of Object.keys(fields)) {
    assert.deepEqual(refused(await patch({ [name]: null, description: null })), [422, 'validation_failed', name]);
  }
  const all = await patch(fields);
  assert.deepEqual(refused(all).sort(), [422, 'event_types', 'status', 'target_url', 'validation_failed']);
  assert.deepEqual(await get(), before);
  const cleared = await patch({ description: null });
  assert.deepEqual([cleared.status, cleared.body.data.description], [200, null]);
  assert.equal((await get()).description, null);
});

test('a merge patch may call itself one, which no other operation takes', async () => {
  const headers = { 'Content-Type': 'application/merge-patch+json; charset=utf-8' };
  const body = JSON.stringify({ description: 'Mine' });
  const changed = await service.call('PATCH', `${PATH}/${id}`, { token, headers, body });
  assert.deepEqual([changed.status, changed.body.data?.description], [200, 'Mine']);
  const created = await service.call('POST', PATH, { token, headers, body });
  assert.deepEqual(refused(created), [415, 'unsupported_media_type']);
  const other = { token, headers: { 'Content-Type': 'application/json-patch+json' }, body };
  assert.deepEqual(refused(await service.call('PATCH', `${PATH}/${id}`, other)), [415, 'unsupported_media_type']);
});

test('nothing to change is no change', async () => {
  const before = await get();
  service.clock.advance(1000);
  for (const json of [{}, { status: 'active' }, { target_url: before.target_url, event_types: ['*', '*'] }]) {
    assert.deepEqual((await patch(json)).body.data, before);
  }
});

test('every value is held against the same rules as at creation', async () => {
  const cases: [Record<string, unknown>, string][] = [
    [{ event_types: [] }, 'event_types'],
    [{ event_types: ['user.created'] }, 'event_types.0'],
    [{ event_types: 'user.updated' }, 'event_types'],
    [{ target_url: 'http://bank.example/' }, 'target_url'],
    [{ target_url: 'https://10.0.0.1/' }, 'target_url'],
    [{ target_url: 'https://metadata.internal./' }, 'target_url'],
    [{ description: 'x'.repeat(201) }, 'description'],
    [{ status: 'disabled' }, 'status'],
    [{ secret: 'whsec_x' }, 'secret'],
    [{ id: UNKNOWN }, 'id'],
  ];
  for (const [json, field] of cases) {
    assert.deepEqual(refused(await patch(json)), [422, 'validation_failed', field], JSON.stringify(json));
  }
});
