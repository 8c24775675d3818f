import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '../../../../core/base/time.ts';
import { signedIn, TEST_PASSWORD } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';
import { waitUntil } from '../../../../test-support/wait-until.ts';

const service = await testService({ env: { TRUST_PROXY: '127.0.0.1' } });

type Person = Awaited<ReturnType<typeof signedIn>>;
const fieldsOf = ({ body }: { body: { errors: { field: string }[] } }) => body.errors.map(({ field }) => field);

async function create({ client, slug }: Person, body: object = {}) {
  const answer = await client.call('createPartner', {
    params: { slug },
    json: { name: 'Harbour Bank', scopes: ['users.read', 'wallet.write'], ...body },
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
}

/** Asks for a token as the partner. */
async function ask(clientId: string, clientSecret: string, address = '192.0.2.7') {
  return await service.call('POST', '/oauth/token', {
    json: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    headers: { 'X-Forwarded-For': address },
  });
}

test('a partner is created with what was chosen, and its secret works at once', async () => {
  const person = await signedIn(service);
  const created = await create(person, {
    name: '  Harbour Bank ',
    scopes: ['wallet.write', 'users.read'],
    allowed_addresses: ['192.0.2.7', '2001:db8::/48'],
    rate_limit_per_minute: 0,
    max_credit_hours: 12.5,
    max_member_day_hours: 20,
    max_partner_day_hours: null,
  });
  const { partner, client_id, client_secret } = created;
  assert.deepEqual(
    [partner.name, partner.status, partner.environment, partner.scopes, partner.allowed_addresses],
    ['Harbour Bank', 'active', 'live', ['users.read', 'wallet.write'], ['192.0.2.7/32', '2001:db8::/48']],
  );
  assert.deepEqual(
    [
      partner.rate_limit_per_minute,
      partner.max_credit_hours,
      partner.max_member_day_hours,
      partner.max_partner_day_hours,
    ],
    [0, 12.5, 20, null],
  );
  assert.equal(partner.credentials.length, 1);
  assert.equal((await ask(client_id, client_secret)).status, 200);
  assert.equal((await ask(client_id, client_secret, '192.0.2.8')).body.error, 'ip_not_allowed');
});

test('the secret is in the creating answer and in no other, and is stored as a digest only', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  const { partner, client_secret, credential_id } = await create(person);
  const params = { slug, partnerId: partner.id, credentialId: credential_id };
  const rotated = await client.call('rotateCredential', { params, body: { overlap_hours: 1 } });
  const secrets = [client_secret, rotated.body.data.client_secret];
  const texts = [
    (await client.call('listPartners', { params })).text,
    (await client.call('getPartner', { params })).text,
    (await client.call('getCredentialUse', { params })).text,
    (await client.call('listAudit', { params })).text,
    JSON.stringify(await service.ownerQuery('select * from audit_log')),
    JSON.stringify(await service.ownerQuery(`select encode(secret_hash, 'escape') as text from credentials`)),
  ];
  for (const text of texts) for (const secret of secrets) assert.ok(!text.includes(secret));
});

test('every setting that the API enforces can be changed; null removes a cap; nothing else changes', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  const { partner, client_id, client_secret } = await create(person, { max_member_day_hours: 5 });
  const params = { slug, partnerId: partner.id };
  const update = (json: object) => client.call('updatePartner', { params, json });
  assert.equal((await update({ max_member_day_hours: null })).body.data.max_member_day_hours, null);
  assert.equal((await update({ name: 'New name' })).body.data.name, 'New name');
  assert.deepEqual((await update({ scopes: [] })).body.data.scopes, []);
  assert.equal((await ask(client_id, client_secret)).body.error, 'invalid_scope');
  assert.deepEqual((await update({ allowed_addresses: ['203.0.113.0/24'] })).body.data.allowed_addresses, [
    '203.0.113.0/24',
  ]);
  assert.equal((await ask(client_id, client_secret)).body.error, 'ip_not_allowed');
  const after = (await update({ rate_limit_per_minute: 7, max_credit_hours: 3.25, max_partner_day_hours: 100 })).body
    .data;
  assert.deepEqual(
    [after.rate_limit_per_minute, after.max_credit_hours, after.max_partner_day_hours, after.name],
    [7, 3.25, 100, 'New name'],
  );
});

