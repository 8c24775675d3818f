/** Managing subscriptions over HTTP, with a worker that really delivers. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  startTestService,
  type TestPartner,
  type TestResponse,
  type TestService,
} from '../../../../test-support/harness.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from '../../../../test-support/receiver.ts';
import { waitUntil } from '../../../../test-support/wait-until.ts';
import { HOUR_MS } from '../../../base/time.ts';
import { startWorker, type Worker } from '../../delivery/loop.ts';
import { signingKey } from '../../delivery/secrets.ts';
import { signedHeaders } from '../../delivery/sign.ts';

const PATH = '/webhooks/subscriptions';
const UNKNOWN = 'whs_01jd3h6m8nfdwtv0k2x9q4z7af';

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

let partner: TestPartner;
let token: string;
let id: string;
let secret: string;
beforeEach(async () => {
  receiver.requests.length = 0;
  receiver.respondWith(200);
  partner = await service.createPartner();
  token = await service.token(partner);
  const created = await subscribe();
  ({ id, secret } = created.body.data);
});

const subscribe = (settings: Record<string, unknown> = {}) =>
  service.call('POST', PATH, { token, json: { event_types: ['*'], target_url: receiver.url, ...settings } });
const get = async (of = id) => (await service.call('GET', `${PATH}/${of}`, { token })).body.data;
const patch = (json: Record<string, unknown>) => service.call('PATCH', `${PATH}/${id}`, { token, json });
const post = (what: string, json?: unknown) =>
  service.call('POST', `${PATH}/${id}/${what}`, { token, ...(json === undefined ? {} : { json }) });
const deliveries = async () => (await service.call('GET', `${PATH}/${id}/deliveries`, { token })).body.data;
const statuses = async (): Promise<string[]> => (await deliveries()).map(({ status }: { status: string }) => status);
const received = () => receiver.requests.map(({ body }) => JSON.parse(body.toString()));
const arrived = (count: number) => waitUntil(`${count} arrive`, () => receiver.requests.length >= count);
const delivered = (count: number) =>
  waitUntil(
    `${count} are recorded`,
    async () => (await statuses()).filter((status) => status === 'delivered').length === count,
  );

/** Causes one event: a member who can be seen. */
async function cause(): Promise<string> {
  const member = await service.createMember(partner);
  worker.wake();
  return member.id;
}

function refused({ status, body }: TestResponse): [number, string, ...string[]] {
  return [status, body.error, ...(body.errors ?? []).map((fault: { field: string }) => fault.field)];
}

describe('reading one', () => {
  test('answers what the list answers, without the secret', async () => {
    const { body } = await service.call('GET', PATH, { token });
    assert.deepEqual(await get(), body.data[0]);
    assert.equal('secret' in body.data[0], false);
  });
});

describe('another partner', () => {
  const operations: [string, string, unknown?][] = [
    ['GET', ''],
    ['PATCH', '', { status: 'paused' }],
    ['DELETE', ''],
    ['POST', '/rotate-secret'],
    ['POST', '/test'],
    ['POST', '/replay', { since: '2026-11-20T00:00:00Z' }],
    ['GET', '/deliveries'],
    ['POST', '/deliveries/dlv_01jd3h6m8nfdwtv0k2x9q4z7ag/retry'],
    ['POST', '/deliveries/nonsense/retry'],
  ];
  for (const [method, path, json] of operations) {
    test(`cannot tell this subscription from one that does not exist: ${method} ${path}`, async () => {
      const options = json === undefined ? {} : { json };
      const answers = [];
      for (const stranger of [
        await service.createPartner({ communityId: partner.communityId }),
        await service.createPartner(),
      ]) {
        const foreign = await service.token(stranger);
        for (const other of [id, UNKNOWN, 'nonsense', 'whs_%00', 'evt_01jd3h6m8nfdwtv0k2x9q4z7af']) {
          const answer = await service.call(method, `${PATH}/${other}${path}`, { token: foreign, ...options });
          answers.push(`${answer.status} ${answer.body.error} ${answer.body.error_description}`);
        }
      }
      assert.deepEqual([...new Set(answers)], ['404 subscription_not_found No subscription of yours has this id.']);
      assert.equal((await get()).status, 'active');
    });

    test(`without webhooks.manage it is refused: ${method} ${path}`, async () => {
      const lacking = await service.token(partner, ['users.read']);
      const answer = await service.call(method, `${PATH}/${id}${path}`, {
        token: lacking,
        ...(json === undefined ? {} : { json }),
      });
      assert.deepEqual(refused(answer), [403, 'insufficient_scope']);
    });
  }
});

