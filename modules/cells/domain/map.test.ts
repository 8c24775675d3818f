/** The tags of communities, and the map of a proxy in front of several installations. */
import assert from 'node:assert/strict';
import { chmod, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { systemClock } from '../../../core/base/clock.ts';
import { quietLog } from '../../../core/database/log.ts';
import { newSecretKey } from '../../../core/installation/key-file.ts';
import { openKeys } from '../../../core/installation/secret-key.ts';
import { runCommand } from '../../../test-support/command.ts';
import { startTestService, type TestPartner, type TestService } from '../../../test-support/harness.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../test-support/temporary-folder.ts';
import { moveInMap } from './map.ts';

const KEY = newSecretKey();

let folder: TemporaryFolder;
let one: TestService;
let two: TestService;
before(async () => {
  folder = await createTemporaryFolder();
  [one, two] = await Promise.all([start(), start()]);
});
after(async () => {
  await Promise.all([one?.stop(), two?.stop()]);
  await folder?.remove();
});

async function start(): Promise<TestService> {
  const service = await startTestService({ env: { SECRET_KEY: KEY } });
  service.clock.set(new Date());
  await openKeys(service.config, service.deps.database, systemClock, quietLog);
  return service;
}

const path = (name: string) => join(folder.path, name);
const timebank = (service: TestService, ...args: string[]) =>
  runCommand(service.testDatabase, args, { SECRET_KEY: KEY });

async function tagOf(service: TestService, communityId: number): Promise<string> {
  const [row] = await service.ownerQuery<{ tag: string }>('select tag from communities where id = $1', [communityId]);
  return row?.tag ?? '';
}

const behindPrefix = (text: string) => text.slice(text.lastIndexOf('_') + 1);

/** Gives the partner a client id as they were before communities had tags. */
async function withOlderId(service: TestService, partner: TestPartner, from: string): Promise<TestPartner> {
  const clientId = `tb_ci_${from.padEnd(22, 'x')}`;
  await service.ownerQuery('update partners set client_id = $1 where id = $2', [clientId, partner.partnerId]);
  return { ...partner, clientId };
}

test('client ids and tokens begin with the tag, of live communities and sandboxes, tokens of an older client id too', async () => {
  for (const kind of ['live', 'sandbox'] as const) {
    const community = await one.createCommunity({ kind });
    const tag = await tagOf(one, community.id);
    assert.match(tag, /^[0-9A-Za-z]{5}$/);
    const partner = await one.createPartner({ communityId: community.id });
    assert.ok(behindPrefix(partner.clientId).startsWith(tag), partner.clientId);
    assert.ok(behindPrefix(await one.token(partner)).startsWith(tag));
    assert.ok(!behindPrefix(partner.clientSecret).startsWith(tag));
    const older = await withOlderId(one, await one.createPartner({ communityId: community.id }), `old${kind}`);
    assert.ok(behindPrefix(await one.token(older)).startsWith(tag));
  }
});

test('a tag that a client id begins with, or a community has, is not given out', async () => {
  await withOlderId(one, await one.createPartner(), '00000');
  const { communityId } = await one.createPartner();
  await one.ownerQuery(`update communities set tag = '10000' where id = $1`, [communityId]);
  const client = new pg.Client(one.testDatabase.ownerConnection);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('create schema drawn');
    await client.query('create sequence drawn.count minvalue 0');
    // Draws 0, 1, 2 and so on.
    await client.query(
      `create function drawn.gen_random_uuid() returns uuid language sql as
       $$ select (lpad(to_hex(nextval('drawn.count')), 12, '0') || repeat('0', 20))::uuid $$`,
    );
    await client.query('set local search_path = drawn, pg_catalog, public');
    const { rows } = await client.query('select new_tag() as tag');
    assert.deepEqual(rows, [{ tag: '20000' }]);
  } finally {
    await client.query('rollback');
    await client.end();
  }
});

test('a community that a node of the release before creates has a tag', async () => {
  const [row] = await one.ownerQuery<{ tag: string }>(
    `insert into communities (slug, name, created_at) values ('before', 'Before', now()) returning tag`,
  );
  assert.match(row?.tag ?? '', /^[0-9A-Za-z]{5}$/);
});

test('the lines of an installation replace those of its cell in the file, and nothing else', async () => {
  const community = await two.createCommunity();
  const older = await withOlderId(two, await two.createPartner({ communityId: community.id }), 'older');
  await two.createPartner({ communityId: community.id });
  const tag = await tagOf(two, community.id);
  const lines = [`${tag} two`, `/${community.slug} two`, `${older.clientId} two`];
  const printed = await timebank(two, 'community', 'map', '--cell', 'two');
  assert.deepEqual([printed.code, printed.stdout], [0, lines.map((line) => `${line}\n`).join('')]);
  await writeFile(path('real.map'), '# The cells.\nAAAAA one\n\ngone0 two\n  /ash   one \n');
  await chmod(path('real.map'), 0o640);
  await symlink(path('real.map'), path('cells.map'));
  for (let round = 0; round < 2; round++) {
    const written = await timebank(two, 'community', 'map', '--cell', 'two', '--file', path('cells.map'));
    assert.deepEqual([written.code, written.stderr], [0, '']);
    const text = ['# The cells.', 'AAAAA one', '/ash one', ...lines].map((line) => `${line}\n`).join('');
    assert.equal(await readFile(path('real.map'), 'utf8'), text);
    assert.equal((await stat(path('real.map'))).mode & 0o777, 0o640);
  }
  const created = await timebank(two, 'community', 'map', '--cell', 'two', '--file', path('new.map'), '--json');
  assert.equal(JSON.parse(created.stdout).lines.length, 3);
  assert.equal(await readFile(path('new.map'), 'utf8'), lines.map((line) => `${line}\n`).join(''));
});

