/** What RFC 9449 section 4.3, RFC 7519, RFC 7515 and RFC 8725 demand of a DPoP proof, a line for each demand. */
import assert from 'node:assert/strict';
import { createPrivateKey, randomUUID, sign as signBytes } from 'node:crypto';
import { test } from 'node:test';
import type { JWK } from 'jose';
import { testService } from '../../test-support/harness.ts';
import { createKey, type ProofOptions, proofOf } from '../../test-support/signing.ts';

const ORIGIN = 'https://timebank.example';
const TOKEN_URL = `${ORIGIN}/api/partner/v1/oauth/token`;

const service = await testService({ env: { PUBLIC_URL: ORIGIN } });
const key = await createKey();
const partner = await service.createPartner();

const nowSeconds = () => service.clock.now().getTime() / 1000;
const send = (proof: string) =>
  service.call('POST', '/oauth/token', {
    form: { grant_type: 'client_credentials', client_id: partner.clientId, client_secret: partner.clientSecret },
    headers: { DPoP: proof },
  });
const nonceNow = async () => (await send('x')).headers.get('dpop-nonce') as string;
const sign = async (claims: object = {}, header: object = {}, options: ProofOptions = {}) =>
  proofOf(service, key, { nonce: await nonceNow(), claims: { ...claims }, header: { ...header }, ...options });