test('every refused input is named by its field, and nothing is changed', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  const { partner } = await create(person);
  const params = { slug, partnerId: partner.id };
  for (const [json, fields] of [
    [{ name: '' }, ['name']],
    [{ name: '   ' }, ['name']],
    [{ name: 'x'.repeat(201) }, ['name']],
    [{ scopes: ['users.read', 'users.write'] }, ['scopes.1']],
    [{ allowed_addresses: ['192.0.2.7', '2a00::/x', '10.0.0.0/4'] }, ['allowed_addresses.1', 'allowed_addresses.2']],
    [{ rate_limit_per_minute: -1 }, ['rate_limit_per_minute']],
    [{ rate_limit_per_minute: 1.5 }, ['rate_limit_per_minute']],
    [{ max_credit_hours: 0 }, ['max_credit_hours']],
    [{ max_credit_hours: 1.005, max_member_day_hours: 'x' }, ['max_credit_hours', 'max_member_day_hours']],
  ] as const) {
    const refused = await client.call('updatePartner', { params, json });
    assert.equal(refused.status, 422, JSON.stringify(json));
    assert.deepEqual(fieldsOf(refused), fields);
  }
  const now = (await client.call('getPartner', { params })).body.data;
  assert.equal(now.updated_at, partner.updated_at);
  const check = (allowed_addresses: string[]) => client.call('checkAddresses', { params, body: { allowed_addresses } });
  assert.deepEqual((await check([' 192.0.2.7 ', '192.0.2.7/32'])).body.data.allowed_addresses, ['192.0.2.7/32']);
  assert.deepEqual(fieldsOf(await check(['192.0.2.7', '192.0.2.1/24'])), ['allowed_addresses.1']);
});

test('pending and suspended partners are shut out as if their secret were wrong, active ones are in', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  const { partner, client_id, client_secret } = await create(person, { status: 'pending' });
  const params = { slug, partnerId: partner.id };
  assert.equal((await ask(client_id, client_secret)).body.error, 'invalid_client');
  const set = (status: 'active' | 'suspended') => client.call('setPartnerStatus', { params, body: { status } });
  assert.equal((await set('active')).body.data.status, 'active');
  const token = (await ask(client_id, client_secret)).body.access_token;
  assert.equal((await service.call('GET', '/users', { token })).status, 200);
  assert.equal((await set('suspended')).body.data.status, 'suspended');
  assert.equal((await service.call('GET', '/users', { token })).status, 401);
  assert.equal((await ask(client_id, client_secret)).body.error, 'invalid_client');
});

test('secrets: a second beside the first, no third, rotation with overlap, revocation of one alone', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  const { partner, client_id, client_secret: first, credential_id } = await create(person);
  const params = { slug, partnerId: partner.id };
  const second = (await client.call('issueCredential', { params })).body.data;
  assert.equal((await client.call('issueCredential', { params })).body.errors[0].code, 'too_many');
  for (const secret of [first, second.client_secret]) assert.equal((await ask(client_id, secret)).status, 200);
  const revoke = (credentialId: number | string) =>
    client.call('revokeCredential', { params: { ...params, credentialId } });
  assert.equal((await revoke(credential_id)).status, 200);
  for (const id of [credential_id, 999_999, 'x']) assert.equal((await revoke(id)).body.error, 'credential_not_found');
  assert.equal((await ask(client_id, first)).body.error, 'invalid_client');

  const third = (await client.call('rotateCredential', { params, body: { overlap_hours: 24 } })).body.data;
  assert.deepEqual(
    third.partner.credentials.map(({ status }: { status: string }) => status),
    ['live', 'expiring', 'revoked'],
  );
  assert.equal((await ask(client_id, second.client_secret)).status, 200);
  service.clock.advance(24 * HOUR_MS);
  assert.equal((await ask(client_id, second.client_secret)).body.error, 'invalid_client');
  assert.equal((await ask(client_id, third.client_secret)).status, 200);
  await client.call('getSession');
  await client.signIn(person.email);
  const now = (await client.call('getPartner', { params })).body.data.credentials;
  assert.deepEqual(
    now.map(({ status }: { status: string }) => status),
    ['live', 'expired', 'revoked'],
  );
  const bad = await client.call('rotateCredential', { params, body: { overlap_hours: -1 } });
  assert.deepEqual([bad.status, fieldsOf(bad)], [422, ['overlap_hours']]);
});

test('the light turns green at the first call, tells which secret from where, and why a call failed', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  const { partner, client_id, client_secret, credential_id } = await create(person, { status: 'pending' });
  const params = { slug, partnerId: partner.id, credentialId: credential_id };
  const use = async () => (await client.call('getCredentialUse', { params })).body.data;
  assert.deepEqual(await use(), {
    first_used_at: null,
    last_used_at: null,
    last_used_address: null,
    last_failure: null,
  });
  await ask(client_id, client_secret);
  await waitUntil('the refused call is logged', async () => (await use()).last_failure !== null);
  const failure = (await use()).last_failure;
  assert.deepEqual([failure.error, failure.cause, failure.address], ['invalid_client', 'partner_pending', '192.0.2.7']);
  await client.call('setPartnerStatus', { params, body: { status: 'active' } });
  await ask(client_id, client_secret, '2001:db8::5');
  const first = await use();
  assert.equal(first.first_used_at, service.clock.now().toISOString());
  assert.equal(first.last_used_address, '2001:db8::5');
  service.clock.advance(60_000);
  await ask(client_id, client_secret, '192.0.2.9');
  const later = await use();
  assert.equal(later.first_used_at, first.first_used_at);
  assert.equal(later.last_used_at, service.clock.now().toISOString());
  assert.equal(later.last_used_address, '192.0.2.9');
  const missing = await client.call('getCredentialUse', { params: { ...params, credentialId: 999_999 } });
  assert.equal(missing.body.error, 'credential_not_found');
});

