import assert from 'node:assert/strict';
import { test } from 'node:test';
import { switchCommunityApi, switchInstallationApi } from '../../../modules/office/domain/communities/create.ts';
import type { CallOptions } from '../../../test-support/call.ts';
import { startTestService, type TestPartner, testService } from '../../../test-support/harness.ts';
import { hashToken, newAccessToken } from '../../partners/access-token.ts';
import { suspendPartner } from '../../partners/provision.ts';
import { newSecret } from '../../partners/secrets.ts';

const service = await testService();

const actor = 'test';
const inBody = ({ clientId, clientSecret }: TestPartner) => ({ client_id: clientId, client_secret: clientSecret });
const basic = ({ clientId, clientSecret }: TestPartner) => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
});
const revoke = (options: CallOptions) => service.call('POST', '/oauth/revoke', options);

async function statusOf(token: string): Promise<number> {
  return (await service.call('GET', '/users', { token })).status;
}

/** Audit rows about a token, oldest first. */
async function auditOf(token: string) {
  const subject = `token:${hashToken(token).toString('hex', 0, 8)}`;
  const rows = await service.ownerQuery('select actor, action, details from audit_log where subject = $1 order by id', [
    subject,
  ]);
  return rows.map(({ action, actor, details }) => ({ action, actor, ...details }));
}

test('a partner revokes its token with its credentials, as JSON, as a form and by Basic; it is refused on the next request', async () => {
  const partner = await service.createPartner();
  for (const send of [
    (token: string) => ({ json: { token, ...inBody(partner) } }),
    (token: string) => ({ form: { token, token_type_hint: 'refresh_token', ...inBody(partner) } }),
    (token: string) => ({ form: { token }, headers: basic(partner) }),
    (token: string) => ({ json: { token, token_type_hint: 'nonsense' }, headers: basic(partner) }),
  ]) {
    const [token, other] = [await service.token(partner), await service.token(partner)];
    const answer = await revoke(send(token));
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, {});
    assert.equal(answer.text, '{}');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.deepEqual([await statusOf(token), await statusOf(other)], [401, 200]);
    assert.deepEqual(await auditOf(token), [{ action: 'token.revoked', actor: `partner:${partner.partnerId}` }]);
  }
});

test('without credentials, holding a live token suffices to end it, and the audit log says so', async () => {
  const partner = await service.createPartner();
  const token = await service.token(partner);
  assert.equal((await revoke({ json: { token } })).status, 200);
  assert.equal(await statusOf(token), 401);
  assert.deepEqual(await auditOf(token), [
    { action: 'token.revoked', actor: 'token holder', by: 'possession', partner_id: partner.partnerId },
  ]);
});

test('wrong credentials revoke nothing', async () => {
  const partner = await service.createPartner();
  const token = await service.token(partner);
  for (const options of [
    { json: { token, ...inBody(partner), client_secret: newSecret('live') } },
    { json: { token, client_id: partner.clientId } },
    { form: { token }, headers: basic({ ...partner, clientSecret: newSecret('live') }) },
    { form: { token }, headers: { authorization: 'Basic !!!' } },
  ]) {
    const answer = await revoke(options);
    assert.deepEqual([answer.status, answer.body.error], [401, 'invalid_client']);
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic realm="partner", error="invalid_client"/);
  }
  assert.equal(await statusOf(token), 200);
  assert.deepEqual(await auditOf(token), []);
});

test("another partner's token is answered 200, stays good, and the attempt is audited", async () => {
  const [owner, stranger] = [await service.createPartner(), await service.createPartner()];
  const sibling = await service.createPartner({ communityId: owner.communityId });
  const token = await service.token(owner);
  for (const other of [stranger, sibling]) {
    const answer = await revoke({ json: { token, ...inBody(other) } });
    assert.deepEqual([answer.status, answer.text], [200, '{}']);
  }
  assert.equal(await statusOf(token), 200);
  const ignored = { action: 'token.revocation_ignored', reason: 'of another partner' };
  assert.deepEqual(await auditOf(token), [
    { ...ignored, actor: `partner:${stranger.partnerId}` },
    { ...ignored, actor: `partner:${sibling.partnerId}` },
  ]);
});