describe('a change of the subscription', () => {
  test('other kinds hold for events from now on', async () => {
    await patch({ event_types: ['user.deactivated'] });
    await cause();
    await waitUntil(
      'it is distributed',
      async () => (await service.ownerQuery('select from event_queue limit 1')).length === 0,
    );
    await patch({ event_types: ['user.activated'] });
    const user = await cause();
    await arrived(1);
    assert.deepEqual(
      received().map(({ data }) => data.user_id),
      [user],
    );
  });

  test('another target is used at the next attempt, and what the old one failed does not count any more', async () => {
    receiver.respondWith((request) => (request.path === '/new' ? 200 : 500));
    await cause();
    await waitUntil('it failed', async () => (await get()).consecutive_failures === 1);
    const { body } = await patch({ target_url: receiver.urlOf('localhost', '/new') });
    assert.equal(body.data.consecutive_failures, 0);
    const [row] = await service.ownerQuery('select failing_since from subscriptions where partner_id = $1', [
      partner.partnerId,
    ]);
    assert.deepEqual(row, { failing_since: null });
    service.clock.advance(10_000);
    worker.wake();
    await delivered(1);
    assert.deepEqual(
      receiver.requests.map(({ path }) => path),
      ['/hook', '/new'],
    );
  });
});

describe('states', () => {
  /** Everything is distributed, and the partner's subscription was left out of it. */
  const missed = () =>
    waitUntil('it is missed', async () => {
      const rows = await service.ownerQuery(
        `select from subscriptions s where s.partner_id = $1 and s.missed_from is not null
           and not exists (select from event_queue q where q.community_id = s.community_id)`,
        [partner.partnerId],
      );
      return rows.length === 1;
    });

  test('paused holds, active sends what was held', async () => {
    assert.equal((await patch({ status: 'paused' })).body.data.status, 'paused');
    await cause();
    await cause();
    await missed();
    assert.deepEqual(await deliveries(), []);
    assert.equal(receiver.requests.length, 0);
    assert.equal((await patch({ status: 'active' })).body.data.status, 'active');
    await delivered(2);
    assert.equal(receiver.requests.length, 2);
  });

  test('active revives a disabled one, sends the held deliveries, and restarts the count of failures', async () => {
    receiver.respondWith(410);
    await cause();
    await waitUntil('it is disabled', async () => (await get()).status === 'disabled');
    const disabled = await get();
    assert.match(disabled.disabled_reason, /410/);
    assert.equal(disabled.consecutive_failures, 1);
    // Deliveries are listed newest first, and newer is by the millisecond.
    service.clock.advance(10);
    const member = await cause();
    await missed();
    receiver.respondWith(200);
    receiver.requests.length = 0;
    const { body } = await patch({ status: 'active' });
    assert.deepEqual(
      [body.data.status, body.data.disabled_reason, body.data.consecutive_failures],
      ['active', null, 0],
    );
    await delivered(1);
    assert.deepEqual(
      received().map(({ data }) => data.user_id),
      [member],
    );
    const [row] = await service.ownerQuery('select failing_since from subscriptions where partner_id = $1', [
      partner.partnerId,
    ]);
    assert.deepEqual(row, { failing_since: null });
  });

  test('a disabled one may also be paused, and other changes leave it disabled', async () => {
    receiver.respondWith(410);
    await cause();
    await waitUntil('it is disabled', async () => (await get()).status === 'disabled');
    assert.equal((await patch({ description: 'being repaired' })).body.data.status, 'disabled');
    const { body } = await patch({ status: 'paused' });
    assert.deepEqual([body.data.status, body.data.disabled_reason], ['paused', null]);
  });
});

