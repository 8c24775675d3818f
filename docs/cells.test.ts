/** One address for two cells: docs/deploy/haproxy-cells.cfg leads each request to where its community is. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { BASE_PATH } from '@timebank/contract';
import { CONSOLE_BASE_PATH } from '../console/desk/contract/routes.ts';
import { missing } from '../test-support/has-tool.ts';
import { JWT_BEARER } from '../test-support/signing.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../test-support/temporary-folder.ts';
import { type Certificate, makeCertificate, type RunningProxy, startCellsProxy } from './test-support/proxies.ts';
import { type ProxyRequest, sendThrough } from './test-support/through-proxy.ts';

const skip = missing('haproxy');
const GRANT = { grant_type: 'client_credentials' };
const TOKEN = `${BASE_PATH}/oauth/token`;
const REVOKE = `${BASE_PATH}/oauth/revoke`;
const TAG = 'aB3dE';
const OWN = `tb_ci_${TAG}${'x'.repeat(17)}`;
const TEST = `tb_ci_test_${TAG}${'x'.repeat(17)}`;
/** A client id that begins with the tag of a community in the other cell. */
const OLDER = `tb_ci_${TAG}${'y'.repeat(17)}`;
const tokenOf = (tag: string, prefix = 'tb_at_') => `${prefix}${tag}${'z'.repeat(44)}`;
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const assertionOf = (sub: string) => `${encoded({ alg: 'ES256' })}.${encoded({ sub, aud: 'ü?>' })}.c2ln`;

/** Each answers with its name. */
const servers = ['one', 'two'].map((name) =>
  createServer((received, response) => {
    received.resume().on('end', () => response.end(name));
  }),
);
let folder: TemporaryFolder;
let certificate: Certificate;
let proxy: RunningProxy;

before(async () => {
  if (skip) return;
  [folder, certificate] = await Promise.all([createTemporaryFolder(), makeCertificate()]);
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening');
  const [one = 0, two = 0] = servers.map((server) => (server.address() as AddressInfo).port);
  const map = join(folder.path, 'stub.map');
  await writeFile(map, `# Cells.\n${TAG} two\n/oak two\n${OLDER} one\n/elm one\n/aB3dE one\nfffff gone\n`);
  proxy = await startCellsProxy(folder.path, certificate, [one, two], map);
});
after(async () => {
  await proxy?.stop();
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  await folder?.remove();
});

const send = (method: string, path: string, sent?: ProxyRequest) => sendThrough(proxy, certificate, method, path, sent);

async function cellOf(method: string, path: string, sent?: ProxyRequest): Promise<string> {
  const answer = await send(method, path, sent);
  assert.equal(answer.status, 200, answer.text);
  return answer.text;
}

test('leads a token by its tag, of live communities and sandboxes, as Bearer and as DPoP', { skip }, async () => {
  const users = `${BASE_PATH}/users?per_page=1`;
  const asDpop = { authorization: `DPoP ${tokenOf(TAG)}` };
  for (const token of [tokenOf(TAG), tokenOf(TAG, 'tb_at_test_'), `  ${tokenOf(TAG)}`])
    assert.equal(await cellOf('GET', users, { token }), 'two', token);
  assert.equal(await cellOf('GET', users, { headers: asDpop }), 'two');
  assert.equal(await cellOf('POST', `${BASE_PATH}/wallet/credit`, { token: tokenOf(TAG), json: {} }), 'two');
});

test('leads a client by its id in a JSON or form body, by Basic, and by the subject of its assertion', {
  skip,
}, async () => {
  const assertion = { ...GRANT, client_assertion_type: JWT_BEARER };
  for (const id of [OWN, TEST]) {
    const named: ProxyRequest[] = [
      { json: { ...GRANT, client_id: id, client_secret: 'tb_cs_x' } },
      { json: { client_id: id, client_assertion: assertionOf(OLDER) } },
      { form: { ...GRANT, client_id: id, client_secret: 'tb_cs_x' } },
      { basic: `${id}:tb_cs_x`, form: GRANT },
      { basic: `${id.replaceAll('_', '%5F')}:x`, json: { ...GRANT, client_id: OLDER } },
      { json: { ...assertion, client_assertion: assertionOf(id) } },
      { form: { ...assertion, client_assertion: assertionOf(id) } },
      { json: { ...assertion, client_id: '', client_assertion: assertionOf(id) } },
      // Ignored there.
      { token: tokenOf('other'), json: { ...GRANT, client_id: id } },
    ];
    for (const sent of named) {
      assert.equal(await cellOf('POST', TOKEN, sent), 'two', JSON.stringify(sent));
      assert.equal(await cellOf('POST', REVOKE, sent), 'two', JSON.stringify(sent));
    }
    const inChunks = { json: { client_id: id }, headers: { 'transfer-encoding': 'chunked' } };
    assert.equal(await cellOf('POST', TOKEN, inChunks), 'two');
  }
});

