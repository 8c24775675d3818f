/** `private_key_jwt` (RFC 7523) at the two OAuth endpoints, with pasted keys. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SignJWT } from 'jose';
import { PARTNER_JOBS } from '../../../modules/partners/domain/partner-clean-up.ts';
import { startTestService, type TestPartner, type TestService } from '../../../test-support/harness.ts';
import {
  assertionOf,
  createKey,
  createPartnerWithKey,
  JWT_BEARER,
  setKeys,
  type TestKey,
  tokenForm,
} from '../../../test-support/signing.ts';

const ORIGIN = 'https://timebank.example';
const MINUTE_MS = 60_000;

let service: TestService;
let second: TestService;
let key: TestKey;
let partner: TestPartner;
before(async () => {
  const env = { PUBLIC_URL: ORIGIN };
  service = await startTestService({ env });
  second = await startTestService({ env, database: service.testDatabase });
  key = await createKey();
  partner = await createPartnerWithKey(service, key);
});
after(async () => {
  await second?.stop();
  await service?.stop();
});

const sign = (claims: Readonly<Record<string, unknown>> = {}, header = {}, by = key, of = partner) =>
  assertionOf(service, of, by, { aud: ORIGIN, ...claims }, header);
const ask = (form: Readonly<Record<string, string>>, on = service) => on.call('POST', '/oauth/token', { form });
const secretOf = ({ clientId, clientSecret }: TestPartner) => ({ client_id: clientId, client_secret: clientSecret });

/** Failures are counted by the minute. */
function nextMinute(): void {
  service.clock.advance(MINUTE_MS);
  second.clock.set(service.clock.now());
}

for (const alg of ['ES256', 'PS256', 'EdDSA'] as const) {
  test(`a key proves the client at token and revocation, as a form and as JSON: ${alg}`, async () => {
    const own = await createKey(alg);
    const bank = await createPartnerWithKey(service, own);
    const proof = () => sign({}, {}, own, bank);
    const asForm = await ask({ ...tokenForm(await proof()), scope: 'users.read' });
    assert.deepEqual([asForm.status, asForm.body.scope, asForm.body.token_type], [200, 'users.read', 'Bearer']);
    const token = asForm.body.access_token;
    assert.equal((await service.call('GET', '/users', { token })).status, 200);
    const json = { ...tokenForm(await proof()), client_id: bank.clientId };
    assert.equal((await service.call('POST', '/oauth/token', { json })).status, 200);
    const form = { token, client_assertion_type: JWT_BEARER, client_assertion: await proof() };
    assert.equal((await service.call('POST', '/oauth/revoke', { form })).status, 200);
    assert.equal((await service.call('GET', '/users', { token })).status, 401);
    const [row] = await service.ownerQuery<{ actor: string }>(
      `select actor from audit_log where action = 'token.revoked' and community_id = $1`,
      [bank.communityId],
    );
    assert.equal(row?.actor, `partner:${bank.partnerId}`);
  });
}

test('permitted variants of an assertion are accepted: an audience in a list, no kid, no issue time, a little skew', async () => {
  const now = service.clock.now().getTime() / 1000;
  for (const claims of [{ aud: [ORIGIN] }, { iat: undefined }, { iat: now + 29, nbf: now + 29 }, { exp: now + 300 }]) {
    assert.equal((await ask(tokenForm(await sign(claims)))).status, 200, JSON.stringify(claims));
  }
  assert.equal((await ask(tokenForm(await sign({}, { kid: undefined })))).status, 200);
});

