import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { encodeId, SCOPES } from '@timebank/contract';
import { uuidv7 } from 'uuidv7';
import { type TestPartner, testService } from '../../../../test-support/harness.ts';
import { DAY_MS } from '../../../base/time.ts';
import { distributeAll } from '../../delivery/distribute.ts';
import { replayEventsSince } from '../../subscriptions/replay.ts';

const PATH = '/webhooks/subscriptions';

const service = await testService();

let partner: TestPartner;
let token: string;
let id: string;
let uuid: string;
beforeEach(async () => {
  partner = await service.createPartner();
  token = await service.token(partner);
  ({ id, uuid } = await subscribe(['*']));
});

async function subscribe(types: string[]): Promise<{ id: string; uuid: string }> {
  const json = { event_types: types, target_url: 'https://a.example/' };
  const { body } = await service.call('POST', PATH, { token, json });
  const [row] = await service.ownerQuery<{ id: string }>('select id from subscriptions order by id desc limit 1');
  assert.equal(encodeId('whs', row?.id ?? ''), body.data.id);
  return { id: body.data.id, uuid: row?.id ?? '' };
}

/** Writes events of the partner some time ago. */
async function happen(daysAgo: number, type = 'wallet.credited', count = 1): Promise<void> {
  await service.ownerQuery(
    `with happened as (
       insert into events (community_id, id, type, partner_id, data, created_at)
       select $1, gen_random_uuid(), $2, $3, '{}', $4 from generate_series(1, $5)
       returning community_id, id
     )
     insert into event_queue (event_id, community_id) select id, community_id from happened`,
    [partner.communityId, type, partner.partnerId, new Date(service.clock.now().getTime() - daysAgo * DAY_MS), count],
  );
}
const distribute = async () => {
  await distributeAll(service.deps.database, service.clock.now());
};
const ask = (
  since: string | Date,
  of = id,
  more: { until?: Date | null; event_types?: readonly string[] | null } = {},
) =>
  service.call('POST', `${PATH}/${of}/replay`, {
    token,
    json: { since: since instanceof Date ? since.toISOString() : since, ...more },
  });
const daysAgo = (days: number) => new Date(service.clock.now().getTime() - days * DAY_MS);
const setDeliveries = (status: string, attempts = 1) =>
  service.ownerQuery(
    `update deliveries set status = $2, attempt_count = $3, next_attempt_at = null, finished_at = $4
     where subscription_id = $1`,
    [uuid, status, attempts, status === 'held' ? null : service.clock.now()],
  );
const states = (of = uuid) =>
  service.ownerQuery<{ status: string; attempt_count: number; manual: boolean; event_id: string }>(
    'select status, attempt_count, manual, event_id from deliveries where subscription_id = $1 order by event_id',
    [of],
  );

test('delivered, failed and held deliveries are sent again under the same event, from the first attempt', async () => {
  await happen(3, 'wallet.credited', 2);
  await happen(1);
  await distribute();
  const before = await states();
  for (const status of ['delivered', 'failed', 'held']) {
    await setDeliveries(status, 10);
    const { status: answer, body } = await ask(daysAgo(4));
    assert.deepEqual([answer, body], [202, { data: { since: daysAgo(4).toISOString(), deliveries: 3 } }]);
    assert.deepEqual(
      await states(),
      before.map(({ event_id }) => ({ status: 'pending', attempt_count: 0, manual: false, event_id })),
    );
  }
});

test('since is inclusive, in any form of RFC 3339; what happened before is left alone', async () => {
  await happen(3);
  await happen(2);
  await distribute();
  await setDeliveries('delivered');
  assert.equal((await ask(new Date(daysAgo(2).getTime() + 1))).body.data.deliveries, 0);
  assert.equal((await ask(daysAgo(2))).body.data.deliveries, 1);
  assert.deepEqual((await states()).map(({ status }) => status).sort(), ['delivered', 'pending']);
  const local = `${new Date(daysAgo(3).getTime() + 2 * 3600_000).toISOString().slice(0, 19)}`;
  for (const since of [`${local}+02:00`, `${local} 02:00`, `${local.toLowerCase()}.000+02:00`]) {
    const { status, body } = await ask(since);
    assert.deepEqual([status, body.data.deliveries, body.data.since], [202, 2, daysAgo(3).toISOString()], since);
  }
});

