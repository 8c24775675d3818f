/** The first start of an installation whose settings name its community and the owner. */
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { pino } from 'pino';
import { ConfigError, readConfig } from '../core/base/config.ts';
import { openConsole, TEST_PASSWORD } from '../test-support/console.ts';
import { startTestService, type TestService } from '../test-support/harness.ts';
import { makeFirstCommunity } from './first-community.ts';

const SETTINGS = { TIMEBANK_COMMUNITY: 'Zeitbank Köln-Süd e. V.', TIMEBANK_OWNER_EMAIL: 'Ada@example.org' };
const SLUG = 'zeitbank-koln-sud-e-v';

interface StartedInstallation extends TestService {
  /** Starts it once more. @returns the links in the log */
  start(): Promise<string[]>;
}

async function installation(env: Record<string, string>): Promise<StartedInstallation> {
  const lines: string[] = [];
  const stream = new Writable({ write: (chunk, _encoding, done) => void done(void lines.push(String(chunk))) });
  const service = await startTestService({ env, log: pino(stream) });
  return {
    ...service,
    async start() {
      lines.length = 0;
      await makeFirstCommunity(service.deps, service.origin);
      return lines.map((line) => JSON.parse(line)).flatMap(({ setup_url }) => (setup_url ? [setup_url as string] : []));
    },
  };
}

const slugs = async (service: TestService) =>
  (await service.ownerQuery<{ slug: string }>('select slug from communities order by id')).map(({ slug }) => slug);

async function setUp(service: TestService, url: string) {
  const client = await openConsole(service);
  const token = new URL(url).hash.slice(1);
  return client.call('setUp', { body: { token, name: 'Ada', password: TEST_PASSWORD } });
}

test('an empty installation gets the community, and its owner signs in by the link in the log', async (t) => {
  const service = await installation(SETTINGS);
  t.after(() => service.stop());
  const [url = '', ...more] = await service.start();
  assert.equal(more.length, 0);
  assert.ok(url.startsWith(`${service.origin}/console/set-up?community=${SLUG}#tb_invite_`), url);
  assert.deepEqual(await slugs(service), [SLUG]);
  const { status, body } = await setUp(service, url);
  assert.equal(status, 200);
  assert.equal(body.data.administrator.email, 'ada@example.org');
  const [community] = body.data.communities;
  assert.deepEqual([community.slug, community.name, community.role], [SLUG, SETTINGS.TIMEBANK_COMMUNITY, 'owner']);
  assert.deepEqual(await service.start(), [], 'from then on nothing is done');
  assert.deepEqual(await slugs(service), [SLUG]);
});

test('each start makes a new link, and ends the one before, until the owner has used one', async (t) => {
  const service = await installation({ ...SETTINGS, PUBLIC_URL: 'https://timebank.example.org' });
  t.after(() => service.stop());
  const [first = ''] = await service.start();
  const [second = ''] = await service.start();
  assert.match(second, /^https:\/\/timebank\.example\.org\/console\/set-up\?community=zeitbank-koln-sud-e-v#/);
  assert.equal((await setUp(service, first)).status, 404);
  assert.equal((await setUp(service, second)).status, 200);
});

test('an installation that has a community already is left as it is, whatever the settings name', async (t) => {
  const service = await installation(SETTINGS);
  t.after(() => service.stop());
  const { slug } = await service.createCommunity();
  assert.deepEqual(await service.start(), []);
  assert.deepEqual(await slugs(service), [slug]);
});

test('without the settings nothing is made', async (t) => {
  const service = await installation({});
  t.after(() => service.stop());
  assert.deepEqual(await service.start(), []);
  assert.deepEqual(await slugs(service), []);
});

test('two nodes that start at once make one community', async (t) => {
  const one = await installation(SETTINGS);
  const other = await startTestService({ env: SETTINGS, database: one.testDatabase });
  t.after(async () => {
    await other.stop();
    await one.stop();
  });
  await Promise.all([one.start(), makeFirstCommunity(other.deps, other.origin)]);
  assert.deepEqual(await slugs(one), [SLUG]);
});

test('settings that no community or owner can have are refused by their names', () => {
  const { TIMEBANK_COMMUNITY, TIMEBANK_OWNER_EMAIL } = SETTINGS;
  for (const [env, sentence] of [
    [{ TIMEBANK_COMMUNITY }, /^TIMEBANK_COMMUNITY is set without TIMEBANK_OWNER_EMAIL; set both, or neither\.$/],
    [{ TIMEBANK_OWNER_EMAIL }, /^TIMEBANK_OWNER_EMAIL is set without TIMEBANK_COMMUNITY; set both, or neither\.$/],
    [{ ...SETTINGS, TIMEBANK_COMMUNITY: ' ' }, /^TIMEBANK_COMMUNITY is ""; it must be one line of at most 200/],
    [{ ...SETTINGS, TIMEBANK_COMMUNITY: '—' }, /^TIMEBANK_COMMUNITY is "—"; it must .* letter from a to z or a digit/],
    [{ ...SETTINGS, TIMEBANK_COMMUNITY: 'a\nb' }, /^TIMEBANK_COMMUNITY is "a\\nb"; it must be one line/],
    [{ ...SETTINGS, TIMEBANK_COMMUNITY: 'a'.repeat(201) }, /^TIMEBANK_COMMUNITY is ".*"; it must be .* at most 200/],
    [{ ...SETTINGS, TIMEBANK_OWNER_EMAIL: 'ada' }, /^TIMEBANK_OWNER_EMAIL is "ada"; it must be an e-mail address\.$/],
    [
      { ...SETTINGS, TIMEBANK_OWNER_EMAIL: 'a@b c' },
      /^TIMEBANK_OWNER_EMAIL is "a@b c"; it must be an e-mail address\.$/,
    ],
  ] as const) {
    assert.throws(
      () => readConfig(env, 'production'),
      (error: Error) => error instanceof ConfigError && sentence.test(error.message),
      JSON.stringify(env),
    );
  }
  const long = readConfig({ ...SETTINGS, TIMEBANK_COMMUNITY: `${'a'.repeat(62)} b` }, 'production').firstCommunity;
  assert.equal(long?.slug, 'a'.repeat(62));
});
