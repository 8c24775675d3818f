import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ImportKind } from '@timebank/contract';
import { distributeAll } from '../../../../core/events/delivery/distribute.ts';
import { landMissed } from '../../../../test-support/delivery.ts';
import { testService } from '../../../../test-support/harness.ts';
import { sampleFile } from '../../../../test-support/sample-files.ts';
import { IMPORTS } from './import.ts';

const service = await testService();

const importFile = async (kind: ImportKind, communityId: number) =>
  IMPORTS[kind](service.deps, communityId, sampleFile(kind), {
    skipBad: false,
    recordedBy: 'test',
  });

test('an import makes one event per member and listing that partners may see, in its transaction', async () => {
  const partner = await service.createPartner();
  const { communityId } = partner;
  const token = await service.token(partner);
  const json = { event_types: ['*'], target_url: 'https://a.example/' };
  await service.call('POST', '/webhooks/subscriptions', { token, json });
  assert.equal((await importFile('members', communityId)).outcome, 'imported');
  assert.equal((await importFile('listings', communityId)).outcome, 'imported');
  const twice = await importFile('members', communityId);
  assert.equal(twice.created, 0);

  const counts = async (sql: string) => (await service.ownerQuery(sql, [communityId]))[0];
  const expected = await counts(
    `select (select count(*)::int from members where community_id = $1 and status = 'active' and visibility is null)
       as "user.activated",
       (select count(*)::int from listings l join members m on m.community_id = l.community_id and m.id = l.member_id
        where l.community_id = $1 and l.status = 'active' and m.status = 'active' and m.visibility is null)
       as "listing.published"`,
  );
  const made = await service.ownerQuery<{ type: string; count: number; subjects: number }>(
    `select type, count(*)::int, count(distinct data::text)::int as subjects from events where community_id = $1 group by type`,
    [communityId],
  );
  assert.deepEqual(Object.fromEntries(made.map(({ type, count }) => [type, count])), expected);
  for (const { count, subjects } of made) assert.equal(count, subjects);

  await distributeAll(service.deps.database, service.clock.now());
  while ((await landMissed(service.deps.database, service.clock.now())) > 0);
  const visible = await counts(
    `select (select count(*)::int from members where community_id = $1 and status = 'active' and visibility is null)
       + (select count(*)::int from listings l join members m on m.community_id = l.community_id and m.id = l.member_id
          where l.community_id = $1 and l.status = 'active' and m.status = 'active' and m.visibility is null) as sent`,
  );
  assert.deepEqual(await counts('select count(*)::int as sent from deliveries where community_id = $1'), visible);
});