test('asking for the light each second does not keep a forgotten session alive', async () => {
  const person = await signedIn(service);
  const { partner, credential_id } = await create(person);
  const params = { slug: person.slug, partnerId: partner.id, credentialId: credential_id };
  for (let minutes = 0; minutes < 29; minutes++) {
    service.clock.advance(60_000);
    assert.equal((await person.client.call('getCredentialUse', { params })).status, 200);
  }
  service.clock.advance(60_000);
  assert.equal((await person.client.call('getCredentialUse', { params })).status, 401);
});

test('a sandbox gives test credentials', async () => {
  const community = await service.createCommunity({ kind: 'sandbox' });
  const person = await signedIn(service, { communityId: community.id, slug: community.slug });
  const { partner, client_id, client_secret } = await create(person);
  assert.equal(partner.environment, 'sandbox');
  assert.match(`${client_id} ${client_secret}`, /^tb_ci_test_\w+ tb_cs_test_\w+$/);
});

test('widening what a partner may do needs a recent password; narrowing and its name do not', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  const { partner } = await create(person, { allowed_addresses: ['192.0.2.0/24'], max_member_day_hours: 20 });
  const params = { slug, partnerId: partner.id };
  const change = (body: object) => client.call('updatePartner', { params, json: body });
  const set = (status: 'active' | 'suspended') => client.call('setPartnerStatus', { params, body: { status } });
  service.clock.advance(10 * 60_000);
  for (const body of [
    { scopes: ['users.read', 'users.pii', 'wallet.write'] },
    { allowed_addresses: [] },
    { rate_limit_per_minute: 0 },
    { max_credit_hours: 1001 },
    { max_member_day_hours: null },
    { name: 'Bank', max_credit_hours: 1001, scopes: [] },
  ]) {
    const refused = await change(body);
    assert.deepEqual([refused.status, refused.body.error], [403, 'password_required'], JSON.stringify(body));
  }
  const after = await client.call('getPartner', { params });
  assert.deepEqual(after.body.data, { ...partner, credentials: after.body.data.credentials });
  for (const body of [
    { name: 'Bank' },
    { scopes: ['wallet.write'], rate_limit_per_minute: 10, max_credit_hours: 1, max_partner_day_hours: 5 },
    { allowed_addresses: ['192.0.2.7'] },
  ]) {
    assert.equal((await change(body)).status, 200, JSON.stringify(body));
  }
  assert.equal((await set('suspended')).status, 200);
  assert.equal((await set('active')).body.error, 'password_required');
  await client.call('confirmPassword', { body: { password: TEST_PASSWORD } });
  assert.equal((await set('active')).status, 200);
  assert.equal((await change({ scopes: ['users.read', 'wallet.write'], allowed_addresses: [] })).status, 200);
});

test('every act is audited with who, from where, before and after', async () => {
  const person = await signedIn(service);
  const { client, slug, id } = person;
  const { partner } = await create(person);
  const params = { slug, partnerId: partner.id };
  const from = { headers: { 'X-Forwarded-For': '198.51.100.4' } };
  await client.call('updatePartner', { params, body: { scopes: ['users.read'], name: 'Harbour Bank' }, ...from });
  await client.call('setPartnerStatus', { params, body: { status: 'suspended' }, ...from });
  const { body } = await client.call('listAudit', { params, query: { subject: `partner:${partner.id}` } });
  assert.deepEqual(
    body.data.map(({ action }: { action: string }) => action),
    ['partner.suspended', 'partner.updated', 'partner.created'],
  );
  const [suspended, updated] = body.data;
  assert.deepEqual(suspended.actor, {
    kind: 'administrator',
    id,
    name: (await client.call('getSession')).body.data.administrator.name,
    role: 'owner',
  });
  assert.deepEqual([suspended.address, suspended.subject_name], ['198.51.100.4', 'Harbour Bank']);
  assert.deepEqual([suspended.before, suspended.after], [{ status: 'active' }, { status: 'suspended' }]);
  assert.deepEqual(
    [updated.before, updated.after],
    [{ scopes: ['users.read', 'wallet.write'] }, { scopes: ['users.read'] }],
  );
});
