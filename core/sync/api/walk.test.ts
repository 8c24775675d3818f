import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { encodeId } from '@timebank/contract';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { testChange } from '../../../test-support/changes.ts';
import { startTestService, type TestMember, type TestPartner, testService } from '../../../test-support/harness.ts';
import { createHiddenNeighbours } from '../../../test-support/members-beside.ts';
import { DAY_MS } from '../../base/time.ts';
import { adoptRestoredRows } from '../../database/migrate.ts';
import { changeListingStatus } from '../../people/listings/change.ts';
import { setMemberStatusIn } from '../../people/members/status.ts';
import { changeMember, choosePartnerVisibility } from '../../people/members/update.ts';

const service = await testService();

let partner: TestPartner;
let token: string;
/** Members whom no partner sees: what they do comes in no walk. */
let membersAct: () => Promise<void>;
beforeEach(async () => {
  partner = await service.createPartner();
  token = await service.token(partner, ['users.read', 'listings.read']);
  membersAct = createHiddenNeighbours(service, partner.communityId);
});

type Query = Record<string, string>;
interface Item {
  readonly id: string;
  readonly name?: string;
  readonly removed?: true;
}
interface Delta {
  readonly items: readonly Item[];
  readonly token: string;
}

/** One whole walk, page after page by the cursor alone. */
async function walk(query: Query, path = '/users', as = token): Promise<Delta> {
  const items: Item[] = [];
  const { per_page } = query;
  for (let asked = query; ; ) {
    await membersAct();
    const { status, body } = await service.call('GET', path, { token: as, query: asked });
    assert.equal(status, 200, JSON.stringify(body));
    items.push(...body.data);
    if (!body.meta.has_more) return { items, token: body.meta.sync_token };
    assert.equal(body.meta.sync_token, null);
    const isFull = query.sync_token === undefined;
    asked = { ...(isFull ? query : per_page ? { per_page } : {}), cursor: body.meta.next_cursor };
  }
}
const since = (sync_token: string, path?: string, query: Query = {}) => walk({ sync_token, ...query }, path);

/**
 * Goes on from a walk until nothing comes any more. An object may come twice while transactions are open, be it those of
 * other databases of the server, as here: the tests run side by side.
 */
async function settled({ token: at }: { readonly token: string }, path?: string, as = token): Promise<string> {
  const next = await walk({ sync_token: at }, path, as);
  return next.items.length === 0 ? next.token : await settled(next, path, as);
}

const refused = async (query: Query, as = token, path = '/users') => {
  const { status, body } = await service.call('GET', path, { token: as, query });
  return [status, body.error, body.errors?.[0]?.field];
};

const actOn = (member: TestMember) => ({
  communityId: partner.communityId,
  memberId: member.uuid,
  actor: 'test',
});
const rename = (member: TestMember, name: string) => changeMember(service.deps, actOn(member), { name });
const hide = (member: TestMember, from = partner.partnerId) =>
  choosePartnerVisibility(service.deps, actOn(member), from, 'hidden');
const show = (member: TestMember) => choosePartnerVisibility(service.deps, actOn(member), partner.partnerId, null);

async function createListing(member: TestMember, category = 'garden'): Promise<{ id: string; uuid: string }> {
  const uuid = uuidv7();
  await service.ownerQuery(
    `insert into listings (community_id, id, member_id, type, title, category, status, created_at, updated_at)
     values ($1, $2, $3, 'service', 'Help', $4, 'active', now(), now())`,
    [partner.communityId, uuid, member.uuid, category],
  );
  return { id: encodeId('lst', uuid), uuid };
}

/** Another transaction that stays open. */
async function openTransaction(): Promise<pg.Client> {
  const client = new pg.Client(service.testDatabase.ownerConnection);
  await client.connect();
  await client.query('begin');
  return client;
}

