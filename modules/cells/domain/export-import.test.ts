/** A community leaves one installation and arrives in another that numbers its rows alike. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { systemClock } from '../../../core/base/clock.ts';
import { DAY_MS, dayOf } from '../../../core/base/time.ts';
import { quietLog } from '../../../core/database/log.ts';
import { decryptWebhookSecret } from '../../../core/events/delivery/secrets.ts';
import { newSecretKey } from '../../../core/installation/key-file.ts';
import { openKeys } from '../../../core/installation/secret-key.ts';
import { runCommand } from '../../../test-support/command.ts';
import { openConsole, signedIn, TEST_PASSWORD } from '../../../test-support/console.ts';
import { withTestDatabase } from '../../../test-support/database.ts';
import {
  startTestService,
  type TestMember,
  type TestPartner,
  type TestService,
} from '../../../test-support/harness.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../test-support/temporary-folder.ts';
import { credit, credited, newReference, reverse } from '../../../test-support/wallet.ts';
import { verifyLedger } from '../../operate/domain/ledger/invariants.ts';

const KEYS = { there: newSecretKey(), here: newSecretKey() };
/** The day on which hours are booked. It is final at each time of today, which yesterday is not before 00:15 UTC. */
const BOOKED_AT = new Date(Date.now() - 3 * DAY_MS);

let folder: TemporaryFolder;
let there: TestService;
let here: TestService;
let slug: string;
let partner: TestPartner;
let member: TestMember;
let secret: string;
let syncToken: string;
let hash: string;

const start = async (key: string) => {
  const service = await startTestService({ env: { SECRET_KEY: key } });
  // The commands have the time of the machine.
  service.clock.set(new Date());
  await openKeys(service.config, service.deps.database, systemClock, quietLog);
  return service;
};

before(async () => {
  folder = await createTemporaryFolder();
  [there, here] = await Promise.all([start(KEYS.there), start(KEYS.here)]);
  // Numbers that are taken on the other side.
  for (const service of [there, here, here]) {
    const other = await service.createPartner();
    await service.createMember(other);
  }
  there.clock.set(BOOKED_AT);
  const community = await there.createCommunity();
  slug = community.slug;
  partner = await there.createPartner({ communityId: community.id });
  member = await there.createMember({ ...partner, name: 'Ada Lovelace' });
  const token = await there.token(partner);
  const subscription = { event_types: ['*'], target_url: 'https://bank.example/hook' };
  const { body } = await there.call('POST', '/webhooks/subscriptions', { token, json: subscription });
  secret = body.data.secret;
  await credited(there, token, member.id, 2, 'FIRST');
  const returned = await credited(there, token, member.id, 1, 'RETURNED');
  await reverse(there, token, returned.id, newReference());
  there.clock.set(new Date());
  const today = await there.token(partner);
  syncToken = (await there.call('GET', '/users', { token: today })).body.meta.sync_token;
  hash = await hashOfBookedDay(there, today);
});
after(async () => {
  await Promise.all([there?.stop(), here?.stop()]);
  await folder?.remove();
});

async function hashOfBookedDay(service: TestService, token: string): Promise<string> {
  const { body } = await service.call('GET', `/wallet/statements/${dayOf(BOOKED_AT)}`, { token });
  assert.equal(body.data.status, 'final');
  return body.data.hash;
}

const at = (service: TestService, key: string, ...args: string[]) =>
  runCommand(service.testDatabase, args, { SECRET_KEY: key });
const path = (name: string) => join(folder.path, name);

async function exported(name: string) {
  const result = await at(
    there,
    KEYS.there,
    'community',
    'export',
    slug,
    path(name),
    '--passphrase-file',
    path(`${name}.pass`),
    '--json',
  );
  assert.equal(result.code, 0, result.stderr);
  return JSON.parse(result.stdout);
}
const importing = (name: string, passphrase = `${name}.pass`) =>
  at(here, KEYS.here, 'community', 'import', path(name), '--passphrase-file', path(passphrase), '--json');

