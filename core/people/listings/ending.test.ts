import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeId } from '@timebank/contract';
import { listingJobs } from '../../../modules/members/domain/listings/ending-job.ts';
import { signedIn } from '../../../test-support/console.ts';
import { testService } from '../../../test-support/harness.ts';
import { DAY_MS, dayOf } from '../../base/time.ts';
import { NO_HOOKS } from '../../change/hooks.ts';
import { dayAfterMonths, endsOfNew, spreadOver } from './ends.ts';

const service = await testService();

const inDays = (days: number) => dayOf(new Date(service.clock.now().getTime() + days * DAY_MS));
const runJob = async (hooks = service.deps.hooks) => {
  for (const job of listingJobs(hooks)) await job.run(service.deps, AbortSignal.timeout(60_000));
};

async function start() {
  const person = await signedIn(service, { role: 'owner' });
  const { communityId, slug, client } = person;
  const member = await service.createMember({ communityId, name: 'Anna' });
  const hidden = await service.createMember({ communityId, name: 'Ben', visibility: 'hidden' });
  await service.createPartner({ communityId });
  const set = async (json: object) => await client.call('updateListingSettings', { params: { slug }, json });
  const add = async (title: string, json: object = {}) => {
    const body = { member_id: member.id, type: 'service', title, ...json };
    return (await client.call('createCommunityListing', { params: { slug }, json: body })).body.data;
  };
  const read = async (listingId: string) =>
    (await client.call('getCommunityListing', { params: { slug, listingId } })).body.data;
  const titles = async (query: object) =>
    (await client.call('listCommunityListings', { params: { slug }, query })).body.data.map(
      ({ title }: { title: string }) => title,
    );
  const renew = async (...listing_ids: string[]) =>
    await client.call('renewCommunityListings', { params: { slug }, json: { listing_ids } });
  const become = (listingId: string, status: string) =>
    client.call('setListingStatus', { params: { slug, listingId }, json: { status } });
  const setEnd = (id: string, endsOn: string) =>
    service.ownerQuery('update listings set ends_on = $2 where community_id = $1 and title = $3', [
      communityId,
      endsOn,
      id,
    ]);
  const events = async () => {
    const rows = await service.ownerQuery<{ type: string }>(
      'select type from events where community_id = $1 and listing_id is not null order by id',
      [communityId],
    );
    await service.ownerQuery('delete from events where community_id = $1', [communityId]);
    return rows.map(({ type }) => type);
  };
  /** The reasons for mails, once the job has run. */
  const told = async () => {
    await runJob();
    const rows = await service.ownerQuery<{ reason_key: string }>(
      `select reason_key from mails where community_id = $1 and reason_key like 'listing.ending:%' order by reason_key`,
      [communityId],
    );
    return rows.map(({ reason_key }) => reason_key);
  };
  return { ...person, member, hidden, set, add, read, titles, renew, become, setEnd, events, told };
}

test('a day some months later is the last of a shorter month, and many new listings are spread over the time', () => {
  const now = new Date('2026-08-31T10:00:00Z');
  assert.equal(dayAfterMonths(now, 6), '2027-02-28');
  assert.equal(dayAfterMonths(now, 1), '2026-09-30');
  assert.deepEqual(spreadOver(now, 6), { firstDay: '2026-09-30', days: 152 });
  assert.equal(endsOfNew(now, 6, 1)(0), '2027-02-28');
  assert.equal(endsOfNew(now, null, 5)(3), null);
  const many = Array.from({ length: 300 }, (_, at) => endsOfNew(now, 6, 300)(at) ?? '');
  assert.equal(many.at(-1), '2027-02-28');
  assert.ok((many[0] ?? '') >= '2026-09-30' && (many[0] ?? '') <= '2026-10-02', many[0]);
  assert.ok(new Set(many).size > 140);
  assert.deepEqual([...many].sort(), many);
});

