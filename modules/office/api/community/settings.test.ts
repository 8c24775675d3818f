import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';

const service = await testService();

test('settings are read and changed one by one; null removes a limit; who changed what is in the audit log', async () => {
  const { client, slug, communityId } = await signedIn(service);
  await service.createMember({ communityId, name: 'Anna' });
  const params = { slug };
  const before_ = (await client.call('getCommunitySettings', { params })).body.data;
  assert.deepEqual([before_.exchange_step_minutes, before_.members_on_default, before_.languages], [1, 1, ['en']]);
  const update = async (json: object) => (await client.call('updateCommunitySettings', { params, json })).body.data;
  assert.equal((await update({ exchange_step_minutes: 30 })).exchange_step_minutes, 30);
  assert.equal((await update({ lower_balance_hours: -25.5 })).lower_balance_hours, -25.5);
  assert.equal((await update({ lower_balance_hours: null })).lower_balance_hours, null);
  const changed = await update({ default_visibility: 'hidden', languages: ['de', 'en', 'de'], name: ' New ' });
  assert.deepEqual([changed.default_visibility, changed.languages, changed.name], ['hidden', ['de', 'en'], 'New']);
  const audit = (await client.call('listAudit', { params, query: { action: 'community.updated' } })).body.data;
  assert.equal(audit.length, 4);
  assert.equal(audit[0].actor.kind, 'administrator');
  assert.ok(audit[0].address);
  await update({ default_visibility: 'hidden', languages: ['de', 'en'], name: 'New', lower_balance_hours: null });
  const after_ = (await client.call('listAudit', { params, query: { action: 'community.updated' } })).body.data;
  assert.equal(after_.length, 4, 'what changes nothing leaves no row');
});

test('every setting that cannot be is named with its rule, and nothing is changed', async () => {
  const { client, slug } = await signedIn(service);
  const params = { slug };
  for (const [json, field] of [
    [{ name: '' }, 'name'],
    [{ exchange_step_minutes: 7 }, 'exchange_step_minutes'],
    [{ lower_balance_hours: 1 }, 'lower_balance_hours'],
    [{ upper_balance_hours: 0 }, 'upper_balance_hours'],
    [{ upper_balance_hours: 'many' }, 'upper_balance_hours'],
    [{ default_visibility: 'public' }, 'default_visibility'],
    [{ languages: [] }, 'languages'],
    [{ languages: ['en', 'no language'] }, 'languages.1'],
  ] as const) {
    const answer = await client.call('updateCommunitySettings', { params, json });
    assert.equal(answer.status, 422, JSON.stringify(json));
    assert.equal(answer.body.errors[0].field, field);
  }
  const now = (await client.call('getCommunitySettings', { params })).body.data;
  assert.deepEqual([now.exchange_step_minutes, now.languages], [1, ['en']]);
});
