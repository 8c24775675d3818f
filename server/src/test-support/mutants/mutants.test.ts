import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readlink, realpath, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { mutate, ROOT, readMutants, readSource } from './list.ts';
import { runTests } from './run-tests.ts';
import { copySources } from './source-copy.ts';

const mutants = readMutants();

for (const mutant of mutants) {
  test(`${mutant.id}: still changes its file, which still can be read, and its tests are there`, () => {
    const source = readSource(ROOT, mutant);
    const mutated = mutate(source, mutant);
    assert.notEqual(mutated, source);
    stripTypeScriptTypes(mutated);
    assert.ok(mutant.tests.length > 0 && mutant.why.length > 0);
    for (const file of mutant.tests) {
      assert.match(file, /\.test\.ts$/);
      assert.ok(existsSync(join(ROOT, file)), file);
    }
  });
}

test('no two mutants begin with the same code', () => {
  const codes = mutants.map(({ id }) => id.split(' ', 1)[0]);
  assert.equal(new Set(codes).size, codes.length);
});

test('a text that is gone, or stands twice, is refused', () => {
  const mutant = { ...{ id: 'Z1', file: 'z.ts', to: '', tests: [], why: '' }, from: 'b' };
  assert.equal(mutate('abc', { ...mutant, to: '$&' }), 'a$&c');
  assert.throws(() => mutate('ac', mutant), /Z1.* 0 times in z\.ts/);
  assert.throws(() => mutate('abcb', mutant), /2 times/);
});

test('the copy has the sources, its own workspaces and the dependencies of the original, and no data', async () => {
  const folder = await createTemporaryFolder();
  try {
    const [from, to] = [join(folder.path, 'from'), join(folder.path, 'to')];
    for (const path of ['node_modules/@timebank', 'node_modules/pg', 'contract', 'data']) {
      await mkdir(join(from, path), { recursive: true });
    }
    await writeFile(join(from, 'contract/index.ts'), 'export {};');
    await writeFile(join(from, 'node_modules/@timebank/contract'), '');
    await copySources(from, to);
    assert.equal(await readFile(join(to, 'contract/index.ts'), 'utf8'), 'export {};');
    assert.equal(await realpath(join(to, 'node_modules/@timebank/contract')), join(to, 'contract'));
    assert.equal(await readlink(join(to, 'node_modules/pg')), join(from, 'node_modules/pg'));
    assert.equal(existsSync(join(to, 'data')), false);
  } finally {
    await folder.remove();
  }
});

test('a run tells green from red by the test, and ends what hangs', async () => {
  const folder = await createTemporaryFolder();
  const run = async (body: string, timeoutMs = 60_000) => {
    await writeFile(join(folder.path, 'a.test.mjs'), `import { test, describe } from 'node:test';\n${body}`);
    const { signal } = new AbortController();
    return (await runTests(folder.path, ['a.test.mjs'], { server: '', timeoutMs, signal })).outcome;
  };
  try {
    const green = `describe('around', () => { test('green', () => {}); });`;
    assert.deepEqual(await run(green), { kind: 'passed', tests: 1 });
    const red = `describe('around', () => { test('red', () => { throw new Error(); }); test('green', () => {}); });`;
    assert.deepEqual(await run(red), { kind: 'failed', test: 'red' });
    assert.equal((await run('syntax error')).kind, 'failed');
    const hanging = `test('hangs', () => new Promise((resolve) => setTimeout(resolve, 600_000)));`;
    assert.deepEqual(await run(hanging, 500), { kind: 'timed_out' });
  } finally {
    await folder.remove();
  }
});
