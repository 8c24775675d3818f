/**
 * To partners a member's listings come and go with the member: by events that are really delivered, and by the list.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { encodeId, type ListingStatus, type Scope, type Visibility } from '@timebank/contract';
import { addListing, createListingsIn } from '../../../modules/members/domain/listings/create.ts';
import { erasePersonalData } from '../../../modules/members/domain/members/erase.ts';
import { changeCommunity } from '../../../modules/office/domain/communities/settings.ts';
import { testChange } from '../../../test-support/changes.ts';
import {
  startTestService,
  type TestMember,
  type TestPartner,
  type TestService,
} from '../../../test-support/harness.ts';
import { type Receiver, startReceiver } from '../../../test-support/receiver.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { lockWaitedForBy } from '../../../test-support/wallet.ts';
import { startWorker, type Worker } from '../../events/delivery/loop.ts';
import { changeListing, changeListingStatus } from '../listings/change.ts';
import { changeMemberStatus, type NewStatus } from './status.ts';
import { changeMember, choosePartnerVisibility } from './update.ts';

let service: TestService;
let receiver: Receiver;
let worker: Worker;
before(async () => {
  let wake = () => {};
  service = await startTestService({ env: { WEBHOOK_ALLOW_CIDR: '127.0.0.0/8' }, wakeWorker: () => wake() });
  receiver = await startReceiver();
  worker = startWorker(service.deps, { pollMs: 50, jobs: [], random: () => 0.5, sender: { extraCa: receiver.ca } });
  wake = worker.wake;
});
after(async () => {
  await worker?.stop();
  await receiver?.stop();
  await service?.stop();
});

/**
 * `plain` sees whom the community shows; `chosen` is the one members choose for; `lists` holds `listings.read` alone.
 */
const NAMES = ['plain', 'chosen', 'lists'] as const;
type Name = (typeof NAMES)[number];
interface Subscriber extends TestPartner {
  readonly token: string;
}
let communityId: number;
let partners: Readonly<Record<Name, Subscriber>>;
/** Ids of listings → what the test calls them. */
let titles: Map<string, string>;
beforeEach(async () => {
  receiver.requests.length = 0;
  titles = new Map();
  communityId = (await service.createCommunity()).id;
  partners = {
    plain: await subscribe('plain'),
    chosen: await subscribe('chosen'),
    lists: await subscribe('lists', ['listings.read', 'webhooks.manage']),
  };
});

async function subscribe(name: Name, scopes?: readonly Scope[]): Promise<Subscriber> {
  const partner = await service.createPartner({ communityId, ...(scopes && { scopes }) });
  const token = await service.token(partner);
  const target = receiver.urlOf('localhost', `/${communityId}/${name}`);
  const json = { event_types: ['*'], target_url: target };
  assert.equal((await service.call('POST', '/webhooks/subscriptions', { token, json })).status, 201);
  return { ...partner, token };
}

const act = { actor: 'test' };
const create = (visibility: Visibility | null = null, status: 'active' | 'pending' | 'suspended' = 'active') =>
  service.createMember({ communityId, visibility, status });
const choose = ({ uuid }: TestMember, visibility: Visibility | null) =>
  choosePartnerVisibility(service.deps, { ...act, communityId, memberId: uuid }, partners.chosen.partnerId, visibility);
const show = ({ uuid }: TestMember, visibility: Visibility | null) =>
  changeMember(service.deps, { ...act, communityId, memberId: uuid }, { visibility });
const become = ({ uuid }: TestMember, status: NewStatus) =>
  changeMemberStatus(service.deps, { ...act, communityId, memberId: uuid }, status);
const setDefault = (defaultVisibility: Visibility) =>
  changeCommunity(service.deps, { ...act, communityId }, { defaultVisibility });

async function list({ uuid }: TestMember, title: string, status: ListingStatus = 'active'): Promise<string> {
  const subject = { ...act, communityId, memberId: uuid };
  const id = await addListing(service.deps, subject, { type: 'service', title }, { held: status === 'held' });
  titles.set(encodeId('lst', id), title);
  if (status === 'closed') await changeListingStatus(service.deps, { ...act, communityId, listingId: id }, 'closed');
  return id;
}

