import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn, TEST_PASSWORD } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';
import { assertionOf, createKey, tokenForm } from '../../../../test-support/signing.ts';

const service = await testService();

async function setUp() {
  const person = await signedIn(service);
  const partner = await service.createPartner({ communityId: person.communityId });
  const params = { slug: person.slug, partnerId: partner.partnerId };
  const set = (json: object) => person.client.call('setPartnerKeys', { params, json });
  return { ...person, partner, params, set };
}

test('keys are pasted, shown, exchanged and removed, and the audit log tells what changed', async () => {
  const { client, params, partner, set } = await setUp();
  const [first, second] = [await createKey(), await createKey('EdDSA')];
  const before = (await client.call('getPartner', { params })).body.data;
  assert.deepEqual([before.keys, before.keys_only, before.bound_tokens_only], [null, false, false]);
  const jwks = { keys: [first.publicJwk] };
  const after = (await set({ keys: { jwks }, keys_only: true, bound_tokens_only: true })).body.data;
  const [shown] = after.keys.keys;
  assert.deepEqual([shown.kid, shown.alg, shown.thumbprint.length], [first.kid, 'ES256', 43]);
  assert.deepEqual([after.keys.url, after.keys.fetched_at, after.keys.error], [null, null, null]);
  assert.deepEqual([after.keys_only, after.bound_tokens_only], [true, true]);
  assert.equal(after.credentials.length, 1, 'keys are no secrets');
  await set({ bound_tokens_only: false });
  const form = tokenForm(await assertionOf(service, partner, first));
  assert.equal((await service.call('POST', '/oauth/token', { form })).status, 200);
  const exchanged = (await set({ keys: { jwks: { keys: [second.publicJwk] } } })).body.data;
  assert.deepEqual(
    [exchanged.keys.keys[0].kid, exchanged.keys.keys.length, exchanged.keys_only],
    [second.kid, 1, true],
  );
  assert.equal((await set({ keys: null, keys_only: false })).body.data.keys, null);
  const listed = (await client.call('listPartners', { params })).body.data;
  assert.deepEqual(listed[0].keys, null);
  const { body } = await client.call('listAudit', { params, query: { action: 'partner.keys_changed' } });
  assert.deepEqual(
    body.data.map(({ after: changed }: { after: object }) => Object.keys(changed)),
    [['keys', 'keys_only'], ['keys'], ['bound_tokens_only'], ['keys', 'keys_only', 'bound_tokens_only']],
  );
});

test('an unusable key set is refused, names each key at fault, and changes nothing', async () => {
  const { set, client, params } = await setUp();
  const { publicJwk, privateJwk } = await createKey();
  for (const [json, fields] of [
    [
      { keys: { jwks: { keys: [publicJwk, privateJwk, { kty: 'oct', k: 'eA' }] } } },
      ['keys.jwks.keys.1', 'keys.jwks.keys.2'],
    ],
    [{ keys: { jwks: { keys: [] } } }, ['keys.jwks.keys']],
    [{ keys: { jwks: { keys: [{ ...publicJwk, kid: 'a\0b' }] } } }, ['keys.jwks.keys.0']],
    [{ keys: { jwks: { keys: [{ ...publicJwk, kid: 'a\ud800b' }] } } }, ['keys.jwks.keys.0']],
    [{ keys: {} }, ['keys']],
    [{ keys: { jwks: { keys: [publicJwk] }, url: 'https://bank.example/jwks' } }, ['keys']],
    [{ keys: { url: 'http://bank.example/jwks' } }, ['keys.url']],
    [{ keys: { url: 'https://10.0.0.1/jwks' } }, ['keys.url']],
    [{ keys_only: true }, ['keys_only']],
    [{ keys_only: 'yes' }, ['keys_only']],
  ] as const) {
    const refused = await set(json);
    assert.equal(refused.status, 422, JSON.stringify(json));
    assert.deepEqual(
      refused.body.errors.map(({ field }: { field: string }) => field),
      fields,
    );
  }
  const now = (await client.call('getPartner', { params })).body.data;
  assert.deepEqual([now.keys, now.keys_only], [null, false]);
  assert.equal((await set({ keys: { jwks: { keys: [publicJwk] } }, keys_only: true })).status, 200);
  assert.deepEqual((await set({ keys: null })).body.errors[0].field, 'keys_only', 'nothing would be left that counts');
});

test('keys need a recent password, and are of the own community', async () => {
  const { client, set, params } = await setUp();
  const other = await service.createPartner();
  const missing = await client.call('setPartnerKeys', { params: { ...params, partnerId: other.partnerId }, json: {} });
  assert.deepEqual([missing.status, missing.body.error], [404, 'partner_not_found']);
  service.clock.advance(10 * 60_000);
  assert.equal((await set({ keys: null })).body.error, 'password_required');
  await client.call('confirmPassword', { body: { password: TEST_PASSWORD } });
  assert.equal((await set({ keys: null })).status, 200);
});

test('the partner reads its own keys, and what it must use them for', async () => {
  const { set, partner } = await setUp();
  const key = await createKey();
  const me = async () => (await service.call('GET', '/me', { token: await service.token(partner) })).body.data;
  assert.equal((await me()).keys, null);
  await set({ keys: { jwks: { keys: [key.publicJwk] } } });
  const data = await me();
  assert.deepEqual(
    [data.keys.keys[0].kid, data.keys.url, data.keys_only, data.bound_tokens_only],
    [key.kid, null, false, false],
  );
  assert.equal(data.secrets.length, 1);
});