test('leads a token that is revoked without credentials by its tag', { skip }, async () => {
  for (const sent of [{ json: { token: tokenOf(TAG) } }, { form: { token: tokenOf(TAG), client_id: '' } }])
    assert.equal(await cellOf('POST', REVOKE, sent), 'two');
});

test('leads an older client id by its own line, whatever it begins with', { skip }, async () => {
  for (const sent of [{ json: { client_id: OLDER } }, { form: { client_id: OLDER } }, { basic: `${OLDER}:x` }])
    assert.equal(await cellOf('POST', TOKEN, sent), 'one');
});

test('leads pages and the console by the slug, and links to it by their parameter', { skip }, async () => {
  for (const path of [
    '/at/oak',
    '/at/oak/me?x=/at/elm',
    '/console/c/oak',
    '/console/c/oak/members?community=elm',
    '/console/set-up?community=oak',
    `${CONSOLE_BASE_PATH}/communities/oak`,
    `${CONSOLE_BASE_PATH}/communities/oak/members?search=elm`,
  ])
    assert.equal(await cellOf('GET', path), 'two', path);
  for (const path of ['/at/oakum', '/at/elm', '/oak', '/at/', '/docs/oak', '/docs?community=oak', `/at/${TAG}`])
    assert.equal(await cellOf('GET', path), 'one', path);
});

test('leads what follows in the console where the browser has opened a community, and nothing else', {
  skip,
}, async () => {
  const cookieFrom = async (path: string, cookie?: string) =>
    (await send('GET', path, { cookie })).headers['set-cookie'];
  const [opened = ''] = (await cookieFrom('/console/c/oak/members')) ?? [];
  assert.match(opened, /^timebank-community=\/oak; Path=\/; .*Secure; HttpOnly; SameSite=Lax$/);
  assert.deepEqual(await cookieFrom('/console/hand-over?community=oak'), [opened]);
  const [cookie = ''] = opened.split(';');
  for (const path of ['/console', '/console/account', '/console/oidc?code=1', `${CONSOLE_BASE_PATH}/session`])
    assert.equal(await cellOf('GET', path, { cookie }), 'two', path);
  for (const path of ['/', '/docs', '/at/elm', '/console/c/elm', `${CONSOLE_BASE_PATH}/communities/elm`, TOKEN])
    assert.equal(await cellOf('GET', path, { cookie }), 'one', path);
  assert.match((await cookieFrom('/console/c/elm', cookie))?.[0] ?? '', /^timebank-community=\/elm;/);
  for (const path of ['/console/c/nowhere', '/console', '/console/assets/main.js', '/at/oak', '/docs?community=oak'])
    assert.equal(await cookieFrom(path, cookie), undefined, path);
  assert.equal(await cellOf('GET', '/console', { cookie: 'timebank-community=two' }), 'one');
});

test('leads what carries no tag, an unknown one, or one of a cell that is not there, to the default cell', {
  skip,
}, async () => {
  const unknown = { token: tokenOf('other') };
  for (const [path, sent] of [
    ['/', {}],
    ['/openapi.json', {}],
    [`${BASE_PATH}/users`, {}],
    [`${BASE_PATH}/users`, unknown],
    [`${BASE_PATH}/users`, { token: TAG.slice(0, 4) }],
    [`${BASE_PATH}/users`, { token: tokenOf('fffff') }],
    [`${BASE_PATH}/users`, { json: { client_id: OWN } }],
  ] as const)
    assert.equal(await cellOf('GET', path, sent), 'one', JSON.stringify([path, sent]));
  for (const sent of [{}, { json: {} }, { json: { client_id: 'x' } }, { json: { a: { client_id: OWN } } }])
    assert.equal(await cellOf('POST', TOKEN, sent), 'one', JSON.stringify(sent));
});

test('answers as the API does where the body of a token request does not arrive', { skip }, async () => {
  const slow = await send('POST', TOKEN, { headers: { 'content-length': '10' } }).catch((error) => error);
  assert.equal(slow.status, 408);
  assert.equal(slow.body.error, 'request_timeout');
  assert.equal(slow.headers['x-request-id'], slow.body.request_id);
});