test('after a walk its token answers what has changed since, each object once, and a new token', async () => {
  const [anna, bert] = [await service.createMember(partner), await service.createMember(partner)];
  const first = await walk({});
  assert.deepEqual(first.items.map(({ id }) => id).sort(), [anna.id, bert.id].sort());
  const nothing = await settled(first);
  await rename(anna, 'Anna one');
  await rename(anna, 'Anna two');
  const carla = await service.createMember(partner);
  const second = await since(nothing);
  assert.deepEqual(
    second.items.map(({ id, name }) => [id, name]),
    [
      [anna.id, 'Anna two'],
      [carla.id, second.items[1]?.name],
    ],
  );
  await settled(second);
  assert.deepEqual((await since(nothing)).items, second.items, 'an older token still answers');
});

test('a member who goes out of sight is removed, whatever the reason; one who comes back is there again', async () => {
  const [gone, hidden, erased] = [
    await service.createMember(partner),
    await service.createMember(partner),
    await service.createMember(partner),
  ];
  const { communityId } = partner;
  const at = await settled(await walk({}));
  await testChange(service.deps, communityId, (within) => setMemberStatusIn(within, communityId, gone.uuid, 'left'));
  await hide(hidden);
  await changeMember(service.deps, actOn(erased), { visibility: 'hidden' });
  const next = await since(at);
  assert.deepEqual(
    next.items,
    [gone, hidden, erased].map(({ id }) => ({ id, removed: true })),
  );
  const then = await settled(next);
  await show(hidden);
  assert.deepEqual(
    (await since(then)).items.map(({ id, removed }) => [id, removed]),
    [[hidden.id, undefined]],
  );
});

test('a member that a partner never saw leaves no trace in its walks, while another partner sees it go', async () => {
  const other = await service.createPartner({ communityId: partner.communityId });
  const othersToken = await service.token(other, ['users.read']);
  const member = await service.createMember(partner);
  await hide(member);
  const mine = await settled(await walk({}));
  const theirs = await settled(await walk({}, '/users', othersToken), '/users', othersToken);
  await rename(member, 'Renamed');
  await hide(member, other.partnerId);
  const { communityId } = partner;
  await testChange(service.deps, communityId, (within) => setMemberStatusIn(within, communityId, member.uuid, 'left'));
  assert.deepEqual((await since(mine)).items, []);
  assert.deepEqual((await walk({ sync_token: theirs }, '/users', othersToken)).items, [
    { id: member.id, removed: true },
  ]);
});

test('changes that were committed after the walk are in the next one, however long their transaction was open', async () => {
  const member = await service.createMember(partner);
  const slow = await openTransaction();
  try {
    await slow.query(`update members set name = 'Slow' where community_id = $1 and id = $2`, [
      partner.communityId,
      member.uuid,
    ]);
    const first = await walk({});
    await service.createMember(partner);
    const second = await since(first.token);
    assert.ok(second.items.every(({ name }) => name !== 'Slow'));
    await slow.query('commit');
    const third = await since(second.token);
    assert.ok(third.items.some(({ id, name }) => id === member.id && name === 'Slow'));
    await settled(third);
  } finally {
    await slow.end();
  }
});

test('changes during a walk are not lost, nor are rows that are added behind its place', async () => {
  const members: TestMember[] = [];
  for (let n = 0; n < 6; n++) members.push(await service.createMember(partner));
  const start = await settled(await walk({}));
  for (const member of members) await rename(member, 'Changed');
  const page = await service.call('GET', '/users', { token, query: { sync_token: start, per_page: '2' } });
  const [first, , , fourth] = members as [TestMember, TestMember, TestMember, TestMember];
  await rename(first, 'Again');
  await rename(fourth, 'Again');
  await hide(members[4] as TestMember);
  const rest = await walk({ cursor: page.body.meta.next_cursor, per_page: '2' });
  assert.deepEqual(
    rest.items.map(({ name, removed }) => name ?? removed),
    ['Changed', 'Again', true, 'Changed'],
  );
  const next = await since(rest.token);
  assert.ok(next.items.some(({ id, name }) => id === first.id && name === 'Again'));
});

