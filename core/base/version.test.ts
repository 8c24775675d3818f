import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { childEnvironment } from '../../test-support/child-environment.ts';
import { createTemporaryFolder } from '../../test-support/temporary-folder.ts';

test('a process names the commit that it began with, and asks git once', async () => {
  const folder = await createTemporaryFolder();
  try {
    const asked = join(folder.path, 'asked');
    const git = `#!/bin/sh\necho >>'${asked}'\nprintf '\\n%s\\n' "$(wc -l <'${asked}')0000000"\n`;
    await writeFile(join(folder.path, 'git'), git, { mode: 0o755 });
    const env = { ...childEnvironment(), PATH: `${folder.path}:/usr/bin:/bin` };
    const module = JSON.stringify(join(import.meta.dirname, 'version.ts'));
    const script = `import { serviceBuild } from ${module}; console.log(serviceBuild(), serviceBuild(), serviceBuild())`;
    const printed = spawnSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' });
    assert.match(printed.stdout, /^(\d+\.\d+\.\d+\+10000000)(?: \1){2}\n$/, printed.stderr);
    assert.equal(await readFile(asked, 'utf8'), '\n');
  } finally {
    await folder.remove();
  }
});
