import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATIONS } from '@timebank/contract';
import { testService } from '../../test-support/harness.ts';
import { CALLS } from './api.gen.ts';
import { createClient, isTimebankError, TimebankError } from './index.ts';
import { apiError, failureOf, recordingFetch, startCuttingProxy } from './test-support.ts';

const service = await testService();
const partner = await service.createPartner();
const memberId = (await service.createMember({ communityId: partner.communityId })).id;

function clientOf(options: Partial<Parameters<typeof createClient>[0]> = {}, of = partner) {
  const { clientId, clientSecret } = of;
  return createClient({ baseUrl: service.origin, clientId, clientSecret, ...options });
}

describe('calls', () => {
  it('has a method for every published operation', () => {
    const client = clientOf();
    const bearer = OPERATIONS.filter(({ authentication }) => authentication.kind === 'bearer').map(({ id }) => id);
    assert.deepEqual(Object.keys(CALLS), bearer);
    for (const id of bearer) assert.equal(typeof client[id as keyof typeof client], 'function', id);
    assert.equal(typeof client.issueToken, 'function');
    assert.equal(typeof client.revokeToken, 'function');
  });

  it('finds, credits, reads and reverses', async () => {
    const client = clientOf({ baseUrl: `${service.origin}/` });
    const { data: user } = await client.getUser(memberId);
    assert.equal(user.id, memberId);
    const { data: credit, meta } = await client.creditWallet({ user_id: user.id, hours: 4.35, reference: 'TYPED-1' });
    assert.deepEqual([credit.hours, meta.replayed], [4.35, false]);
    assert.equal((await client.getBalance(user.id)).data.balance_seconds, 15_660);
    const { data: reversed } = await client.reverseCredit(credit.id, { reference: 'TYPED-2', reason: undefined });
    assert.equal(reversed.reversal?.reference, 'TYPED-2');
    const { data: statement } = await client.getStatement(credit.booked_on);
    assert.equal(statement.status, 'open');
    const [listed] = (await client.listCredits({ reference: 'TYPED-1', created_since: new Date(0) })).data;
    assert.equal(listed?.status, 'reversed');
    const { data: aggregates } = await client.getCommunityAggregates();
    assert.equal(aggregates.active_users.min, 0);
  });

  it('never sends an empty path segment, and encodes what is not plain', async () => {
    const client = clientOf();
    for (const id of ['', '.', '..']) await assert.rejects(async () => client.getUser(id), TypeError);
    assert.equal((await failureOf(client.getUser('../listings'))).code, 'user_not_found');
  });
});

describe('the token', () => {
  it('is shared by concurrent calls', async () => {
    const { fetch, requests } = recordingFetch();
    const client = clientOf({ fetch });
    await Promise.all(Array.from({ length: 20 }, () => client.getUser(memberId)));
    assert.equal(requests.filter((request) => request === 'POST /oauth/token').length, 1);
  });

  it('is renewed before it expires, so that no call is refused', async (t) => {
    const { fetch, requests } = recordingFetch();
    const client = clientOf({ fetch });
    t.mock.timers.enable({ apis: ['Date'], now: service.clock.now() });
    const first = await client.accessToken();
    t.mock.timers.setTime(service.clock.now().getTime() + 3539_000);
    assert.equal(await client.accessToken(), first);
    t.mock.timers.setTime(service.clock.now().getTime() + 3541_000);
    await client.getUser(memberId);
    assert.notEqual(await client.accessToken(), first);
    assert.deepEqual(requests, ['POST /oauth/token', 'POST /oauth/token', `GET /users/${memberId}`]);
  });

  it('is replaced once when the service says it expired, by one request for all calls', async () => {
    const { fetch, requests } = recordingFetch();
    const client = clientOf({ fetch });
    await client.accessToken();
    service.clock.advance(3_601_000);
    const users = await Promise.all(Array.from({ length: 5 }, () => client.getUser(memberId)));
    assert.equal(users.length, 5);
    assert.equal(requests.filter((request) => request === 'POST /oauth/token').length, 2);
  });

  it('is not asked for again and again when the new one is refused as well', async () => {
    const { fetch, requests, answer } = recordingFetch();
    answer('/users', apiError(401, 'invalid_token'), apiError(401, 'invalid_token'));
    assert.equal((await failureOf(clientOf({ fetch }).listUsers())).code, 'invalid_token');
    assert.equal(requests.length, 4);
  });

  it('can be revoked; the next call gets a new one', async () => {
    const client = clientOf({ scope: ['users.read'] });
    const token = await client.accessToken();
    await client.revokeToken();
    assert.equal((await service.call('GET', '/users', { token })).status, 401);
    await client.getUser(memberId);
    assert.notEqual(await client.accessToken(), token);
    const own = await client.issueToken('wallet.read');
    assert.equal(own.scope, 'wallet.read');
    await client.revokeToken(own.access_token);
    assert.equal((await service.call('GET', '/users', { token: own.access_token })).status, 401);
  });
});

