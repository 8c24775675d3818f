import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { after, before, test } from 'node:test';
import { startTestService, TEST_START, type TestService } from '../../test-support/harness.ts';
import type { Refusal } from '../base/refusal.ts';
import { DatabaseUnavailable } from '../database/connection.ts';
import type { Lane } from '../database/query.ts';
import { createAuthenticator } from './authenticate.ts';
import { createProofs } from './dpop.ts';

let service: TestService;
let isAway = false;
let statements: string[] = [];
before(async () => {
  service = await startTestService({
    changeDeps: (deps) => ({ ...deps, database: { ...deps.database, reads: watched(deps.database.reads) } }),
  });
});
after(() => service.stop());

/** Notes every statement, and fails them all while the database is "away". */
function watched(lane: Lane): Lane {
  return {
    kind: 'lane',
    async run(statement, values) {
      statements.push(statement.name ?? statement.text);
      if (isAway) throw new DatabaseUnavailable('away');
      return await lane.run(statement, values);
    },
  };
}

const statusOf = async (token: string, path = '/listings') => (await service.call('GET', path, { token })).status;

test('a token is valid at 3599 seconds and refused at 3601', async () => {
  service.clock.set(TEST_START);
  const token = await service.token(await service.createPartner());
  service.clock.advance(3599_000);
  assert.equal(await statusOf(token), 200);
  service.clock.advance(2000);
  assert.equal(await statusOf(token), 401);
  service.clock.set(TEST_START);
});

test('revoking a token or secret, suspending, and taking a scope away bite on the next request', async () => {
  const partner = await service.createPartner();
  const change = (sql: string) => service.ownerQuery(sql, [partner.communityId]);
  const token = await service.token(partner);
  assert.equal(await statusOf(token), 200);
  await change("update partners set scopes = '{wallet.read}' where community_id = $1");
  assert.equal(await statusOf(token), 403);
  await change("update partners set scopes = '{listings.read,users.read}' where community_id = $1");
  assert.equal(await statusOf(token), 200);
  await change("update partners set status = 'suspended' where community_id = $1");
  assert.equal(await statusOf(token), 401);
  await change("update partners set status = 'active' where community_id = $1");
  assert.equal(await statusOf(token), 200);
  await service.call('POST', '/oauth/revoke', { form: { token } });
  assert.equal(await statusOf(token), 401);
  const second = await service.token(partner);
  assert.equal(await statusOf(second), 200);
  await change(`update credentials set revoked_at = '${TEST_START.toISOString()}' where community_id = $1`);
  assert.equal(await statusOf(second), 401);
});

test('a scope the partner gained later is not in an earlier token', async () => {
  const partner = await service.createPartner({ scopes: ['listings.read'] });
  const token = await service.token(partner);
  await service.ownerQuery("update partners set scopes = '{listings.read,users.read}' where community_id = $1", [
    partner.communityId,
  ]);
  assert.equal(await statusOf(token, '/users'), 403);
  assert.equal(await statusOf(await service.token(partner), '/users'), 200);
});

test('look-ups that arrive together share two statements, and each gets its own answer', async () => {
  const partners = await Promise.all(Array.from({ length: 10 }, () => service.createPartner()));
  const tokens = await Promise.all(partners.map((partner) => service.token(partner)));
  const suspended = partners[3]?.communityId;
  await service.ownerQuery("update partners set status = 'suspended' where community_id = $1", [suspended]);
  const { authenticate } = createAuthenticator(service.deps, createProofs(service.deps));
  const exchangeOf = (authorization: string) => ({
    req: { headers: { authorization } } as IncomingMessage,
    peer: { address: '127.0.0.1', origin: service.origin, plainHttp: false, viaProxy: false },
    headers: undefined,
  });
  statements = [];
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      authenticate(exchangeOf(`Bearer ${tokens[at % 10]}`)).then(
        ({ caller }) => caller.communityId,
        (error: Refusal) => error.code,
      ),
    ),
  );
  assert.deepEqual(
    answers,
    answers.map((_, at) => (at % 10 === 3 ? 'invalid_token' : partners[at % 10]?.communityId)),
  );
  assert.deepEqual(statements, ['select_tokens', 'select_tokens']);
});

test('a bad checksum costs no look-up of the token', async () => {
  const token = await service.token(await service.createPartner());
  statements = [];
  assert.equal(await statusOf(`${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`), 401);
  assert.equal(statements.includes('select_tokens'), false);
});

test('while the database is away: 503, but an unknown path, a wrong method and a broken token keep their answers', async () => {
  const token = await service.token(await service.createPartner());
  isAway = true;
  try {
    const away = await service.call('GET', '/listings', { token });
    assert.equal(away.body.error, 'temporarily_unavailable');
    assert.equal((await service.call('GET', '/nothing', { token })).status, 404);
    assert.equal((await service.call('PUT', '/users', { token })).status, 405);
    assert.equal(await statusOf('tb_at_x'), 401);
    assert.equal((await service.call('GET', '/health/ready')).status, 503);
    assert.equal((await service.call('GET', '/health/live')).status, 200);
  } finally {
    isAway = false;
  }
  assert.equal(await statusOf(token), 200);
  assert.equal((await service.call('GET', '/health/ready')).status, 200);
});

test('the switches: all but revocation for the operator, one community for the other', async () => {
  const [held, free] = [await service.createPartner(), await service.createPartner()];
  const [heldToken, freeToken] = [await service.token(held), await service.token(free)];
  await service.ownerQuery("update communities set partner_api_disabled_reason = 'secret reason' where id = $1", [
    held.communityId,
  ]);
  const refused = await service.call('GET', '/listings', { token: heldToken });
  assert.equal(refused.body.error, 'partner_api_disabled');
  assert.doesNotMatch(refused.text, /secret reason/);
  assert.equal(await statusOf(freeToken), 200);
  assert.equal((await service.call('POST', '/oauth/revoke', { json: { token: heldToken } })).status, 200);
  await service.ownerQuery('update communities set partner_api_disabled_reason = null where id = $1', [
    held.communityId,
  ]);
  assert.equal(await statusOf(heldToken), 401);
});
