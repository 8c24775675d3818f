import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { childEnvironment } from '../test-support/child-environment.ts';
import { modulesOfCommands } from './command-modules.ts';
import { MODULES } from './modules.ts';

const ROOT = join(import.meta.dirname, '..');

/** The modules of which a process has loaded a handler once it has found the operation. */
function loadedFor(id: string): readonly string[] {
  const script = `import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) { console.log(url); return next(url, context); } });
    const { modulesOfCommands } = await import('${pathToFileURL(join(ROOT, 'service/command-modules.ts'))}');
    const served = await modulesOfCommands().servedBy('${id}');
    if (served?.operation.id !== '${id}') throw new Error('not served');`;
  const args = ['--input-type=module', '-e', script];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: childEnvironment() });
  assert.equal(status, 0, stderr);
  return [...new Set([...stdout.matchAll(/\/modules\/([a-z-]+)\/api\//g)].map(([, name = '']) => name))].sort();
}

test('an operation is found by loading the module that declares it, and no other', () => {
  assert.deepEqual(loadedFor('listMembers'), ['members']);
  assert.deepEqual(loadedFor('listPartners'), ['partners']);
});

test('every operation that a module serves is found, also where another one declares it', async () => {
  const { servedBy, allServed } = modulesOfCommands();
  const all = await allServed();
  assert.ok(all.length >= MODULES.length);
  for (const { operation } of all) assert.equal((await servedBy(operation.id))?.operation, operation);
  assert.equal(await servedBy('noSuchOperation'), undefined);
});