interface SentListingEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly user_id: string; readonly listing_id?: string };
}

/** The deliveries that arrived at the partner, in the order of the events. */
function arrived(name: Name): SentListingEvent[] {
  const own = receiver.requests.filter(({ path }) => path === `/${communityId}/${name}`);
  return own.map(({ body }) => JSON.parse(body.toString())).sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The listings a partner believes in that follows the events, and nothing else. */
function mirrorOf(name: Name): string[] {
  const mirror = new Set<string>();
  for (const { type, data } of arrived(name)) {
    if (type === 'listing.published') mirror.add(data.listing_id ?? '');
    if (type === 'listing.closed') mirror.delete(data.listing_id ?? '');
  }
  return [...mirror].sort();
}

/**
 * The events of listings that each partner received since the last call: `published Garden`. Its copy equals the list.
 */
async function received(): Promise<Record<Name, string[]>> {
  await waitUntil('everything is delivered', async () => {
    const [row] = await service.ownerQuery<{ waiting: number }>(
      `select (select count(*) from event_queue where community_id = $1)::int
         + (select count(*) from deliveries where community_id = $1 and status in ('pending', 'held'))::int as waiting`,
      [communityId],
    );
    return row?.waiting === 0;
  });
  const answer = {} as Record<Name, string[]>;
  for (const name of NAMES) {
    const { token } = partners[name];
    const listings = await service.call('GET', '/listings', { token });
    assert.deepEqual(mirrorOf(name), listings.body.data.map(({ id }: { id: string }) => id).sort(), name);
    const fed = await service.call('GET', '/events', { token, query: { per_page: '500' } });
    const changes = (events: readonly SentListingEvent[]) =>
      events.filter(({ type }) => /closed|deactivated/.test(type));
    // A publication of a listing that is out of sight again is not listed any more; every withdrawal is.
    const ids = changes(fed.body.data).map(({ id }) => id);
    assert.deepEqual(
      ids.sort(),
      changes(arrived(name)).map(({ id }) => id),
      name,
    );
    const news = arrived(name).filter(({ id }) => !seen.has(`${name} ${id}`));
    for (const { id } of news) seen.add(`${name} ${id}`);
    answer[name] = news
      .filter(({ data }) => data.listing_id)
      .map(({ type, data }) => `${type.replace('listing.', '')} ${titles.get(data.listing_id ?? '')}`)
      .sort();
  }
  return answer;
}
const seen = new Set<string>();
const toAll = (...events: string[]) => ({ plain: events, chosen: events, lists: events });
const NOBODY = toAll();
const LISTED = ['Garden', 'Piano'];
const closed = LISTED.map((title) => `closed ${title}`);
const published = LISTED.map((title) => `published ${title}`);

/** A member with two listings that partners see, one that waits for a moderator and one that is closed. */
async function owner(visibility?: Visibility | null, status?: 'pending'): Promise<TestMember> {
  const member = await create(visibility, status);
  for (const title of LISTED) await list(member, title);
  await list(member, 'Held', 'held');
  await list(member, 'Closed', 'closed');
  return member;
}

/** The token of a copy of the member's listings, and the titles that it gets by it. */
async function inStep(name: Name, member: TestMember): Promise<string> {
  const { body } = await listingsOf(name, { user_id: member.id });
  return body.meta.sync_token;
}
async function delta(name: Name, sync_token: string): Promise<string[]> {
  const { body } = await listingsOf(name, { sync_token });
  // What went out of sight before may come once more, as removed: any transaction of the server may hold the token back.
  return body.data.flatMap(({ title }: { title?: string }) => title ?? []).sort();
}
const listingsOf = (name: Name, query: Record<string, string>) =>
  service.call('GET', '/listings', { token: partners[name].token, query });
const later = () => {
  service.clock.advance(60_000);
  return service.clock.now();
};

/** How a member goes out of sight, and comes back. */
const flips: readonly (readonly [string, (m: TestMember) => Promise<unknown>, (m: TestMember) => Promise<unknown>])[] =
  [
    ['is suspended, and active again', (m) => become(m, 'suspended'), (m) => become(m, 'active')],
    ['leaves, and comes back', (m) => become(m, 'left'), (m) => become(m, 'active')],
    ['hides, and shows herself', (m) => show(m, 'hidden'), (m) => show(m, 'listed')],
    ["follows another default of the community's", () => setDefault('hidden'), () => setDefault('listed')],
  ];

describe('the active listings of a member', () => {
  for (const [what, away, back] of flips) {
    test(`are closed and published when the member ${what}; copies get them`, async () => {
      const member = await owner();
      assert.deepEqual(await received(), toAll('closed Closed', 'published Closed', ...published));
      await away(member);
      assert.deepEqual(await received(), toAll(...closed));
      const tokens = await Promise.all(NAMES.map((name) => inStep(name, member)));
      await back(member);
      assert.deepEqual(await received(), toAll(...published));
      for (const [at, name] of NAMES.entries()) assert.deepEqual(await delta(name, tokens[at] ?? ''), LISTED, name);
    });

    test(`of which one partner saw nothing: it receives nothing when the member ${what}`, async () => {
      const member = await owner();
      await choose(member, 'hidden');
      await received();
      await away(member);
      assert.deepEqual(await received(), { ...toAll(...closed), chosen: [] });
      await back(member);
      assert.deepEqual(await received(), { ...toAll(...published), chosen: [] });
    });
  }
});

describe('the listings of a member', () => {
  test('are closed and published for the one partner that the member chooses for', async () => {
    const member = await owner();
    await received();
    await choose(member, 'hidden');
    assert.deepEqual(await received(), { ...NOBODY, chosen: closed });
    const since = await inStep('chosen', member);
    await choose(member, 'listed');
    assert.deepEqual(await received(), { ...NOBODY, chosen: published });
    assert.deepEqual(await delta('chosen', since), LISTED);
    await choose(member, 'listed_with_email');
    assert.deepEqual(await received(), NOBODY);
    await show(member, 'hidden');
    assert.deepEqual(await received(), { ...toAll(...closed), chosen: [] });
    await choose(member, null);
    assert.deepEqual(await received(), { ...NOBODY, chosen: closed });
  });

  test('are closed when the data of the member is erased', async () => {
    const { uuid } = await owner();
    await received();
    await erasePersonalData(service.deps, { ...act, communityId, memberId: uuid }, 'Anna Berger');
    assert.deepEqual(await received(), toAll(...closed));
  });

  test('are published when the member is activated for the first time, and not before', async () => {
    const member = await owner(null, 'pending');
    assert.deepEqual(await received(), NOBODY);
    const since = await inStep('lists', member);
    await become(member, 'active');
    assert.deepEqual(await received(), toAll(...published));
    assert.deepEqual(await delta('lists', since), LISTED);
  });

  test('stay as they are when the member stays in sight', async () => {
    const member = await owner();
    await received();
    const now = later();
    await show(member, 'listed');
    await changeMember(service.deps, { ...act, communityId, memberId: member.uuid }, { name: 'Zoë' });
    assert.deepEqual(await received(), NOBODY);
    const touched = await service.ownerQuery('select id from listings where community_id = $1 and updated_at = $2', [
      communityId,
      now,
    ]);
    assert.deepEqual(touched, []);
  });

  test('may change while the member is suspended: nobody hears of it until the member is back', async () => {
    const member = await owner();
    const piano = await list(member, 'Violin');
    await received();
    await become(member, 'suspended');
    await received();
    const change = { ...act, communityId, listingId: piano };
    await changeListing(service.deps, change, { title: 'Viola' });
    await changeListingStatus(service.deps, change, 'closed');
    await list(member, 'New');
    assert.deepEqual(await received(), NOBODY);
    await become(member, 'active');
    assert.deepEqual(await received(), toAll('published Garden', 'published New', 'published Piano'));
  });
});

describe("a change of the community's default", () => {
  test('moves the listings of those who chose nothing, and of nobody else', async () => {
    const follows = await create();
    await list(follows, 'Follows');
    await list(await create('listed'), 'Listed');
    await list(await create('hidden'), 'Hidden');
    const kept = await create();
    await list(kept, 'Kept');
    await choose(kept, 'listed');
    const suspended = await create(null, 'suspended');
    await list(suspended, 'Suspended');
    await received();
    await setDefault('hidden');
    const all = ['closed Follows', 'closed Kept'];
    assert.deepEqual(await received(), { ...toAll(...all), chosen: ['closed Follows'] });
    await setDefault('listed');
    const back = ['published Follows', 'published Kept'];
    assert.deepEqual(await received(), { ...toAll(...back), chosen: ['published Follows'] });
    await setDefault('listed_with_email');
    assert.deepEqual(await received(), NOBODY);
  });

  test('tells of each listing once, also of more than one statement takes', async () => {
    const { uuid } = await create();
    await service.ownerQuery(
      `insert into listings (community_id, id, member_id, type, title, status, created_at, updated_at)
       select $1, gen_random_uuid(), $2, 'service', 'Many', 'active', $3, $3 from generate_series(1, 5001)`,
      [communityId, uuid, service.clock.now()],
    );
    await service.ownerQuery('delete from subscriptions where community_id = $1', [communityId]);
    const now = later();
    await setDefault('hidden');
    const [row] = await service.ownerQuery(
      `select (select count(distinct listing_id) from events where community_id = $1 and type = 'listing.closed')::int
           as announced,
         (select count(*) from events where community_id = $1 and type = 'listing.closed')::int as events,
         (select count(*) from listings where community_id = $1 and updated_at = $2)::int as touched`,
      [communityId, now],
    );
    assert.deepEqual(row, { announced: 5001, events: 5001, touched: 5001 });
  });
});

describe('a listing and its member changed at the same time', () => {
  const isBlocked = () => lockWaitedForBy(service, 1);

  const goes: readonly (readonly [string, (member: TestMember) => Promise<unknown>])[] = [
    ['hides', (member) => show(member, 'hidden')],
    ['is suspended', (member) => become(member, 'suspended')],
  ];
  for (const [what, go] of goes) {
    test(`a listing that is created while its member ${what} is closed with the others`, async () => {
      const member = await create();
      const content = {
        type: 'service',
        title: 'Race',
        description: '',
        category: '',
        estimatedSeconds: null,
      } as const;
      const listing = { ...content, externalId: null, memberId: member.uuid, status: 'active' } as const;
      let gone: Promise<unknown> = Promise.resolve();
      await testChange(service.deps, communityId, async (within) => {
        const [id] = await createListingsIn(within, communityId, [{ ...listing, createdAt: within.at }]);
        titles.set(encodeId('lst', id ?? ''), 'Race');
        gone = go(member);
        await isBlocked();
      });
      await gone;
      const { plain } = await received();
      assert.equal(plain.at(0), 'closed Race');
    });
  }

  test('a listing that is released while its member hides is closed with the others', async () => {
    const member = await create();
    const id = await list(member, 'Race', 'held');
    await received();
    let released: Promise<unknown> = Promise.resolve();
    await testChange(service.deps, communityId, async (within) => {
      await within.transaction.run(
        { name: 'test_hold', text: 'select from members where id = $1 for no key update', changesRows: false },
        [member.uuid],
      );
      released = changeListingStatus(service.deps, { ...act, communityId, listingId: id }, 'active');
      await isBlocked();
      await within.transaction.run(
        { name: 'test_hide', text: `update members set visibility = 'hidden' where id = $1`, changesRows: true },
        [member.uuid],
      );
    });
    await released;
    assert.deepEqual(await received(), NOBODY);
  });
});
