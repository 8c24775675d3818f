/** What PostgreSQL knows of the rows right after an import, in a database of its own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';

const service = await testService();

test('statistics of the rows follow a large import at once, not a small one', async () => {
  const { client, slug } = await signedIn(service);
  const importMembers = async (prefix: string, count: number) => {
    const rows = Array.from({ length: count }, (_, n) => `${prefix}${n},${prefix}-member ${n},1`);
    const file = Buffer.from(['external_id,name,balance_hours', ...rows].join('\n'));
    const { body } = await client.call('runImport', { params: { slug }, query: { kind: 'members' }, file });
    assert.equal(body.data.created, count);
  };
  const known = () =>
    service.ownerQuery<{ name: string; rows: number }>(
      `select relname as name, reltuples::int as rows from pg_class
       where oid in ('members'::regclass, 'accounts'::regclass, 'transfers'::regclass) order by 1`,
    );
  const before = await known();
  await importMembers('S', 20);
  assert.deepEqual(await known(), before);
  await importMembers('L', 600);
  assert.deepEqual(await known(), [
    { name: 'accounts', rows: 622 },
    { name: 'members', rows: 620 },
    { name: 'transfers', rows: 620 },
  ]);
});
