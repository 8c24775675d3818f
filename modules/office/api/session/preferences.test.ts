import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';

const service = await testService();

test('language and columns are kept per person, changed one by one, and taken back by null', async () => {
  const ada = await signedIn(service);
  const ben = await signedIn(service);
  const stored = async ({ client }: typeof ada) => (await client.call('getSession')).body.data.preferences;
  assert.deepEqual(await stored(ada), { language: null, columns: {}, mails: [] });
  const change = async (json: object) => await ada.client.call('updatePreferences', { json });
  assert.equal((await change({ language: 'de' })).status, 200);
  assert.equal((await change({ columns: { members: ['name', 'balance'] } })).status, 200);
  assert.equal((await change({ columns: { listings: ['title'] } })).status, 200);
  assert.deepEqual(await stored(ada), {
    language: 'de',
    columns: { members: ['name', 'balance'], listings: ['title'] },
    mails: [],
  });
  assert.deepEqual((await change({ language: null, columns: { members: null } })).body.data, {
    language: null,
    columns: { listings: ['title'] },
    mails: [],
  });
  assert.deepEqual(await stored(ben), { language: null, columns: {}, mails: [] });
});

test('an unknown language, list or name of a column is refused and changes nothing', async () => {
  const { client } = await signedIn(service);
  for (const json of [
    { language: 'xx' },
    { columns: { secrets: ['a'] } },
    { columns: { members: ['Na me'] } },
    { columns: { members: Array.from({ length: 21 }, () => 'a') } },
  ]) {
    const answer = await client.call('updatePreferences', { json });
    assert.equal(answer.status, 422, JSON.stringify(json));
    assert.equal(answer.body.error, 'validation_failed');
  }
  assert.deepEqual((await client.call('getSession')).body.data.preferences, { language: null, columns: {}, mails: [] });
});
