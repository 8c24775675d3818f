import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { switchCommunityApi, switchInstallationApi } from '../../../modules/office/domain/communities/create.ts';
import type { CallOptions } from '../../../test-support/call.ts';
import { type TestPartner, testService } from '../../../test-support/harness.ts';
import { issueSecret, revokeSecret, rotateSecret } from '../../partners/credentials.ts';
import { activatePartner, addPartner, changePartner, suspendPartner } from '../../partners/provision.ts';
import { newClientId, newSecret } from '../../partners/secrets.ts';

const ALL = ['users.read', 'users.pii', 'listings.read', 'wallet.read', 'aggregates.read', 'webhooks.manage'];
const actor = 'test';
const service = await testService();

const grant = { grant_type: 'client_credentials' };
const inBody = ({ clientId, clientSecret }: TestPartner) => ({ client_id: clientId, client_secret: clientSecret });
const basic = (text: string, scheme = 'Basic') => ({
  authorization: `${scheme} ${Buffer.from(text).toString('base64')}`,
});
const actOn = ({ communityId, partnerId }: TestPartner) => ({ communityId, partnerId, actor });

const post = (options: CallOptions) => service.call('POST', '/oauth/token', options);

async function refusedWith(expected: [status: number, code: string], options: CallOptions) {
  const answer = await post(options);
  assert.deepEqual([answer.status, answer.body.error], expected, JSON.stringify(options));
  return answer;
}

/** The status of a read with this token: 200 while it is good. */
async function statusOf(token: string): Promise<number> {
  return (await service.call('GET', '/users', { token })).status;
}

test('the documented JSON request gives a bearer token that works', async () => {
  const partner = await service.createPartner({ scopes: ALL });
  const answer = await post({ json: { ...grant, ...inBody(partner), scope: 'users.read listings.read' } });
  assert.equal(answer.status, 200);
  const { access_token: token, ...rest } = answer.body;
  assert.match(token, /^tb_at_[0-9A-Za-z]{49}$/);
  assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 3600, scope: 'users.read listings.read' });
  assert.equal(answer.headers.get('content-type'), 'application/json');
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal(answer.headers.get('pragma'), 'no-cache');
  assert.equal(answer.headers.get('api-version'), '2.0');
  assert.equal(await statusOf(token), 200);
});

test('the form of RFC 6749 gives a token, whatever the case and parameters of its media type', async () => {
  const partner = await service.createPartner({ scopes: ALL });
  const form = new URLSearchParams({ ...grant, ...inBody(partner), scope: 'users.read' }).toString();
  for (const type of ['application/x-www-form-urlencoded', 'Application/X-WWW-Form-URLEncoded;charset=UTF-8']) {
    assert.equal((await post({ body: form, headers: { 'content-type': type } })).status, 200, type);
  }
});

test('HTTP Basic works raw, partly and fully percent-encoded, in any case of the scheme', async () => {
  const partner = await service.createPartner({ scopes: ALL });
  const { clientId, clientSecret } = partner;
  const partly = (text: string) => text.replaceAll('_', '%5F');
  const fully = (text: string) => [...text].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('');
  for (const headers of [
    basic(`${clientId}:${clientSecret}`),
    basic(`${partly(clientId)}:${partly(clientSecret)}`),
    basic(`${fully(clientId)}:${fully(clientSecret)}`),
    basic(`${clientId}:${clientSecret}`, 'bASIC'),
    { authorization: basic(`${clientId}:${clientSecret}`).authorization.replace(/=+$/, '') },
  ]) {
    assert.equal((await post({ form: grant, headers })).status, 200, headers.authorization);
    assert.equal((await post({ json: { ...grant, client_id: clientId }, headers })).status, 200);
  }
});

test('broken Basic credentials are wrong credentials', async () => {
  const { clientId, clientSecret } = await service.createPartner({ scopes: ALL });
  for (const headers of [
    basic(`${clientId}:%zz`),
    basic(`%ff:${clientSecret}`),
    basic(clientId),
    basic(':'),
    basic(''),
    { authorization: 'Basic' },
    { authorization: 'Basic !!!' },
    { authorization: `Basic ${clientId}:${clientSecret}` },
  ]) {
    await refusedWith([401, 'invalid_client'], { form: grant, headers });
  }
});