test('any value of the token is answered 200: unknown, malformed, expired, revoked already', async () => {
  const partner = await service.createPartner();
  const [expired, revoked] = [await service.token(partner), await service.token(partner)];
  await revoke({ json: { token: revoked } });
  service.clock.advance(3_601_000);
  for (const token of [
    newAccessToken({ kind: 'live', tag: '00000' }),
    'x',
    '\u0000\ud800',
    '😀'.repeat(5000),
    expired,
    revoked,
  ]) {
    for (const credentials of [inBody(partner), {}]) {
      const answer = await revoke({ json: { token, ...credentials } });
      assert.deepEqual([answer.status, answer.text], [200, '{}']);
    }
  }
  const reasons = (await auditOf(expired)).map((row) => row.reason);
  assert.deepEqual(reasons, ['expired or revoked', 'not live']);
});

test('a missing, empty or repeated token and a wrong type are 400; a foreign media type is 415', async () => {
  const partner = await service.createPartner();
  for (const options of [
    {},
    { json: {} },
    { json: { token: '' } },
    { json: { token: null, ...inBody(partner) } },
    { json: { token: 5 } },
    { json: [] },
    { form: {}, headers: basic(partner) },
    { body: 'token=a&token=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { json: { token: 'a', ...inBody(partner) }, headers: basic(partner) },
  ]) {
    const answer = await revoke(options);
    assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request'], JSON.stringify(options));
  }
  const answer = await revoke({ body: 'token=a', headers: { 'content-type': 'text/plain' } });
  assert.deepEqual([answer.status, answer.body.error], [415, 'unsupported_media_type']);
});

test('a token can be revoked while either kill switch is on, and after its partner was suspended', async () => {
  const { deps } = service;
  const partner = await service.createPartner();
  const { communityId, partnerId } = partner;
  const tokens = [await service.token(partner), await service.token(partner), await service.token(partner)] as const;
  await switchCommunityApi(deps, { communityId, actor }, 'audit');
  assert.equal((await revoke({ json: { token: tokens[0], ...inBody(partner) } })).status, 200);
  await switchCommunityApi(deps, { communityId, actor }, null);
  await switchInstallationApi(deps, { actor }, 'maintenance');
  try {
    assert.equal((await revoke({ json: { token: tokens[1], ...inBody(partner) } })).status, 200);
  } finally {
    await switchInstallationApi(deps, { actor }, null);
  }
  assert.deepEqual([await statusOf(tokens[0]), await statusOf(tokens[1]), await statusOf(tokens[2])], [401, 401, 200]);
  await suspendPartner(deps, { communityId, partnerId, actor });
  assert.equal((await revoke({ json: { token: tokens[2] } })).status, 200);
  const rows = await service.ownerQuery('select revoked_at from access_tokens where token_hash = $1', [
    hashToken(tokens[2]),
  ]);
  assert.ok(rows[0]?.revoked_at);
});

test('revocations without credentials are limited per address; with credentials they are not', async () => {
  service.clock.advance(600_000);
  const partner = await service.createPartner();
  const token = await service.token(partner);
  const statuses: number[] = [];
  for (let attempt = 1; attempt <= 62; attempt++) statuses.push((await revoke({ form: { token: 'x' } })).status);
  assert.deepEqual([statuses.indexOf(429), statuses.lastIndexOf(200)], [60, 59]);
  assert.equal((await revoke({ form: { token, ...inBody(partner) } })).status, 200);
  assert.equal(await statusOf(token), 401);
});

test('a second node refuses a token that the first has revoked', async () => {
  const second = await startTestService({ database: service.testDatabase });
  try {
    const partner = await service.createPartner();
    const token = await service.token(partner);
    second.clock.set(service.clock.now());
    assert.equal((await second.call('GET', '/users', { token })).status, 200);
    await revoke({ json: { token, ...inBody(partner) } });
    assert.equal((await second.call('GET', '/users', { token })).status, 401);
  } finally {
    await second.stop();
  }
});

test('invented tokens are counted in the audit log, not a row each', async () => {
  service.clock.advance(600_000);
  const partner = await service.createPartner();
  for (let at = 0; at < 40; at++) {
    const answer = await revoke({
      json: { token: newAccessToken({ kind: 'live', tag: '00000' }), ...inBody(partner) },
    });
    assert.equal(answer.status, 200);
  }
  const rows = await service.ownerQuery<{ reason: string }>(
    `select details ->> 'reason' as reason from audit_log where actor = $1 and action = 'token.revocation_ignored'`,
    [`partner:${partner.partnerId}`],
  );
  assert.deepEqual(rows, [{ reason: 'unknown' }]);
});