test('a later page is asked for by its cursor alone or with the token it began with, and with no other', async () => {
  for (let n = 0; n < 3; n++) await service.createMember(partner);
  const start = await settled(await walk({}));
  for (let n = 0; n < 3; n++) await service.createMember(partner);
  const later = await settled(await since(start));
  const page = await service.call('GET', '/users', { token, query: { sync_token: start, per_page: '1' } });
  const cursor = page.body.meta.next_cursor;
  for (const query of [{ cursor }, { cursor, sync_token: start }]) {
    const { status, body } = await service.call('GET', '/users', { token, query });
    assert.deepEqual([status, body.data.length], [200, 2]);
  }
  assert.match(page.headers.get('link') ?? '', /cursor=/);
  assert.deepEqual(await refused({ cursor, sync_token: later }), [400, 'invalid_request', 'sync_token']);
});

test('a token belongs to its partner and its list, keeps its filters, and is refused when it was altered', async () => {
  const member = await service.createMember(partner);
  await createListing(member);
  const { token: at } = await walk({});
  const neighbour = await service.createPartner({ communityId: partner.communityId });
  const wrong = [400, 'invalid_request', 'sync_token'];
  assert.deepEqual(await refused({ sync_token: at }, await service.token(neighbour)), wrong);
  assert.deepEqual(await refused({ sync_token: at }, token, '/listings'), wrong);
  assert.deepEqual(await refused({ sync_token: `${at.slice(0, -4)}AAAA` }), wrong);
  assert.deepEqual(await refused({ sync_token: 'x' }), wrong);
  assert.deepEqual(await refused({ sync_token: '' }), wrong);
  const { token: listings } = await walk({}, '/listings');
  assert.deepEqual(await refused({ sync_token: listings, type: 'request' }, token, '/listings'), [
    400,
    'invalid_request',
    'type',
  ]);
});

test('listings: changed, new, closed, and what no longer fits the filters of the walk', async () => {
  const member = await service.createMember(partner);
  const [kept, closed, moved] = [await createListing(member), await createListing(member), await createListing(member)];
  await createListing(member, 'music');
  assert.equal((await walk({}, '/listings')).items.length, 4);
  const all = await settled(await walk({}, '/listings'), '/listings');
  const garden = await settled(await walk({ category: 'garden' }, '/listings'), '/listings');
  const change = (sql: string, listing: { uuid: string }) =>
    service.ownerQuery(`update listings set ${sql} where community_id = $1 and id = $2`, [
      partner.communityId,
      listing.uuid,
    ]);
  await change("title = 'New title', category = 'GARDEN'", kept);
  await change("category = 'music'", moved);
  const act = { communityId: partner.communityId, listingId: closed.uuid, actor: 'test' };
  await changeListingStatus(service.deps, act, 'closed');
  const added = await createListing(member);
  const shape = ({ items }: Delta) => items.map(({ id, removed }) => [id, removed]);
  assert.deepEqual(shape(await since(all, '/listings')), [
    [kept.id, undefined],
    [closed.id, true],
    [moved.id, undefined],
    [added.id, undefined],
  ]);
  assert.deepEqual(shape(await since(garden, '/listings')), [
    [kept.id, undefined],
    [closed.id, true],
    [moved.id, true],
    [added.id, undefined],
  ]);
});

test('listings go and come with their member, for the partner that loses sight of it and for no other', async () => {
  const member = await service.createMember(partner);
  const listing = await createListing(member);
  const other = await service.createPartner({ communityId: partner.communityId });
  const othersToken = await service.token(other, ['listings.read']);
  const theirs = await settled(await walk({}, '/listings', othersToken), '/listings', othersToken);
  const mine = await settled(await walk({}, '/listings'), '/listings');
  await hide(member);
  const gone = await since(mine, '/listings');
  assert.deepEqual(gone.items, [{ id: listing.id, removed: true }]);
  const still = await walk({ sync_token: theirs }, '/listings', othersToken);
  assert.ok(still.items.every(({ removed }) => removed === undefined));
  await show(member);
  assert.deepEqual(
    (await since(gone.token, '/listings')).items.map(({ id, removed }) => [id, removed]),
    [[listing.id, undefined]],
  );
});

