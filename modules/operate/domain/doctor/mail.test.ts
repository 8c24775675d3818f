/** What `timebank doctor` finds about the mail server. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../../test-support/database.ts';
import { assertFound, type Env, runDoctor } from '../../../../test-support/doctor.ts';
import { freePort } from '../../../../test-support/free-port.ts';
import { startMailServer } from '../../../../test-support/mail-server.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../../test-support/temporary-folder.ts';

let folder: TemporaryFolder;
let database: TestDatabase;
before(async () => {
  [folder, database] = await Promise.all([createTemporaryFolder(), createTestDatabase()]);
});
after(async () => {
  await database?.drop();
  await folder?.remove();
});

const FROM = { MAIL_FROM: 'Time Bank <office@tb.example>' };

const doctor = (env: Env) =>
  runDoctor({
    ...{ DATABASE_URL: database.appUrl, MIGRATE_DATABASE_URL: database.ownerUrl },
    ...{ DATA_DIR: folder.path, MODE: 'demo', PORT: '1', ...env },
  });

test('where mail is off, nothing is looked at', async () => {
  const { checks } = await doctor({});
  assert.deepEqual(
    checks.filter(({ name }) => name.startsWith('mail_')),
    [],
  );
});

test('a mail server that answers and lets the service sign in is named, without the password', async () => {
  const server = await startMailServer({ login: ['office', 'seven-lanterns'] });
  const at = `127.0.0.1:${server.port}`;
  const { of, checks } = await doctor({ SMTP_URL: `smtp://office:seven-lanterns@${at}`, ...FROM });
  assertFound(
    of('mail_server'),
    'ok',
    new RegExp(`^${at} answers \\(without TLS, on loopback\\), and lets the service sign in`),
  );
  assertFound(of('mail_from'), 'ok', /^office@tb\.example/);
  assert.doesNotMatch(JSON.stringify(checks), /seven-lanterns/);
  assert.deepEqual(server.mails, []);
  await server.stop();
});

test('a wrong password is a problem, and leads to the setting', async () => {
  const server = await startMailServer({ login: ['office', 'seven-lanterns'] });
  const { of } = await doctor({ SMTP_URL: `smtp://office:wrong-word@127.0.0.1:${server.port}`, ...FROM });
  assertFound(of('mail_server'), 'problem', /refuses the service: .*Wrong name or password/);
  assert.match(JSON.stringify(of('mail_server')), /Check the user and the password in SMTP_URL/);
  await server.stop();
});

test('a mail server that is not there is a problem', async () => {
  const port = await freePort();
  const { of } = await doctor({ SMTP_URL: `smtp://127.0.0.1:${port}`, ...FROM });
  assertFound(
    of('mail_server'),
    'problem',
    new RegExp(`^127\\.0\\.0\\.1:${port} cannot be reached without TLS, on loopback: `),
  );
});