test('what was altered, or another passphrase, imports nothing', async () => {
  await signedIn(there, { communityId: partner.communityId, slug });
  await exported('altered');
  const text = gunzipSync(await readFile(path('altered'))).toString('latin1');
  assert.ok(!text.includes(secret) && !text.includes(secret.slice('whsec_'.length)));
  await writeFile(path('altered'), gzipSync(Buffer.from(text.replace('\tFIRST\t', '\tFORGE\t'), 'latin1')));
  const altered = await importing('altered');
  assert.equal(altered.code, 1);
  assert.match(altered.stderr, /it was altered since it was made/);
  // In each table one row: a number that is none, a secret that is none.
  for (const [what, pattern, by] of [
    ['an id', /\t([0-9a-f]{8})-([0-9a-f]{4}-7)/, '\t$1x$2'],
    ['a password', /(\ncopy administrators [^\n]*\n[^\n]*@[^\n]*\t)([\w+/]{80,}=*)/, '$1AAAA$2'],
  ] as const) {
    assert.ok(pattern.test(text), what);
    await writeFile(path('altered'), gzipSync(Buffer.from(text.replace(pattern, by), 'latin1')));
    const { code, stderr } = await importing('altered');
    assert.equal(code, 1, what);
    assert.match(stderr, /The export is damaged, or was altered since it was made/, what);
    assert.doesNotMatch(stderr, /\n\s+at /, what);
  }
  await writeFile(path('altered'), gzipSync(Buffer.from(text.replace('\tFIRST\t', '\tFORGE\t'), 'latin1')));
  await writeFile(path('wrong'), 'aaaa-bbbb\n');
  assert.match((await importing('altered', 'wrong')).stderr, /The passphrase is not the one of this file/);
  assert.equal((await here.ownerQuery('select from communities where slug = $1', [slug])).length, 0);
  const restored = await withTestDatabase((database) =>
    runCommand(database, ['restore', path('altered'), '--unauthenticated'], {}),
  );
  assert.match(restored.stderr, /"timebank community import" takes it/);
});

test('what another program reads of an export is what its schema says, each table and each column', async () => {
  await exported('read');
  const lines = gunzipSync(await readFile(path('read')))
    .toString('utf8')
    .split('\n');
  const tables: Record<string, Record<string, string | null>[]> = {};
  let columns: readonly string[] = [];
  let rows: Record<string, string | null>[] = [];
  for (const line of lines.slice(1)) {
    const [word, name = '', ...named] = line.split(' ');
    if (word === 'copy') {
      columns = named;
      rows = [];
      tables[name] = rows;
    } else if (line.includes('\t') || columns.length === 1) {
      const fields = line.split('\t').map((field) => (field === '\\N' ? null : field));
      if (line !== '\\.') rows.push(Object.fromEntries(columns.map((column, at) => [column, fields[at] ?? null])));
    }
  }
  const trailer = JSON.parse(lines.find((line) => line.startsWith('end '))?.slice('end '.length) ?? '');
  const header = JSON.parse(lines[0]?.slice('timebank-backup '.length) ?? '');
  const { code, stdout, stderr } = await at(there, KEYS.there, 'community', 'export-schema');
  assert.equal(code, 0, stderr);
  const schema = JSON.parse(stdout);
  const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  assert.ok(isValid({ header, tables, trailer }), JSON.stringify(isValid.errors));
  assert.ok((tables.members?.length ?? 0) > 0 && (tables.transfers?.length ?? 0) > 0);
  const described: Record<string, { items: { properties: object } }> = schema.properties.tables.properties;
  for (const [name, [row]] of Object.entries(tables)) {
    if (row)
      assert.deepEqual(Object.keys(row).sort(), Object.keys(described[name]?.items.properties ?? {}).sort(), name);
  }
});

test('all of it arrives with new numbers and the same ids, secrets and references', async () => {
  const administrator = await signedIn(there, { communityId: partner.communityId, slug });
  const made = await exported('whole');
  assert.equal(made.passphrase, null);
  const { code, stdout, stderr } = await importing('whole');
  assert.equal(code, 0, stdout + stderr);
  const imported = JSON.parse(stdout);
  assert.equal(imported.community.slug, slug);
  assert.deepEqual(imported.tables, made.tables);
  assert.equal((await verifyLedger(here.deps.database, systemClock)).holds, true);

  const token = await here.token(partner);
  const balance = async (service: TestService, as: string) =>
    (await service.call('GET', `/wallet/balance/${member.id}`, { token: as })).body.data.balance_seconds;
  assert.equal(await balance(here, token), await balance(there, await there.token(partner)));
  assert.equal(await hashOfBookedDay(here, token), hash);
  const again = await credit(here, token, member.id, 2, 'FIRST');
  assert.deepEqual([again.status, again.body.meta.replayed], [200, true]);
  assert.equal((await here.call('GET', `/users?sync_token=${syncToken}`, { token })).status, 410);
  assert.equal((await credit(here, token, member.id, 1)).status, 201);

  const [row] = await here.ownerQuery<{ id: string; encrypted: Buffer }>(
    'select id, secret_encrypted as encrypted from subscriptions where community_id = $1',
    [imported.community.id],
  );
  assert.ok(row);
  assert.equal(decryptWebhookSecret(here.deps.keys.webhookSecrets, row.id, row.encrypted), secret);
  const console = await openConsole(here);
  assert.equal((await console.signIn(administrator.email, TEST_PASSWORD)).status, 200);
  const found = await console.call('listMembers', { params: { slug }, query: { search: 'ovelac' } });
  assert.deepEqual(
    found.body.data.map(({ id }: { id: string }) => id),
    [member.id],
  );
});

test('a community that is there already is refused, and nothing changes', async () => {
  await exported('twice');
  const { code, stderr } = await importing('twice');
  assert.equal(code, 1);
  assert.match(stderr, /cannot be imported: this installation has a community with this slug already/);
});