test('a listing of a live community ends after six months at first: it is closed, and partners hear of it once', async () => {
  const { add, read, events, client, slug, communityId, hidden, become } = await start();
  const settings = (await client.call('getListingSettings', { params: { slug } })).body.data;
  assert.deepEqual(settings, { listing_months: 6, office_contact: null });
  const { ends_on } = await add('Mowing');
  assert.equal(ends_on, dayAfterMonths(service.clock.now(), 6));
  await add('Unseen', { member_id: hidden.id });
  await add('Held', { held: true });
  const closedByHand = await add('Chess');
  await become(closedByHand.id, 'closed');
  assert.equal((await read(closedByHand.id)).ends_on, null);
  await events();
  const days = Math.round((Date.parse(ends_on) - Date.parse(inDays(0))) / DAY_MS);
  service.clock.advance(days * DAY_MS);
  await runJob();
  const stored = () =>
    service.ownerQuery('select status, ends_on::text as day from listings where community_id = $1 and title = $2', [
      communityId,
      'Mowing',
    ]);
  assert.deepEqual(await stored(), [{ status: 'active', day: ends_on }], 'its last day is one on which it is there');
  service.clock.advance(DAY_MS);
  await runJob();
  await runJob();
  assert.deepEqual(await stored(), [{ status: 'closed', day: ends_on }]);
  assert.deepEqual(await events(), ['listing.closed']);
  const later = await signedIn(service, { communityId, slug, role: 'coordinator' });
  const query = { ending: 'ended', sort: 'title' } as const;
  const { body } = await later.client.call('listCommunityListings', { params: { slug }, query });
  assert.deepEqual(
    body.data.map(({ title }: { title: string }) => title),
    ['Held', 'Mowing', 'Unseen'],
  );
  const [row] = await service.ownerQuery(
    `select actor, details from audit_log where community_id = $1 and action = 'listings.ended'`,
    [communityId],
  );
  assert.deepEqual(row, { actor: 'worker', details: { listings: 3 } });
});

test('those that end within 14 days are found, soonest first, and renewed together without an event', async () => {
  const { add, titles, renew, setEnd, events, read, communityId } = await start();
  const ids: Record<string, string> = {};
  for (const [title, days] of [
    ['Late', 15],
    ['Soon', 14],
    ['Sooner', 1],
    ['Today', 0],
  ] as const) {
    ids[title] = (await add(title)).id;
    await setEnd(title, inDays(days));
  }
  assert.deepEqual(await titles({ ending: 'soon', sort: 'ends' }), ['Today', 'Sooner', 'Soon']);
  assert.deepEqual(await titles({ sort: '-ends' }), ['Late', 'Soon', 'Sooner', 'Today']);
  await events();
  const marks = () =>
    service.ownerQuery('select id, changed_xid::text, updated_at from listings where community_id = $1 order by id', [
      communityId,
    ]);
  const before = await marks();
  const renewed = await renew(ids.Today ?? '', ids.Sooner ?? '', 'lst_01jd3h6m8nfdwtv0k2x9q4z7ad', 'nonsense');
  const endsOn = dayAfterMonths(service.clock.now(), 6);
  assert.deepEqual(renewed.body.data, { renewed: 2, ends_on: endsOn });
  assert.equal((await read(ids.Today ?? '')).ends_on, endsOn);
  assert.deepEqual(await titles({ ending: 'soon' }), ['Soon']);
  assert.deepEqual(await events(), []);
  assert.deepEqual(await marks(), before, 'copies in step have nothing to read');
});

test('renewing one that has ended publishes it again', async () => {
  const { add, renew, setEnd, events, read, become, set } = await start();
  const { id } = await add('Mowing');
  await setEnd('Mowing', inDays(-1));
  await runJob();
  await events();
  assert.equal((await renew(id)).body.data.renewed, 1);
  assert.deepEqual(await events(), ['listing.published']);
  assert.deepEqual(
    [(await read(id)).status, (await read(id)).ends_on],
    ['active', dayAfterMonths(service.clock.now(), 6)],
  );
  await become(id, 'closed');
  await set({ listing_months: 2 });
  await become(id, 'active');
  assert.equal((await read(id)).ends_on, dayAfterMonths(service.clock.now(), 2));
});

test('switched on, listings that are there end over the coming months; switched off, none does', async () => {
  const { add, set, communityId, read, events } = await start();
  assert.equal((await set({ listing_months: null })).body.data.listing_months, null);
  const ids: string[] = [];
  for (let n = 0; n < 40; n++) ids.push((await add(`Offer ${n}`)).id);
  const days = async () =>
    (
      await service.ownerQuery<{ day: string | null }>(
        'select ends_on::text as day from listings where community_id = $1 order by ends_on',
        [communityId],
      )
    ).map(({ day }) => day);
  assert.deepEqual(new Set(await days()), new Set([null]));
  await events();
  await set({ listing_months: 3 });
  const spread = await days();
  const last = dayAfterMonths(service.clock.now(), 3);
  assert.ok(
    spread.every((day) => day !== null && day >= inDays(30) && day <= last),
    String(spread),
  );
  assert.ok(new Set(spread).size > 10, String(spread));
  await set({ listing_months: 12 });
  assert.deepEqual(await days(), spread, 'those that have a day keep it');
  assert.equal((await add('Chess')).ends_on, dayAfterMonths(service.clock.now(), 12));
  await set({ listing_months: null });
  assert.deepEqual(new Set(await days()), new Set([null]));
  assert.deepEqual(
    (await events()).filter((type) => type !== 'listing.published'),
    [],
  );
  assert.equal((await read(ids[0] ?? '')).ends_on, null);
});