test('a delivery that waits for its next attempt is due now and not doubled; its attempts still count', async () => {
  await happen(1);
  await distribute();
  const now = service.clock.now();
  const later = new Date(now.getTime() + DAY_MS);
  const schedule = async (leaseUntil: Date | null) => {
    await service.ownerQuery(
      `update deliveries set next_attempt_at = $2, attempt_count = 4, lease_until = $3 where subscription_id = $1`,
      [uuid, later, leaseUntil],
    );
    assert.equal((await ask(daysAgo(2))).body.data.deliveries, 1);
    return service.ownerQuery(
      'select status, next_attempt_at, attempt_count, manual from deliveries where subscription_id = $1',
      [uuid],
    );
  };
  const waiting = { status: 'pending', attempt_count: 4, manual: false };
  assert.deepEqual(await schedule(null), [{ ...waiting, next_attempt_at: now }]);
  assert.deepEqual(await schedule(now), [{ ...waiting, next_attempt_at: now }], 'its attempt was cut off');
  assert.deepEqual(await schedule(later), [{ ...waiting, next_attempt_at: later }], 'an attempt is under way');
  await service.ownerQuery("update subscriptions set status = 'paused' where id = $1", [uuid]);
  assert.deepEqual(await schedule(null), [{ ...waiting, next_attempt_at: later }], 'paused');
});

test('until is inclusive, and event_types choose among those of the subscription', async () => {
  await happen(4, 'statement.ready');
  await happen(3);
  await happen(2, 'statement.ready');
  await distribute();
  const counts: unknown[] = [];
  const credits = (await subscribe(['wallet.credited'])).id;
  for (const [more, of] of [
    [{}, id],
    [{ until: null, event_types: null }, id],
    [{ until: daysAgo(3) }, id],
    [{ until: new Date(daysAgo(3).getTime() - 1) }, id],
    [{ until: daysAgo(5) }, id],
    [{ until: daysAgo(-1) }, id],
    [{ event_types: ['statement.ready'] }, id],
    [{ event_types: ['statement.ready', 'wallet.credited', 'statement.ready'], until: daysAgo(3) }, id],
    [{ event_types: ['*'] }, id],
    [{ event_types: ['statement.ready'] }, credits],
    [{ event_types: ['statement.ready', 'wallet.credited'] }, credits],
    [{ event_types: ['*'] }, credits],
  ] as const) {
    await setDeliveries('delivered');
    const { status, body } = await ask(daysAgo(5), of, more);
    assert.equal(status, 202);
    const pending = (await states()).filter((row) => row.status === 'pending').length;
    if (of === id) assert.equal(pending, body.data.deliveries, 'nothing else is sent');
    counts.push(body.data.deliveries);
  }
  assert.deepEqual(counts, [3, 3, 2, 1, 0, 3, 2, 2, 3, 0, 1, 1]);
});

test('events from before the subscription, and those not distributed yet, come once', async () => {
  await happen(5, 'wallet.credited', 3);
  const answers = await Promise.all([ask(daysAgo(6)), ask(daysAgo(6)), distribute()]);
  assert.deepEqual(
    answers.slice(0, 2).map((answer) => answer?.body.data.deliveries),
    [3, 3],
  );
  await distribute();
  assert.equal((await states()).length, 3);
});

test('only kinds of the subscription, only what the partner may receive now, never a test', async () => {
  const other = await service.createPartner({ communityId: partner.communityId });
  const gone = await service.createMember(partner);
  const hidden = await service.createMember({ ...partner, visibility: 'hidden' });
  const member = await service.createMember(partner);
  await service.ownerQuery(`update members set status = 'suspended' where id = $1`, [gone.uuid]);
  await happen(1, 'statement.ready');
  await happen(1, 'webhook.test');
  await service.ownerQuery(
    `insert into events (community_id, id, type, partner_id, member_id, data, created_at)
     values ($1, gen_random_uuid(), 'wallet.credited', $2, null, '{}', $3),
            ($1, gen_random_uuid(), 'user.updated', null, $4, '{}', $3)`,
    [partner.communityId, other.partnerId, daysAgo(1), hidden.uuid],
  );
  assert.equal((await ask(daysAgo(2))).body.data.deliveries, 2);
  const types = () =>
    service.ownerQuery<{ type: string; member_id: string | null }>(
      `select e.type, e.member_id from deliveries d join events e on e.community_id = d.community_id and e.id = d.event_id
       where d.subscription_id = $1 order by e.type`,
      [uuid],
    );
  assert.deepEqual(await types(), [
    { type: 'statement.ready', member_id: null },
    { type: 'user.activated', member_id: member.uuid },
  ]);
  const narrow = await subscribe(['user.activated']);
  assert.equal((await ask(daysAgo(2), narrow.id)).body.data.deliveries, 1);
  await service.ownerQuery('update partners set scopes = $2 where id = $1', [
    partner.partnerId,
    SCOPES.filter((scope) => scope !== 'users.read'),
  ]);
  assert.equal((await ask(daysAgo(2), narrow.id)).body.data.deliveries, 0);
});