describe('errors', () => {
  it('are narrowed by one of several codes, also by one that this version does not know', async () => {
    const error: unknown = await failureOf(clientOf().getUser('usr_unknown'));
    assert.ok(isTimebankError(error) && isTimebankError(error, 'limit_exceeded', 'user_not_found'));
    const code: 'limit_exceeded' | 'user_not_found' = error.code;
    assert.equal(code, 'user_not_found');
    assert.ok(!isTimebankError(error, 'limit_exceeded') && !isTimebankError(new Error('user_not_found')));
    const later = new TimebankError({ status: 422, code: 'moon_phase', description: 'Later.' });
    assert.ok(isTimebankError(later, 'moon_phase'));
  });

  it('carry status, code, description, request id and page', async () => {
    const error = await failureOf(clientOf().getUser('usr_unknown'));
    assert.equal(error.status, 404);
    assert.equal(error.code, 'user_not_found');
    assert.match(error.requestId ?? '', /^req_/);
    assert.match(error.uri ?? '', /#user_not_found$/);
    assert.match(error.message, /^user_not_found \(404, req_\w+\): /);
    assert.deepEqual(error.fields, []);
  });

  it('name every field at fault', async () => {
    const error = await failureOf(clientOf().creditWallet({ user_id: memberId, hours: 1.005, reference: ' x' }));
    assert.equal(error.code, 'validation_failed');
    assert.deepEqual(error.fields.map(({ field, code }) => [field, code]).sort(), [
      ['hours', 'too_many_decimals'],
      ['reference', 'surrounding_space'],
    ]);
  });

  it('of wrong credentials and missing scopes are those of the service', async () => {
    const { clientSecret } = await service.createPartner();
    const wrong = clientOf({ clientSecret });
    assert.equal((await failureOf(wrong.listUsers())).code, 'invalid_client');
    const narrow = clientOf({ scope: 'users.read' });
    assert.equal((await failureOf(narrow.getBalance(memberId))).code, 'insufficient_scope');
  });

  it('say how long to wait when there are too many requests', async () => {
    const limited = await service.createPartner({ rateLimitPerMinute: 1 });
    const client = clientOf({ maxRetries: 0 }, limited);
    await client.listUsers();
    const error = await failureOf(client.listUsers());
    assert.deepEqual([error.status, error.code], [429, 'rate_limited']);
    assert.ok((error.retryAfter ?? 0) >= 1);
  });

  it('of a proxy, of the network, of a time-out and of a foreign answer have codes of their own', async () => {
    const { fetch, answer } = recordingFetch();
    const client = clientOf({ fetch, maxRetries: 0, timeoutMs: 5_000 });
    answer('/users', new Response('<h1>Bad Gateway</h1>', { status: 502 }), new Response('<h1>Hello</h1>'));
    assert.deepEqual(statusAndCode(await failureOf(client.listUsers())), [502, 'invalid_response']);
    assert.deepEqual(statusAndCode(await failureOf(client.listUsers())), [200, 'invalid_response']);
    answer('/users', new TypeError('fetch failed'));
    assert.deepEqual(statusAndCode(await failureOf(client.listUsers())), [0, 'connection_failed']);
    const hanging: typeof globalThis.fetch = (_input, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    const slow = clientOf({ fetch: hanging, maxRetries: 0, timeoutMs: 20 });
    assert.deepEqual(statusAndCode(await failureOf(slow.listUsers())), [0, 'timed_out']);
  });

  it('are not made of a call that its caller ended', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const { fetch, answer } = recordingFetch();
    answer('/users', apiError(503, 'temporarily_unavailable', { 'Retry-After': '30' }));
    const call = clientOf({ fetch })
      .listUsers({}, { signal: controller.signal })
      .then(
        () => assert.fail('it succeeded'),
        (error) => error,
      );
    setTimeout(() => controller.abort(reason), 50);
    assert.equal(await call, reason);
  });
});

const statusAndCode = ({ status, code }: TimebankError) => [status, code];

describe('retries', () => {
  it('wait as long as Retry-After says after 429 and 503, then succeed', async () => {
    const { fetch, requests, answer } = recordingFetch();
    answer(`/users/${memberId}`, apiError(429, 'rate_limited', { 'Retry-After': '1' }));
    answer(`/users/${memberId}`, apiError(503, 'temporarily_unavailable', { 'Retry-After': '1' }));
    const startedAt = performance.now();
    await clientOf({ fetch }).getUser(memberId);
    assert.ok(performance.now() - startedAt >= 2000);
    assert.equal(requests.length, 4);
  });

  it('leave waits of over a minute to the caller', async () => {
    const { fetch, requests, answer } = recordingFetch();
    answer('/users', apiError(429, 'rate_limited', { 'Retry-After': '61' }));
    assert.equal((await failureOf(clientOf({ fetch }).listUsers())).retryAfter, 61);
    assert.equal(requests.length, 2);
  });

  it('end after maxRetries', async () => {
    const { fetch, requests, answer } = recordingFetch();
    answer('/users', ...[1, 2, 3].map(() => apiError(500, 'server_error')));
    assert.equal((await failureOf(clientOf({ fetch, maxRetries: 2 }).listUsers())).code, 'server_error');
    assert.equal(requests.filter((request) => request === 'GET /users').length, 3);
  });

  it('of what must not happen twice are left out, unless it cannot have happened', async () => {
    const subscription = { event_types: ['*' as const], target_url: 'https://bank.example/hook' };
    const { fetch, requests, answer } = recordingFetch();
    const client = clientOf({ fetch });
    answer('/webhooks/subscriptions', apiError(503, 'temporarily_unavailable', { 'Retry-After': '1' }));
    assert.equal((await failureOf(client.createSubscription(subscription))).status, 503);
    answer('/webhooks/subscriptions', new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }));
    assert.equal((await failureOf(client.createSubscription(subscription))).code, 'connection_failed');
    assert.equal(requests.length, 3);
    answer('/webhooks/subscriptions', new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }));
    answer('/webhooks/subscriptions', apiError(429, 'rate_limited'));
    const { data } = await client.createSubscription(subscription);
    assert.match(data.secret, /^whsec_/);
    assert.equal((await client.listSubscriptions()).data.length, 1);
  });

  it('of a credit book it once when the connection was cut after it was booked', async () => {
    const proxy = await startCuttingProxy(service.origin, '/wallet/credit ');
    const client = clientOf({ baseUrl: proxy.origin });
    const { id } = await service.createMember({ communityId: partner.communityId });
    const { data, meta } = await client.creditWallet({ user_id: id, hours: 2, reference: 'CUT-1' });
    await proxy.stop();
    assert.equal(proxy.cuts(), 1);
    assert.equal(meta.replayed, true);
    assert.equal(data.hours, 2);
    assert.equal((await clientOf().getBalance(id)).data.balance_hours, 2);
  });

  it('of many credits book each once when the connection was cut after they were booked', async () => {
    const proxy = await startCuttingProxy(service.origin, '/wallet/credits ');
    const client = clientOf({ baseUrl: proxy.origin });
    const { id } = await service.createMember({ communityId: partner.communityId });
    const credits = [1, 2, 3].map((hours) => ({ user_id: id, hours, reference: `MANY-${hours}` }));
    const { data } = await client.creditMany({ credits });
    await proxy.stop();
    assert.equal(proxy.cuts(), 1);
    assert.deepEqual(
      data.map(({ status, replayed }) => [status, replayed]),
      credits.map(() => [200, true]),
    );
    assert.equal((await clientOf().getBalance(id)).data.balance_hours, 6);
  });
});