test('a tag that another cell has is exchanged, and the client ids that begin with it stand alone', async () => {
  const partner = await two.createPartner();
  const tag = await tagOf(two, partner.communityId);
  await writeFile(path('taken.map'), `${tag} one\n`);
  const { stdout } = await timebank(two, 'community', 'map', '--cell', 'two', '--file', path('taken.map'), '--json');
  const [slug] = JSON.parse(stdout).new_tags;
  const renewed = await tagOf(two, partner.communityId);
  assert.notEqual(renewed, tag);
  const text = await readFile(path('taken.map'), 'utf8');
  assert.ok(text.startsWith(`${tag} one\n`));
  assert.ok(text.includes(`\n${renewed} two\n/${slug} two\n${partner.clientId} two\n`), text);
  assert.ok(behindPrefix(await two.token(partner)).startsWith(renewed));
});

test('a slug or client id of another cell, a line that is none, and a file that is being written are refused, and the file stays', async () => {
  const community = await two.createCommunity();
  const refused = async (name: string, text: string, message: RegExp) => {
    await writeFile(path(name), text);
    const { code, stderr } = await timebank(two, 'community', 'map', '--cell', 'two', '--file', path(name));
    assert.equal(code, 1);
    assert.match(stderr, message);
    assert.equal(await readFile(path(name), 'utf8'), text);
  };
  const taken = new RegExp(`/${community.slug} of the community ${community.slug} leads to one.*first`);
  await refused('slug.map', `/${community.slug} one\n`, taken);
  await refused('odd.map', 'AAAAA one\nAAAAB\n', /Line 2 of .*odd\.map is none of a map/);
  await writeFile(path('busy.map.partial'), '');
  await refused('busy.map', 'AAAAA one\n', /Another command is writing .*busy\.map/);
  await utimes(path('busy.map.partial'), 1, 1);
  const { code } = await timebank(two, 'community', 'map', '--cell', 'two', '--file', path('busy.map'));
  assert.equal(code, 0);
  const odd = await timebank(two, 'community', 'map', '--cell', 'a b');
  assert.match(odd.stderr, /--cell is a b: the name of a cell has/);
});

test('a community keeps its tag where it is imported, unless a community or a client id there has it', async () => {
  for (const kind of ['free', 'of a community', 'of a client id'] as const) {
    const partner = await one.createPartner();
    const tag = await tagOf(one, partner.communityId);
    const [row] = await one.ownerQuery<{ slug: string }>('select slug from communities where id = $1', [
      partner.communityId,
    ]);
    const slug = row?.slug ?? '';
    const other = await two.createPartner();
    if (kind === 'of a community') {
      await two.ownerQuery('update communities set tag = $1 where id = $2', [tag, other.communityId]);
    }
    if (kind === 'of a client id') await withOlderId(two, other, tag);
    const pass = ['--passphrase-file', path(`${slug}.pass`)];
    assert.equal((await timebank(one, 'community', 'export', slug, path(slug), ...pass)).code, 0);
    const { stdout, stderr } = await timebank(two, 'community', 'import', path(slug), ...pass, '--json');
    const imported = JSON.parse(stdout || stderr);
    assert.equal(imported.new_tag, kind !== 'free', kind);
    assert.equal(imported.community.tag === tag, kind === 'free');
    assert.equal(imported.community.tag, await tagOf(two, imported.community.id));
    // The same client id and secret; its tokens begin with what the community has now.
    assert.ok(behindPrefix(await two.token(partner)).startsWith(imported.community.tag));
    // As a move does it: what names the community leads to its new cell, and the tag that another one has there stays.
    await writeFile(path('moved.map'), `${tag} ${kind === 'of a community' ? 'two' : 'one'}\n/${slug} one\n`);
    const place = { slug, file: path('moved.map'), cell: 'two' };
    await moveInMap(one.deps.database, { ...two.deps, wakeWorker() {} }, { actor: 'test' }, place);
    const own = [imported.community.tag, `/${slug}`, ...(kind === 'free' ? [] : [partner.clientId])];
    const text = [...(kind === 'of a community' ? [tag] : []), ...own].map((key) => `${key} two\n`).join('');
    assert.equal(await readFile(path('moved.map'), 'utf8'), text, kind);
  }
});
