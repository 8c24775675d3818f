import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { encodeId } from '@timebank/contract';
import { newIdAt } from '../../../platform/base/ids.ts';
import { startTestService, type TestService } from '../../../test-support/harness.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const SINCE = '2026-01-01T00:00:00.000Z';
const UPDATED = '2026-06-01T00:00:00.000Z';

/** Members of one month, of whom each `nth` was updated lately, and the others never. */
interface Month {
  readonly created: string;
  readonly members: number;
  readonly nth: number;
}

/** More have been updated than are looked up by their times. */
const MONTHS: readonly Month[] = [
  { created: '2012-03-01T00:00:00.000Z', members: 300, nth: 33 },
  { created: '2014-03-01T00:00:00.000Z', members: 300, nth: 301 },
  { created: '2015-03-01T00:00:00.000Z', members: 41, nth: 41 },
  { created: '2016-03-01T00:00:00.000Z', members: 5200, nth: 2 },
  { created: '2020-03-01T00:00:00.000Z', members: 300, nth: 301 },
  { created: '2024-03-01T00:00:00.000Z', members: 1000, nth: 1 },
];

async function createMembers(communityId: number, { created, members, nth }: Month): Promise<void> {
  const createdMs = Date.parse(created);
  const rows = Array.from({ length: members }, (_, at) => ({
    id: newIdAt(new Date(createdMs + at * 60_000)),
    updatedAt: (at + 1) % nth === 0 ? UPDATED : created,
  }));
  await service.ownerQuery(
    `insert into members (community_id, id, name, status, visibility, payment_reference, created_at, updated_at)
     select $1, m.id, 'Member', case when m.at % 7 = 0 then 'suspended' else 'active' end,
       case when m.at % 5 = 0 then 'hidden' end, 'RF00' || upper(replace(right(m.id::text, 17), '-', '')), $4, m.updated_at
     from unnest($2::uuid[], $3::timestamptz[]) with ordinality as m (id, updated_at, at)`,
    [communityId, rows.map(({ id }) => id), rows.map(({ updatedAt }) => updatedAt), created],
  );
}

test('pages of thousands of updated members have each of them once, by id, also behind years in which nobody was', async () => {
  const partner = await service.createPartner();
  for (const month of MONTHS) await createMembers(partner.communityId, month);
  const { communityId } = await service.createPartner();
  await createMembers(communityId, { created: '2013-03-01T00:00:00.000Z', members: 100, nth: 1 });
  const rows = await service.ownerQuery<{ id: string }>(
    `select id from members where community_id = $1 and updated_at >= $2 and status = 'active' and visibility is null
     order by id`,
    [partner.communityId, SINCE],
  );
  const expected = rows.map(({ id }) => encodeId('usr', id));
  assert.ok(expected.length > 2000, `more than are looked up by their times: ${expected.length}`);
  for (const scopes of [undefined, ['users.read'] as const]) {
    const token = await service.token(partner, scopes);
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { updated_since: SINCE, per_page: '70', ...(cursor ? { cursor } : {}) };
      const page = await service.call('GET', '/users', { token, query });
      assert.equal(page.status, 200);
      ids.push(...page.body.data.map(({ id }: { id: string }) => id));
      cursor = page.body.meta.next_cursor ?? undefined;
    } while (cursor);
    assert.deepEqual(ids, expected);
  }
});
