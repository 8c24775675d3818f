import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../test-support/database.ts';
import { dumpSchema } from '../../test-support/schema-dump.ts';
import { allStatements } from '../../test-support/statements.ts';
import { systemClock } from '../base/clock.ts';
import type { DatabaseLog } from './log.ts';
import type { SqlStatement } from './query.ts';
import { SCHEMA_FILE } from './schema-text.ts';
import { checkServer } from './server-check.ts';

const silent = { info() {}, warn() {}, error() {} };
const CHECK = { mode: 'production', clock: systemClock, log: silent } as const;

let database: TestDatabase;
let app: pg.Client;
let owner: pg.Client;
before(async () => {
  database = await createTestDatabase();
  app = new pg.Client(database.appConnection);
  owner = new pg.Client(database.ownerConnection);
  await Promise.all([app.connect(), owner.connect()]);
  await owner.query(`
    with c as (insert into communities (slug, name, created_at) values ('a', 'A', now()) returning id),
    x as (insert into accounts (community_id, kind, created_at) select id, 'chest', now() from c returning id),
    y as (insert into accounts (community_id, kind, created_at) select id, 'opening', now() from c returning id)
    select from c, x, y`);
  await app.query(`
    insert into transfers (community_id, id, kind, debit_account_id, credit_account_id, amount_seconds, booked_on,
                           recorded_by, created_at)
    select a.community_id, gen_random_uuid(), 'opening', a.id, b.id, 60, current_date, 'test', now()
      from accounts a join accounts b on a.kind = 'opening' and b.kind = 'chest'`);
  await app.query(`
    with p as (insert into partners (community_id, name, client_id, created_at, updated_at)
      select id, 'Bank', 'tb_test', now(), now() from communities returning community_id, id)
    insert into statements (community_id, partner_id, day, opening_seconds, credits_count, credits_seconds,
      reversals_count, reversals_seconds, closed_at)
    select community_id, id, current_date, 0, 0, 0, 0, 0, now() from p`);
  await app.query(`insert into audit_log (at, actor, action) values (now(), 'test', 'test')`);
});
after(async () => {
  await Promise.all([app.end(), owner.end()]);
  await database.drop();
});

describe('the migrated database', () => {
  for (const [table, column, refusedToOwner] of [
    ['transfers', 'created_at', ['update', 'delete', 'truncate']],
    ['audit_log', 'at', ['update', 'delete', 'truncate']],
    ['statements', 'closed_at', ['update', 'delete', 'truncate']],
  ] as const) {
    for (const sql of [`update ${table} set ${column} = now()`, `delete from ${table}`, `truncate ${table} cascade`]) {
      test(`I3: "${sql}" is refused to the application role by privilege`, async () => {
        await assert.rejects(app.query(sql), { code: '42501' });
      });
      if (!refusedToOwner.some((verb) => sql.startsWith(verb))) continue;
      test(`I3: "${sql}" is refused to the owner by trigger`, async () => {
        await assert.rejects(owner.query(sql), { code: '23001' });
      });
    }
  }

  test('the application role cannot delete what must stay, change the schema, or switch the triggers off', async () => {
    for (const sql of [
      'delete from accounts',
      'delete from members',
      'delete from communities',
      'delete from schema_migrations',
      'drop table transfers',
      'create table x (id int)',
      'alter table transfers disable trigger all',
      `set session_replication_role = 'replica'`,
    ]) {
      await assert.rejects(app.query(sql), { code: '42501' }, sql);
    }
  });

  test('schema.sql is what the migrations make, on every supported server', async () => {
    const made = (await dumpSchema(database.ownerConnection)).split('\n');
    const written = (await readFile(SCHEMA_FILE, 'utf8')).split('\n');
    const at = made.findIndex((line, index) => line !== written[index]);
    const line = at < 0 ? made.length : at;
    assert.equal(written[line], made[line], `schema.sql, line ${line + 1}: run npm run generate:schema`);
  });

  test('every statement prepares, under a name that no other has, and is allowed to the application role', async () => {
    const seen = new Map<string, string>();
    const faults: string[] = [];
    for (const { file, exportName, statement } of await allStatements()) {
      const where = `${file}: ${exportName}`;
      const { name } = statement;
      if (name !== undefined) {
        const other = seen.get(name);
        if (other !== undefined) faults.push(`${where} has the statement name "${name}" of ${other}`);
        if (name.length > 63) faults.push(`${where}: the name is cut at 63 characters by the server`);
        seen.set(name, where);
      }
      await explain(statement).catch(({ message, code }: pg.DatabaseError) =>
        faults.push(`${where}: ${message}${code === '42501' ? '; privileges.ts grants it' : ''}`),
      );
    }
    assert.deepEqual(faults, []);
    assert.notEqual(seen.size, 0);
  });

  /** Planning checks names, types and privileges, and runs nothing. */
  async function explain(statement: SqlStatement): Promise<void> {
    await app.query(`prepare checked as ${statement.text}`);
    try {
      const { rows } = await app.query(
        `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'checked'`,
      );
      const nulls = Array(rows[0].count).fill('null').join(', ');
      await app.query(`explain execute checked${nulls && `(${nulls})`}`);
    } finally {
      await app.query('deallocate checked');
    }
  }

  test('a server that may lose confirmed commits is refused', async () => {
    const name = new URL(database.ownerUrl).pathname.slice(1);
    await owner.query(`alter database ${name} set synchronous_commit = off`);
    try {
      await assert.rejects(checkServer(database.appConnection, { ...CHECK, mode: 'test' }), {
        message: /synchronous_commit = off, so a confirmed credit could be lost/,
      });
    } finally {
      await owner.query(`alter database ${name} reset synchronous_commit`);
    }
    await checkServer(database.appConnection, CHECK);
  });

  test('a role that could rewrite the ledger is refused in production and warned about elsewhere', async () => {
    await assert.rejects(checkServer(database.ownerConnection, CHECK), {
      message: /could rewrite the ledger/,
    });
    const warnings: string[] = [];
    const log: DatabaseLog = { ...silent, warn: (_, message) => warnings.push(message) };
    await checkServer(database.ownerConnection, { ...CHECK, mode: 'demo', log });
    assert.equal(warnings.length, 1);
  });
});
