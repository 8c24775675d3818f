/** Three communities in two installations at one address, by docs/deploy/haproxy-cells.cfg, and one of them moves. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { BASE_PATH, SCOPES } from '@timebank/contract';
import { CONSOLE_BASE_PATH, CSRF_HEADER } from '../console/desk/contract/routes.ts';
import { systemClock } from '../core/base/clock.ts';
import { childEnvironment } from '../test-support/child-environment.ts';
import { runHere } from '../test-support/command.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/database.ts';
import { freePort } from '../test-support/free-port.ts';
import { missing } from '../test-support/has-tool.ts';
import { type ServeProcess, startServe } from '../test-support/serve-process.ts';
import { execute } from '../test-support/server.ts';
import { assertionOf, createKey, type TestKey, tokenForm } from '../test-support/signing.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../test-support/temporary-folder.ts';
import { waitUntil } from '../test-support/wait-until.ts';
import { type Certificate, HOST, makeCertificate, type RunningProxy, startCellsProxy } from './test-support/proxies.ts';
import { type Answer, type ProxyRequest, sendThrough } from './test-support/through-proxy.ts';

const skip = missing('haproxy');
const ORIGIN = `https://${HOST}`;
const GRANT = { grant_type: 'client_credentials' };

interface Cell {
  readonly name: string;
  readonly database: TestDatabase;
  readonly node: ServeProcess;
  readonly env: Readonly<Record<string, string>>;
}

interface Client {
  readonly slug: string;
  readonly id: string;
  readonly secret: string;
}

let folder: TemporaryFolder;
let certificate: Certificate;
let map: string;
let one: Cell;
let two: Cell;
let proxy: RunningProxy;
let key: TestKey;
/** Of each community one that begins with its tag, and one from before it had a tag. */
const clients: Record<'elm' | 'ash' | 'oak', { client: Client; older: Client }> = Object.create(null);

const send = (method: string, path: string, sent?: ProxyRequest) => sendThrough(proxy, certificate, method, path, sent);
const ask = (sent: ProxyRequest) => send('POST', `${BASE_PATH}/oauth/token`, sent);

async function startCell(name: string, number: number): Promise<Cell> {
  const [database, port] = await Promise.all([createTestDatabase(), freePort()]);
  // Databases of tests are copies of one.
  await execute(database.ownerUrl, 'update installation set installation_id = gen_random_uuid()');
  const env = {
    DATABASE_URL: database.appUrl,
    MIGRATE_DATABASE_URL: database.ownerUrl,
    PUBLIC_URL: ORIGIN,
    SECRET_KEY: Buffer.alloc(32, number).toString('base64'),
  };
  const serving = { ...env, PORT: String(port), TRUST_PROXY: '127.0.0.1' };
  return { name, database, env, node: await startServe(join(folder.path, name), serving) };
}

async function timebank({ env }: Cell, ...args: string[]) {
  const { code, stdout, stderr } = await runHere([...args, '--json'], { ...childEnvironment(), ...env });
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout);
}

async function createClient(cell: Cell, slug: string): Promise<Client> {
  const bank = ['--community', slug, '--name', 'Bank', '--scopes', SCOPES.join(' '), '--rate-limit', '0'];
  const { client_id: id, client_secret: secret } = await timebank(cell, 'partner', 'create', ...bank);
  return { slug, id, secret };
}

async function createCommunity(cell: Cell, slug: 'elm' | 'ash' | 'oak', kind = 'live'): Promise<void> {
  await timebank(cell, 'community', 'create', '--slug', slug, '--name', slug, '--kind', kind);
  const [client, later] = [await createClient(cell, slug), await createClient(cell, slug)];
  const older = { ...later, id: later.id.slice(0, -22) + `before${slug}`.padEnd(22, 'x') };
  await execute(
    cell.database.ownerUrl,
    `update partners set client_id = '${older.id}' where client_id = '${later.id}'`,
  );
  clients[slug] = { client, older };
}

const writeLines = (cell: Cell) => timebank(cell, 'community', 'map', '--cell', cell.name, '--file', map);

before(async () => {
  if (skip) return;
  [folder, certificate, key] = await Promise.all([createTemporaryFolder(), makeCertificate(), createKey()]);
  map = join(folder.path, 'cells.map');
  [one, two] = await Promise.all([startCell('one', 1), startCell('two', 2)]);
  await createCommunity(one, 'elm');
  await createCommunity(one, 'ash');
  await createCommunity(two, 'oak', 'sandbox');
  await writeFile(map, '# tag, slug or client id, and the cell\n');
  for (const cell of [one, two]) await writeLines(cell);
  const ports = [one, two].map(({ node }) => Number(new URL(node.origin).port)) as [number, number];
  proxy = await startCellsProxy(folder.path, certificate, ports, map);
});
after(async () => {
  await proxy?.stop();
  await Promise.all([one, two].map((cell) => cell?.node.stop()));
  await Promise.all([one, two].map((cell) => cell?.database.drop()));
  await folder?.remove();
});

/** All ways in which a client presents its secret. */
const waysOf = ({ id, secret }: Client): Readonly<Record<string, ProxyRequest>> => ({
  json: { json: { ...GRANT, client_id: id, client_secret: secret } },
  form: { form: { ...GRANT, client_id: id, client_secret: secret } },
  basic: { basic: `${id}:${secret}`, form: GRANT },
});

/** The token that it gets works, and is of its community. */
async function demandServed(client: Client, way: string, answer: Answer): Promise<string> {
  assert.equal(answer.status, 200, `${client.slug} ${way}: ${answer.text}`);
  const token = answer.body.access_token;
  const me = await send('GET', `${BASE_PATH}/me`, { token });
  assert.equal(me.status, 200, `${client.slug} ${way}: ${me.text}`);
  assert.deepEqual([me.body.data.community.slug, me.body.data.partner.client_id], [client.slug, client.id]);
  return token;
}

