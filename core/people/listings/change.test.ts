import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { encodeId } from '@timebank/contract';
import { addListing } from '../../../modules/members/domain/listings/create.ts';
import { type TestMember, type TestPartner, testService } from '../../../test-support/harness.ts';
import type { Refusal } from '../../base/refusal.ts';
import { distributeAll } from '../../events/delivery/distribute.ts';
import { changeMember } from '../members/update.ts';
import { changeListing, changeListingStatus } from './change.ts';
import type { ListingInput } from './values.ts';

const service = await testService();

let partner: TestPartner;
let token: string;
let member: TestMember;
beforeEach(async () => {
  partner = await service.createPartner();
  token = await service.token(partner);
  member = await service.createMember(partner);
  const json = {
    event_types: ['listing.published', 'listing.updated', 'listing.closed'],
    target_url: 'https://a.example/',
  };
  await service.call('POST', '/webhooks/subscriptions', { token, json });
});

const create = (input: ListingInput = {}, options: { held?: boolean } = {}, of = member) =>
  addListing(
    service.deps,
    { communityId: partner.communityId, memberId: of.uuid, actor: 'test' },
    { type: 'service', title: 'Garden', ...input },
    { addsCategory: true, ...options },
  );
const act = (listingId: string) => ({ communityId: partner.communityId, listingId, actor: 'test' });
const update = (id: string, changes: ListingInput) =>
  changeListing(service.deps, act(id), changes, { addsCategory: true });
const become = (id: string, status: 'active' | 'held' | 'closed') => changeListingStatus(service.deps, act(id), status);

/** Kinds delivered since the last call, and the number of event rows about listings. */
async function received(): Promise<[kinds: string[], rows: number]> {
  await distributeAll(service.deps.database, service.clock.now());
  const rows = await service.ownerQuery<{ type: string; sent: boolean }>(
    `select e.type, exists (select from deliveries d where d.community_id = e.community_id and d.event_id = e.id) as sent
     from events e where e.community_id = $1 and e.listing_id is not null order by e.id`,
    [partner.communityId],
  );
  await service.ownerQuery('delete from events where community_id = $1', [partner.communityId]);
  return [rows.filter(({ sent }) => sent).map(({ type }) => type.replace('listing.', '')), rows.length];
}

describe('a listing', () => {
  test('is published, updated and closed, each with one event', async () => {
    const id = await create({ estimatedHours: '1:30', category: 'Home' });
    assert.deepEqual(await received(), [['published'], 1]);
    await update(id, { title: 'Garden and balcony', estimatedHours: null });
    assert.deepEqual(await received(), [['updated'], 1]);
    await update(id, { title: 'Garden and balcony' });
    assert.deepEqual(await received(), [[], 0]);
    const { body } = await service.call('GET', `/listings/${encodeId('lst', id)}`, { token });
    assert.deepEqual(
      [body.data.title, body.data.estimated_hours, body.data.category],
      ['Garden and balcony', null, 'Home'],
    );
    await become(id, 'closed');
    assert.deepEqual(await received(), [['closed'], 1]);
    await become(id, 'closed');
    await update(id, { title: 'Nobody hears' });
    assert.deepEqual(await received(), [[], 0]);
    await become(id, 'active');
    assert.deepEqual(await received(), [['published'], 1]);
  });

  test('under moderation does not exist for partners; released it is published', async () => {
    const id = await create({}, { held: true });
    await update(id, { title: 'Better' });
    assert.deepEqual(await received(), [[], 0]);
    await become(id, 'active');
    assert.deepEqual(await received(), [['published'], 1]);
    await become(id, 'held');
    assert.deepEqual(await received(), [['closed'], 1]);
    await become(id, 'closed');
    assert.deepEqual(await received(), [[], 0]);
  });

  for (const settings of [{ visibility: 'hidden' }, { status: 'suspended' }, { status: 'pending' }] as const) {
    test(`of a member who is ${Object.values(settings)} has no event`, async () => {
      const unseen = await service.createMember({ communityId: partner.communityId, ...settings });
      const id = await create({}, {}, unseen);
      await update(id, { title: 'Other' });
      await become(id, 'closed');
      assert.deepEqual(await received(), [[], 0]);
    });
  }

  test('that closes has an event for those who saw it, although the member is hidden before the event is sent', async () => {
    const id = await create();
    await received();
    await become(id, 'closed');
    const memberAct = { communityId: partner.communityId, memberId: member.uuid, actor: 'test' };
    await changeMember(service.deps, memberAct, { visibility: 'hidden' });
    assert.deepEqual(await received(), [['closed'], 1]);
  });

  test('of another community or member is not found; values that cannot be are refused by name', async () => {
    const id = await create();
    const elsewhere = { ...act(id), communityId: partner.communityId + 1 };
    await assert.rejects(
      changeListingStatus(service.deps, elsewhere, 'closed'),
      (error: Refusal) => error.code === 'listing_not_found',
    );
    const foreign = await service.createMember({ communityId: (await service.createCommunity()).id });
    await assert.rejects(create({}, {}, foreign), (error: Refusal) => error.code === 'user_not_found');
    await assert.rejects(
      update(id, { title: '', estimatedHours: '-1' }),
      (error: Refusal) => error.fields?.map(({ field }) => field).join() === 'title,estimated_hours',
    );
  });

  test('every change is audited', async () => {
    const id = await create();
    await update(id, { description: 'Weekends', category: 'Home' });
    await become(id, 'held');
    const rows = await service.ownerQuery(
      `select action, details from audit_log where community_id = $1 and subject = $2 order by id`,
      [partner.communityId, encodeId('lst', id)],
    );
    assert.deepEqual(rows, [
      { action: 'listing.created', details: { status: 'active' } },
      { action: 'listing.updated', details: { fields: ['description', 'category'] } },
      { action: 'listing.status_changed', details: { before: 'active', after: 'held' } },
    ]);
  });
});
