/** The daily backup: once a day whoever shares the folder, old ones go, and what is no backup has no name. */
import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { pino } from 'pino';
import { checkBackup } from '../../platform/backup/read.ts';
import { readConfig } from '../../platform/base/config.ts';
import { DAY_MS, HOUR_MS } from '../../platform/base/time.ts';
import { startBackups } from '../../service/backups.ts';
import { startCuttingProxy } from '../../test-support/cutting-proxy.ts';
import { createTestClock, startTestService, type TestClock, type TestService } from '../../test-support/harness.ts';
import { RIGHT_CLOCK } from '../../test-support/right-clock.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../test-support/temporary-folder.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import type { Place } from './backup.ts';
import { backUpIfDue, listBackups, writeBackupFile } from './backup-files.ts';

const HOW = { version: '0.1.0', withKey: false };
const KEEP = 3;

let service: TestService;
let folder: TemporaryFolder;
let backups: string;
let clock: TestClock;
let place: Place;
before(async () => {
  service = await startTestService();
  await service.createPartner({ name: 'Harbour Bank' });
});
after(() => service.stop());
beforeEach(async () => {
  folder = await createTemporaryFolder();
  backups = join(folder.path, 'backups');
  clock = createTestClock();
  const { ownerConnection, appConnection } = service.testDatabase;
  const server = { ownerConnection, appConnection, embedded: false, stop: async () => {} };
  place = { config: service.config, server, clock };
});
afterEach(() => folder.remove());

const names = async () => (await readdir(backups)).sort();
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

test('a node that was killed meanwhile holds up the others for six hours', async () => {
  await mkdir(backups);
  const claim = join(backups, 'timebank.backup.claim');
  await writeFile(claim, '');
  await writeFile(join(backups, 'timebank-2026-11-19T09-30-00Z.backup.partial'), 'half of it');
  assert.equal(await due(), undefined);
  const before = new Date(Date.now() - 6 * HOUR_MS - 1000);
  await utimes(claim, before, before);
  assert.ok(await due());
  assert.deepEqual(await names(), ['timebank-2026-11-20T09-30-00Z.backup']);
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
  assert.deepEqual(await readdir(folder.path), []);
  assert.ok((await openFiles()) < before + 5);
});

test('where it cannot be written nothing is left, it is told, and tried again', async () => {
  await writeFile(backups, 'a file stands where the folder should be');
  const told: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void told.push(JSON.parse(line).msg) });
  const config = readConfig({ BACKUP_DIR: backups, BACKUP_KEEP: '2' }, 'test');
  const stop = startBackups({ config, clock, clockState: RIGHT_CLOCK, log }, place.server, 50);
  await waitUntil('it failed twice', () => told.filter((line) => line === 'the backup failed').length > 1);
  await rm(backups);
  await waitUntil('it succeeded', () => told.includes('backup written and read back'));
  await stop();
  assert.equal((await names()).length, 1);
});

test('a database that hangs holds up neither the end of the service nor leaves a file', async () => {
  const { testDatabase } = service;
  const proxy = await startCuttingProxy({ ...testDatabase, appConnection: testDatabase.ownerConnection });
  const server = { ...place.server, ownerConnection: proxy.database.appConnection };
  const ended = new AbortController();
  const path = join(folder.path, 'never.backup');
  proxy.arm('copy members', 'silence-before');
  const writing = writeBackupFile({ ...place, server }, path, { ...HOW, signal: ended.signal });
  writing.catch(() => {});
  await waitUntil('the copy hangs', () => proxy.faults === 1);
  ended.abort();
  await assert.rejects(writing);
  assert.deepEqual(await readdir(folder.path), []);
  await proxy.stop();
});
