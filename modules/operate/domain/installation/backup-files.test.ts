/** The daily backup: once a day for all that share the folder, old ones go, and what is no backup has no name. */
import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { listBackups } from '../../../../console/desk/backup-folder.ts';
import { readConfig } from '../../../../core/base/config.ts';
import { DAY_MS, MINUTE_MS } from '../../../../core/base/time.ts';
import { startBackups } from '../../../../service/backups.ts';
import { startCuttingProxy } from '../../../../test-support/cutting-proxy.ts';
import { withTestDatabase } from '../../../../test-support/database.ts';
import {
  createTestClock,
  startTestService,
  type TestClock,
  type TestService,
} from '../../../../test-support/harness.ts';
import { RIGHT_CLOCK } from '../../../../test-support/right-clock.ts';
import { execute } from '../../../../test-support/server.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../../test-support/temporary-folder.ts';
import { waitUntil } from '../../../../test-support/wait-until.ts';
import { checkBackup } from '../../backup/read.ts';
import { type BackupPlace, readInstallation } from './backup.ts';
import { backUpIfDue, ownBackups, strangerIn, writeBackupFile } from './backup-files.ts';

const HOW = { build: '0.1.0+12345678', withKey: false };
const KEEP = 3;

let service: TestService;
let folder: TemporaryFolder;
let backups: string;
let clock: TestClock;
let place: BackupPlace;
before(async () => {
  service = await startTestService();
  await service.createPartner({ name: 'Harbour Bank' });
});
after(() => service.stop());
beforeEach(async () => {
  folder = await createTemporaryFolder();
  backups = join(folder.path, 'backups');
  await mkdir(backups, { mode: 0o700 });
  await service.ownerQuery('update installation set backup_folder = null');
  clock = createTestClock();
  const { ownerConnection, appConnection } = service.testDatabase;
  const server = { ownerConnection, appConnection, embedded: false, stop: async () => {} };
  place = { config: service.config, server, clock };
});
afterEach(() => folder.remove());

const names = async () => (await readdir(backups)).filter((name) => name !== 'timebank.installation').sort();
const due = () => backUpIfDue(place, backups, KEEP, HOW);

test('the first is made at once, the next after a day, and the newest three stay', async () => {
  assert.ok(await due());
  assert.deepEqual(await names(), ['timebank-2026-11-20T09-30-00Z.backup']);
  clock.advance(DAY_MS - 1000);
  assert.equal(await due(), undefined);
  clock.advance(1000);
  await writeFile(join(backups, 'by-hand.backup'), 'not ours to delete');
  for (let day = 0; day < KEEP; day++) {
    assert.ok(await due());
    clock.advance(DAY_MS);
  }
  assert.deepEqual(await names(), [
    'by-hand.backup',
    'timebank-2026-11-21T09-30-00Z.backup',
    'timebank-2026-11-22T09-30-00Z.backup',
    'timebank-2026-11-23T09-30-00Z.backup',
  ]);
  assert.equal((await listBackups(backups))[0]?.at.toISOString(), '2026-11-23T09:30:00.000Z');
  assert.equal((await stat(backups)).mode & 0o777, 0o700);
  for (const { path } of await listBackups(backups)) {
    const { trailer } = await checkBackup(createReadStream(path));
    assert.equal(trailer.tables.partners, 1);
  }
});

test('of ten nodes that share the folder one makes it', async () => {
  const made = await Promise.all(Array.from({ length: 10 }, due));
  assert.equal(made.filter(Boolean).length, 1);
  assert.equal((await names()).length, 1);
});

test('a node that was killed meanwhile holds up the others for two minutes', async () => {
  const claim = join(backups, 'timebank.backup.claim');
  await writeFile(claim, '');
  const partial = join(backups, 'timebank-2026-11-19T09-30-00Z.backup.partial');
  await writeFile(partial, 'half of it');
  assert.equal(await due(), undefined);
  const before = new Date(Date.now() - 2 * MINUTE_MS - 1000);
  await utimes(claim, before, before);
  await utimes(partial, before, before);
  assert.ok(await due());
  assert.deepEqual(await names(), ['timebank-2026-11-20T09-30-00Z.backup']);
});

test('the unfinished file of a killed command is removed by the next one, and a backup that is being written stays', async () => {
  const [killed, written] = [join(backups, 'by-hand.backup.partial'), join(backups, 'other.backup.partial')];
  await writeFile(killed, 'half of it');
  await writeFile(written, 'half of it');
  const before = new Date(Date.now() - 2 * MINUTE_MS - 1000);
  await utimes(killed, before, before);
  await writeBackupFile(place, join(backups, 'by-hand.backup'), HOW);
  assert.deepEqual(await names(), ['by-hand.backup', 'other.backup.partial']);
  await assert.rejects(
    writeBackupFile(place, join(backups, 'other.backup'), HOW),
    /is being written: wait for it, or name another file \(one that was killed is given up after 2 minutes\)/,
  );
});

