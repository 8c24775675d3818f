/** `timebank serve` as a process, on a database whose newest row is younger than the clock says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '../core/base/time.ts';
import { newSecretKey } from '../core/installation/key-file.ts';
import { createTestDatabase } from '../test-support/database.ts';
import { startServe } from '../test-support/serve-process.ts';
import { execute } from '../test-support/server.ts';
import { createTemporaryFolder } from '../test-support/temporary-folder.ts';

test('serve refuses to start before the newest row, says how, changes nothing, and starts with --clock-is-right', async () => {
  const database = await createTestDatabase();
  const folder = await createTemporaryFolder();
  const env = { DATABASE_URL: database.appUrl, MIGRATE_DATABASE_URL: database.ownerUrl, SECRET_KEY: newSecretKey() };
  const sql = (text: string) => execute(database.ownerUrl, text);
  try {
    const newest = new Date(Date.now() + 2 * HOUR_MS);
    await sql(
      `insert into audit_log (at, actor, action) values ('${newest.toISOString()}', 'test', 'community.created')`,
    );
    const kept = () => sql('select (select count(*) from audit_log) as audit, (select count(*) from nodes) as nodes');
    const before = await kept();
    await assert.rejects(startServe(folder.path, env), (error: Error) => {
      assert.match(error.message, /ended with code 1: /);
      assert.ok(error.message.includes(`The newest audit row is of ${newest.toISOString()}`), error.message);
      assert.match(error.message, /if it is right, start once more with --clock-is-right\./);
      return true;
    });
    assert.deepEqual(await kept(), before);
    const serve = await startServe(folder.path, env, ['--create', '--clock-is-right']);
    assert.equal((await fetch(`${serve.origin}/health/ready`)).status, 200);
    assert.equal(await serve.stop(), 0);
  } finally {
    await folder.remove();
    await database.drop();
  }
});