test('an assertion that no key of the client has signed gets the one 401, as a wrong secret does', async () => {
  const stranger = await createKey();
  const other = await createPartnerWithKey(service, stranger);
  const unknown = `tb_ci_${'x'.repeat(22)}`;
  const at = (seconds: number) => service.clock.now().getTime() / 1000 + seconds;
  const cut = async (signature: string) => `${(await sign()).split('.').slice(0, 2).join('.')}.${signature}`;
  const asPem = new TextEncoder().encode(JSON.stringify(key.publicJwk));
  const wrong: Readonly<Record<string, () => string | Promise<string>>> = {
    'another key': () => sign({}, { kid: key.kid }, stranger),
    'another partner’s key': () => sign({}, {}, stranger),
    'another subject': () => sign({ sub: other.clientId }),
    'another partner as both': () => sign({ iss: other.clientId, sub: other.clientId }),
    'an unknown client': () => sign({ iss: unknown, sub: unknown }),
    'an unknown kid': () => sign({}, { kid: 'another' }),
    'no algorithm': async () =>
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await sign()).split('.')[1]}.`,
    'the public key as a secret': () =>
      new SignJWT({ iss: partner.clientId, sub: partner.clientId, aud: ORIGIN, jti: 'h', exp: at(60) })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(asPem),
    'a broken signature': () => cut('A'.repeat(86)),
    'no signature': () => cut(''),
    'no statement': () => 'x',
    'a statement without end': async () => `${await sign()}${'A'.repeat(9000)}`,
  };
  nextMinute();
  const right = await ask({
    grant_type: 'client_credentials',
    ...secretOf(await service.createPartner()),
    client_id: partner.clientId,
  });
  for (const [name, make] of Object.entries(wrong)) {
    nextMinute();
    const { status, body, headers } = await ask({ ...tokenForm(await make()) });
    assert.deepEqual(
      [status, body.error, body.error_description],
      [401, 'invalid_client', right.body.error_description],
      name,
    );
    assert.equal(headers.get('www-authenticate'), right.headers.get('www-authenticate'), name);
  }
  nextMinute();
  for (const [name, form] of Object.entries({
    'another client id beside it': { ...tokenForm(await sign()), client_id: other.clientId },
    'another type': {
      ...tokenForm(await sign()),
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer',
    },
    'no type': { grant_type: 'client_credentials', client_assertion: await sign() },
    'a type alone': { grant_type: 'client_credentials', client_assertion_type: JWT_BEARER },
  })) {
    assert.deepEqual((await ask(form)).body.error, 'invalid_client', name);
  }
});

test('an assertion beside a secret is 400, and is not used up by that', async () => {
  const text = await sign();
  const basic = `Basic ${Buffer.from(`${partner.clientId}:${partner.clientSecret}`).toString('base64')}`;
  for (const [form, headers] of [
    [{ client_secret: partner.clientSecret }, {}],
    [secretOf(partner), {}],
    [{}, { Authorization: basic }],
  ] as const) {
    const refused = await service.call('POST', '/oauth/token', { form: { ...tokenForm(text), ...form }, headers });
    assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_request']);
  }
  assert.equal((await ask(tokenForm(text))).status, 200);
});

test('an assertion counts once: 1,000 replays over two nodes give no token, also at once', async () => {
  const client_assertion = await sign();
  const form = { ...tokenForm(client_assertion) };
  const together = await Promise.all(Array.from({ length: 20 }, (_, at) => ask(form, at % 2 ? second : service)));
  assert.equal(together.filter(({ status }) => status === 200).length, 1);
  let refused = 0;
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => ask(form, at % 2 ? second : service)));
    refused += answers.filter(({ status }) => status === 401 || status === 429).length;
  }
  assert.equal(refused, 1000);
  // Another partner may use the same id.
  const { jti } = JSON.parse(Buffer.from(client_assertion.split('.')[1] ?? '', 'base64url').toString());
  const own = await createKey();
  const bank = await createPartnerWithKey(service, own);
  nextMinute();
  assert.equal((await ask(tokenForm(await sign({ jti }, {}, own, bank)))).status, 200);
});

test('a used assertion is forgotten once its time is over, and not before', async () => {
  const count = async () => {
    const [row] = await service.ownerQuery<{ count: number }>(
      'select count(*)::int from used_proofs where partner_id = $1',
      [bank.partnerId],
    );
    return row?.count;
  };
  const clean = async () => {
    const job = PARTNER_JOBS.find(({ name }) => name === 'delete used proofs');
    await job?.run(service.deps, new AbortController().signal);
  };
  const own = await createKey();
  const bank = await createPartnerWithKey(service, own);
  nextMinute();
  const exp = service.clock.now().getTime() / 1000 + 300;
  assert.equal((await ask(tokenForm(await sign({ exp }, {}, own, bank)))).status, 200);
  service.clock.advance(5 * MINUTE_MS);
  await clean();
  assert.equal(await count(), 1);
  service.clock.advance(6 * MINUTE_MS);
  await clean();
  assert.equal(await count(), 0);
});

test('failed assertions are counted like wrong secrets: from the 31st in a minute on 429, and the right one still counts', async () => {
  nextMinute();
  const statuses: number[] = [];
  for (let count = 0; count < 32; count++) statuses.push((await ask(tokenForm(await sign({ exp: 1 })))).status);
  assert.deepEqual(statuses, [...Array(30).fill(401), 429, 429]);
  assert.equal((await ask(tokenForm(await sign()))).status, 200);
  nextMinute();
});

test('taking the key away bites on the next request, on every node: its assertions and its tokens', async () => {
  const own = await createKey();
  const next = await createKey('EdDSA');
  const bank = await createPartnerWithKey(service, own);
  const token = (await ask(tokenForm(await sign({}, {}, own, bank)))).body.access_token;
  const bySecret = await service.token(bank);
  await setKeys(service, bank, { keys: { jwks: { keys: [own.publicJwk, next.publicJwk] } } });
  assert.equal((await second.call('GET', '/users', { token })).status, 200, 'a key that stays keeps its tokens');
  await setKeys(service, bank, { keys: { jwks: { keys: [next.publicJwk] } } });
  assert.equal((await second.call('GET', '/users', { token })).body.error, 'invalid_token');
  assert.equal((await ask(tokenForm(await sign({}, {}, own, bank)), second)).body.error, 'invalid_client');
  assert.equal((await ask(tokenForm(await sign({}, {}, next, bank)), second)).status, 200);
  await setKeys(service, bank, { keys: null });
  assert.equal((await ask(tokenForm(await sign({}, {}, next, bank)), second)).body.error, 'invalid_client');
  assert.equal((await second.call('GET', '/users', { token: bySecret })).status, 200);
});

test('with keys only a secret and its tokens are refused on the next request, on every node; without it they count again', async () => {
  const own = await createKey();
  const bank = await createPartnerWithKey(service, own);
  const bySecret = await service.token(bank);
  const byKey = (await ask(tokenForm(await sign({}, {}, own, bank)))).body.access_token;
  const form = { grant_type: 'client_credentials', ...secretOf(bank) };
  await setKeys(service, bank, { keysOnly: true });
  for (const node of [service, second]) {
    const refused = await ask(form, node);
    assert.deepEqual([refused.status, refused.body.error], [401, 'invalid_client']);
    assert.equal((await node.call('GET', '/users', { token: bySecret })).body.error, 'invalid_token');
    assert.equal((await node.call('GET', '/users', { token: byKey })).status, 200);
    const revocation = { token: byKey, ...secretOf(bank) };
    assert.equal((await node.call('POST', '/oauth/revoke', { form: revocation })).body.error, 'invalid_client');
  }
  await setKeys(service, bank, { keysOnly: false });
  assert.equal((await ask(form, second)).status, 200);
});

test('a suspended partner’s key, and one from an address that is not listed, are refused', async () => {
  const own = await createKey();
  const bank = await createPartnerWithKey(service, own);
  await service.ownerQuery(`update partners set allowed_addresses = '{192.0.2.7/32}' where id = $1`, [bank.partnerId]);
  assert.equal((await ask(tokenForm(await sign({}, {}, own, bank)))).body.error, 'ip_not_allowed');
  await service.ownerQuery(`update partners set status = 'suspended' where id = $1`, [bank.partnerId]);
  assert.equal((await ask(tokenForm(await sign({}, {}, own, bank)))).body.error, 'invalid_client');
});