test('months and office contact keep their rules, and a coordinator reads them only', async () => {
  const { set, slug, communityId } = await start();
  for (const listing_months of [0, 61, 1.5, -1]) {
    const { status, body } = await set({ listing_months });
    assert.deepEqual([status, body.errors[0].field], [422, 'listing_months']);
  }
  assert.equal((await set({ office_contact: 'x'.repeat(501) })).body.errors[0].code, 'too_long');
  const contact = 'Tuesdays 9 to 12\n+49 711 123456';
  assert.equal((await set({ office_contact: contact })).body.data.office_contact, contact);
  assert.equal((await set({ office_contact: '' })).body.data.office_contact, null);
  const { client } = await signedIn(service, { communityId, slug, role: 'coordinator' });
  assert.equal((await client.call('getListingSettings', { params: { slug } })).status, 200);
  const refused = await client.call('updateListingSettings', { params: { slug }, json: { listing_months: 1 } });
  assert.equal(refused.body.error, 'not_permitted');
});

test('an owner gets a notice 14 days before, once for each last day, and not where the listing or the member is away', async () => {
  const { add, setEnd, communityId, renew, become, hidden, client, slug, told } = await start();
  const { id } = await add('Mowing');
  await add('Later');
  await add('Closed');
  await add('Of one who is suspended', { member_id: hidden.id });
  await client.call('setMemberStatus', { params: { slug, memberId: hidden.id }, json: { status: 'suspended' } });
  for (const title of ['Mowing', 'Closed', 'Of one who is suspended']) await setEnd(title, inDays(14));
  const [closed] = await service.ownerQuery<{ id: string }>(
    `select id from listings where community_id = $1 and title = 'Closed'`,
    [communityId],
  );
  await become(encodeId('lst', closed?.id ?? ''), 'closed');
  await setEnd('Later', inDays(15));
  await runJob(NO_HOOKS);
  const audits = await service.ownerQuery(
    `select from audit_log where community_id = $1 and action = 'listings.ending_told'`,
    [communityId],
  );
  assert.equal(audits.length, 0, 'where no module reads reasons, none is noted');
  const first = `listing.ending:${id}:${inDays(14)}`;
  assert.deepEqual(await told(), [first]);
  assert.deepEqual(await told(), [first]);
  await renew(id);
  assert.deepEqual(await told(), [first]);
  await setEnd('Mowing', inDays(13));
  assert.deepEqual(await told(), [`listing.ending:${id}:${inDays(13)}`, first].sort());
});

test('who comes back shortly before the last day of a listing gets the notice then, once, and none of what is over or far', async () => {
  const { add, setEnd, told, slug, client, member } = await start();
  const days = { Over: -1, Today: 0, Tomorrow: 1, Soon: 11, Told: 13, Last: 14, Far: 15 };
  const keys: Record<string, string> = {};
  for (const [title, after] of Object.entries(days)) {
    keys[title] = `listing.ending:${(await add(title)).id}:${inDays(after)}`;
    await setEnd(title, inDays(after === 14 ? 15 : after));
  }
  const params = { slug, memberId: member.id };
  const hold = async () =>
    assert.equal((await client.call('beginMemberHold', { params, json: { until: null } })).status, 200);
  const resume = async () => assert.equal((await client.call('endMemberHold', { params })).status, 200);
  const expected = (...titles: (keyof typeof days)[]) => titles.map((title) => keys[title]).sort();
  assert.deepEqual(await told(), expected('Told'), 'two weeks before, as ever');
  await hold();
  await setEnd('Last', inDays(14));
  assert.deepEqual(await told(), expected('Told'), 'nothing is said of what is hidden');
  await resume();
  assert.deepEqual(await told(), expected('Tomorrow', 'Soon', 'Told', 'Last'));
  await hold();
  await resume();
  assert.deepEqual(await told(), expected('Tomorrow', 'Soon', 'Told', 'Last'), 'a second return says nothing twice');
});