describe('deleting', () => {
  test('ends deliveries, also one that is under way, and frees the place', async () => {
    receiver.respondWith('hang');
    await cause();
    await arrived(1);
    const { status, body } = await service.call('DELETE', `${PATH}/${id}`, { token });
    assert.deepEqual([status, body], [200, { data: { id, deleted: true } }]);
    assert.deepEqual(refused(await service.call('GET', `${PATH}/${id}`, { token })), [404, 'subscription_not_found']);
    assert.deepEqual(refused(await service.call('DELETE', `${PATH}/${id}`, { token })), [
      404,
      'subscription_not_found',
    ]);
    const left = await service.ownerQuery('select from deliveries where community_id = $1', [partner.communityId]);
    assert.equal(left.length, 0);
    await cause();
    const events = await service.call('GET', '/events', { token });
    assert.equal(events.body.data.length, 2);
    assert.equal(receiver.requests.length, 1);
  });
});

describe('rotating the secret', () => {
  const signatures = (at: number) => receiver.requests[at]?.headers['webhook-signature']?.toString().split(' ') ?? [];
  /** The signature of a received request by the secret. */
  function expected(of: string, at: number): string {
    const { headers, body } = receiver.requests[at] as ReceivedRequest;
    const time = new Date(Number(headers['webhook-timestamp']) * 1000);
    const made = signedHeaders([signingKey(of)], String(headers['webhook-id']), time, body);
    return made['webhook-signature'] ?? '';
  }

  test('gives a new one; for 24 hours both sign, then the new one alone', async () => {
    const { status, headers, body } = await post('rotate-secret');
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'no-store');
    const fresh: string = body.data.secret;
    assert.notEqual(fresh, secret);
    service.clock.advance(24 * HOUR_MS - 1000);
    token = await service.token(partner);
    await cause();
    await arrived(1);
    assert.deepEqual(signatures(0), [expected(fresh, 0), expected(secret, 0)]);
    service.clock.advance(1000);
    token = await service.token(partner);
    await cause();
    await arrived(2);
    assert.deepEqual(signatures(1), [expected(fresh, 1)]);
    assert.equal('secret' in (await get()), false);
  });

  test('twice within the day, the oldest signs no more', async () => {
    const first = (await post('rotate-secret', {})).body.data.secret;
    const second = (await post('rotate-secret')).body.data.secret;
    await cause();
    await arrived(1);
    assert.deepEqual(signatures(0), [expected(second, 0), expected(first, 0)]);
  });

  test('is kept only encrypted (I7)', async () => {
    const fresh = (await post('rotate-secret')).body.data.secret;
    const [row] = await service.ownerQuery<{ text: string }>(
      `select s::text || (select string_agg(a::text, '') from audit_log a where community_id = $1) as text
       from subscriptions s where community_id = $1`,
      [partner.communityId],
    );
    const hex = signingKey(fresh).toString('hex');
    for (const readable of [fresh.slice(6), hex, Buffer.from(fresh).toString('hex')]) {
      assert.equal(row?.text.includes(readable), false);
    }
  });
});

describe('testing', () => {
  test('sends webhook.test to this subscription alone, whatever its kinds', async () => {
    await patch({ event_types: ['statement.ready'] });
    await subscribe({ target_url: receiver.urlOf('localhost', '/other') });
    const { status, body } = await post('test');
    assert.equal(status, 202);
    await delivered(1);
    assert.equal(receiver.requests.length, 1);
    const [request] = receiver.requests;
    assert.equal(request?.path, '/hook');
    assert.equal(request.headers['webhook-id'], body.data.event_id);
    const [event] = received();
    assert.deepEqual([event.id, event.type, event.data], [body.data.event_id, 'webhook.test', { subscription_id: id }]);
    const events = await service.call('GET', '/events', { token });
    assert.deepEqual(events.body.data, [event]);
  });

  test('is retried like every other event', async () => {
    receiver.respondWith(500);
    await post('test');
    await waitUntil('it failed', async () => (await get()).consecutive_failures === 1);
    receiver.respondWith(200);
    service.clock.advance(10_000);
    await delivered(1);
  });

  test('tries a paused or disabled one once, and a failure does not count', async () => {
    for (const status of ['paused', 'disabled']) {
      await service.ownerQuery('update subscriptions set status = $2, disabled_reason = $3 where partner_id = $1', [
        ...[partner.partnerId, status, status === 'disabled' ? 'a test' : null],
      ]);
      receiver.respondWith(500);
      receiver.requests.length = 0;
      const { event_id } = (await post('test')).body.data;
      await waitUntil('it was tried', async () => {
        const rows: { event_id: string; attempts: unknown[] }[] = await deliveries();
        return rows.find((row) => row.event_id === event_id)?.attempts.length === 1;
      });
      const after = await get();
      assert.deepEqual([after.status, after.consecutive_failures], [status, 0]);
      receiver.respondWith(200);
      const before = (await statuses()).filter((row) => row === 'delivered').length;
      await post('test');
      await delivered(before + 1);
    }
  });
});

