/** The metadata of an answer, the options of a call, and the entries of the log. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { testService } from '../../test-support/harness.ts';
import { createClient, type LogEntry } from './index.ts';
import { apiError, failureOf, recordingFetch } from './test-support.ts';

const service = await testService();
const partner = await service.createPartner();
const memberId = (await service.createMember(partner)).id;

const clientOf = (options: Partial<Parameters<typeof createClient>[0]> = {}, of = partner) =>
  createClient({ baseUrl: service.origin, ...of, ...options });

describe('an answer', () => {
  it('has the request id, what is left of the rate limit and the headers beside its body', async () => {
    const limited = await service.createPartner({ rateLimitPerMinute: 50, communityId: partner.communityId });
    const client = clientOf({}, limited);
    const answer = await client.creditWallet({ user_id: memberId, hours: 1, reference: 'ANSWER-1' });
    const { response } = answer;
    assert.match(response.requestId ?? '', /^req_/);
    assert.equal(response.requestId, response.headers.get('x-request-id'));
    assert.deepEqual([response.status, response.rateLimit?.limit, response.rateLimit?.remaining], [201, 50, 49]);
    assert.ok((response.rateLimit?.resetSeconds ?? 0) > 0);
    assert.deepEqual(Object.keys(answer), ['data', 'meta']);
    assert.ok(!JSON.stringify(answer).includes('response'));
    for await (const page of client.listUsers().pages()) assert.equal(page.response.rateLimit?.remaining, 48);
    const error = await failureOf(client.getUser('usr_unknown'));
    assert.deepEqual([error.response?.requestId, error.response?.rateLimit?.remaining], [error.requestId, 47]);
    assert.equal((await clientOf().getUser(memberId)).response.rateLimit, undefined);
  });
});

describe('options of a call', () => {
  it('set headers, but none of those that the client sends itself', async () => {
    const sent: Headers[] = [];
    const client = clientOf({
      fetch: (input, init) => {
        sent.push(new Headers(init?.headers));
        return fetch(input, init);
      },
    });
    const own = { traceparent: '00-1-2-03', authorization: 'Basic eA==', 'CONTENT-TYPE': 'text/plain' };
    const { data } = await client.creditWallet(
      { user_id: memberId, hours: 1, reference: 'HEADERS-1' },
      { headers: own },
    );
    assert.equal(data.hours, 1);
    for await (const _ of client.listUsers({ per_page: 1 }, { headers: { traceparent: '00-4' } })) break;
    const [token, credit, list] = sent;
    assert.deepEqual([token?.get('traceparent'), credit?.get('traceparent')], [null, '00-1-2-03']);
    assert.equal(list?.get('traceparent'), '00-4');
    assert.match(token?.get('user-agent') ?? '', /^timebank-client\/\d+\.\d+\.\d+ \(Node\.js\/\d+/);
    assert.equal(credit?.get('user-agent'), token?.get('user-agent'));
  });

  it('set the time-out of each attempt', async () => {
    const hanging: typeof globalThis.fetch = (_input, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    const { access_token: token, ...rest } = await clientOf().issueToken();
    const client = clientOf({
      maxRetries: 0,
      fetch: async (input, init) =>
        String(input).endsWith('/token') ? Response.json({ access_token: token, ...rest }) : hanging(input, init),
    });
    const error = await failureOf(client.getUser(memberId, { timeoutMs: 20 }));
    assert.deepEqual([error.code, error.description], ['timed_out', 'No response within 20 ms.']);
  });
});

describe('the log', () => {
  it('receives an entry for every request, also for those that fail, without query, body or credentials', async () => {
    const entries: LogEntry[] = [];
    const { fetch, answer } = recordingFetch();
    const client = clientOf({ fetch, log: (entry) => entries.push(entry) });
    answer('/users', apiError(503, 'temporarily_unavailable'), new TypeError('fetch failed'));
    await client.listUsers({ per_page: 7 });
    assert.deepEqual(
      entries.map(({ method, path, status, code }) => [method, path, status, code]),
      [
        ['POST', '/api/partner/v1/oauth/token', 200, undefined],
        ['GET', '/api/partner/v1/users', 503, 'temporarily_unavailable'],
        ['GET', '/api/partner/v1/users', 0, 'connection_failed'],
        ['GET', '/api/partner/v1/users', 200, undefined],
      ],
    );
    assert.ok(entries.every(({ durationMs }) => durationMs >= 0));
    assert.match(entries.at(-1)?.requestId ?? '', /^req_/);
    assert.doesNotMatch(JSON.stringify(entries), /tb_|per_page/);
  });

  it('that throws hides neither a booking nor an error', async () => {
    const client = clientOf({
      log: () => {
        throw new Error('the disk is full');
      },
    });
    const { data } = await client.creditWallet({ user_id: memberId, hours: 1, reference: 'LOG-1' });
    assert.equal(data.reference, 'LOG-1');
    assert.equal((await failureOf(client.getUser('usr_unknown'))).code, 'user_not_found');
  });
});
