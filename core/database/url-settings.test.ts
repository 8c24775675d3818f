/** What a database's URL says of TLS, with a server that signs in over it. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { generate } from 'selfsigned';
import {
  noPostgresServer,
  onServer,
  type PostgresServer,
  startPostgresServer,
} from '../../test-support/postgres-server.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../test-support/temporary-folder.ts';
import { withClient } from './client.ts';
import { settingsOfUrl } from './open.ts';
import { DatabaseOpenError } from './open-error.ts';

const skip = noPostgresServer();
const PASSWORD = 'seven-herons';
let folder: TemporaryFolder;
let withTls: PostgresServer;
let without: PostgresServer;
before(async () => {
  if (skip) return;
  folder = await createTemporaryFolder();
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const [certFile, keyFile] = [join(folder.path, 'server.crt'), join(folder.path, 'server.key')];
  await writeFile(certFile, cert);
  await writeFile(keyFile, key, { mode: 0o600 });
  const password = PASSWORD;
  const rules = ['plain all password', 'hashed all md5', 'trusted all trust', 'all all scram-sha-256'];
  const rulesFile = join(folder.path, 'pg_hba.conf');
  await writeFile(rulesFile, rules.map((rule) => `host all ${rule}\n`).join(''));
  const settings = [`hba_file=${rulesFile}`, 'ssl=on', `ssl_cert_file=${certFile}`, `ssl_key_file=${keyFile}`];
  withTls = (await startPostgresServer({ password, settings })) as PostgresServer;
  without = (await startPostgresServer({ password })) as PostgresServer;
});
after(async () => {
  await withTls?.stop();
  await without?.stop();
  await folder?.remove();
});

const urlOf = ({ port }: PostgresServer, query: string, host = 'localhost') =>
  `postgresql://postgres:${PASSWORD}@${host}:${port}/postgres?${query}`;

const TLS = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';
const isEncrypted = (url: string) =>
  withClient(settingsOfUrl(url), async (client) => (await client.query<{ ssl: boolean }>(TLS)).rows[0]?.ssl);

test('each mode does what it says, and those that ask for TLS check the certificate and its host', {
  skip,
}, async () => {
  const root = `sslrootcert=${join(folder.path, 'server.crt')}`;
  assert.equal(await isEncrypted(urlOf(withTls, 'sslmode=disable')), false);
  assert.equal(await isEncrypted(urlOf(withTls, 'sslmode=no-verify')), true);
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
    assert.equal(await isEncrypted(urlOf(withTls, `sslmode=${mode}&${root}`)), true, mode);
    await assert.rejects(
      isEncrypted(urlOf(withTls, `sslmode=${mode}&${root}`, '127.0.0.1')),
      /host as the certificate does/,
    );
    await assert.rejects(isEncrypted(urlOf(withTls, `sslmode=${mode}`)), /name the authority of its certificate/);
    await assert.rejects(isEncrypted(urlOf(without, `sslmode=${mode}&${root}`)), /set sslmode/);
  }
  assert.equal(await isEncrypted(urlOf(withTls, root)), true, 'a certificate asks for TLS');
  await assert.rejects(isEncrypted(urlOf(withTls, 'sslrootcert=system')), /name the authority of its certificate/);
});

test('channel binding that is demanded is done, or nobody is signed in', { skip }, async () => {
  const root = `sslmode=require&sslrootcert=${join(folder.path, 'server.crt')}`;
  assert.equal(await isEncrypted(urlOf(withTls, `${root}&channel_binding=require`)), true);
  assert.equal(await isEncrypted(urlOf(withTls, `${root}&channel_binding=prefer`)), true);
  assert.equal(await isEncrypted(urlOf(without, 'channel_binding=prefer')), false);
  for (const name of ['plain', 'hashed', 'trusted']) {
    const encryption = name === 'hashed' ? 'md5' : 'scram-sha-256';
    const create = `set password_encryption = '${encryption}'; create role ${name} login password '${PASSWORD}'`;
    await onServer(urlOf(withTls, 'sslmode=no-verify'), create);
    const as = (query: string) => urlOf(withTls, query).replace('//postgres:', `//${name}:`);
    assert.equal(await isEncrypted(as(root)), true, name);
    await assert.rejects(
      isEncrypted(as(`${root}&channel_binding=require`)),
      /signs in without channel binding\): let it/,
    );
  }
});

test('a file that is not there is named', () => {
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    assert.throws(
      () => settingsOfUrl(`postgresql://u:hunter2@h/db?${name}=/nowhere/file`),
      (error: Error) => {
        assert.ok(error instanceof DatabaseOpenError);
        assert.match(
          error.message,
          new RegExp(`^The database cannot be used \\(ENOENT: /nowhere/file .*correct ${name} in`),
        );
        return true;
      },
    );
  }
});
