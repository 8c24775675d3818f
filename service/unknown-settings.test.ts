/** A mistyped setting is named by what reads the settings: commands, the start, doctor. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { newSecretKey } from '../core/installation/key-file.ts';
import { runCommand, spawnCommand } from '../test-support/command.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/database.ts';
import { assertFound, runDoctor } from '../test-support/doctor.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../test-support/temporary-folder.ts';

let folder: TemporaryFolder;
let database: TestDatabase;
before(async () => {
  [folder, database] = await Promise.all([createTemporaryFolder(), createTestDatabase()]);
});
after(async () => {
  await database?.drop();
  await folder?.remove();
});

async function fileOf(name: string, lines: readonly string[]): Promise<string> {
  const path = join(folder.path, name);
  await writeFile(path, `${lines.join('\n')}\n`);
  return path;
}

test('a file with a name that is no setting is refused by every command, with what was probably meant', async () => {
  const path = await fileOf('slips.env', [
    'HOST=127.0.0.1',
    'PUBLIC_ULR=https://x.example',
    'DATADIR=hunter2',
    'WHAT=1',
  ]);
  for (const args of [['community', 'list'], ['migrate'], ['serve'], ['demo']]) {
    const { code, stderr } = await runCommand(database, [...args, '--env-file', path], { PORT: '0' });
    assert.deepEqual(
      [code, stderr],
      [
        1,
        `timebank: In ${path} PUBLIC_ULR is no setting: did you mean PUBLIC_URL? DATADIR is no setting: did you mean DATA_DIR? WHAT is no setting, and nobody reads it.\n`,
      ],
      args.join(' '),
    );
  }
  const moved = await runCommand(database, ['move', '--to-settings', path]);
  assert.match(moved.stderr, /^timebank: In .* PUBLIC_ULR is no setting: did you mean PUBLIC_URL\?/);
});

test('a file with what others read is taken', async () => {
  const path = await fileOf('well.env', [
    'NODE_OPTIONS=',
    'TZ=Europe/Berlin',
    'LC_ALL=C.UTF-8',
    'PGSSLROOTCERT=system',
  ]);
  const { code, stderr } = await runCommand(database, ['community', 'list', '--env-file', path]);
  assert.deepEqual([code, stderr], [0, '']);
});

test('doctor names the slips of a file as one problem and goes on, those of the environment in one note', async () => {
  const urls = { DATABASE_URL: database.appUrl, MIGRATE_DATABASE_URL: database.ownerUrl, SECRET_KEY: newSecretKey() };
  const path = await fileOf('doctor.env', ['PUBLIC_ULR=https://x.example']);
  const ofFile = await runDoctor(urls, { args: ['--env-file', path] });
  assertFound(
    ofFile.of('settings'),
    'problem',
    /PUBLIC_ULR is no setting: did you mean PUBLIC_URL\?$/,
    /^Correct or rem/,
  );
  assert.equal(ofFile.of('schema').result, 'ok');
  const ofEnvironment = await runDoctor({ ...urls, BACKUPDIR: '/x', TIMEBANK_COMUNITY: 'x' });
  assertFound(
    ofEnvironment.of('settings'),
    'note',
    /BACKUPDIR is no setting: did you mean BACKUP_DIR\? TIMEBANK_COMUNITY is no setting: did you mean TIMEBANK_COMMUNITY\?$/,
  );
});

test('the start says it in one line of its log, and goes on', async () => {
  const { child, result } = spawnCommand(database, ['serve'], {
    ...{ PORT: '0', MODE: 'demo', DATA_DIR: join(folder.path, 'data'), PUBLICURL: 'x', HOME: '/root', NODE_ENV: 'x' },
  });
  child.stdout?.on('data', (chunk) => {
    if (String(chunk).includes('"listening"')) child.kill();
  });
  const lines = (await result).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string });
  const told = lines.filter(({ msg }) => msg.includes('no setting')).map(({ msg }) => msg);
  assert.deepEqual(told, ['PUBLICURL is no setting: did you mean PUBLIC_URL?']);
  assert.ok(lines.some(({ msg }) => msg === 'listening'));
});
