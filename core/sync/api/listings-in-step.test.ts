/** Copies of listings that are changed at the same time as who sees their member, or twice at one time. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { decodeId } from '@timebank/contract';
import { testChange } from '../../../test-support/changes.ts';
import { type TestMember, testService } from '../../../test-support/harness.ts';
import { publishAs } from '../../../test-support/members-beside.ts';
import { createMirror, type Mirror } from '../../../test-support/mirror.ts';
import { holdLock, lockWaitedForBy } from '../../../test-support/wallet.ts';
import { changeListingStatus } from '../../people/listings/change.ts';
import { renewListings } from '../../people/listings/renew.ts';
import { changeMemberStatus, setMemberStatusIn } from '../../people/members/status.ts';

const service = await testService();

let communityId: number;
let member: TestMember;
let copy: Mirror;
let listingId: string;
beforeEach(async () => {
  const partner = await service.createPartner();
  communityId = partner.communityId;
  member = await service.createMember({ communityId });
  copy = createMirror([service], '/listings', await service.token(partner, ['listings.read']), 100);
  listingId = await publishAs({ deps: service.deps, communityId }, member, 'service');
});

const act = () => ({ communityId, actor: 'test' });
const change = (status: 'active' | 'closed') => changeListingStatus(service.deps, { ...act(), listingId }, status);
const changeMember = (status: 'active' | 'suspended') =>
  changeMemberStatus(service.deps, { ...act(), memberId: member.uuid }, status);

/** @returns UUIDs of the listings in the copy */
async function polled(): Promise<(string | undefined)[]> {
  await copy.poll();
  return [...copy.items.keys()].map((id) => decodeId('lst', id));
}

test('a listing that is closed and opened again by a clock that has not gone on is there again', async () => {
  // One that is opened again gets a last day, and one that is closed has none.
  assert.deepEqual(await polled(), [listingId]);
  await change('closed');
  assert.deepEqual(await polled(), []);
  await change('active');
  assert.deepEqual(await polled(), [listingId]);
});

test('a listing that is renewed while its member comes back is there again', async () => {
  await changeMember('suspended');
  assert.deepEqual(await polled(), []);
  const renewal = `update listings set ends_on = '2027-01-31' where community_id = $1 and id = $2`;
  const held = await holdLock(service, renewal, [communityId, listingId]);
  const back = changeMember('active');
  try {
    await held.waitedForBy(1);
  } finally {
    await held.release();
  }
  await back;
  assert.deepEqual(await polled(), [listingId]);
});

test('a closed listing that is renewed while its member comes back is there again, and published', async () => {
  await change('closed');
  await changeMember('suspended');
  assert.deepEqual(await polled(), []);
  const { renewing } = await testChange(service.deps, communityId, async (within) => {
    await setMemberStatusIn(within, communityId, member.uuid, 'active');
    const renewal = renewListings(service.deps, act(), [listingId]);
    await Promise.race([renewal, lockWaitedForBy(service, 1)]);
    return { renewing: renewal };
  });
  await renewing;
  assert.deepEqual(await polled(), [listingId]);
  const published = `select from events where listing_id = $1 and type = 'listing.published' order by id desc`;
  assert.equal((await service.ownerQuery(published, [listingId])).length, 2);
});
