import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommand, runJson } from '../../../test-support/command.ts';
import { testService } from '../../../test-support/harness.ts';
import { credit } from '../../../test-support/wallet.ts';

const service = await testService();

const run = (...args: string[]) => runCommand(service.testDatabase, ['community', ...args]);
const members = async (communityId: number) =>
  (await service.ownerQuery('select id from members where community_id = $1 order by id', [communityId])).length;

test('creating a sandbox tells its documented members and what to do next', async () => {
  const { stdout } = await run('create', '--slug', 'sand', '--name', 'Sand', '--kind', 'sandbox');
  assert.match(stdout, /\nRF8650000000000001 +usr_\w+ +Olga Ordinary can be credited\n/);
  assert.match(stdout, /\nNext: timebank partner create --community sand --name 'Test Bank' --scopes 'users\.read /);
  const created = await runJson(service.testDatabase, [
    ...['community', 'create', '--slug', 'sand-2', '--name', 'Sand', '--kind', 'sandbox'],
  ]);
  assert.deepEqual(created.members[0], {
    external_id: 'S001',
    name: 'Olga Ordinary',
    payment_reference: 'RF8650000000000001',
    user_id: created.members[0].user_id,
    means: 'can be credited',
  });
  const live = await runJson(service.testDatabase, ['community', 'create', '--slug', 'elm', '--name', 'Elm']);
  assert.deepEqual(Object.keys(live), ['id', 'slug', 'name', 'kind']);
});

test('reset asks for --yes, resets a sandbox, and refuses a live community, in which nothing happens', async () => {
  const box = await service.createCommunity({ kind: 'sandbox' });
  const partner = await service.createPartner({ communityId: box.id });
  const token = await service.token(partner);
  const query = { payment_reference: 'RF8650000000000001' };
  const { body } = await service.call('GET', '/users/lookup', { token, query });
  assert.equal((await credit(service, token, body.data.user_id, 1, 'once')).status, 201);

  const asked = await run('reset', '--community', box.slug);
  assert.equal(asked.code, 1, asked.stderr);
  assert.match(asked.stderr, /deletes all members.*repeat the command with --yes/);
  assert.equal((await credit(service, token, body.data.user_id, 1, 'once')).status, 200, 'nothing happened');

  const { slug, members: told } = await runJson(service.testDatabase, [
    'community',
    'reset',
    '--community',
    box.slug,
    '--yes',
  ]);
  assert.equal(slug, box.slug);
  assert.equal((await credit(service, token, told[0].user_id, 1, 'once')).status, 201, 'the reference is new again');

  const live = await service.createCommunity();
  await service.createMember({ communityId: live.id });
  const refused = await run('reset', '--community', live.slug, '--yes');
  assert.notEqual(refused.code, 0);
  assert.match(refused.stderr, new RegExp(`Only a sandbox can be reset; ${live.slug} is a live community`));
  assert.equal(await members(live.id), 1);
});

test('settings are shown and changed as in the console, which refuses what it cannot read', async () => {
  const { slug } = await service.createCommunity();
  const json = (name: string, ...args: string[]) =>
    runJson(service.testDatabase, ['community', name, '--community', slug, ...args]);
  const changed = await json('update', '--step-minutes', '30', '--languages', 'de', 'en');
  assert.deepEqual([changed.exchange_step_minutes, changed.languages], [30, ['de', 'en']]);
  assert.deepEqual(await json('show'), changed);
  for (const [args, message] of [
    [['--name', ' '], /name/],
    [['--step-minutes', '7'], /exchange_step_minutes/],
    [[], /Say what to change, such as --name/],
  ] as const) {
    const { code, stderr } = await run('update', '--community', slug, ...args);
    assert.deepEqual([code, message.test(stderr)], [1, true], stderr);
  }
});
