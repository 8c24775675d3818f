/** A schema that was dumped and restored, as before an upgrade of PostgreSQL, is still this version's. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { systemClock } from '../../../../core/base/clock.ts';
import { migrate } from '../../../../core/database/migrate.ts';
import type { SqlStatement } from '../../../../core/database/query.ts';
import { SERVERS } from '../../../../test-support/has-tool.ts';
import { noPostgresServer, startPostgresServer } from '../../../../test-support/postgres-server.ts';
import { createTemporaryFolder } from '../../../../test-support/temporary-folder.ts';
import { createTwoRoles } from '../../../../test-support/two-roles.ts';
import { findSchemaFaults } from './schema-check.ts';

const run = promisify(execFile);

const faultsOf = async (connectionString: string) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const on = { run: async <Row>({ text }: SqlStatement) => (await client.query(text)).rows as Row[] };
    return await findSchemaFaults(on as never, 10);
  } finally {
    await client.end();
  }
};

test('the schema after pg_dump and restore is the schema', { skip: noPostgresServer() }, async () => {
  const folder = await createTemporaryFolder();
  const server = await startPostgresServer();
  assert.ok(server);
  try {
    const roles = await createTwoRoles(server);
    const url = roles.url('owner', server.port);
    const connections = {
      ownerConnection: { connectionString: url },
      appConnection: { connectionString: roles.url('app', server.port) },
    };
    await migrate({ ...connections, clock: systemClock });
    assert.deepEqual(await faultsOf(url), []);
    const program = (name: string) => join(SERVERS, server.version, 'bin', name);
    const file = join(folder.path, 'whole.dump');
    await run(program('pg_dump'), ['-Fc', '-f', file, url]);
    const restored = await server.database('restored');
    await run(program('pg_restore'), ['-d', restored, file]);
    assert.deepEqual(await faultsOf(restored), []);
  } finally {
    await server.stop();
    await folder.remove();
  }
});
