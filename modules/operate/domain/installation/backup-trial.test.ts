/** A restore on trial: once a week, in a database that is dropped again, with a report of what it finds. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { DAY_MS } from '../../../../core/base/time.ts';
import {
  createTestClock,
  startTestService,
  type TestClock,
  type TestService,
} from '../../../../test-support/harness.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../../test-support/temporary-folder.ts';
import { waitUntil } from '../../../../test-support/wait-until.ts';
import type { BackupPlace } from './backup.ts';
import { writeBackupFile } from './backup-files.ts';
import { lastTrialRestored, readTrial, tryIfDue } from './backup-trial.ts';

let service: TestService;
let folder: TemporaryFolder;
let file: string;
let clock: TestClock;
let place: BackupPlace;
const how = { build: 'test', withKey: true, signal: new AbortController().signal };

before(async () => {
  service = await startTestService();
  await service.createPartner({ name: 'Harbour Bank' });
});
after(() => service.stop());
afterEach(() => folder.remove());
beforeEach(async () => {
  folder = await createTemporaryFolder();
  clock = createTestClock();
  const { ownerConnection, appConnection } = service.testDatabase;
  const server = { ownerConnection, appConnection, embedded: false, stop: async () => {} };
  place = { config: service.config, server, clock };
  file = join(folder.path, 'a.backup');
  await writeBackupFile(place, file, { build: '0.1.0+12345678', withKey: false });
});

/** In the end: other files have trials of their databases in the same server. */
const nothingIsLeft = () =>
  waitUntil('nothing is left', async () => {
    const left = `select 1 from pg_database where starts_with(datname, 'timebank_trial_')`;
    return (await service.ownerQuery(left)).length === 0;
  });

test('a backup is restored on trial once a week, and nothing of it is left', async () => {
  assert.equal(await lastTrialRestored(folder.path), undefined);
  assert.equal((await tryIfDue(place, folder.path, file, how))?.result, 'restored');
  await nothingIsLeft();
  assert.equal((await readTrial(folder.path))?.file, 'a.backup');
  assert.equal(await lastTrialRestored(folder.path), true);
  clock.advance(7 * DAY_MS - 1000);
  assert.equal(await tryIfDue(place, folder.path, file, how), undefined);
  clock.advance(1000);
  assert.equal((await tryIfDue(place, folder.path, file, how))?.result, 'restored');
});

test('one that cannot be restored is reported with the reason, and tried again the next time', async () => {
  const text = gunzipSync(await readFile(file)).toString();
  const good = gzipSync(text);
  await writeFile(file, gzipSync(text.replace(/\ncopy partners /, '\ncopy partner ')));
  const failed = await tryIfDue(place, folder.path, file, how);
  assert.equal(failed?.result, 'failed');
  assert.equal(await lastTrialRestored(folder.path), false);
  assert.match(failed?.reason ?? '', /it has rows of partner, which is none that a backup holds/);
  await nothingIsLeft();
  await writeFile(file, good);
  assert.equal((await tryIfDue(place, folder.path, file, how))?.result, 'restored');
});

test('where the role may not create databases it is not tried, and that is reported', async () => {
  const { appConnection } = service.testDatabase;
  const poor = { ...place, server: { ...place.server, ownerConnection: appConnection } };
  const trial = await tryIfDue(poor, folder.path, file, how);
  assert.deepEqual(
    [trial?.result, trial?.reason],
    ['not_tried', 'the role that owns the tables may not create databases'],
  );
  assert.equal(await lastTrialRestored(folder.path), undefined);
});