async function demandAllWays(client: Client): Promise<void> {
  for (const [way, sent] of Object.entries(waysOf(client))) await demandServed(client, way, await ask(sent));
}

async function withKey(cell: Cell, { id }: Client): Promise<void> {
  const file = join(folder.path, 'jwks.json');
  await writeFile(file, JSON.stringify({ keys: [key.publicJwk] }));
  await timebank(cell, 'partner', 'update', id, '--jwks', file);
}

/** By its key alone: only the subject of the assertion says who it is. */
async function assertedBy({ id }: Client): Promise<Record<string, string>> {
  return tokenForm(await assertionOf({ origin: ORIGIN, clock: systemClock }, { clientId: id }, key));
}

test('clients of three communities get tokens in every way, and each reaches its own, with and without the tag', {
  skip,
}, async () => {
  for (const [slug, { client, older }] of Object.entries(clients)) {
    for (const each of [client, older]) await demandAllWays(each);
    const cell = slug === 'oak' ? two : one;
    for (const each of [client, older]) {
      await withKey(cell, each);
      await demandServed(each, 'key, json', await ask({ json: await assertedBy(each) }));
      const token = await demandServed(each, 'key, form', await ask({ form: await assertedBy(each) }));
      assert.equal((await send('POST', `${BASE_PATH}/oauth/revoke`, { form: { token } })).status, 200);
      assert.equal((await send('GET', `${BASE_PATH}/me`, { token })).status, 401);
    }
  }
  const lines = await readFile(map, 'utf8');
  assert.ok(lines.startsWith('# tag, slug or client id, and the cell\n'));
  assert.ok(!lines.includes(clients.oak.client.id) && lines.includes(`${clients.oak.older.id} two\n`), lines);
});

test('an administrator of the second cell is set up by a link, and stays there', { skip }, async () => {
  const person = ['--email', 'ada@example.org', '--community', 'oak', '--role', 'owner'];
  const { setup_url: url } = await timebank(two, 'admin', 'setup-link', ...person);
  const { pathname, search, hash } = new URL(url);
  const page = await send('GET', pathname + search);
  const jar = new Map<string, string>();
  const keep = ({ headers }: Answer) => {
    for (const cookie of headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = cookie.split(';', 1).join('').split('=', 2);
      jar.set(name, value);
    }
  };
  let csrf = '';
  const call = async (method: string, path: string, json?: object) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { 'sec-fetch-site': 'same-origin', ...(csrf && { [CSRF_HEADER]: csrf }) };
    const answer = await send(method, CONSOLE_BASE_PATH + path, { cookie, headers, ...(json && { json }) });
    keep(answer);
    csrf = answer.body?.data?.csrf_token ?? csrf;
    return answer;
  };
  keep(page);
  await call('GET', '/session');
  const account = { token: hash.slice(1), name: 'Ada', password: 'nine green kettles whistle' };
  const made = await call('POST', '/set-up', account);
  assert.equal(made.status, 200, made.text);
  assert.equal((await call('GET', '/communities/oak')).status, 200);
  jar.delete('timebank-community');
  assert.equal((await call('GET', '/communities/oak')).status, 200);
  assert.equal((await call('GET', '/communities/elm')).status, 401);
});

test('a community that has moved is served by the other cell as soon as the proxy has read the map again', {
  skip,
}, async () => {
  const { client, older } = clients.ash;
  const before = (await ask(waysOf(client).json as ProxyRequest)).body.access_token;
  const settings = join(folder.path, 'two.env');
  await writeFile(
    settings,
    Object.entries(two.env)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const moving = ['community', 'move', 'ash', '--to-settings', settings];
  const untouched = await readFile(map, 'utf8');
  const alone = await runHere([...moving, '--map', map], { ...childEnvironment(), ...one.env });
  assert.match(alone.stderr, /Say both: --map <file>, and --cell <name>/);
  const moved = await timebank(one, ...moving, '--map', map, '--cell', 'two');
  assert.deepEqual(
    moved.lines.map(({ cell }: { cell: string }) => cell),
    ['two', 'two', 'two'],
  );
  const changed = await readFile(map, 'utf8');
  const keysOfAsh = moved.lines.map(({ key: own }: { key: string }) => own);
  const withoutAsh = (text: string) => text.split('\n').filter((line) => !keysOfAsh.includes(line.split(' ')[0]));
  assert.deepEqual(withoutAsh(changed), withoutAsh(untouched));
  assert.equal(changed.split('\n').length, untouched.split('\n').length);

  await timebank(one, ...moving, '--map', map, '--cell', 'two');
  assert.equal(await readFile(map, 'utf8'), changed);

  // The proxy still has the old map: the answer names no other address, since there is none.
  const early = await ask(waysOf(client).json as ProxyRequest);
  assert.equal(early.status, 503, early.text);
  assert.ok(Number(early.headers['retry-after']) > 0);
  proxy.reload();
  await waitUntil('the new cell answers', async () => (await ask(waysOf(client).json as ProxyRequest)).status === 200);
  for (const each of [client, older]) await demandAllWays(each);
  await demandServed(older, 'key', await ask({ form: await assertedBy(older) }));
  assert.equal((await send('GET', `${BASE_PATH}/me`, { token: before })).status, 401);
  for (const slug of ['elm', 'oak'] as const) await demandAllWays(clients[slug].client);
  // Either installation would write the same lines.
  for (const cell of [one, two]) await writeLines(cell);
  const sorted = (text: string) => text.split('\n').sort();
  assert.deepEqual(sorted(await readFile(map, 'utf8')), sorted(changed));
});
