import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../../../../test-support/harness.ts';
import { MEMBER_JOBS } from './tallies.ts';

const service = await testService();

/** The stored tally beside a count. */
async function tallies(communityId: number) {
  const [row] = await service.ownerQuery<{ kept: number[]; counted: number[]; rows: number }>(
    `select (select array[sum(active), sum(on_default)]::int[] from member_tallies where community_id = $1) as kept,
       (select array[count(*), count(*) filter (where visibility is null)]::int[] from members
        where community_id = $1 and status = 'active') as counted,
       (select count(*) from member_tallies where community_id = $1)::int as rows`,
    [communityId],
  );
  return row;
}

test('after any change of members the tally equals a count; adding up changes nothing, nor for the neighbours', async () => {
  const [one, other] = [await service.createCommunity(), await service.createCommunity()];
  await service.createMember({ communityId: other.id });
  for (let n = 0; n < 80; n++) {
    await service.createMember({ communityId: one.id, status: n % 3 === 0 ? 'pending' : 'active' });
  }
  const first = (count: number) => `id in (select id from members where community_id = $1 order by id limit ${count})`;
  for (const [set, where] of [
    [`status = 'active'`, `status = 'pending'`],
    [`visibility = 'hidden'`, first(10)],
    [`status = 'left', visibility = null`, first(5)],
    [`name = 'Somebody'`, 'true'],
  ]) {
    await service.ownerQuery(`update members set ${set} where community_id = $1 and ${where}`, [one.id]);
    const found = await tallies(one.id);
    assert.deepEqual(found?.kept, found?.counted, set);
  }
  const before = await tallies(one.id);
  assert.deepEqual(before?.counted, [75, 70]);
  assert.ok((before?.rows ?? 0) > 50, `${before?.rows}`);
  for (const job of MEMBER_JOBS) await job.run(service.deps, new AbortController().signal);
  assert.deepEqual(await tallies(one.id), { ...before, rows: 1 });
  assert.deepEqual(await tallies(other.id), { kept: [1, 1], counted: [1, 1], rows: 1 });
});
