/** Tokens that are bound to a key (DPoP, RFC 9449), at the token endpoint and where they are sent. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SignJWT } from 'jose';
import { startTestService, type TestPartner, type TestResponse, type TestService } from '../../test-support/harness.ts';
import { sendRaw } from '../../test-support/raw-http.ts';
import {
  assertionOf,
  createKey,
  createPartnerWithKey,
  type ProofOptions,
  proofOf,
  setKeys,
  type TestKey,
  tokenForm,
} from '../../test-support/signing.ts';

const ORIGIN = 'https://timebank.example';
const MINUTE_MS = 60_000;

let service: TestService;
let second: TestService;
let partner: TestPartner;
let key: TestKey;
let stranger: TestKey;
before(async () => {
  const env = { PUBLIC_URL: ORIGIN };
  service = await startTestService({ env });
  second = await startTestService({ env, database: service.testDatabase });
  partner = await service.createPartner();
  key = await createKey();
  stranger = await createKey();
});
after(async () => {
  await second?.stop();
  await service?.stop();
});

const credentials = ({ clientId, clientSecret }: TestPartner) => ({
  grant_type: 'client_credentials',
  client_id: clientId,
  client_secret: clientSecret,
});
const sign = (options: ProofOptions = {}, by = key) => proofOf(service, by, options);
const askWith = (proof: string, of = partner, on = service) =>
  on.call('POST', '/oauth/token', { form: credentials(of), headers: { DPoP: proof } });
/** The nonce that the service gives now. */
async function nonceNow(): Promise<string> {
  return (await askWith(await sign())).headers.get('dpop-nonce') as string;
}

async function boundToken(by = key, of = partner): Promise<string> {
  const { status, body } = await askWith(await sign({ nonce: await nonceNow() }, by), of);
  assert.deepEqual([status, body.token_type, body.expires_in], [200, 'DPoP', 3600], JSON.stringify(body));
  return body.access_token;
}

/** Sends a request with a bound token. */
const callWith = (token: string, proof: string | undefined, on = service, path = '/users', method = 'GET') =>
  on.call(method, path, {
    headers: { Authorization: `DPoP ${token}`, ...(proof === undefined ? {} : { DPoP: proof }) },
  });

function assertRefused({ status, headers, body }: TestResponse, code: string, about?: string): void {
  assert.deepEqual([status, body.error], [401, code], about ?? JSON.stringify(body));
  const challenge = headers.get('www-authenticate') ?? '';
  assert.match(
    challenge,
    new RegExp(`^DPoP realm="partner", error="${code}", error_description="[^"]+", algs="ES256 `),
  );
  assert.ok(headers.get('dpop-nonce'), about);
}

for (const alg of ['ES256', 'PS256', 'EdDSA'] as const) {
  test(`a token is bound to the key of the proof, and works with it on every node: ${alg}`, async () => {
    const own = await createKey(alg);
    const token = await boundToken(own);
    for (const node of [service, second]) {
      const asked = await callWith(token, await sign({ method: 'GET', path: '/users', token }, own), node);
      assertRefused(asked, 'use_dpop_nonce');
      const nonce = asked.headers.get('dpop-nonce') as string;
      const proof = await sign({ method: 'GET', path: '/users', token, nonce }, own);
      const answer = await callWith(token, proof, node);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('dpop-nonce'), nonce);
    }
  });
}

test('the first proof is asked for a nonce with 400, and neither the assertion nor anything else is used up by that', async () => {
  const own = await createKey();
  const bank = await createPartnerWithKey(service, own);
  const form = tokenForm(await assertionOf(service, bank, own, { aud: ORIGIN }));
  const ask = async (nonce?: string) =>
    await service.call('POST', '/oauth/token', { form, headers: { DPoP: await sign({ nonce }) } });
  const first = await ask();
  assert.deepEqual([first.status, first.body.error], [400, 'use_dpop_nonce']);
  assert.equal(first.headers.get('www-authenticate'), null);
  const answer = await ask(first.headers.get('dpop-nonce') ?? '');
  assert.deepEqual([answer.status, answer.body.token_type], [200, 'DPoP']);
});

test('a nonce is renewed each minute, counts for five, on every node, and only if the service made it', async () => {
  const nonce = await nonceNow();
  const isTaken = async (value: string, on = service) => {
    const iat = on.clock.now().getTime() / 1000;
    const { status, body } = await askWith(await sign({ nonce: value, claims: { iat } }), partner, on);
    if (status !== 200) assert.equal(body.error, 'use_dpop_nonce');
    return status === 200;
  };
  assert.ok(await isTaken(nonce, second));
  for (const other of [
    '',
    'x',
    nonce.slice(0, -1),
    `${nonce}x`,
    nonce.replace(/^\d+/, (minute) => String(Number(minute) + 1)),
  ]) {
    assert.equal(await isTaken(other), false, other);
  }
  const move = (minutes: number) => {
    service.clock.advance(minutes * MINUTE_MS);
    second.clock.set(service.clock.now());
  };
  move(1);
  assert.notEqual(await nonceNow(), nonce);
  move(4);
  assert.ok(await isTaken(nonce));
  move(1);
  assert.equal(await isTaken(nonce), false);
  // A node whose clock is behind takes the nonce of one that is ahead.
  second.clock.advance(-MINUTE_MS);
  assert.ok(await isTaken(await nonceNow(), second));
  second.clock.set(service.clock.now());
});