test('one secret in one place; other schemes are ignored', async () => {
  const partner = await service.createPartner({ scopes: ALL });
  const other = await service.createPartner({ scopes: ALL });
  const headers = basic(`${partner.clientId}:${partner.clientSecret}`);
  await refusedWith([400, 'invalid_request'], { json: { ...grant, ...inBody(partner) }, headers });
  await refusedWith([400, 'invalid_request'], { json: { ...grant, client_id: other.clientId }, headers });
  assert.equal((await post({ json: { ...grant, client_secret: '', client_id: null }, headers })).status, 200);
  for (const authorization of ['Bearer tb_at_x', 'Digest a="b"', 'Negotiate x', 'Basically x']) {
    const answer = await post({ json: { ...grant, ...inBody(partner) }, headers: { authorization } });
    assert.equal(answer.status, 200, authorization);
  }
});

test('credentials in the URL are refused and not used; another parameter is ignored', async () => {
  const partner = await service.createPartner({ scopes: ALL });
  const unknown = await service.call('POST', '/oauth/token?audience=x', { json: { ...grant, ...inBody(partner) } });
  assert.equal(unknown.status, 200);
  const query = new URLSearchParams({ ...grant, ...inBody(partner) });
  const answer = await service.call('POST', `/oauth/token?${query}`, { json: { ...grant, ...inBody(partner) } });
  assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request']);
});

test('missing, unknown and wrong credentials are one answer with a Basic challenge that says it all', async () => {
  const partner = await service.createPartner({ scopes: ALL });
  const answers = [
    await refusedWith([401, 'invalid_client'], { json: grant }),
    await refusedWith([401, 'invalid_client'], { json: { ...grant, client_id: partner.clientId } }),
    await refusedWith([401, 'invalid_client'], { json: { ...grant, client_secret: partner.clientSecret } }),
    await refusedWith([401, 'invalid_client'], {
      json: { ...grant, ...inBody(partner), client_secret: newSecret('live') },
    }),
    await refusedWith([401, 'invalid_client'], {
      json: { ...grant, ...inBody(partner), client_id: newClientId({ kind: 'live', tag: '00000' }) },
    }),
    await refusedWith([401, 'invalid_client'], { json: { ...grant, ...inBody(partner), client_id: '\u0000\ud800' } }),
  ];
  assert.equal(new Set(answers.map((answer) => answer.body.error_description)).size, 1);
  for (const { headers, body } of answers) {
    assert.equal(
      headers.get('www-authenticate'),
      `Basic realm="partner", error="invalid_client", error_description="${body.error_description}"`,
    );
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('pragma'), 'no-cache');
  }
});

test('a request that breaks the rules of RFC 6749 is named', async () => {
  const partner = await service.createPartner({ scopes: ALL });
  const ok = { ...grant, ...inBody(partner) };
  const form = new URLSearchParams(ok).toString();
  const type = (value: string) => ({ 'content-type': value });
  const asForm = type('application/x-www-form-urlencoded');
  await refusedWith([400, 'invalid_request'], { json: inBody(partner) });
  await refusedWith([400, 'invalid_request'], { json: { ...ok, grant_type: '' } });
  await refusedWith([400, 'invalid_request'], { json: { ...ok, grant_type: null } });
  await refusedWith([400, 'unsupported_grant_type'], { json: { ...ok, grant_type: 'password' } });
  await refusedWith([400, 'unsupported_grant_type'], { json: { ...ok, grant_type: 'Client_Credentials' } });
  for (const name of ['grant_type', 'client_id', 'client_secret', 'scope']) {
    for (const value of [1, true, ['a'], {}]) {
      await refusedWith([400, 'invalid_request'], { json: { ...ok, [name]: value } });
    }
  }
  await refusedWith([400, 'invalid_request'], { body: `${form}&grant_type=client_credentials`, headers: asForm });
  await refusedWith([400, 'invalid_request'], { body: `${form}&scope=%zz`, headers: asForm });
  await refusedWith([415, 'unsupported_media_type'], { body: '{}', headers: type('application/json; charset=latin1') });
  await refusedWith([400, 'invalid_request'], { body: '[]', headers: type('application/json') });
  await refusedWith([400, 'invalid_request'], { body: '{', headers: type('application/json') });
  await refusedWith([415, 'unsupported_media_type'], { body: form, headers: type('text/plain') });
  assert.equal((await post({ json: { ...ok, audience: ['x'], nonsense: 5 } })).status, 200);
  assert.equal((await post({ body: `${form}&nonsense=1`, headers: asForm })).status, 200);
  const wrongMethod = await service.call('GET', '/oauth/token');
  assert.deepEqual([wrongMethod.status, wrongMethod.headers.get('allow')], [405, 'POST']);
});

