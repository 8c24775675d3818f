import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../test-support/database.ts';
import { systemClock } from '../base/clock.ts';
import { migrate } from './migrate.ts';

let testDatabase: TestDatabase;
let owner: pg.Client;
let roleName: string;
let role: string;
before(async () => {
  testDatabase = await createTestDatabase();
  owner = new pg.Client(testDatabase.ownerConnection);
  await owner.connect();
  roleName = new URL(testDatabase.appUrl).username;
  role = pg.escapeIdentifier(roleName);
});
after(async () => {
  await owner?.end();
  await testDatabase?.drop();
});

const held = async () =>
  (
    await owner.query<{ table: string; privileges: string[] }>(
      `select c.relname as table, array_agg(a.privilege_type order by a.privilege_type) as privileges
       from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and r.rolname = $1
       group by 1 order by 1`,
      [roleName],
    )
  ).rows;

async function asApplication(sql: string): Promise<string | undefined> {
  const client = new pg.Client(testDatabase.appConnection);
  await client.connect();
  try {
    await client.query(sql);
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  } finally {
    await client.end();
  }
}

test('needless privileges, granted by an earlier version or by hand, are revoked at the next start', async () => {
  const asMigrated = await held();
  assert.deepEqual(
    asMigrated.find(({ table }) => table === 'transfers'),
    { table: 'transfers', privileges: ['INSERT', 'SELECT'] },
  );
  await owner.query(`grant update, delete, truncate on transfers, audit_log, statements to ${role}`);
  await owner.query(`grant delete on accounts, members to ${role}`);
  await owner.query(`grant insert on schema_migrations to ${role}`);
  await owner.query(`revoke insert on events from ${role}`);
  assert.equal(await asApplication('delete from members'), undefined);

  const { ownerConnection, appConnection } = testDatabase;
  await migrate({ ownerConnection, appConnection, clock: systemClock });
  assert.deepEqual(await held(), asMigrated);
  for (const sql of ['delete from members', 'truncate transfers', 'update statements set day = day']) {
    assert.equal(await asApplication(sql), '42501', sql);
  }
});