const base64url = (text: string) => Buffer.from(text).toString('base64url');
const jwkText = () => {
  const { kid: _, alg: __, ...jwk } = key.publicJwk;
  return JSON.stringify(jwk);
};
/** A header with more fields, and claims with more in front of the right ones, signed by the key. */
async function signRaw(more = '', claims = ''): Promise<string> {
  const header = `{"typ":"dpop+jwt","alg":"ES256","jwk":${jwkText()}${more}}`;
  const right = `"jti":"${randomUUID()}","htm":"POST","htu":"${TOKEN_URL}","iat":${nowSeconds()},"nonce":"${await nonceNow()}"`;
  const signed = `${base64url(header)}.${base64url(claims === '[]' ? claims : `{${claims}${right}}`)}`;
  const own = createPrivateKey({ key: key.privateJwk as JWK & { kty: string }, format: 'jwk' });
  const signature = signBytes('sha256', Buffer.from(signed), { key: own, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

type Line = readonly [demand: string, make: () => Promise<string>, expected: '200' | RegExp];
const NO_JWT = /is not one JWT/;

const LINES: readonly Line[] = [
  ['9449 4.3 (1): one header field', async () => `${await sign()}, ${await sign()}`, NO_JWT],
  ['9449 4.3 (2), 7519 7.2 (1): a JWT', async () => 'x', NO_JWT],
  ['7519 7.2 (3): no padding', async () => `${await sign()}=`, NO_JWT],
  ['7519 7.2 (3): no white space inside', async () => (await sign()).replace('.', '. '), NO_JWT],
  ['7519 7.2 (6): no JWE', async () => `${await sign()}.x.x`, NO_JWT],
  ['7519 7.2 (10): the claims are an object', () => signRaw('', '[]'), NO_JWT],
  ['7515 4.1.11: nothing critical', () => signRaw(',"crit":["exp"],"exp":1'), NO_JWT],
  ['7515 4.1.11: crit is not empty', () => signRaw(',"crit":[]'), NO_JWT],
  ['7797 7: the payload is encoded', () => signRaw(',"crit":["b64"],"b64":false'), NO_JWT],
  ['7519 4: of a repeated claim the last counts', () => signRaw('', '"htm":"GET",'), '200'],
  ['9449 4.3 (3): jti', () => sign({ jti: undefined }), /has no jti of 1 to 256 characters/],
  ['7519 4.1.7: jti is a text', () => sign({ jti: 7 }), /has no jti/],
  ['9449 11.1: jti is of bounded length', () => sign({ jti: 'x'.repeat(257) }), /has no jti/],
  ['9449 4.3 (3): htm', () => sign({ htm: undefined }), /htm that is not the method/],
  ['9449 4.3 (3): htu', () => sign({ htu: undefined }), /htu that is not the URL/],
  ['9449 4.3 (3): iat', () => sign({ iat: undefined }), /The DPoP proof has no iat\./],
  ['9449 4.3 (4): typ is there', () => sign({}, { typ: undefined }), /another typ/],
  ['9449 4.3 (4), 8725 3.11: typ of no other statement', () => sign({}, { typ: 'JWT' }), /another typ/],
  ['7515 4.1.9: typ with application/, in any case', () => sign({}, { typ: 'application/DPoP+jwt' }), '200'],
  [
    '9449 4.3 (5), 8725 3.2: alg none',
    async () => `${base64url(`{"typ":"dpop+jwt","alg":"none","jwk":${jwkText()}}`)}.e30.x`,
    NO_JWT,
  ],
  [
    '9449 4.3 (6): signed with its jwk',
    async () => (await sign()).replace(/\.[^.]+$/, `.${'A'.repeat(86)}`),
    /not signed with its jwk/,
  ],
  ['9449 4.3 (7): no private key', () => sign({}, { jwk: key.privateJwk }), /holds a private part/],
  ['9449 4.3 (8): the method, in its case', () => sign({ htm: 'post' }), /htm that is not the method/],
  ['9449 4.3 (9): htu has its query and fragment ignored', () => sign({ htu: `${TOKEN_URL}?a=b#c` }), '200'],
  ['9449 4.3 (9): another path', () => sign({ htu: `${TOKEN_URL}/` }), /htu that is not the URL/],
  ['9449 4.3 (9): another case of the path', () => sign({ htu: TOKEN_URL.replace('token', 'Token') }), /htu/],
  [
    '3986 6.2.2.1: scheme and host in any case',
    () => sign({ htu: TOKEN_URL.replace(ORIGIN, ORIGIN.toUpperCase()) }),
    '200',
  ],
  ['3986 6.2.2.2: an escape that none needs', () => sign({ htu: TOKEN_URL.replace('token', '%74o%6ben') }), '200'],
  [
    '3986 6.2.2.2: the escape of a reserved character is another one',
    () => sign({ htu: TOKEN_URL.replace('/oauth', '%2Foauth') }),
    /htu/,
  ],
  ['3986 6.2.2.3: dot segments', () => sign({ htu: TOKEN_URL.replace('/token', '/x/.././token') }), '200'],
  ['3986 6.2.3: the port of the scheme', () => sign({ htu: TOKEN_URL.replace(ORIGIN, `${ORIGIN}:443`) }), '200'],
  ['3986 6.2.3: an empty port', () => sign({ htu: TOKEN_URL.replace(ORIGIN, `${ORIGIN}:`) }), '200'],
  ['9449 4.3 (9): another port', () => sign({ htu: TOKEN_URL.replace(ORIGIN, `${ORIGIN}:8443`) }), /htu/],
  ['3986 2: characters of no URI', () => sign({ htu: TOKEN_URL.replaceAll('/api', '\\api') }), /htu/],
  ['3986 3.2.1: no user', () => sign({ htu: TOKEN_URL.replace('//', '//user@') }), /htu/],
  ['9449 4.3 (11): iat up to 330 s ago', () => sign({ iat: nowSeconds() - 329 }), '200'],
  [
    '9449 4.3 (11): no older iat',
    () => sign({ iat: nowSeconds() - 330 }),
    /iat more than 300 seconds ago; our time is \d{10}/,
  ],
  ['9449 4.3 (11): iat up to 30 s ahead', () => sign({ iat: nowSeconds() + 30 }), '200'],
  ['9449 4.3 (11): no later iat', () => sign({ iat: nowSeconds() + 31 }), /iat in the future; our time is/],
  ['7519 2: iat is a number', () => sign({ iat: String(nowSeconds()) }), /iat that is not a number/],
  ['7519 4.1.4: exp up to 30 s ago', () => sign({ iat: nowSeconds() - 60, exp: nowSeconds() - 29 }), '200'],
  ['7519 4.1.4: no earlier exp', () => sign({ iat: nowSeconds() - 60, exp: nowSeconds() - 30 }), /is over by its exp/],
  [
    '7519 4.1.4: a late exp lets a proof live no longer',
    () => sign({ iat: nowSeconds() - 330, exp: nowSeconds() + 60 }),
    /is over by its exp or iat/,
  ],
  ['7519 4.1.5: nbf up to 30 s ahead', () => sign({ nbf: nowSeconds() + 30 }), '200'],
  ['7519 4.1.5: no later nbf', () => sign({ nbf: nowSeconds() + 31 }), /nbf in the future/],
  ['7519 4: other claims', () => sign({ sub: 'x', 'https://x.example/': [1] }), '200'],
];

for (const [demand, make, expected] of LINES) {
  test(demand, async () => {
    const { status, body } = await send(await make());
    if (expected === '200') return assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([status, body.error], [400, 'invalid_dpop_proof']);
    assert.match(body.error_description, expected);
  });
}

test('3986 6.2.2: the escapes of request and proof are compared, not their spelling', async () => {
  const asked = await send(await sign());
  const token: string = asked.body.access_token;
  const member = await service.createMember(partner);
  const plain = `/users/${member.id}`;
  const escaped = `/users/${member.id.replace('_', '%5F')}`;
  for (const [path, htu] of [
    [escaped, plain],
    [plain, escaped],
    [escaped, escaped.replace('%5F', '%5f')],
  ] as const) {
    const claims = { htu: `${ORIGIN}/api/partner/v1${htu}` };
    const proof = await sign(claims, {}, { method: 'GET', token, nonce: await nonceNow(), claims });
    const { status } = await service.call('GET', path, { headers: { Authorization: `DPoP ${token}`, DPoP: proof } });
    assert.equal(status, 200, `${path} ${htu}`);
  }
});

test('9449 4.3 (12): the hash and the key of the token', async () => {
  const token: string = (await send(await sign())).body.access_token;
  const call = async (options: ProofOptions, by = key) => {
    const proof = await proofOf(service, by, {
      method: 'GET',
      path: '/users',
      token,
      nonce: await nonceNow(),
      ...options,
    });
    return (await service.call('GET', '/users', { headers: { Authorization: `DPoP ${token}`, DPoP: proof } })).body;
  };
  assert.match((await call({ token: 'x' })).error_description, /ath that is not the hash of the token/);
  assert.equal((await call({}, await createKey())).error, 'invalid_token');
  assert.ok((await call({})).data);
});

test('9449 11.1: a proof counts once, until the leeway is over', async () => {
  const iat = nowSeconds();
  const nonceThen = await nonceNow();
  const proof = await proofOf(service, key, { nonce: nonceThen, claims: { iat: iat + 30 } });
  assert.equal((await send(proof)).status, 200);
  service.clock.advance(5 * 60_000);
  assert.equal((await send(proof)).body.error_description, 'The DPoP proof was used before.');
  const [row] = await service.ownerQuery<{ left: number }>(
    'select extract(epoch from max(expires_at))::float8 as left from used_proofs where partner_id = $1',
    [partner.partnerId],
  );
  assert.equal(row?.left, iat + 30 + 300 + 30);
  service.clock.set('2026-11-20T09:30:00.000Z');
});
