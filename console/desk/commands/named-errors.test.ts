/** What the system refuses is named where it happens: what was being done, and the setting that is to be changed. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makeFolder } from '../../../core/base/files.ts';
import { runCommand } from '../../../test-support/command.ts';
import { createTestDatabase, type TestDatabase } from '../../../test-support/database.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../test-support/temporary-folder.ts';

let folder: TemporaryFolder;
let database: TestDatabase;
before(async () => {
  [folder, database] = await Promise.all([createTemporaryFolder(), createTestDatabase()]);
});
after(async () => {
  await database?.drop();
  await folder?.remove();
});

test('an address, a port, a file and a folder are each named as themselves, never as the database', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const port = String((taken.address() as AddressInfo).port);
  try {
    for (const [args, env, sentence] of [
      [
        ['serve'],
        { HOST: 'nonsense.invalid' },
        /Cannot listen on nonsense\.invalid:0 \([^)]+\): set HOST to an address/,
      ],
      [
        ['serve'],
        { PORT: port },
        /Cannot listen on 127.*\(EADDRINUSE: .*\): the port is in use, so set PORT to a free/,
      ],
      [['serve'], { METRICS_PORT: port }, /for metrics \(EADDRINUSE: .*\): the port is in use, so set METRICS_PORT to/],
      [
        ['serve'],
        { WEBHOOK_CA_FILE: '/nonexist' },
        /Cannot read WEBHOOK_CA_FILE \/nonexist \(ENOENT: .*correct its name/,
      ],
      [
        ['serve'],
        { BACKUP_DIR: '/proc/none' },
        /There is no folder \/proc\/none, which BACKUP_DIR names: mount its disk .*, make it \(mkdir\), or correct/,
      ],
      [
        ['init'],
        { BACKUP_DIR: '/proc/none' },
        /Cannot write to BACKUP_DIR \/proc\/none \(ENOENT: .*correct BACKUP_DIR/,
      ],
      [
        ['init'],
        { DATABASE_URL: '', MIGRATE_DATABASE_URL: '', DATA_DIR: '/proc/none' },
        /Cannot write to DATA_DIR \/proc/,
      ],
      [['restore', '/nonexist'], {}, /Cannot read the backup \/nonexist \(ENOENT: .*correct its name/],
      [['import', 'members', '/nonexist'], {}, /Cannot read the file \/nonexist \(ENOENT: .*correct its name/],
      [['admin', 'list', '--env-file', '/nonexist'], {}, /Cannot read the settings in \/nonexist \(ENOENT: /],
    ] as const) {
      const all = { MODE: 'demo', PORT: '0', DATA_DIR: join(folder.path, 'data'), ...env };
      const { code, stderr } = await runCommand(database, args, all);
      assert.equal(code, 1, `${args.join(' ')}: ${stderr}`);
      assert.match(stderr, /^timebank: [^\n]+\.\n$/);
      assert.match(stderr, sentence);
    }
  } finally {
    taken.close();
  }
});

test('a folder that cannot be made is refused at once, and one below others is made with them', async () => {
  await assert.rejects(makeFolder('/proc/none/below'), { code: 'ENOENT' });
  await makeFolder(join(folder.path, 'a', 'b', 'c'));
  await makeFolder(join(folder.path, 'a', 'b', 'c'));
});