describe('lists', () => {
  it('give the first page by await and every item once by for await', async () => {
    const { communityId, ...rest } = await service.createPartner();
    const ids: string[] = [];
    for (let count = 0; count < 7; count++) ids.push((await service.createMember({ communityId })).id);
    const { fetch, requests } = recordingFetch();
    const client = clientOf({ fetch }, { communityId, ...rest });
    const first = await client.listUsers({ per_page: 3 });
    assert.deepEqual([first.data.length, first.meta.has_more], [3, true]);
    const seen: string[] = [];
    for await (const user of client.listUsers({ per_page: 3 })) seen.push(user.id);
    assert.deepEqual(seen.sort(), ids.sort());
    const sizes: number[] = [];
    for await (const page of client.listUsers({ per_page: 3 }).pages()) sizes.push(page.data.length);
    assert.deepEqual(sizes, [3, 3, 1]);
    assert.equal(requests.length, 1 + 1 + 3 + 3);
  });

  it('ask for no page after one that is exactly full and the last', async () => {
    const { communityId, ...rest } = await service.createPartner();
    for (let count = 0; count < 6; count++) await service.createMember({ communityId });
    for (const perPage of [6, 3, 2, 1]) {
      const { fetch, requests } = recordingFetch();
      const list = clientOf({ fetch }, { communityId, ...rest }).listUsers({ per_page: perPage });
      const seen = new Set<string>();
      for await (const user of list) seen.add(user.id);
      assert.equal(seen.size, 6);
      assert.equal(requests.filter((request) => request === 'GET /users').length, 6 / perPage);
    }
  });

  it('send nothing before they are used, and stop fetching when the loop does', async () => {
    const { fetch, requests } = recordingFetch();
    const client = clientOf({ fetch });
    const list = client.listUsers({ per_page: 1 });
    assert.equal(requests.length, 0);
    for await (const user of list) {
      assert.ok(user.id);
      break;
    }
    assert.equal(requests.filter((request) => request === 'GET /users').length, 1);
  });
});
