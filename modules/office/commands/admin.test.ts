import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommand, runJson } from '../../../test-support/command.ts';
import { openConsole, TEST_PASSWORD } from '../../../test-support/console.ts';
import { testService } from '../../../test-support/harness.ts';

const service = await testService();
// The commands have the clock of the machine.
service.clock.set(new Date());

const run = (...args: string[]) => runJson(service.testDatabase, ['admin', ...args]);

test('the first administrator comes in by a link of the command line and operates the installation', async () => {
  const { slug } = await service.createCommunity();
  const link = await run('setup-link', '--community', slug, '--email', 'Ada@example.org');
  const [invited] = (await run('invitations', '--community', slug)).data;
  assert.deepEqual([invited.email, invited.status], ['ada@example.org', 'pending']);
  const token = new URL(link.setup_url).hash.slice(1);
  const client = await openConsole(service);
  const { status, body } = await client.call('setUp', { body: { token, name: 'Ada', password: TEST_PASSWORD } });
  assert.equal(status, 200);
  assert.deepEqual([body.data.administrator.email, body.data.administrator.is_operator], ['ada@example.org', true]);
  assert.equal(body.data.communities[0].role, 'owner');
  // Accepted, it is no longer listed as an invitation.
  assert.deepEqual((await run('invitations', '--community', slug)).data, []);
  // Who has lost everything comes back the same way.
  const again = await run('setup-link', '--community', slug, '--email', 'ada@example.org');
  const reset = await openConsole(service);
  const read = await reset.call('readSetupLink', { body: { token: new URL(again.setup_url).hash.slice(1) } });
  assert.equal(read.body.data.purpose, 'reset');
});

test('a created administrator signs in with the printed password; roles and operators change by command', async () => {
  const { slug } = await service.createCommunity();
  const person = ['--community', slug, '--email', 'ben@example.org'];
  const created = await run('create', ...person, '--name', 'Ben', '--role', 'auditor');
  const client = await openConsole(service);
  assert.equal((await client.signIn('ben@example.org', created.password)).status, 200);
  const session = async () => (await client.call('getSession')).body.data;
  await run('role', ...person, '--role', 'owner');
  assert.equal((await session()).communities[0].role, 'owner');
  await run('operator', '--email', 'ben@example.org');
  assert.equal((await session()).administrator.is_operator, true);
  await run('operator', '--email', 'ben@example.org', '--off');
  assert.equal((await session()).administrator.is_operator, false);
  const [listed] = (await run('list', '--community', slug)).data;
  const own = (await client.call('listAdministrators', { params: { slug } })).body.data[0];
  assert.deepEqual([listed.email, listed], ['ben@example.org', own]);
  await run('role', ...person, '--none');
  assert.equal((await session()).signed_in, false);
});

test('unknown people and communities are one sentence and exit code 1', async () => {
  const { slug } = await service.createCommunity();
  for (const args of [
    ['setup-link', '--community', 'nowhere', '--email', 'a@example.org'],
    ['setup-link', '--community', slug, '--email', 'no address'],
    ['role', '--community', slug, '--email', 'nobody@example.org', '--role', 'owner'],
    ['role', '--community', slug, '--email', 'nobody@example.org'],
    ['operator', '--email', 'nobody@example.org'],
  ]) {
    const { code, stderr } = await runCommand(service.testDatabase, ['admin', ...args]);
    assert.equal(code, 1, args.join(' '));
    assert.equal(stderr.trim().split('\n').length, 1, stderr);
  }
});
