import assert from 'node:assert/strict';
import { chmod, chown, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { noRoot } from '../../test-support/has-tool.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../test-support/temporary-folder.ts';
import { checkDataDir, createDataDir } from './data-folder.ts';
import { openEmbedded } from './embedded.ts';

let folder: TemporaryFolder;
before(async () => {
  folder = await createTemporaryFolder();
});
after(() => folder.remove());

test('a folder that others may write to is refused in one sentence, to a service and to a command', async () => {
  const dataDir = join(folder.path, 'open');
  await mkdir(dataDir);
  for (const mode of [0o777, 0o770, 0o702, 0o720]) {
    await chmod(dataDir, mode);
    await assert.rejects(checkDataDir(dataDir), { message: /^Other users may write to the folder .*chmod go-w/ });
    for (const exclusive of [true, false]) {
      const options = { dataDir, exclusive, create: true, command: 'test', address: undefined };
      const log = { info() {}, warn() {}, error() {} } as unknown as Parameters<typeof openEmbedded>[0]['log'];
      await assert.rejects(openEmbedded({ ...options, log }), { message: /^Other users may write to the folder / });
    }
  }
  for (const mode of [0o700, 0o750, 0o755]) {
    await chmod(dataDir, mode);
    await checkDataDir(dataDir);
  }
});

test("another user's folder is refused in one sentence", { skip: noRoot() }, async () => {
  const dataDir = join(folder.path, 'theirs');
  await mkdir(dataDir, { mode: 0o700 });
  await chown(dataDir, 65_534, 65_534);
  await assert.rejects(checkDataDir(dataDir), { message: /belongs to user id 65534, and this process runs as 0/ });
});

test('one that is made is for its owner alone, and one that is not there is no fault', async () => {
  const dataDir = join(folder.path, 'a', 'b');
  await checkDataDir(dataDir);
  await createDataDir(dataDir);
  assert.equal((await stat(dataDir)).mode & 0o777, 0o700);
  await checkDataDir(dataDir);
});
