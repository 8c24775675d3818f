/** The order of checks: when two things are wrong, the earlier one of the contract's list is answered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorCode } from '@timebank/contract';
import { testService } from '../../test-support/harness.ts';

const service = await testService();
const partner = await service.createPartner();
const goodToken = await service.token(partner);
const lackingToken = await service.token(partner, ['aggregates.read']);

interface Request {
  method: string;
  path: string;
  query: string;
  token: string;
  contentType: string;
  idempotencyKey: string | undefined;
  body: string;
}

interface Fault {
  readonly code: ErrorCode;
  /** Of the description. */
  readonly says?: RegExp;
  /** Makes the request wrong. */
  readonly spoil?: (request: Request) => void;
  /** Makes the state wrong, and right again. */
  readonly set?: string;
  readonly reset?: string;
  /** Faults of one part of the message that cannot both be there. */
  readonly part?: string;
}

const FAULTS: readonly Fault[] = [
  {
    code: 'partner_api_disabled',
    set: "update installation set partner_api_disabled_reason = 'x'",
    reset: 'update installation set partner_api_disabled_reason = null',
  },
  {
    code: 'method_not_allowed',
    spoil(request) {
      request.method = 'PUT';
    },
  },
  {
    code: 'invalid_token',
    part: 'token',
    spoil(request) {
      request.token = 'tb_at_wrong';
    },
  },
  {
    code: 'misdirected_request',
    set: `update communities set move_state = 'left', move_id = gen_random_uuid(), moved_to = 'https://two.example'`,
    reset: 'update communities set move_state = null, move_id = null, moved_to = null',
  },
  {
    code: 'ip_not_allowed',
    set: "update partners set allowed_addresses = '{192.0.2.0/24}'",
    reset: "update partners set allowed_addresses = '{}'",
  },
  {
    code: 'partner_api_disabled',
    set: "update communities set partner_api_disabled_reason = 'x'",
    reset: 'update communities set partner_api_disabled_reason = null',
  },
  {
    code: 'rate_limited',
    set: 'update partners set rate_limit_per_minute = 1',
    reset: 'update partners set rate_limit_per_minute = 0',
  },
  {
    code: 'insufficient_scope',
    part: 'token',
    spoil(request) {
      request.token = lackingToken;
    },
  },
  {
    code: 'invalid_request',
    says: /Idempotency-Key/,
    spoil(request) {
      request.idempotencyKey = '';
    },
  },
  {
    code: 'unsupported_media_type',
    spoil(request) {
      request.contentType = 'text/plain';
    },
  },
  {
    code: 'payload_too_large',
    part: 'body',
    spoil(request) {
      request.body = ' '.repeat(70_000);
    },
  },
  {
    code: 'invalid_request',
    part: 'body',
    spoil(request) {
      request.body = '{';
    },
  },
  {
    code: 'invalid_request',
    spoil(request) {
      request.query = '?access_token=x';
    },
  },
  {
    code: 'validation_failed',
    part: 'body',
    spoil(request) {
      request.body = '{"user_id":1}';
    },
  },
  {
    code: 'user_not_found',
    part: 'body',
    spoil(request) {
      request.body = JSON.stringify({ user_id: 'usr_unknown', hours: 1, reference: 'order' });
    },
  },
];

test('when two checks fail, the earlier one is answered', async () => {
  const member = await service.createMember({ communityId: partner.communityId });
  const good = JSON.stringify({ user_id: member.id, hours: 1, reference: 'order' });
  // One request counted and one refused: from here on the limit of 1 is used up, whenever it is set.
  await service.ownerQuery('update partners set rate_limit_per_minute = 1');
  for (let call = 0; call < 2; call++) await service.call('GET', '/listings', { token: goodToken });
  await service.ownerQuery('update partners set rate_limit_per_minute = 0');

  let pairs = 0;
  for (const [at, earlier] of FAULTS.entries()) {
    for (const later of [undefined, ...FAULTS.slice(at + 1)]) {
      if (later && earlier.part !== undefined && earlier.part === later.part) continue;
      const request: Request = {
        method: 'POST',
        path: '/wallet/credit',
        query: '',
        token: goodToken,
        contentType: 'application/json',
        idempotencyKey: undefined,
        body: good,
      };
      for (const fault of [later, earlier]) {
        fault?.spoil?.(request);
        if (fault?.set) await service.ownerQuery(fault.set);
      }
      const { method, path, query, token, contentType, idempotencyKey, body } = request;
      const response = await service.call(method, path + query, {
        token,
        headers: {
          'Content-Type': contentType,
          ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
        },
        body,
      });
      for (const fault of [later, earlier]) if (fault?.reset) await service.ownerQuery(fault.reset);
      assert.match(response.body.error_description, earlier.says ?? /./);
      assert.equal(response.body.error, earlier.code, `${earlier.code} before ${later?.code}: ${response.text}`);
      if (earlier.code === 'partner_api_disabled') {
        assert.match(response.body.error_description, at === 0 ? /operator/ : /community/);
      }
      pairs++;
    }
  }
  assert.ok(pairs > 70, `${pairs} pairs`);
  const [row] = await service.ownerQuery<{ count: number }>('select count(*)::int as count from transfers');
  assert.equal(row?.count, 0);
});

test('faults of the query are reported before those of the body, all parameters at once', async () => {
  const query = '?per_page=0&limit=x&cursor=%zz&colour=red&page=7';
  const { body } = await service.call('GET', `/users${query}`, { token: goodToken });
  assert.deepEqual(body.errors.map(({ field }: { field: string }) => field).sort(), [
    ...['colour', 'cursor', 'limit', 'page', 'per_page'],
  ]);
});
