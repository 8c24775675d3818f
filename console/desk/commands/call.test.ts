import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runCommand, runJson } from '../../../test-support/command.ts';
import { signedIn } from '../../../test-support/console.ts';
import { CONSOLE_OPERATIONS } from '../../../test-support/console-contract/operations.ts';
import { testService } from '../../../test-support/harness.ts';
import { createTemporaryFolder } from '../../../test-support/temporary-folder.ts';
import { PERMISSIONS } from '../contract/routes.ts';

const service = await testService();
const folder = await createTemporaryFolder();
after(() => folder.remove());
// The commands have the clock of the machine.
service.clock.set(new Date());
const { client, slug, communityId } = await signedIn(service);

const run = (...args: string[]) => runCommand(service.testDatabase, ['call', ...args, '--community', slug]);
const json = (...args: string[]) => runJson(service.testDatabase, ['call', ...args, '--community', slug]);
const param = (params: object) => Object.entries(params).flatMap(([name, value]) => ['--param', `${name}=${value}`]);

test('a call does what the console does, and prints the answer of the HTTP API', async () => {
  const body = { name: 'Ada Berg', external_id: 'M-7' };
  const { data: added } = await json('createMember', '--body', JSON.stringify(body));
  await json('createMember', '--body', JSON.stringify({ name: 'Bo Ek' }));
  const params = { memberId: added.id };
  const shown = await client.call('getMember', { params: { slug, ...params } });
  assert.deepEqual(await json('getMember', ...param(params)), shown.body);
  const query = { search: 'ada', per_page: 1 };
  const list = await client.call('listMembers', { params: { slug }, query });
  assert.deepEqual(await json('listMembers', ...param(query)), list.body);
  const acts = await service.ownerQuery(`select actor from audit_log where community_id = $1 and action = $2`, [
    communityId,
    'member.created',
  ]);
  assert.deepEqual(acts, [{ actor: 'command line' }, { actor: 'command line' }]);
});

test('an operation that takes a file takes it by --file', async () => {
  const file = join(folder.path, 'members.csv');
  await writeFile(file, 'external_id,name,status,balance_hours\nM-8,Cy Dahl,active,2\n');
  const { data } = await json('previewImport', ...param({ kind: 'members' }), '--file', file);
  assert.deepEqual([data.outcome, data.rows], ['imported', 1]);
});

test('a wrong call ends with exit code 2 before a database is opened', async () => {
  for (const [args, told] of [
    [['noSuchThing'], 'There is no operation noSuchThing; timebank call lists them.'],
    [['signIn'], 'signIn is an act of a person who is signed in to the console, or signs in.'],
    [['getMember'], 'getMember needs --param memberId=….'],
    [['listMembers', '--param', 'serach=x'], 'listMembers takes no --param serach.'],
    [['listMembers', '--body', '{}'], 'listMembers takes no --body.'],
    [['listMembers', '--file', '/x'], 'listMembers takes no --file.'],
    [['previewImport', '--param', 'kind=members'], 'previewImport needs --file.'],
  ] as const) {
    assert.deepEqual(await run(...args), { code: 2, stdout: '', stderr: `timebank: ${told}\n` });
  }
  assert.match((await run('createMember', '--body', '[]')).stderr, /It must be a JSON object\./);
  const own = await run('sendTestMail');
  assert.match(own.stderr, /A person does this, signed in to the console\./);
  assert.equal(own.code, 1);
});

test('every operation on a community is listed, and none needs a session that it does not ask for', async () => {
  const { data } = await runJson(service.testDatabase, ['call']);
  const all = CONSOLE_OPERATIONS.filter(({ authentication: { access } }) => PERMISSIONS.some((one) => one === access));
  const ids = all.map(({ id }) => id).sort();
  assert.deepEqual(
    data.map((one: { id: string }) => one.id),
    ids,
  );
  const file = join(folder.path, 'empty');
  await writeFile(file, '');
  for (const { id, path, body, example, upload } of all) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '999']);
    const params = Object.fromEntries(inPath.filter(([name]) => name !== 'slug'));
    const args = [...(body ? ['--body', JSON.stringify(example)] : []), ...(upload ? ['--file', file] : [])];
    const { code, stderr } = await run(id, ...param(params), ...args, '--json');
    if (code !== 0) assert.notEqual(JSON.parse(stderr).error, 'server_error', `${id}: ${stderr}`);
  }
});
