import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../../../test-support/harness.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { createFoldedAudit } from './folded.ts';

const service = await testService();

const rowsOf = (action: string) =>
  service.ownerQuery<{ actor: string; count: number | null }>(
    `select actor, (details ->> 'count')::int as count from audit_log where action = $1 order by id`,
    [action],
  );

test('the first of its kind is a row, the rest of the minute one row with their number', async () => {
  const { database, clock } = service.deps;
  const audit = createFoldedAudit(database, clock, 300);
  const note = (actor: string) =>
    audit.note(actor, { communityId: null, at: clock.now(), actor, action: 'test.folded', details: { reason: 'x' } });
  for (let time = 0; time < 500; time++) await note('a');
  await note('b');
  await waitUntil('the counted ones are written', async () => (await rowsOf('test.folded')).length === 3);
  assert.deepEqual(await rowsOf('test.folded'), [
    { actor: 'a', count: null },
    { actor: 'b', count: null },
    { actor: 'a', count: 499 },
  ]);
  await note('a');
  assert.equal((await rowsOf('test.folded')).length, 4, 'and then a row again');
});

test('beyond the kinds that are counted apart all acts are of one, and what is counted is written at the end', async () => {
  const { database, clock } = service.deps;
  const audit = createFoldedAudit(database, clock, 3_600_000, 3);
  for (let kind = 0; kind < 50; kind++) {
    const row = { communityId: null, at: clock.now(), actor: String(kind), action: 'test.bounded', details: {} };
    await audit.note(String(kind), row);
  }
  assert.equal((await rowsOf('test.bounded')).length, 4);
  await audit.close();
  assert.deepEqual(
    (await rowsOf('test.bounded')).slice(4).map(({ count }) => count),
    [46],
  );
});
