/** Members act on their own pages: partners notice nothing but more life. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeId } from '@timebank/contract';
import { addListing } from '../../modules/members/domain/listings/create.ts';
import { type TestMember, type TestPartner, testService } from '../../test-support/harness.ts';
import {
  answerEachOther,
  changeOwnAs,
  type MembersBeside,
  PRIVATE_WORDS,
  publishAs,
  recordWith,
} from '../../test-support/members-beside.ts';
import { takeDueSnapshots } from '../aggregates/snapshots.ts';
import { DAY_MS } from '../base/time.ts';
import { changeListing, changeListingStatus } from '../people/listings/change.ts';
import { renewListings } from '../people/listings/renew.ts';

const service = await testService();

interface Scene extends MembersBeside {
  readonly partner: TestPartner;
  readonly ruth: TestMember;
  readonly karl: TestMember;
}

async function scene(): Promise<Scene> {
  const partner = await service.createPartner();
  const { communityId } = partner;
  const ruth = await service.createMember({ communityId, name: 'Ruth Weber' });
  const karl = await service.createMember({ communityId, name: 'Karl Weber' });
  return { deps: service.deps, communityId, partner, ruth, karl };
}

async function get({ partner }: Scene, path: string) {
  const answer = await service.call('GET', path, { token: await service.token(partner) });
  assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  return answer;
}

interface Event {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Oldest first. Asked for in that order, the newest would wait for open transactions of other tests. */
async function eventsOf(on: Scene): Promise<Event[]> {
  return (await get(on, '/events?per_page=100')).body.data.reverse();
}

test('partners get the same events of acts on an own listing as of those of the office', async () => {
  const on = await scene();
  const { deps, communityId, ruth } = on;
  const told = async (act: () => Promise<string>) => {
    const before = (await eventsOf(on)).length;
    const listingId = encodeId('lst', await act());
    const events = (await eventsOf(on)).slice(before);
    for (const { data } of events) assert.equal(data.listing_id, listingId);
    return events.map(({ type, data }) => ({ type, data: { ...data, listing_id: 'the listing' } }));
  };
  const byMember = await told(async () => {
    const id = await publishAs(on, ruth, 'service');
    for (const what of ['change', 'renew', 'close'] as const) await changeOwnAs(on, ruth, id, what);
    return id;
  });
  const byOffice = await told(async () => {
    const act = { communityId, actor: 'administrator:1' };
    const id = await addListing(deps, { ...act, memberId: ruth.uuid }, { title: 'Mending', type: 'service' });
    await changeListing(deps, { ...act, listingId: id }, { title: 'Mending of clothes' });
    await renewListings(deps, act, [id]);
    await changeListingStatus(deps, { ...act, listingId: id }, 'closed');
    return id;
  });
  assert.deepEqual(byMember, byOffice);
  assert.deepEqual(
    byMember.map(({ type }) => type),
    ['listing.published', 'listing.updated', 'listing.closed'],
  );
});

test('hours that two have recorded change balances and totals, and make no event', async () => {
  const on = await scene();
  const { ruth, karl } = on;
  const balances = async () => {
    const of = async ({ id }: TestMember) => (await get(on, `/wallet/balance/${id}`)).body.data.balance_seconds;
    return [await of(ruth), await of(karl)];
  };
  const before = await eventsOf(on);
  await recordWith(on, ruth, karl, { seconds: 7200, day: '2026-11-19', confirms: false });
  assert.deepEqual(await balances(), [0, 0]);
  for (let n = 0; n < 12; n++) await recordWith(on, ruth, karl, { seconds: 3600, day: '2026-11-19', confirms: true });
  assert.deepEqual(await balances(), [12 * 3600, -12 * 3600]);
  service.clock.advance(DAY_MS);
  await takeDueSnapshots(on.deps.database, service.clock);
  const { data } = (await get(on, '/aggregates/community')).body;
  assert.deepEqual(data.exchanges_last_30_days, { min: 10, max: 19 });
  assert.deepEqual(await eventsOf(on), before);
});

test('no answer to a partner shows what members write to each other, or what waits between them', async () => {
  const on = await scene();
  const { deps, ruth, karl } = on;
  const listingId = await publishAs(on, ruth, 'request');
  await answerEachOther(on, karl, ruth, listingId);
  const waiting = await recordWith(on, karl, ruth, { seconds: 3600, day: '2026-11-19', confirms: false });
  await recordWith(on, karl, ruth, { seconds: 5400, day: '2026-11-19', confirms: true });
  const events = await eventsOf(on);
  const paths = [
    ...['/users', `/users/${ruth.id}`, '/listings', `/listings/${encodeId('lst', listingId)}`, '/events', '/me'],
    ...[`/wallet/balance/${ruth.id}`, '/wallet/credits', '/aggregates/community', '/webhooks/subscriptions'],
    ...[`/wallet/statements/${deps.clock.now().toISOString().slice(0, 10)}`],
  ];
  for (const path of paths) {
    const { text } = await get(on, path);
    for (const hidden of [PRIVATE_WORDS, 'Gardening', 'prp_', 'ans_', encodeId('prp', waiting), waiting]) {
      assert.ok(!text.includes(hidden), `${path} shows ${hidden}`);
    }
  }
  const names = [...new Set(events.map(({ type }) => type))].filter((type) => !/^(user|listing)\./.test(type));
  assert.deepEqual(names, []);
});
