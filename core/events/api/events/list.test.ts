import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { EVENT_TYPES, SCOPES } from '@timebank/contract';
import { testChange } from '../../../../test-support/changes.ts';
import { type TestPartner, testService } from '../../../../test-support/harness.ts';
import { DAY_MS } from '../../../base/time.ts';
import { setMemberStatusIn } from '../../../people/members/status.ts';
import { choosePartnerVisibility } from '../../../people/members/update.ts';

const service = await testService();

let partner: TestPartner;
let token: string;
beforeEach(async () => {
  partner = await service.createPartner();
  token = await service.token(partner, ['webhooks.manage']);
});

interface Event {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}
const list = async (query: Record<string, string> = {}, as = token): Promise<Event[]> => {
  const { status, body } = await service.call('GET', '/events', { token: as, query });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};
const users = async (as = token) => (await list({}, as)).map(({ type, data }) => `${type} ${data.user_id}`);

test('an event is listed as it is delivered, newest first', async () => {
  const [first, second] = [await service.createMember(partner), await service.createMember(partner)];
  service.clock.advance(1000);
  await service.call('POST', '/wallet/credit', {
    token: await service.token(partner),
    json: { user_id: first.id, hours: 1.5, reference: 'R-1' },
  });
  const [credited, ...activated] = await list();
  assert.deepEqual(
    { ...credited?.data, credit_id: '', booked_on: '' },
    { credit_id: '', user_id: first.id, hours: 1.5, seconds: 5400, reference: 'R-1', booked_on: '' },
  );
  assert.deepEqual([credited?.type, credited?.timestamp], ['wallet.credited', service.clock.now().toISOString()]);
  assert.deepEqual(
    activated.map(({ data }) => data.user_id),
    [second.id, first.id],
  );
});

test("another partner's events are not listed, nor another community's", async () => {
  const member = await service.createMember(partner);
  await service.call('POST', '/wallet/credit', {
    token: await service.token(partner),
    json: { user_id: member.id, hours: 1, reference: 'R-1' },
  });
  const neighbour = await service.createPartner({ communityId: partner.communityId });
  const stranger = await service.createPartner();
  assert.deepEqual(await users(await service.token(neighbour)), [`user.activated ${member.id}`]);
  assert.deepEqual(await users(await service.token(stranger)), []);
});

test('events that the partner may not receive now are not listed: scope, hidden members; those of a member who left are', async () => {
  const [gone, hidden] = [await service.createMember(partner), await service.createMember(partner)];
  const { communityId, partnerId } = partner;
  await testChange(service.deps, communityId, (within) => setMemberStatusIn(within, communityId, gone.uuid, 'left'));
  const act = { communityId, memberId: hidden.uuid, actor: 'test' };
  await choosePartnerVisibility(service.deps, act, partnerId, 'hidden');
  assert.deepEqual(await users(), [`user.deactivated ${hidden.id}`, `user.deactivated ${gone.id}`]);
  const scopes = SCOPES.filter((scope) => scope !== 'users.read');
  await service.ownerQuery('update partners set scopes = $2 where id = $1', [partnerId, scopes]);
  assert.deepEqual(await users(), []);
});

test('only the last 30 days, to the millisecond', async () => {
  const { id } = await service.createMember(partner);
  service.clock.advance(30 * DAY_MS);
  token = await service.token(partner, ['webhooks.manage']);
  assert.deepEqual(await users(), [`user.activated ${id}`]);
  service.clock.advance(1);
  assert.deepEqual(await users(), []);
});

test('filters: kind, since (inclusive) and before (exclusive); an unknown or unreadable one is refused by name', async () => {
  const at = service.clock.now();
  const member = await service.createMember(partner);
  service.clock.advance(1000);
  await service.createMember(partner);
  const later = service.clock.now().toISOString();
  assert.equal((await list({ type: 'user.activated' })).length, 2);
  assert.equal((await list({ type: 'user.updated' })).length, 0);
  assert.equal((await list({ timestamp_since: later })).length, 1);
  assert.deepEqual(
    (await list({ timestamp_before: later, timestamp_since: at.toISOString() })).map(({ data }) => data.user_id),
    [member.id],
  );
  for (const [name, value] of [
    ['type', 'user.created'],
    ['type', '*'],
    ['timestamp_since', 'x'],
    ['since', later],
    ['user_id', member.id],
    ['per_page', '501'],
  ] as const) {
    const { status, body } = await service.call('GET', '/events', { token, query: { [name]: value } });
    assert.deepEqual([status, body.error, body.errors?.[0]?.field], [400, 'invalid_request', name]);
  }
  const { status } = await service.call('GET', '/events', { token: await service.token(partner, ['aggregates.read']) });
  assert.equal(status, 403);
});

test('pages: nothing is skipped or seen twice while events happen; the cursor belongs to partner and filters', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 7; n++) ids.push((await service.createMember(partner)).id);
  const seen: unknown[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = { per_page: '3', ...(cursor === null ? {} : { cursor }) };
    const { body, headers } = await service.call('GET', '/events', { token, query });
    seen.push(...body.data.map(({ data }: Event) => data.user_id));
    cursor = body.meta.next_cursor;
    assert.equal(headers.get('link')?.includes('rel="next"') ?? false, cursor !== null);
    await service.createMember(partner);
    if (!cursor) break;
    const neighbour = await service.token(await service.createPartner({ communityId: partner.communityId }));
    for (const [as, filters] of [
      [neighbour, {}],
      [token, { type: 'user.activated' }],
    ] as const) {
      const foreign = await service.call('GET', '/events', { token: as, query: { ...filters, cursor } });
      assert.deepEqual([foreign.status, foreign.body.error], [400, 'invalid_cursor']);
    }
  } while (cursor);
  assert.deepEqual(seen, ids.reverse());
});

test('every kind of the catalogue is listed by its name', async () => {
  const member = await service.createMember(partner);
  await service.ownerQuery('delete from events where community_id = $1', [partner.communityId]);
  for (const type of EVENT_TYPES) {
    const own = /^(wallet|statement|webhook)\./.test(type);
    await service.ownerQuery(
      `insert into events (community_id, id, type, partner_id, member_id, data, created_at)
       select $1, gen_random_uuid(), $2, $3, $4, $5, $6`,
      [
        ...[partner.communityId, type, own ? partner.partnerId : null, own ? null : member.uuid],
        ...[await example(type), service.clock.now()],
      ],
    );
    assert.equal((await list({ type })).length, 1, type);
  }
  assert.equal((await list()).length, EVENT_TYPES.length);

  async function example(type: string): Promise<unknown> {
    const { body } = await service.call('GET', '/webhooks/event-types', { token });
    return body.data.find((kind: { type: string }) => kind.type === type).example.data;
  }
});
