/** A fresh clone after `npm ci` is enough for the samples of the client's README. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startTestService } from '../test-support/harness.ts';
import { createTemporaryFolder } from '../test-support/temporary-folder.ts';
import { ROOT, readBlocks, textDifference } from './test-support/blocks.ts';
import { filledIn } from './test-support/demo.ts';

const run = promisify(execFile);

test("after npm ci alone the README's sample runs with the built client, whose types name no source", async (t) => {
  const folder = await createTemporaryFolder();
  const service = await startTestService({ env: {} });
  t.after(async () => {
    await service.stop();
    await folder.remove();
  });
  const clone = folder.path;
  for (const name of ['package.json', 'tsconfig.json', 'client']) {
    await cp(join(ROOT, name), join(clone, name), { recursive: true, filter: (path) => !/\/dist(-|\/|$)/.test(path) });
  }
  await mkdir(join(clone, 'node_modules/@timebank'), { recursive: true });
  await symlink('../../client', join(clone, 'node_modules/@timebank/client'));
  for (const name of ['typescript', '@types']) {
    await symlink(join(ROOT, 'node_modules', name), join(clone, 'node_modules', name));
  }

  // npm runs this last; the console's part of it has its own tests.
  const { scripts } = JSON.parse(await readFile(join(clone, 'package.json'), 'utf8'));
  const [command] = scripts.prepare.split(' && ').filter((part: string) => part.includes('client'));
  assert.ok(command, scripts.prepare);
  await run('/bin/sh', ['-c', command], { cwd: clone });

  const partner = await service.createPartner();
  const member = await service.createMember(partner);
  const blocks = (await readBlocks('client/README.md')).filter(({ words }) => !words.includes('no-run'));
  const [sample, output] = blocks.filter(({ language }) => language === 'js' || language === 'text');
  assert.ok(sample && output);
  const values = { ...partner, baseUrl: service.origin, memberId: member.id };
  await writeFile(join(clone, 'sample.mjs'), filledIn(sample.text, values));
  const { stdout } = await run(process.execPath, ['sample.mjs'], { cwd: clone });
  assert.equal(textDifference(output.text, stdout), undefined, stdout);

  // Compilers before 5.7 know no rewriting of paths: what is published ends with .js.
  const dist = join(clone, 'client/dist');
  const declarations = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.d.ts'));
  assert.ok(declarations.length > 5);
  for (const name of declarations) {
    const text = await readFile(join(dist, name), 'utf8');
    assert.doesNotMatch(text, /from '[^']*(?<!\.js)'/, name);
  }
});