test('a folder that is empty, or gone, although backups were made there gets none: its disk is not mounted', async () => {
  await due();
  clock.advance(DAY_MS);
  const disk = join(folder.path, 'disk');
  await rename(backups, disk);
  await assert.rejects(due(), /There is no folder .*, which BACKUP_DIR names: mount its disk/);
  await mkdir(backups);
  await assert.rejects(
    due(),
    /No backup is made: .* is empty, and backups of this installation were made there\. Mount its disk, or/,
  );
  assert.deepEqual(await readdir(backups), []);
  await rm(backups, { recursive: true });
  await rename(disk, backups);
  assert.ok(await due());
  // Another folder, and one that was emptied on purpose.
  const other = join(folder.path, 'other');
  await mkdir(other);
  assert.ok(await backUpIfDue(place, other, KEEP, HOW));
  clock.advance(DAY_MS);
  await rm(other, { recursive: true });
  await mkdir(other);
  const { id } =
    (await service.ownerQuery<{ id: string }>('select installation_id as id from installation'))[0] ?? assert.fail();
  await writeFile(join(other, 'timebank.installation'), `${id}\n`);
  assert.ok(await backUpIfDue(place, other, KEEP, HOW));
});

test('another installation, even an empty one, makes no backup in the folder and pushes none out', async () => {
  assert.ok(await due());
  const good = await names();
  await withTestDatabase(async (empty) => {
    const { ownerConnection, appConnection } = empty;
    // Both come from one template.
    await execute(empty.ownerUrl, 'update installation set installation_id = gen_random_uuid()');
    const theirs = { ...place, server: { ...place.server, ownerConnection, appConnection } };
    const sentence =
      /No backup is made: .* holds the backups of another installation \(.*\)\. Set BACKUP_DIR to a folder of its own/;
    for (let day = 0; day < KEEP + 2; day++) {
      clock.advance(DAY_MS);
      await assert.rejects(backUpIfDue(theirs, backups, KEEP, HOW), sentence);
    }
    assert.deepEqual(await names(), good);
    const other = await readInstallation(theirs);
    assert.deepEqual(await ownBackups(backups, other), [], 'nor does the newest count as theirs');
    // If the folder does not name its installation, its backups do.
    await rm(join(backups, 'timebank.installation'));
    await assert.rejects(backUpIfDue(theirs, backups, KEEP, HOW), sentence);
    await writeFile(join(backups, 'timebank.installation'), `${other.id}\n`);
    assert.ok(await backUpIfDue(theirs, backups, KEEP, HOW), 'a person has said that it takes the place');
  });
});

test('a folder from before folders named their installation is recognised by the key', async () => {
  assert.ok(await due());
  await rm(join(backups, 'timebank.installation'));
  const ours = await readInstallation(place);
  assert.equal(await strangerIn(backups, ours), undefined);
  const [newest] = await listBackups(backups);
  assert.ok(newest);
  const text = gunzipSync(await readFile(newest.path)).toString();
  await writeFile(newest.path, gzipSync(text.replace(/"installation":"[^"]*"/, '"installation":null')));
  assert.equal(await strangerIn(backups, ours), undefined);
  assert.match((await strangerIn(backups, { ...ours, keyCheck: 'another' }))?.finding ?? '', /it has another key/);
});

test('a database that is away costs no open file', async () => {
  const proxy = await startCuttingProxy(service.testDatabase);
  proxy.refuse();
  const server = { ...place.server, appConnection: proxy.database.appConnection };
  const openFiles = async () => (await readdir('/proc/self/fd')).length;
  const before = await openFiles();
  for (let n = 0; n < 20; n++) {
    await assert.rejects(writeBackupFile({ ...place, server }, join(folder.path, `${n}.backup`), HOW));
  }
  await proxy.stop();
  assert.deepEqual(await readdir(folder.path), ['backups']);
  assert.ok((await openFiles()) < before + 5);
});

test('where it cannot be written nothing is left, and the failure is reported and tried again', async () => {
  await rm(backups, { recursive: true });
  await writeFile(backups, 'a file in the place of the folder');
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line).msg) });
  const config = readConfig({ BACKUP_DIR: backups, BACKUP_KEEP: '2' }, 'test');
  const stop = startBackups({ config, clock, clockState: RIGHT_CLOCK, log }, place.server, 50);
  await waitUntil('it failed twice', () => logged.filter((line) => line === 'the backup failed').length > 1);
  await rm(backups);
  await mkdir(backups);
  await waitUntil('it succeeded', () => logged.includes('backup written and read back'));
  await stop();
  assert.equal((await names()).length, 1);
});

test('a database that hangs holds up neither the end of the service nor leaves a file', async () => {
  const { testDatabase } = service;
  const proxy = await startCuttingProxy({ ...testDatabase, appConnection: testDatabase.ownerConnection });
  const server = { ...place.server, ownerConnection: proxy.database.appConnection };
  const ended = new AbortController();
  const path = join(folder.path, 'never.backup');
  proxy.arm('copy public."members"', 'silence-before');
  const writing = writeBackupFile({ ...place, server }, path, { ...HOW, signal: ended.signal });
  writing.catch(() => {});
  await waitUntil('the copy hangs', () => proxy.faults === 1);
  ended.abort();
  await assert.rejects(writing);
  assert.deepEqual(await readdir(folder.path), ['backups']);
  await proxy.stop();
});
