/** What RFC 7523 section 3, RFC 7519, RFC 7515 and RFC 8725 demand of a client assertion, a line for each demand. */
import assert from 'node:assert/strict';
import { createPrivateKey, randomUUID, sign as signBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { JWK } from 'jose';
import { startTestService, type TestPartner, type TestService } from '../../../test-support/harness.ts';
import {
  assertionOf,
  createKey,
  createPartnerWithKey,
  type TestKey,
  tokenForm,
} from '../../../test-support/signing.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';

const ISSUER = 'https://timebank.example';
const UNPROVEN = 'The client credentials are missing, unknown, wrong or revoked.';
const MINUTE_MS = 60_000;

let service: TestService;
let key: TestKey;
let stranger: TestKey;
let partner: TestPartner;
before(async () => {
  service = await startTestService({ env: { PUBLIC_URL: ISSUER } });
  [key, stranger] = [await createKey(), await createKey()];
  partner = await createPartnerWithKey(service, key);
});
after(() => service?.stop());

const nowSeconds = () => service.clock.now().getTime() / 1000;
const sign = (claims: object = {}, header: object = {}, by = key) =>
  assertionOf(service, partner, by, { aud: ISSUER, ...claims }, { ...header });
const base64url = (text: string) => Buffer.from(text).toString('base64url');

/** Any header and payload, signed by the partner's key. */
function signRaw(header: string, payload: string): string {
  const signed = `${base64url(header)}.${base64url(payload)}`;
  const own = createPrivateKey({ key: key.privateJwk as JWK & { kty: string }, format: 'jwk' });
  const signature = signBytes('sha256', Buffer.from(signed), { key: own, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}
const HEADER = '{"alg":"ES256"}';
const claimsText = (more = '') => {
  const exp = Math.floor(nowSeconds()) + 60;
  const who = `"iss":"${partner.clientId}","sub":"${partner.clientId}","aud":"${ISSUER}"`;
  return `{${more}${who},"exp":${exp},"jti":"${randomUUID()}"}`;
};

/** The answer to a token request with the assertion: `200`, or the 401's text. Failures are counted by the minute. */
async function answer(assertion: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  service.clock.advance(MINUTE_MS);
  const { status, body } = await service.call('POST', '/oauth/token', { form: { ...tokenForm(assertion), ...more } });
  if (status === 200) return '200';
  assert.deepEqual([status, body.error], [401, 'invalid_client']);
  return body.error_description;
}

/** What is signed a minute before it is sent. */
const inAMinute = (seconds: number) => nowSeconds() + 60 + seconds;
type Line = readonly [demand: string, make: () => string | Promise<string>, expected: string | RegExp];

const ACCEPTED: readonly Line[] = [
  ['7523 3 (3): the issuer as audience, in a list of one', () => sign({ aud: [ISSUER] }), '200'],
  ['7523 3 (4): exp up to 30 s ago', () => sign({ iat: inAMinute(-60), exp: inAMinute(-29) }), '200'],
  [
    '7523 3 (4): the longest life, 30 s ahead',
    () => sign({ iat: inAMinute(30), nbf: inAMinute(30), exp: inAMinute(330) }),
    '200',
  ],
  ['7523 3 (4): the longest life, at its very end', () => sign({ iat: inAMinute(-329), exp: inAMinute(-29) }), '200'],
  ['7523 3 (4): without iat 330 s ahead', () => sign({ iat: undefined, exp: inAMinute(330) }), '200'],
  ['7523 3 (6): no iat', () => sign({ iat: undefined, exp: inAMinute(60) }), '200'],
  ['7523 3 (8): other claims', () => sign({ exp: inAMinute(60), scope: 'x', 'https://x.example/': [1] }), '200'],
  ['7519 2: a time with a fraction', () => sign({ iat: inAMinute(0.5), exp: inAMinute(60.25) }), '200'],
  [
    '7519 4: of a repeated claim the last counts',
    () => signRaw(HEADER, claimsText('"aud":"https://x.example",')),
    '200',
  ],
  ['7519 5.1: typ JWT', () => sign({ exp: inAMinute(60) }, { typ: 'JWT' }), '200'],
  ['8725 3.11: a typ of its own', () => sign({ exp: inAMinute(60) }, { typ: 'client-authentication+jwt' }), '200'],
  ['7515 4.1.4: no kid', () => sign({ exp: inAMinute(60) }, { kid: undefined }), '200'],
];

/** The signature holds: the answer names the fault. */
const NAMED: readonly Line[] = [
  ['7523 3 (1): iss is the client', () => sign({ iss: 'x' }), /^The client assertion has an iss that is not/],
  ['7523 3 (1): iss is there', () => sign({ iss: undefined }), /iss that is not the client id/],
  [
    '7523 3 (3): aud is there',
    () => sign({ aud: undefined }),
    `The client assertion has another aud than the issuer, ${ISSUER}.`,
  ],
  ['7523 3 (3): not the token endpoint', () => sign({ aud: `${ISSUER}/api/partner/v1/oauth/token` }), /another aud/],
  ['7523 3 (3): no prefix of it, nor with a slash', () => sign({ aud: `${ISSUER}/` }), /another aud/],
  ['7523 3 (3): no other case', () => sign({ aud: ISSUER.toUpperCase() }), /another aud/],
  ['8725 3.9: no second audience', () => sign({ aud: [ISSUER, 'https://bank.example'] }), /another aud/],
  ['7523 3 (4): exp is there', () => sign({ exp: undefined }), 'The client assertion has no exp.'],
  [
    '7519 2: exp is a number',
    () => sign({ exp: '1790000000' }),
    'The client assertion has an exp that is not a number.',
  ],
  ['7519 2: iat is a number', () => sign({ iat: '1790000000' }), /an iat that is not a number/],
  ['7519 2: nbf is a number', () => sign({ nbf: null }), /an nbf that is not a number/],
  [
    '7519 4.1.4: exp is over, with the leeway',
    () => sign({ iat: inAMinute(-100), exp: inAMinute(-30) }),
    /^The client assertion is over by its exp or iat; our time is \d{10}, \d{4}-\d\d-\d\dT[\d:.]+Z\.$/,
  ],
  [
    '7523 3 (4): exp unreasonably far',
    () => sign({ iat: inAMinute(0), exp: inAMinute(301) }),
    /an exp more than 300 seconds after its iat/,
  ],
  [
    '7523 3 (4): exp unreasonably far, without iat',
    () => sign({ iat: undefined, exp: inAMinute(331) }),
    /after the present; our time is/,
  ],
  [
    '7523 3 (5): nbf has not come',
    () => sign({ nbf: inAMinute(31), exp: inAMinute(60) }),
    /an nbf in the future; our time is/,
  ],
  [
    '7519 4.1.6: iat has not come',
    () => sign({ iat: inAMinute(31), exp: inAMinute(60) }),
    /an iat in the future; our time is/,
  ],
  ['7523 3 (7): jti is there', () => sign({ exp: inAMinute(60), jti: undefined }), /has no jti of 1 to 256 characters/],
  ['7519 4.1.7: jti is a text', () => sign({ exp: inAMinute(60), jti: 7 }), /has no jti/],
  ['7523 3 (7): jti is not empty', () => sign({ exp: inAMinute(60), jti: '' }), /has no jti/],
  ['7523 3 (7): jti can be remembered', () => sign({ exp: inAMinute(60), jti: 'x'.repeat(257) }), /has no jti/],
  [
    '8725 3.12: no proof of possession',
    () => sign({ exp: inAMinute(60) }, { typ: 'dpop+jwt' }),
    /typ of another statement/,
  ],
];

/** The signature does not hold, or names no client: the one answer. */
const UNNAMED: readonly Line[] = [
  ['7523 3 (2): sub is there', () => sign({ sub: undefined }), UNPROVEN],
  ['7523 3 (2): sub is a text', () => sign({ sub: [partner.clientId] }), UNPROVEN],
  ['7523 3 (9): signed', async () => `${(await sign()).split('.').slice(0, 2).join('.')}.`, UNPROVEN],
  ['8725 3.1, 3.3: signed by the client', () => sign({}, { kid: key.kid }, stranger), UNPROVEN],
  ['8725 3.2: alg none', async () => `${base64url('{"alg":"none"}')}.${(await sign()).split('.')[1]}.x`, UNPROVEN],
  ['7515 4.1.1: alg is there', () => signRaw('{"typ":"JWT"}', claimsText()), UNPROVEN],
  ['7515 4.1.1: alg in its own case', () => signRaw('{"alg":"es256"}', claimsText()), UNPROVEN],
  [
    '7515 4.1.2, 8725 3.10: no jku',
    () => sign({}, { jku: 'https://x.example/', kid: stranger.kid }, stranger),
    UNPROVEN,
  ],
  [
    '7515 4.1.3, 8725 3.10: no key of its own',
    () => sign({}, { jwk: stranger.publicJwk, kid: undefined }, stranger),
    UNPROVEN,
  ],
  ['7515 4.1.4: kid in its own case', () => sign({}, { kid: key.kid.toUpperCase() }), UNPROVEN],
  ['7515 4.1.11: nothing critical', () => signRaw('{"alg":"ES256","crit":["exp"],"exp":1}', claimsText()), UNPROVEN],
  ['7515 4.1.11: crit is not empty', () => signRaw('{"alg":"ES256","crit":[]}', claimsText()), UNPROVEN],
  [
    '7797 7: the payload is encoded',
    () => signRaw('{"alg":"ES256","crit":["b64"],"b64":false}', claimsText()),
    UNPROVEN,
  ],
  ['7519 7.2 (1): with periods', () => 'x', UNPROVEN],
  ['7519 7.2 (3): no padding', async () => `${await sign()}=`, UNPROVEN],
  ['7519 7.2 (3): no white space', async () => (await sign()).replace('.', '.\n'), UNPROVEN],
  ['7519 7.2 (4): the header is an object', () => signRaw('["ES256"]', claimsText()), UNPROVEN],
  ['7519 7.2 (6): no JWE', async () => `${await sign()}.x.x`, UNPROVEN],
  ['7519 7.2 (10): the claims are an object', () => signRaw(HEADER, '[]'), UNPROVEN],
  ['7519 7.2 (10): the claims are JSON', () => signRaw(HEADER, `${claimsText()},`), UNPROVEN],
  ['7519 7.2 (8): not nested', async () => signRaw('{"alg":"ES256","cty":"JWT"}', await sign()), UNPROVEN],
];

for (const [demand, make, expected] of [...ACCEPTED, ...NAMED, ...UNNAMED]) {
  test(demand, async () => {
    const found = await answer(await make());
    if (typeof expected === 'string') assert.equal(found, expected);
    else assert.match(found, expected);
  });
}

test('7519 7.2 (10), 8725 3.7: the claims are UTF-8', async () => {
  const signed = `${base64url(HEADER)}.${Buffer.from(claimsText('"x":"\u00ff",'), 'latin1').toString('base64url')}`;
  const own = createPrivateKey({ key: key.privateJwk as JWK & { kty: string }, format: 'jwk' });
  const signature = signBytes('sha256', Buffer.from(signed), { key: own, dsaEncoding: 'ieee-p1363' });
  assert.equal(await answer(`${signed}.${signature.toString('base64url')}`), UNPROVEN);
});

test('7523 3 (2): the client_id beside it is its subject', async () => {
  const other = await service.createPartner();
  assert.match(await answer(await sign(), { client_id: other.clientId }), /another client than the client_id/);
});

test('7523 3 (7): an assertion counts once, until the leeway is over, and the partner\u2019s call log says so', async () => {
  const assertion = await sign({ iat: inAMinute(0), exp: inAMinute(290) });
  assert.equal(await answer(assertion), '200');
  const used = 'The client assertion has a jti that was used before; each assertion counts once.';
  assert.equal(await answer(assertion), used);
  service.clock.advance(3 * MINUTE_MS);
  // 300 s: ten after its end, within the leeway.
  assert.equal(await answer(assertion), used);
  assert.match(await answer(assertion), /is over by its exp/);
  await waitUntil('the calls are logged', async () => {
    const rows = await service.ownerQuery<{ description: string }>(
      'select error_description as description from call_log where partner_id = $1',
      [partner.partnerId],
    );
    return rows.some(({ description }) => description === used);
  });
});

test('a suspended partner gets the one answer, whatever it has signed', async () => {
  const own = await createKey();
  const bank = await createPartnerWithKey(service, own);
  await service.ownerQuery(`update partners set status = 'suspended' where id = $1`, [bank.partnerId]);
  assert.equal(await answer(await assertionOf(service, bank, own, { aud: 'x' })), UNPROVEN);
});