test('a proof that is wrong in anything is refused: 400 for a token, 401 with one', async () => {
  const token = await boundToken();
  const nonce = await nonceNow();
  const at = (seconds: number) => Math.floor(service.clock.now().getTime() / 1000) + seconds;
  const { kid: _, alg: __, ...jwk } = key.publicJwk;
  const weak = await createKey('EdDSA');
  const wrong: Readonly<Record<string, (base: ProofOptions) => string | Promise<string>>> = {
    'no JWT': () => 'x',
    'two proofs in one header': async (base) => `${await sign(base)}, ${await sign(base)}`,
    'no type': (base) => sign({ ...base, header: { typ: undefined } }),
    'another type': (base) => sign({ ...base, header: { typ: 'JWT' } }),
    'no key': (base) => sign({ ...base, header: { jwk: undefined } }),
    'a private key': (base) => sign({ ...base, header: { jwk: { ...jwk, d: key.privateJwk.d } } }),
    'a symmetric key': (base) => sign({ ...base, header: { jwk: { kty: 'oct', k: 'eA' } } }),
    'another key than it is signed with': (base) => sign({ ...base, header: { jwk: stranger.publicJwk } }),
    'a key of another kind': (base) => sign({ ...base, header: { jwk: weak.publicJwk } }),
    'no algorithm': async (base) => {
      const [, claims] = (await sign(base)).split('.');
      const header = Buffer.from(JSON.stringify({ typ: 'dpop+jwt', alg: 'none', jwk })).toString('base64url');
      return `${header}.${claims}.`;
    },
    'a symmetric algorithm': () =>
      new SignJWT({ jti: 'x', nonce })
        .setProtectedHeader({ typ: 'dpop+jwt', alg: 'HS256', jwk })
        .sign(Buffer.alloc(32)),
    'no signature': async (base) => `${(await sign(base)).split('.').slice(0, 2).join('.')}.`,
    'no id': (base) => sign({ ...base, claims: { jti: undefined } }),
    'an id without end': (base) => sign({ ...base, claims: { jti: 'x'.repeat(257) } }),
    'another method': (base) => sign({ ...base, claims: { htm: 'PUT' } }),
    'the method in small letters': (base) => sign({ ...base, claims: { htm: base.method?.toLowerCase() ?? 'post' } }),
    'another path': (base) => sign({ ...base, path: `${base.path ?? '/oauth/token'}x` }),
    'another host': (base) => sign({ ...base, claims: { htu: 'https://bank.example/api/partner/v1/users' } }),
    'another scheme': (base) => sign({ ...base, claims: { htu: 'http://timebank.example/api/partner/v1/users' } }),
    'no URL': (base) => sign({ ...base, claims: { htu: undefined } }),
    'no time': (base) => sign({ ...base, claims: { iat: undefined } }),
    'a time long ago': (base) => sign({ ...base, claims: { iat: at(-331) } }),
    'a time to come': (base) => sign({ ...base, claims: { iat: at(31) } }),
  };
  const atResource: typeof wrong = {
    'no token hash': (base) => sign({ ...base, claims: { ath: undefined } }),
    'the hash of another token': (base) => sign({ ...base, token: 'x' }),
  };
  for (const [name, make] of Object.entries(wrong)) {
    const { status, body } = await askWith(await make({ nonce }));
    assert.deepEqual([status, body.error], [400, 'invalid_dpop_proof'], name);
  }
  for (const [name, make] of Object.entries({ ...wrong, ...atResource })) {
    const proof = await make({ method: 'GET', path: '/users', token, nonce });
    assertRefused(await callWith(token, proof), 'invalid_dpop_proof', name);
  }
  assertRefused(await callWith(token, undefined), 'invalid_dpop_proof');
  // Two header fields, as they stand on the wire.
  const proofs = await Promise.all([1, 2].map(() => sign({ method: 'GET', path: '/users', token, nonce })));
  const lines = [
    'GET /api/partner/v1/users HTTP/1.1',
    'Host: timebank.example',
    `Authorization: DPoP ${token}`,
    ...proofs.map((proof) => `DPoP: ${proof}`),
  ];
  const { responses } = await sendRaw(service.origin, `${lines.join('\r\n')}\r\n\r\n`);
  assert.deepEqual([responses[0]?.status, JSON.parse(responses[0]?.text ?? '').error], [401, 'invalid_dpop_proof']);
});

