import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signedIn } from '../../../test-support/console.ts';
import { startTestService, type TestService } from '../../../test-support/harness.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const GOOD = 'external_id;name;status;balance_hours\nM-1;Anna Bérger;active;12,5\nM-2;Ben;active;-3\n';

test('a preview tells how the file is understood and what would become of it, and writes nothing', async () => {
  const { client, slug } = await signedIn(service);
  const params = { slug };
  const file = new Uint8Array(Buffer.from(GOOD, 'latin1'));
  const { data } = (await client.call('previewImport', { params, query: { kind: 'members' }, file })).body;
  assert.deepEqual(
    [data.separator, data.encoding, data.outcome, data.created, data.header[1], data.sample[0][1]],
    [';', 'windows-1252', 'imported', 2, 'name', 'Anna Bérger'],
  );
  assert.ok(
    data.columns.some((column: { name: string; required: boolean }) => column.name === 'email' && !column.required),
  );
  assert.deepEqual((await client.call('listMembers', { params })).body.data, []);
});

test('what was previewed is then imported, once however often it is sent', async () => {
  const { client, slug } = await signedIn(service);
  const params = { slug };
  const run = () => client.call('runImport', { params, query: { kind: 'members', progress_key: 'k' }, file: GOOD });
  assert.equal((await run()).body.data.created, 2);
  const again = (await run()).body.data;
  assert.deepEqual([again.created, again.unchanged], [0, 2]);
  assert.equal((await client.call('listMembers', { params })).body.data.length, 2);
  const progress = await client.call('getImportProgress', { params, query: { key: 'k' } });
  assert.deepEqual(progress.body.data, { phase: null, done: 0, total: 0 });
});

test('columns of other names are mapped or left out', async () => {
  const { client, slug } = await signedIn(service);
  const params = { slug };
  const file = 'Nr,Full Name,Status,Saldo,Shoe size\n1,Anna,active,2,38\n';
  const unmapped = await client.call('previewImport', { params, query: { kind: 'members' }, file });
  const { data } = unmapped.body;
  assert.deepEqual([data.outcome, data.problems[0].code], ['refused', 'unknown_column']);
  assert.deepEqual(data.header, ['Nr', 'Full Name', 'Status', 'Saldo', 'Shoe size']);
  const columns = JSON.stringify({ nr: 'external_id', 'full name': 'name', saldo: 'balance_hours', 'shoe size': '' });
  const mapped = await client.call('runImport', { params, query: { kind: 'members', columns }, file });
  assert.equal(mapped.body.data.created, 1, mapped.text);
  const twice = JSON.stringify({ nr: 'name', 'full name': 'name', saldo: 'balance_hours', 'shoe size': '' });
  const refused = await client.call('previewImport', { params, query: { kind: 'members', columns: twice }, file });
  assert.match(refused.body.data.problems[0].message, /name is there twice.*external_id is missing/);
});

test('one bad row and nothing is kept, unless bad rows are to be left out; each is named by line and column', async () => {
  const { client, slug } = await signedIn(service);
  const params = { slug };
  const file = 'external_id,name,status,balance_hours\nM-1,Anna,active,1\nM-2,,active,soon\n';
  const run = async (skip_bad: string) =>
    (await client.call('runImport', { params, query: { kind: 'members', skip_bad }, file })).body.data;
  const refused = await run('no');
  assert.deepEqual([refused.outcome, refused.created, refused.problem_count], ['refused', 0, 2]);
  assert.deepEqual(
    refused.problems.map(({ line, column, code }: { line: number; column: string; code: string }) => [
      line,
      column,
      code,
    ]),
    [
      [3, 'name', 'required'],
      [3, 'balance_hours', 'invalid_hours'],
    ],
  );
  const kept = await run('yes');
  assert.deepEqual([kept.outcome, kept.created, kept.skipped], ['imported', 1, 1]);
});

test('what cannot be asked is refused by its name, and a file that is too large at once', async () => {
  const { client, slug } = await signedIn(service);
  const params = { slug };
  for (const [query, field] of [
    [{}, 'kind'],
    [{ kind: 'partners' }, 'kind'],
    [{ kind: 'members', separator: 'dot' }, 'separator'],
    [{ kind: 'members', columns: '[' }, 'columns'],
    [{ kind: 'members', columns: '{"a":1}' }, 'columns'],
  ] as const) {
    const answer = await client.call('previewImport', { params, query, file: GOOD });
    assert.deepEqual([answer.status, answer.body.errors[0].field], [400, field], answer.text);
  }
  const large = new Uint8Array(21_000_000).fill(65);
  const answer = await client.call('runImport', { params, query: { kind: 'members' }, file: large });
  assert.deepEqual([answer.status, answer.body.errors[0].code], [422, 'file_too_large']);
  const unreadable = await client.call('previewImport', {
    params,
    query: { kind: 'members', encoding: 'x-none' },
    file: GOOD,
  });
  assert.equal(unreadable.body.data.problems[0].code, 'unknown_encoding');
});