test('scope: all when omitted, the available part in the order asked, never nothing', async () => {
  const partner = await service.createPartner({ scopes: ['wallet.read', 'listings.read', 'users.read'] });
  const ask = (scope?: string | null) => post({ json: { ...grant, ...inBody(partner), scope } });
  for (const [asked, granted] of [
    [undefined, 'users.read listings.read wallet.read'],
    [null, 'users.read listings.read wallet.read'],
    ['', 'users.read listings.read wallet.read'],
    ['wallet.read users.read', 'wallet.read users.read'],
    ['wallet.read wallet.write wallet.read', 'wallet.read'],
    ['no.such.scope listings.read', 'listings.read'],
  ] as const) {
    const answer = await ask(asked);
    assert.deepEqual([answer.status, answer.body.scope], [200, granted], String(asked));
  }
  for (const asked of [
    'wallet.write',
    'USERS.READ',
    ' ',
    ' users.read',
    'users.read ',
    'users.read  wallet.read',
    'users.read a"b',
    'users.read\twallet.read',
    'users.read \\',
    'users.read ü',
  ]) {
    const answer = await ask(asked);
    assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_scope'], JSON.stringify(asked));
  }
  const powerless = await service.createPartner({ scopes: [] });
  await refusedWith([400, 'invalid_scope'], { json: { ...grant, ...inBody(powerless) } });
});

test('whatever is sent as grant_type or scope, the error keeps to the characters of RFC 6749', async () => {
  const partner = await service.createPartner({ scopes: ALL });
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
    fc.constantFrom('"', '\\', '\r\nSet-Cookie: a=b', '😀', '\ud800', '\u0000', 'ü"\\', '__proto__', "';--"),
  );
  await fc.assert(
    fc.asyncProperty(nasty, fc.constantFrom('grant_type', 'scope'), fc.boolean(), async (value, name, asForm) => {
      const parameters = { ...grant, ...inBody(partner), [name]: value };
      const answer = await post(asForm ? { form: parameters } : { json: parameters });
      assert.equal(answer.status, 400);
      assert.match(answer.body.error, /^[a-z_]+$/);
      assert.match(answer.body.error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
    }),
    { numRuns: 60 },
  );
});

test('a token is good at 3599 seconds and refused at 3601', async () => {
  const partner = await service.createPartner({ scopes: ALL });
  const token = await service.token(partner);
  service.clock.advance(3_599_000);
  assert.equal(await statusOf(token), 200);
  service.clock.advance(2000);
  assert.equal(await statusOf(token), 401);
});

test('a new token ends no earlier one', async () => {
  const partner = await service.createPartner({ scopes: ALL });
  const [first, second] = [await service.token(partner), await service.token(partner)];
  assert.deepEqual([await statusOf(first), await statusOf(second)], [200, 200]);
});

test('suspending the partner bites on the next request, and activating it lets the same token in again', async () => {
  const partner = await service.createPartner({ scopes: ALL });
  const token = await service.token(partner);
  await suspendPartner(service.deps, actOn(partner));
  assert.equal(await statusOf(token), 401);
  await refusedWith([401, 'invalid_client'], { json: { ...grant, ...inBody(partner) } });
  await activatePartner(service.deps, actOn(partner));
  assert.equal(await statusOf(token), 200);
});

test('a scope taken away bites on the next request', async () => {
  const partner = await service.createPartner({ scopes: ALL });
  const token = await service.token(partner);
  await changePartner(service.deps, actOn(partner), { scopes: ['listings.read'] });
  assert.equal(await statusOf(token), 403);
  const answer = await post({ json: { ...grant, ...inBody(partner) } });
  assert.equal(answer.body.scope, 'listings.read');
});

test('revoking a secret ends its tokens at once, and not those of the other secret', async () => {
  const partner = await service.createPartner({ scopes: ALL });
  const act = actOn(partner);
  const second = await issueSecret(service.deps, act);
  const [older, newer] = [
    await service.token(partner),
    await service.token({ ...partner, clientSecret: second.clientSecret }),
  ];
  await revokeSecret(service.deps, act, partner.credentialId);
  assert.deepEqual([await statusOf(older), await statusOf(newer)], [401, 200]);
  await refusedWith([401, 'invalid_client'], { json: { ...grant, ...inBody(partner) } });
});

test('a rotated secret works until the overlap ends', async () => {
  const partner = await service.createPartner({ scopes: ALL });
  const next = await rotateSecret(service.deps, actOn(partner), 24);
  const old = { json: { ...grant, ...inBody(partner) } };
  for (const secret of [partner, next]) {
    assert.equal((await post({ json: { ...old.json, client_secret: secret.clientSecret } })).status, 200);
  }
  service.clock.advance(24 * 3_600_000 + 1000);
  await refusedWith([401, 'invalid_client'], old);
  assert.equal((await post({ json: { ...old.json, client_secret: next.clientSecret } })).status, 200);
});