test('a paused subscription gets them when it is resumed; on a disabled one each is tried once', async () => {
  await happen(1);
  await distribute();
  for (const [status, expected] of [
    ['paused', { status: 'held', manual: false }],
    ['disabled', { status: 'pending', manual: true }],
    ['active', { status: 'pending', manual: false }],
  ] as const) {
    await setDeliveries('failed');
    await service.ownerQuery('update subscriptions set status = $2, disabled_reason = $3 where id = $1', [
      ...[uuid, status, status === 'disabled' ? 'a test' : null],
    ]);
    await ask(daysAgo(2));
    const [row] = await states();
    assert.deepEqual({ status: row?.status, manual: row?.manual }, expected);
  }
});

test('a time that is none, too far back or missing is refused by name', async () => {
  for (const [json, code] of [
    [{ since: 'yesterday' }, 'invalid_timestamp'],
    [{ since: '2026-02-30T00:00:00Z' }, 'invalid_timestamp'],
    [{ since: '2026-11-19T24:00:00Z' }, 'invalid_timestamp'],
    [{ since: 1 }, 'wrong_type'],
    [{}, 'required'],
    [{ since: new Date(daysAgo(30).getTime() - 1).toISOString() }, 'out_of_range'],
    [{ since: '0001-01-01T00:00:00Z' }, 'out_of_range'],
  ] as const) {
    const { status, body } = await service.call('POST', `${PATH}/${id}/replay`, { token, json });
    assert.deepEqual([status, body.errors?.[0]?.field, body.errors?.[0]?.code], [422, 'since', code]);
  }
  assert.equal((await ask(daysAgo(30))).status, 202);
  for (const [json, faults] of [
    [{ since: daysAgo(-1) }, ['since out_of_range']],
    [{ since: new Date(service.clock.now().getTime() + 1) }, ['since out_of_range']],
    [{ since: daysAgo(2), until: new Date(daysAgo(2).getTime() - 1) }, ['until out_of_range']],
    [{ since: daysAgo(-2), until: daysAgo(31) }, ['since out_of_range', 'until out_of_range']],
    [{ since: daysAgo(2), until: 'tomorrow' }, ['until invalid_timestamp']],
    [{ since: daysAgo(2), event_types: [] }, ['event_types too_few_items']],
    [{ since: daysAgo(2), event_types: ['wallet.credited', 'wallet.debited'] }, ['event_types.1 unknown_value']],
  ] as const) {
    const { status, body } = await service.call('POST', `${PATH}/${id}/replay`, { token, json });
    const found = body.errors?.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`);
    assert.deepEqual([status, body.error, found], [422, 'validation_failed', faults]);
  }
  assert.equal((await ask(service.clock.now())).body.data.deliveries, 0);
});

test('batch after batch, also where thousands of events happened at the same time; bounded', async () => {
  await happen(1, 'wallet.credited', 4500);
  await happen(0.5, 'wallet.credited', 100);
  assert.equal((await ask(daysAgo(2))).body.data.deliveries, 4600);
  assert.equal((await states()).length, 4600);
  const act = { communityId: partner.communityId, partnerId: partner.partnerId, subscriptionId: uuid, actor: 'test' };
  await assert.rejects(replayEventsSince(service.deps, act, { since: daysAgo(2) }, 4599), {
    code: 'validation_failed',
  });
  assert.equal(await replayEventsSince(service.deps, act, { since: daysAgo(2) }, 4600), 4600);
  const stranger = { ...act, subscriptionId: uuidv7() };
  await assert.rejects(replayEventsSince(service.deps, stranger, { since: daysAgo(2) }), {
    code: 'subscription_not_found',
  });
});
