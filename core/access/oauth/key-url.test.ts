/** Key sets that partners publish at a URL: read through the guarded request, kept, and given up in time. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startTestService, type TestPartner, type TestService } from '../../../test-support/harness.ts';
import { type Receiver, type Response, startReceiver } from '../../../test-support/receiver.ts';
import { assertionOf, createKey, setKeys, type TestKey, tokenForm } from '../../../test-support/signing.ts';

const MINUTE_MS = 60_000;

let receiver: Receiver;
let service: TestService;
let second: TestService;
let partner: TestPartner;
let key: TestKey;
let next: TestKey;
before(async () => {
  receiver = await startReceiver();
  const env = {
    WEBHOOK_ALLOW_CIDR: '127.0.0.0/8',
    WEBHOOK_CA_FILE: receiver.caFile,
    PUBLIC_URL: 'https://bank.example',
  };
  service = await startTestService({ env });
  second = await startTestService({ env, database: service.testDatabase });
  [key, next] = await Promise.all([createKey(), createKey('EdDSA')]);
});
after(async () => {
  await second?.stop();
  await service?.stop();
  await receiver?.stop();
});

const setOf = (...keys: readonly TestKey[]) => ({
  status: 200,
  body: JSON.stringify({ keys: keys.map(({ publicJwk }) => publicJwk) }),
});

beforeEach(async () => {
  receiver.respondWith(setOf(key));
  partner = await service.createPartner();
  await setKeys(service, partner, { keys: { url: receiver.url } });
  receiver.requests.length = 0;
});

async function ask(by = key, on = service) {
  const assertion = await assertionOf(service, partner, by, { aud: 'https://bank.example' });
  return await on.call('POST', '/oauth/token', { form: tokenForm(assertion) });
}
async function isAccepted(by = key, on = service): Promise<boolean> {
  const { status, body } = await ask(by, on);
  if (status !== 200) assert.deepEqual([status, body.error], [401, 'invalid_client']);
  return status === 200;
}
function move(minutes: number): void {
  service.clock.advance(minutes * MINUTE_MS);
  second.clock.set(service.clock.now());
}
async function shownKeySet() {
  const [row] = await service.ownerQuery<{ error: string | null; fetched_at: Date }>(
    'select error, fetched_at from key_urls where partner_id = $1',
    [partner.partnerId],
  );
  return row;
}

test('a key set at a URL is read when it is set, and then at most every ten minutes, for all nodes', async () => {
  for (const node of [service, second, service]) assert.ok(await isAccepted(key, node));
  assert.equal(receiver.requests.length, 0);
  move(10);
  for (const node of [service, second, service]) assert.ok(await isAccepted(key, node));
  assert.deepEqual(
    receiver.requests.map(({ method, path, body }) => `${method} ${path} ${body.length}`),
    ['GET /hook 0'],
  );
});

test('an unknown kid makes it read again, at most once a minute over all nodes; a key that is gone takes its tokens along', async () => {
  const token = (await ask()).body.access_token;
  receiver.respondWith(setOf(key, next));
  move(1);
  assert.ok(await isAccepted(next));
  assert.equal((await second.call('GET', '/users', { token })).status, 200);
  const stranger = await createKey();
  for (const node of [service, second, service, second]) assert.equal(await isAccepted(stranger, node), false);
  assert.equal(receiver.requests.length, 1);
  receiver.respondWith(setOf(next));
  move(1);
  await Promise.all(Array.from({ length: 10 }, (_, at) => isAccepted(stranger, at % 2 ? second : service)));
  assert.equal(receiver.requests.length, 2);
  assert.equal(await isAccepted(key, second), false);
  assert.equal((await second.call('GET', '/users', { token })).status, 401);
  const rows = await service.ownerQuery(
    `select actor from audit_log where action = 'partner.keys_fetched' and community_id = $1`,
    [partner.communityId],
  );
  assert.deepEqual(rows, Array(2).fill({ actor: `partner:${partner.partnerId}` }));
});

test('while the URL fails the last good set serves for a day and no longer, and one try a minute says why', async () => {
  receiver.respondWith(500);
  move(10);
  assert.ok(await isAccepted());
  assert.ok(await isAccepted(key, second));
  assert.equal(receiver.requests.length, 1);
  assert.equal((await shownKeySet())?.error, 'http_status');
  move(24 * 60 - 11);
  assert.ok(await isAccepted());
  move(1);
  assert.equal(await isAccepted(), false);
  assert.equal(await isAccepted(key, second), false);
  receiver.respondWith(setOf(key));
  move(1);
  assert.ok(await isAccepted());
  assert.equal((await shownKeySet())?.error, null);
});

for (const [name, response, error] of [
  ['hangs', 'hang', 'timeout'],
  ['sends a megabyte', { status: 200, body: ' '.repeat(1024 * 1024) }, 'too_large'],
  ['redirects', { status: 302, headers: { Location: '/other' } }, 'http_status'],
  ['breaks the connection', 'reset', 'connection_failed'],
  ['has no JSON', { status: 200, body: '<html>' }, 'invalid_key_set'],
  ['has a private key', { status: 200, body: '{"keys":[{"kty":"oct","k":"eA"}]}' }, 'invalid_key_set'],
] as const satisfies readonly (readonly [string, Response, string])[]) {
  test(`a URL that ${name} neither hangs the token endpoint nor changes the keys: ${error}`, async () => {
    receiver.respondWith(response);
    move(10);
    // A request that takes five seconds is 503.
    assert.ok(await isAccepted());
    assert.deepEqual((await shownKeySet())?.error, error);
    assert.equal(receiver.requests.length, 1, 'no redirect is followed');
    const refused = setKeys(service, partner, { keys: { url: receiver.url } });
    await assert.rejects(refused, { code: 'validation_failed' });
  });
}

test('a URL whose name leads to a private address is not connected to', async () => {
  const closed = await startTestService({
    database: service.testDatabase,
    env: { PUBLIC_URL: 'https://bank.example' },
  });
  try {
    const connections = receiver.connections();
    closed.clock.set(service.clock.now());
    closed.clock.advance(10 * MINUTE_MS);
    service.clock.set(closed.clock.now());
    assert.ok(await isAccepted(key, closed));
    assert.equal((await shownKeySet())?.error, 'address_not_allowed');
    assert.equal(receiver.connections(), connections);
    await assert.rejects(setKeys(closed, partner, { keys: { url: 'https://10.0.0.1/jwks' } }), /address_not_allowed/);
  } finally {
    await closed.stop();
  }
});

test('keys pasted in the place of a URL end it, and the URL is asked no more', async () => {
  await setKeys(service, partner, { keys: { jwks: { keys: [next.publicJwk] } } });
  move(10);
  assert.equal(await isAccepted(), false);
  assert.ok(await isAccepted(next));
  assert.deepEqual([receiver.requests.length, await shownKeySet()], [0, undefined]);
});

test('a key set that cannot be kept is noted as the error of its URL, and the last good one serves', async () => {
  for (const kid of ['a\0b', 'a\ud800b']) {
    receiver.respondWith(setOf({ ...next, publicJwk: { ...next.publicJwk, kid } }));
    move(10);
    assert.ok(await isAccepted(), JSON.stringify(kid));
    assert.equal((await shownKeySet())?.error, 'invalid_key_set');
  }
});