test('the URL of a proof is that of a request whose target names its host, whatever Host says', async () => {
  const token = await boundToken();
  const proof = await sign({ method: 'GET', path: '/users', token, nonce: await nonceNow() });
  const target = `${ORIGIN}/api/partner/v1/users`;
  const lines = [`GET ${target} HTTP/1.1`, 'Host: b.example', `Authorization: DPoP ${token}`, `DPoP: ${proof}`];
  const { responses } = await sendRaw(service.origin, `${lines.join('\r\n')}\r\n\r\n`);
  assert.equal(responses[0]?.status, 200, responses[0]?.text);
});

test('the URL of a proof is compared without query, and with its host in any case', async () => {
  const token = await boundToken();
  const nonce = await nonceNow();
  for (const htu of [
    'https://TIMEBANK.example:443/api/partner/v1/users',
    'https://timebank.example/api/partner/v1/users?per_page=1#x',
  ]) {
    const proof = await sign({ method: 'GET', token, nonce, claims: { htu } });
    assert.equal((await callWith(token, proof, service, '/users?per_page=2')).status, 200, htu);
  }
  const head = await sign({ method: 'HEAD', path: '/users', token, nonce });
  assert.equal((await callWith(token, head, service, '/users', 'HEAD')).status, 200);
});

test('a proof counts once: 1,000 replays over two nodes are refused, for a token and with one', async () => {
  const token = await boundToken();
  const nonce = await nonceNow();
  const atToken = await sign({ nonce });
  const atUsers = await sign({ method: 'GET', path: '/users', token, nonce });
  const sends = {
    token: (on: TestService) => askWith(atToken, partner, on),
    users: (on: TestService) => callWith(token, atUsers, on),
  };
  for (const send of Object.values(sends)) {
    let [accepted, refused] = [0, 0];
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => send(at % 2 ? second : service)));
      accepted += answers.filter(({ status }) => status === 200).length;
      refused += answers.filter(({ body }) => body.error === 'invalid_dpop_proof').length;
    }
    assert.deepEqual([accepted, refused], [1, 999]);
  }
  assertRefused(await sends.users(second), 'invalid_dpop_proof');
});

test('a stolen token is of no use without the key', async () => {
  const token = await boundToken();
  const other = await boundToken();
  const nonce = await nonceNow();
  const base = { method: 'GET', path: '/users', token, nonce };
  const asBearer = await service.call('GET', '/users', { token });
  assert.deepEqual([asBearer.status, asBearer.body.error], [401, 'invalid_token']);
  assertRefused(await callWith(token, await sign(base, stranger)), 'invalid_token');
  assertRefused(await callWith(token, await sign({ ...base, token: other })), 'invalid_dpop_proof');
  assertRefused(await callWith(token, await sign({ ...base, path: '/listings' })), 'invalid_dpop_proof');
  assertRefused(await callWith(token, await sign({ ...base, method: 'POST' })), 'invalid_dpop_proof');
  assert.equal((await callWith(token, await sign(base))).status, 200);
});

test('a token that is not bound is refused with the scheme DPoP, also with a right proof; a proof beside a bearer is ignored', async () => {
  const token = await service.token(partner);
  const nonce = await nonceNow();
  const proof = await sign({ method: 'GET', path: '/users', token, nonce });
  assertRefused(await callWith(token, proof), 'invalid_token');
  assertRefused(await callWith('x', proof), 'invalid_token');
  const { status, headers } = await service.call('GET', '/users', { token, headers: { DPoP: 'x' } });
  assert.deepEqual([status, headers.get('dpop-nonce')], [200, null]);
});

test('with bound tokens only, unbound ones end on the next request on every node, and none is given without a proof', async () => {
  const bank = await service.createPartner();
  const unbound = await service.token(bank);
  const bound = await boundToken(key, bank);
  await setKeys(service, bank, { boundTokensOnly: true });
  for (const node of [service, second]) {
    assert.equal((await node.call('GET', '/users', { token: unbound })).body.error, 'invalid_token');
    const refused = await node.call('POST', '/oauth/token', { form: credentials(bank) });
    assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_dpop_proof']);
    assert.match(refused.body.error_description, /send a DPoP proof/);
    const proof = await sign({ method: 'GET', path: '/users', token: bound, nonce: await nonceNow() });
    assert.equal((await callWith(bound, proof, node)).status, 200);
  }
  await setKeys(service, bank, { boundTokensOnly: false });
  assert.equal((await second.call('GET', '/users', { token: unbound })).status, 200);
});

test('a wrong client with a right proof is 401, and does not use the proof up', async () => {
  const nonce = await nonceNow();
  const proof = await sign({ nonce });
  const refused = await askWith(proof, { ...partner, clientSecret: 'x' });
  assert.deepEqual([refused.status, refused.body.error], [401, 'invalid_client']);
  assert.equal((await askWith(proof)).status, 200);
});