test('a token is valid for 30 days and more, and then answers 410', async () => {
  const at = await settled(await walk({}));
  const start = service.clock.now();
  try {
    service.clock.advance(30 * DAY_MS);
    token = await service.token(partner, ['users.read']);
    assert.deepEqual((await since(at)).items, []);
    service.clock.advance(DAY_MS + 1000);
    token = await service.token(partner, ['users.read']);
    assert.deepEqual(await refused({ sync_token: at }), [410, 'sync_token_expired', undefined]);
  } finally {
    service.clock.set(start);
  }
});

test('a restore to an earlier time answers 410 to tokens and places that were given after it', async () => {
  const at = await settled(await walk({}));
  const events = await service.token(partner, ['webhooks.manage']);
  const feed = await service.call('GET', '/events', { token: events, query: { order: 'asc' } });
  const [lost] = await service.ownerQuery<{ id: string; history: string }>(
    'delete from sync_marks where id = (select max(id::text)::uuid from sync_marks) returning id, history',
  );
  const { sync_token: place } = feed.body.meta;
  assert.deepEqual(await refused({ sync_token: at }), [410, 'sync_token_expired', undefined]);
  assert.deepEqual(await refused({ sync_token: place }, events, '/events'), [410, 'sync_token_expired', undefined]);
  await service.ownerQuery('insert into sync_marks (id, history, created_at) values ($1, $2, now())', [
    lost?.id,
    `${lost?.history}1`,
  ]);
  assert.deepEqual(await refused({ sync_token: at }), [410, 'sync_token_expired', undefined], 'another history');
  await service.ownerQuery('update sync_marks set history = $2 where id = $1', [lost?.id, lost?.history]);
  assert.deepEqual((await since(at)).items, []);
});

test('rows restored from a dump, with numbers this server has not reached, count as changed once', async () => {
  const member = await service.createMember(partner);
  const owner = await openTransaction();
  await owner.query(`set local session_replication_role = replica`);
  await owner.query(`update members set changed_xid = '99999999999' where community_id = $1 and id = $2`, [
    partner.communityId,
    member.uuid,
  ]);
  await owner.query('commit');
  const { token: at } = await walk({});
  assert.equal((await since(at)).items.length, 1, 'it would count as changed for a long time');
  await owner.query('begin');
  assert.equal(await adoptRestoredRows(owner), 1);
  await owner.query('commit');
  await owner.end();
  await settled(await walk({}));
});

test('with users.pii a walk has the addresses and its audit row; a token from before the scope answers 410', async () => {
  const member = await service.createMember({ ...partner, email: 'anna@example.org' });
  const without = await walk({});
  const pii = await service.token(partner, ['users.read', 'users.pii']);
  assert.deepEqual(await refused({ sync_token: without.token }, pii), [410, 'sync_token_expired', undefined]);
  const first = await settled(await walk({}, '/users', pii), '/users', pii);
  const audits = await emailReads();
  await rename(member, 'Anna');
  const { items } = await walk({ sync_token: first }, '/users', pii);
  assert.deepEqual(
    items.map(({ name, ...rest }) => [name, (rest as { email?: string }).email]),
    [['Anna', 'anna@example.org']],
  );
  assert.equal(await emailReads(), audits + 1);
  await hide(member);
  assert.deepEqual((await walk({ sync_token: first }, '/users', pii)).items, [{ id: member.id, removed: true }]);

  async function emailReads(): Promise<number> {
    const [row] = await service.ownerQuery<{ count: number }>(
      `select count(*)::int as count from audit_log where community_id = $1 and action = 'email.read'`,
      [partner.communityId],
    );
    return row?.count ?? 0;
  }
});

test('while nothing can be written lists are read, without a token', async () => {
  const node = await startTestService({ database: service.testDatabase });
  try {
    await service.ownerQuery('alter table sync_marks add constraint refuse_all check (false) not valid');
    const { status, body } = await node.call('GET', '/users', { token });
    assert.deepEqual([status, body.meta.sync_token], [200, null]);
  } finally {
    await service.ownerQuery('alter table sync_marks drop constraint refuse_all');
    await node.stop();
  }
});
