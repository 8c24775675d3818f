import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createTemporaryFolder, type TemporaryFolder } from '../../test-support/temporary-folder.ts';
import { ConfigError, readConfig } from './config.ts';
import { withSettings } from './secret-files.ts';
import { SECRET_SETTINGS, SETTINGS } from './settings.ts';

const KEY = Buffer.alloc(32, 250).toString('base64');
const OIDC = { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'timebank' };
const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.org' };

let folder: TemporaryFolder;
before(async () => {
  folder = await createTemporaryFolder();
});
after(() => folder.remove());

async function fileWith(content: string): Promise<string> {
  const path = join(folder.path, `secret-${Math.random()}`);
  await writeFile(path, content);
  return path;
}

test('each setting that is a secret may stand in a file, with or without an end of line', async () => {
  const server = { DATABASE_URL: 'postgresql://a:b@db/timebank', SECRET_KEY: KEY };
  for (const [name, value, beside] of [
    ['DATABASE_URL', 'postgresql://a:b@db/timebank', { SECRET_KEY: KEY }],
    ['MIGRATE_DATABASE_URL', 'postgresql://owner:b@db/timebank', server],
    ['SECRET_KEY', KEY, { DATABASE_URL: server.DATABASE_URL }],
    ['OIDC_CLIENT_SECRET', 'hunter2', OIDC],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=hunter2', COLLECTOR],
  ] as const) {
    const expected = readConfig({ ...beside, [name]: value }, 'production');
    for (const end of ['', '\n', '\r\n']) {
      const env = { ...beside, [name]: '', [`${name}_FILE`]: await fileWith(value + end) };
      assert.deepEqual(readConfig(env, 'production'), expected, name);
    }
  }
});

test('every one of them is listed among the settings, and no other setting is read from a file', async () => {
  const names = SETTINGS.map(({ name }) => name);
  for (const name of SECRET_SETTINGS) assert.ok(names.includes(name) && names.includes(`${name}_FILE`), name);
  assert.equal(readConfig({ PORT_FILE: await fileWith('99') }, 'demo').port, 8080);
});

test('a file that cannot be used is refused by its setting, in one sentence that does not repeat what it holds', async () => {
  await mkdir(join(folder.path, 'folder'));
  for (const [path, sentence] of [
    [join(folder.path, 'none'), /^SECRET_KEY_FILE is ".*none", which cannot be read \(ENOENT/],
    [join(folder.path, 'folder'), /^SECRET_KEY_FILE is ".*", which cannot be read \(it must be a file of at most/],
    ['/dev/zero', /^SECRET_KEY_FILE is "\/dev\/zero", which cannot be read \(it must be a file of at most/],
    [
      await fileWith('x'.repeat(65_537)),
      /^SECRET_KEY_FILE is ".*", which cannot be read \(it must be a file of at most/,
    ],
    [await fileWith(''), /^SECRET_KEY_FILE is ".*", which is empty; it must hold SECRET_KEY\.$/],
    [await fileWith('\n'), /^SECRET_KEY_FILE is ".*", which is empty; it must hold SECRET_KEY\.$/],
    [await fileWith('hunter2'), /^SECRET_KEY must be 32 bytes in base64/],
    [await fileWith(`${KEY}\n\n`), /^SECRET_KEY must be 32 bytes in base64/],
  ] as const) {
    assert.throws(
      () => readConfig({ SECRET_KEY_FILE: path }, 'demo'),
      (error: Error) =>
        error instanceof ConfigError && sentence.test(error.message) && !/hunter2|\n/.test(error.message),
      path,
    );
  }
});

test('the file and the setting itself are not both set: nobody could know which one counts', async () => {
  const env = { SECRET_KEY: KEY, SECRET_KEY_FILE: await fileWith(KEY) };
  assert.throws(
    () => readConfig(env, 'demo'),
    /^Error: SECRET_KEY_FILE is set beside SECRET_KEY; set one of the two\.$/,
  );
});

test('a command that works on another database does not read the file of the first one', async () => {
  const env = { DATABASE_URL_FILE: await fileWith('postgresql://first/timebank'), PORT: '9' };
  const changed = withSettings(env, { DATABASE_URL: 'postgresql://second/timebank', SECRET_KEY: KEY });
  assert.equal(readConfig(changed, 'demo').databaseUrl, 'postgresql://second/timebank');
  assert.equal(readConfig(withSettings(env, { DATABASE_URL: undefined }), 'demo').databaseUrl, undefined);
});
