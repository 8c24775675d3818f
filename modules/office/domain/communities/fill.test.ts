/** A sandbox is filled by its creation, as a partner finds it over HTTP. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCommunity } from '../../../../core/communities/find.ts';
import { DOCUMENTED_MEMBERS } from '../../../../core/communities/outcomes.ts';
import { testService } from '../../../../test-support/harness.ts';
import { verifyLedger } from '../../../operate/domain/ledger/invariants.ts';
import { addCommunity } from './create.ts';

const service = await testService();

async function sandbox() {
  const community = await service.createCommunity({ kind: 'sandbox' });
  const partner = await service.createPartner({ communityId: community.id });
  const token = await service.token(partner);
  const get = async (path: string, query: Record<string, string> = {}) => service.call('GET', path, { token, query });
  return { community, partner, token, get };
}

test('a new sandbox has members, listings and events, and its books are right', async () => {
  const { get } = await sandbox();
  const users = (await get('/users', { per_page: '500' })).body.data;
  assert.equal(users.length, 84 + DOCUMENTED_MEMBERS.length - 1, 'all but the suspended one');
  assert.equal((await get('/listings', { per_page: '500' })).body.data.length, 48);
  const events = (await get('/events', { per_page: '500' })).body.data;
  assert.equal(events.filter(({ type }: { type: string }) => type === 'user.activated').length, users.length);
  const { holds, invariants } = await verifyLedger(service.deps.database, service.clock);
  assert.ok(holds, JSON.stringify(invariants.filter((one) => !one.holds)));
});

test('documented members have the same names and payment references in every sandbox', async () => {
  for (const { get } of [await sandbox(), await sandbox()]) {
    for (const { name, paymentReference, status } of DOCUMENTED_MEMBERS) {
      const found = await get('/users/lookup', { payment_reference: paymentReference });
      assert.equal(found.status, status === 'active' ? 200 : 404, name);
      if (status !== 'active') continue;
      assert.equal((await get(`/users/${found.body.data.user_id}`)).body.data.name, name);
    }
  }
});

test('a live community begins empty and without a limit', async () => {
  const { id, slug } = await service.createCommunity();
  const [counts] = await service.ownerQuery(
    `select (select count(*) from members where community_id = $1)::int as members,
       (select count(*) from events where community_id = $1)::int as events`,
    [id],
  );
  assert.deepEqual(counts, { members: 0, events: 0 });
  assert.equal((await findCommunity(service.deps.database, slug)).upperBalanceSeconds, null);
});

test('a sandbox whose filling fails is not there at all', async () => {
  await service.ownerQuery(`create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
  await service.ownerQuery('create trigger fails before insert on listings for each row execute function fail()');
  const half = { slug: 'half', name: 'Half', kind: 'sandbox' } as const;
  await assert.rejects(addCommunity(service.deps, { actor: 'test' }, half), /no/);
  await assert.rejects(findCommunity(service.deps.database, 'half'), { code: 'not_found' });
  await service.ownerQuery('drop trigger fails on listings');
  await addCommunity(service.deps, { actor: 'test' }, half);
});