test('a pending partner is answered like a wrong secret until it is activated', async () => {
  const { communityId } = await service.createPartner({ scopes: ALL });
  const partner = await addPartner(
    service.deps,
    { communityId, actor },
    { name: 'New bank', scopes: ['users.read'], status: 'pending' },
  );
  const body = { json: { ...grant, client_id: partner.clientId, client_secret: partner.clientSecret } };
  await refusedWith([401, 'invalid_client'], body);
  await activatePartner(service.deps, { communityId, partnerId: partner.partnerId, actor });
  assert.equal((await post(body)).status, 200);
});

test('only a client with the right secret learns of the allow-list', async () => {
  const partner = await service.createPartner({ scopes: ALL });
  await changePartner(service.deps, actOn(partner), { allowedAddresses: ['198.51.100.0/24'] });
  await refusedWith([401, 'invalid_client'], {
    json: { ...grant, ...inBody(partner), client_secret: newSecret('live') },
  });
  await refusedWith([403, 'ip_not_allowed'], { json: { ...grant, ...inBody(partner) } });
  await changePartner(service.deps, actOn(partner), {
    allowedAddresses: ['127.0.0.0/8', '::1'],
  });
  assert.equal((await post({ json: { ...grant, ...inBody(partner) } })).status, 200);
});

test("the community's switch is reported after the secret was proved, the installation's to all; both with Retry-After", async () => {
  const partner = await service.createPartner({ scopes: ALL });
  const { communityId } = partner;
  const right = { json: { ...grant, ...inBody(partner) } };
  const wrong = { json: { ...right.json, client_secret: newSecret('live') } };
  const { deps } = service;
  await switchCommunityApi(deps, { communityId, actor }, 'audit');
  await refusedWith([401, 'invalid_client'], wrong);
  const answer = await refusedWith([503, 'partner_api_disabled'], right);
  assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
  await switchCommunityApi(deps, { communityId, actor }, null);
  await switchInstallationApi(deps, { actor }, 'maintenance');
  try {
    await refusedWith([503, 'partner_api_disabled'], wrong);
    await refusedWith([503, 'partner_api_disabled'], right);
  } finally {
    await switchInstallationApi(deps, { actor }, null);
  }
  assert.equal((await post(right)).status, 200);
});

test('the 31st failure in a minute is 429 with Retry-After, while the right secret is still answered', async () => {
  const partner = await service.createPartner({ scopes: ALL });
  service.clock.advance(300_000);
  const wrong = { json: { ...grant, ...inBody(partner), client_secret: newSecret('live') } };
  for (let attempt = 1; attempt <= 30; attempt++) await refusedWith([401, 'invalid_client'], wrong);
  const answer = await refusedWith([429, 'rate_limited'], wrong);
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  assert.equal((await post({ json: { ...grant, ...inBody(partner) } })).status, 200);
  await refusedWith([429, 'rate_limited'], wrong);
  service.clock.advance(300_000);
  await refusedWith([401, 'invalid_client'], wrong);
});

test('tokens are stored as hashes, for exactly one hour, and no secret is stored readable', async () => {
  const partner = await service.createPartner({ scopes: ALL });
  const token = await service.token(partner);
  const rows = await service.ownerQuery(
    'select t::text as row, extract(epoch from expires_at - issued_at)::int as seconds from access_tokens t where partner_id = $1',
    [partner.partnerId],
  );
  assert.deepEqual(
    rows.map((row) => row.seconds),
    [3600],
  );
  const credentials = await service.ownerQuery('select c::text as row from credentials c');
  const dump = JSON.stringify([rows, credentials]);
  assert.ok(!dump.includes(token) && !dump.includes(partner.clientSecret));
});

test('a secret gets as many tokens a minute as its partner may make requests, at least 60, and never fewer for others', async () => {
  const partner = await service.createPartner({ rateLimitPerMinute: 5 });
  const sibling = await service.createPartner({ communityId: partner.communityId, rateLimitPerMinute: 5 });
  const ask = (of: TestPartner) => post({ json: { ...grant, ...inBody(of) } });
  const statuses = [];
  for (let at = 0; at < 61; at++) statuses.push((await ask(partner)).status);
  assert.equal(statuses.filter((status) => status === 200).length, 60);
  const refused = await ask(partner);
  assert.deepEqual([refused.status, refused.body.error], [429, 'rate_limited']);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assert.equal((await ask(sibling)).status, 200);
  service.clock.advance(120_000);
  assert.equal((await ask(partner)).status, 200);
  const unlimited = await service.createPartner({ rateLimitPerMinute: 0 });
  for (let at = 0; at < 70; at++) assert.equal((await ask(unlimited)).status, 200);
});