describe('deliveries', () => {
  test('are listed newest first with every attempt, its status, latency and error', async () => {
    receiver.respondWith(503);
    await cause();
    await waitUntil('it failed', async () => (await get()).consecutive_failures === 1);
    const [failing] = await deliveries();
    assert.equal(failing.status, 'pending');
    assert.equal(failing.event_type, 'user.activated');
    assert.equal(failing.finished_at, null);
    assert.ok(failing.next_attempt_at > failing.attempts[0].started_at);
    assert.deepEqual(
      { ...failing.attempts[0], latency_ms: 0, started_at: '' },
      {
        ...{ number: 1, started_at: '', latency_ms: 0, status_code: 503, error: null },
      },
    );
    receiver.respondWith('reset');
    service.clock.advance(10_000);
    worker.wake();
    await waitUntil('it failed again', async () => (await get()).consecutive_failures === 2);
    receiver.respondWith(200);
    service.clock.advance(10 * 60_000);
    await cause();
    await delivered(2);
    const rows = await deliveries();
    assert.deepEqual(
      rows.map((row: { attempts: { number: number; status_code: number; error: string }[] }) =>
        row.attempts.map(({ number, status_code, error }) => [number, status_code ?? error]),
      ),
      [
        [[1, 200]],
        [
          [1, 503],
          [2, 'connection_failed'],
          [3, 200],
        ],
      ],
    );
    assert.notEqual(rows[1].finished_at, null);
    assert.equal(rows[1].event_id, failing.event_id);
  });

  test('come in pages whose cursor belongs to the subscription', async () => {
    for (let n = 0; n < 5; n++) await cause();
    await delivered(5);
    const all = (await deliveries()).map(({ id: row }: { id: string }) => row);
    assert.deepEqual(all, all.toSorted().reverse());
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { per_page: '2', ...(cursor === null ? {} : { cursor }) };
      const { body } = await service.call('GET', `${PATH}/${id}/deliveries`, { token, query });
      seen.push(...body.data.map(({ id: row }: { id: string }) => row));
      cursor = body.meta.next_cursor;
      if (cursor) {
        const other = (await subscribe()).body.data.id;
        const foreign = await service.call('GET', `${PATH}/${other}/deliveries`, { token, query: { cursor } });
        assert.deepEqual(refused(foreign).slice(0, 2), [400, 'invalid_cursor']);
      }
    } while (cursor);
    assert.deepEqual(seen, all);
    const named = await service.call('GET', `${PATH}/${id}/deliveries`, { token, query: { colour: 'held' } });
    assert.deepEqual(refused(named).slice(0, 2), [400, 'invalid_request']);
  });
});

test('every change is audited: who, from where, by which request, and no secret', async () => {
  await patch({ status: 'paused', target_url: receiver.urlOf('localhost', '/secret-path') });
  await post('rotate-secret');
  await post('test');
  await post('replay', { since: service.clock.now().toISOString() });
  const { headers } = await service.call('DELETE', `${PATH}/${id}`, { token });
  const rows = await service.ownerQuery(
    `select action, actor, host(address) as address, request_id, details from audit_log
     where community_id = $1 and subject = $2 order by id`,
    [partner.communityId, id],
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['created', 'updated', 'secret_rotated', 'tested', 'replayed', 'deleted'].map((what) => `subscription.${what}`),
  );
  for (const { actor, address } of rows) {
    assert.deepEqual([actor, address], [`partner:${partner.partnerId}`, '127.0.0.1']);
  }
  assert.equal(rows.at(-1)?.request_id, headers.get('x-request-id'));
  assert.equal(JSON.stringify(rows).includes('secret-path'), false);
});
