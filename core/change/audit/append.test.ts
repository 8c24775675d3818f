import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../test-support/database.ts';
import { connectDatabase } from '../../database/connect.ts';
import type { Database } from '../../database/query.ts';
import { appendAudit } from './append.ts';

const at = new Date('2026-11-20T09:00:00.123Z');
let testDatabase: TestDatabase;
let database: Database;
let owner: pg.Client;

before(async () => {
  testDatabase = await createTestDatabase();
  database = await connectDatabase(testDatabase.appConnection);
  owner = new pg.Client(testDatabase.ownerConnection);
  await owner.connect();
});

after(async () => {
  await database?.close();
  await owner?.end();
  await testDatabase?.drop();
});

test('rows keep who, what, when and from where, whatever form the address has', async () => {
  const row = { communityId: null, at, actor: 'command', action: 'test.rows' };
  await appendAudit(database.relaxed, [
    { ...row, subject: 'line\r\nbreak "quote"', address: '::ffff:192.0.2.7', requestId: 'req_1', details: { a: [1] } },
    { ...row, address: 'fe80::1%eth0' },
    { ...row, address: 'not an address' },
  ]);
  const { rows } = await owner.query(
    `select at, actor, subject, host(address) as address, request_id, details from audit_log
     where action = 'test.rows' order by id`,
  );
  assert.deepEqual(rows[0], {
    ...{ at, actor: 'command', subject: 'line\r\nbreak "quote"', address: '::ffff:192.0.2.7' },
    ...{ request_id: 'req_1', details: { a: [1] } },
  });
  assert.deepEqual([rows[1].address, rows[1].details], ['fe80::1', {}]);
  assert.equal(rows[2].address, null);
});

test('no rows are no statement', async () => {
  await appendAudit({ run: () => assert.fail('must not run') }, []);
});

test('the service can append to the audit log and never change or remove a row', async () => {
  const service = new pg.Client(testDatabase.appConnection);
  await service.connect();
  try {
    for (const sql of [`update audit_log set actor = 'x'`, 'delete from audit_log', 'truncate audit_log']) {
      await assert.rejects(service.query(sql), /permission denied|append-only/, sql);
    }
  } finally {
    await service.end();
  }
});
