/** This program opens, restores and moves the data of every release, with everything they hold. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { importJWK, type JWK } from 'jose';
import { Webhook } from 'standardwebhooks';
import { systemClock } from '../core/base/clock.ts';
import { withClient } from '../core/database/client.ts';
import { connectDatabase } from '../core/database/connect.ts';
import { knownMigrations, migrate } from '../core/database/migrate.ts';
import { startWorker } from '../core/events/delivery/loop.ts';
import { approveLines } from '../modules/bank/domain/inbox/approve.ts';
import { refreshInbox } from '../modules/bank/domain/inbox/read-inbox.ts';
import { verifyLedger } from '../modules/operate/domain/ledger/invariants.ts';
import { runCommand } from '../test-support/command.ts';
import { openConsole } from '../test-support/console.ts';
import { createTestDatabase, type TestDatabase, withTestDatabase } from '../test-support/database.ts';
import { startTestService, type TestService } from '../test-support/harness.ts';
import { createMemberBrowser } from '../test-support/member-browser.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from '../test-support/receiver.ts';
import type { HeldByPartner } from '../test-support/releases/fill.ts';
import { type HeldByMembers, inboxOf } from '../test-support/releases/fill-members.ts';
import { loadRelease, type Release, releases } from '../test-support/releases/load.ts';
import { assertionOf, tokenForm } from '../test-support/signing.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../test-support/temporary-folder.ts';
import { waitUntil } from '../test-support/wait-until.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** As a worker of 0.1.0+f844f4bd takes events that were missed: one row of ids for each subscription, and no delivery. */
const TAKE_IN_BATCHES = `with taken as (
    delete from deliveries where status = 'pending' and attempt_count = 0 returning community_id, subscription_id, event_id
  )
  insert into flights (community_id, subscription_id, id, event_ids, lease_until)
  select community_id, subscription_id, gen_random_uuid(), array_agg(event_id), '2026-11-24T08:00:45Z'
  from taken group by community_id, subscription_id`;
type Row = Readonly<Record<string, unknown>>;

let folder: TemporaryFolder;
let receiver: Receiver;
before(async () => {
  folder = await createTemporaryFolder();
  receiver = await startReceiver();
});
after(async () => {
  await receiver.stop();
  await folder.remove();
});

test('a release is kept for each version', () => {
  assert.ok(releases().some(({ build }) => build === '0.1.0+f844f4bd'));
});

for (const release of releases()) {
  const { held, build } = release;
  const partners = Object.entries(held.partners);
  const placeOf = (slug: string) => `/${encodeURIComponent(build)}/${slug}`;

  describe(`the data of ${build}`, () => {
    let database: TestDatabase;
    let service: TestService;
    before(async () => {
      database = await loadRelease(release);
      const { rowCount } = await withClient(database.ownerConnection, (client) => client.query(TAKE_IN_BATCHES));
      assert.ok(rowCount, 'events were on their way');
      await migrate({ ...database, clock: systemClock });
      service = await startOn(database, release);
    });
    after(async () => {
      await service.stop();
      await database.drop();
    });

    test('has the schema of this version, every row, and a ledger that holds', async () => {
      const applied = await service.ownerQuery<{ name: string }>('select name from schema_migrations order by name');
      assert.deepEqual(
        applied.map(({ name }) => name),
        await knownMigrations(),
      );
      for (const [table, count] of Object.entries(held.rows)) {
        if (table === 'schema_migrations' || table === 'nodes') continue;
        const [row] = await service.ownerQuery<{ count: number }>(`select count(*)::int as count from ${table}`);
        assert.ok((row?.count ?? 0) >= count, `${table}: ${row?.count} of ${count} rows`);
      }
      const unlisted = await service.ownerQuery(
        `select l.id from listings l where l.category <> '' and not exists (
           select from categories c where c.community_id = l.community_id and lower(c.name) = lower(l.category))`,
      );
      assert.deepEqual(unlisted, [], 'every category that a listing has is on the list');
      const report = await verifyLedger(service.deps.database, service.clock);
      assert.ok(report.holds, JSON.stringify(report, null, 1));
    });

    for (const [slug, partner] of partners) {
      test(`${slug}: tokens, balances, credits and final statements are what they were`, async () => {
        await assertBooksOf(service, partner);
      });

      test(`${slug}: a copy goes on from its sync token and its cursor, and misses nothing`, async () => {
        const call = callerOf(service, partner.access_token);
        const changed = await call(`/users?sync_token=${partner.users_sync_token}`);
        assert.deepEqual(idsOf(changed).sort(), [...partner.users_changed].sort());
        const all = new Set(idsOf(await call('/users?per_page=500')));
        const first = idsOf(await call('/users?per_page=5'));
        const rest = idsOf(await call(`/users?per_page=500&cursor=${partner.users_next_cursor}`));
        assert.deepEqual([...first, ...rest].sort(), [...all].sort());
        const { feed_cursor: cursor, feed_sync_token: feedToken } = partner;
        const place = cursor ? `order=asc&cursor=${cursor}` : `sync_token=${feedToken}`;
        const feed = await call(`/events?per_page=500&${place}`);
        assert.deepEqual(idsOf(feed), partner.events_after);
      });
    }

    test('pending deliveries arrive, signed with the same secrets', async () => {
      for (const [slug, { access_token: token, subscription_id: id }] of partners) {
        const json = { target_url: receiver.urlOf('localhost', placeOf(slug)) };
        assert.equal((await service.call('PATCH', `/webhooks/subscriptions/${id}`, { token, json })).status, 200);
      }
      const worker = startWorker(
        { ...service.deps, clock: hurried(service) },
        { pollMs: 20, jobs: [], sender: { opening: { allowCidrs: ['127.0.0.0/8'] }, extraCa: receiver.ca } },
      );
      for (const [slug, { events_unsent: unsent }] of partners) {
        const arrived = () => new Set(arrivedAt(placeOf(slug)).map(({ headers }) => headers['webhook-id']));
        await waitUntil(`all of ${slug} has arrived`, () => unsent.every((id) => arrived().has(id)));
      }
      await worker.stop();
      for (const [slug, partner] of partners) assertSigned(arrivedAt(placeOf(slug))[0], partner.webhook_secret);
    });

    test('the partner with a key gets a token, and the owner signs in to the console', async () => {
      const jwk = held.by_key.private_jwk as JWK & { alg: string; kid: string };
      const key = { alg: jwk.alg, kid: jwk.kid, privateKey: await importJWK(jwk) };
      const assertion = await assertionOf(service, { clientId: held.by_key.client_id }, key as never);
      const answer = await service.call('POST', '/oauth/token', { form: tokenForm(assertion) });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const client = await openConsole(service);
      const { email, password } = held.administrator;
      assert.equal((await client.signIn(email, password)).status, 200);
    });

    if (held.members) testMembersSide(() => service, held.members);
  });

  test(`the backup of ${build} is restored with every row, and its books are what they were`, async () => {
    const database = await createTestDatabase({ migrated: false });
    try {
      const args = ['restore', release.backupFile, '--unauthenticated'];
      const { code, stdout, stderr } = await runCommand(database, args, { SECRET_KEY: held.secret_key });
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^The ledger holds\.$/m);
      await assertRestored(database, release);
      // Out of the same file, of an older schema, one community alone.
      const one = ['community', 'restore', 'riverbank', '--from', ...args.slice(1), '--yes', '--json', '--keep'];
      const kept = join(folder.path, `${build}.export`);
      const putBack = await runCommand(database, [...one, kept], { SECRET_KEY: held.secret_key });
      assert.equal(putBack.code, 0, putBack.stderr);
      const { changed, differences } = JSON.parse(putBack.stdout);
      assert.deepEqual([changed, differences], [true, []]);
    } finally {
      await database.drop();
    }
  });

  test(`the database of ${build} is moved into a folder, and from there to a server`, async () => {
    const database = await loadRelease(release);
    try {
      await migrate({ ...database, clock: systemClock });
      const at = { DATABASE_URL: '', MIGRATE_DATABASE_URL: '', DATA_DIR: join(folder.path, build) };
      const key = { SECRET_KEY: held.secret_key };
      const there = await runCommand(database, ['move', '--to-folder', at.DATA_DIR], key);
      assert.equal(there.code, 0, there.stderr);
      await withTestDatabase(async (target) => {
        const to = ['--to', target.appUrl, '--to-owner', target.ownerUrl];
        const back = await runCommand(database, ['move', ...to], { ...at, ...key });
        assert.equal(back.code, 0, back.stderr);
        await assertRestored(target, release);
      });
    } finally {
      await database.drop();
    }
  });
}

/** What members and the treasurer go on with. */
function testMembersSide(serviceNow: () => TestService, members: HeldByMembers): void {
  test('a member stays signed in and confirms the hour that waited; an unused letter opens the pages', async () => {
    const { origin } = serviceNow();
    const window = createMemberBrowser(origin, members.slug, members.cookie);
    const page = await window.get(members.waiting_page);
    assert.equal(page.status, 200);
    const seen = /name="seen" value="(\d+)"/.exec(page.text)?.[1] ?? '';
    const confirmed = await window.post(members.waiting_page, members.waiting_page, { do: 'confirm', seen });
    assert.equal(confirmed.status, 303);
    assert.equal((await createMemberBrowser(origin, members.slug).enter(members.letter_code)).status, 303);
  });

  test('the inbox has its lines as they were left, and what was proposed is booked', async () => {
    const { deps, ownerQuery } = serviceNow();
    const [{ id } = { id: 0 }] = await ownerQuery<{ id: number }>('select id from communities where slug = $1', [
      members.slug,
    ]);
    await refreshInbox(deps.database, id);
    assert.deepEqual(await inboxOf(serviceNow(), id), members.inbox);
    const proposed = members.inbox.filter((line) => line.endsWith('proposed')).length;
    const { bookedIds } = await approveLines(deps, { communityId: id, actor: 'administrator:2' }, null);
    assert.equal(bookedIds.length, proposed);
  });
}

/** A service on a database that a release has left, five minutes later. */
async function startOn(database: TestDatabase, { held }: Release): Promise<TestService> {
  const env = { SECRET_KEY: held.secret_key, WEBHOOK_ALLOW_CIDR: '127.0.0.0/8' };
  const service = await startTestService({ database, env });
  service.clock.set(new Date(Date.parse(held.left_at) + 5 * MINUTE_MS));
  return service;
}

const arrivedAt = (place: string) => receiver.requests.filter(({ path }) => path === place);

/** The signature's time is that of the test's clock, which the library would refuse as long past. */
function assertSigned(request: ReceivedRequest | undefined, secret: string): void {
  assert.ok(request);
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = request.headers;
  const expected = new Webhook(secret).sign(String(id), new Date(Number(at) * 1000), request.body.toString());
  assert.ok(String(signatures).split(' ').includes(expected));
}

/** Two days later, and an hour more with each second, so that an attempt that fails is soon repeated. */
function hurried(service: TestService) {
  const begun = performance.now();
  const passed = () => 2 * DAY_MS + (performance.now() - begun) * 3600;
  return { now: () => new Date(service.clock.now().getTime() + passed()) };
}

function callerOf(service: TestService, token: string) {
  return async (path: string) => {
    const { status, body } = await service.call('GET', path, { token });
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body;
  };
}

const idsOf = ({ data }: { readonly data: readonly { readonly id: string }[] }) => data.map(({ id }) => id);

/** Holds answers against those of the release: each field that it knew is what it was. */
async function assertBooksOf(
  service: TestService,
  partner: HeldByPartner,
  token = partner.access_token,
): Promise<void> {
  const call = callerOf(service, token);
  const { client_id: clientId, client_secret: clientSecret } = partner;
  await service.token({ clientId, clientSecret } as never);
  for (const [id, seconds] of Object.entries(partner.balances_seconds)) {
    assert.equal((await call(`/wallet/balance/${id}`)).data.balance_seconds, seconds);
  }
  for (const before of partner.credits as Row[]) {
    assertKept((await call(`/wallet/credits/${before.id}`)).data, before);
  }
  for (const before of partner.statements as Row[]) {
    assertKept((await call(`/wallet/statements/${before.date}`)).data, before);
  }
}

function assertKept(now: Row, before: Row): void {
  assert.deepEqual(Object.fromEntries(Object.keys(before).map((name) => [name, now[name]])), before);
}

async function assertRestored(database: TestDatabase, release: Release): Promise<void> {
  const own = await connectDatabase(database.appConnection);
  const report = await verifyLedger(own, systemClock).finally(() => own.close());
  assert.ok(report.holds, JSON.stringify(report, null, 1));
  const service = await startOn(database, release);
  try {
    for (const partner of Object.values(release.held.partners)) {
      const { client_id: clientId, client_secret: clientSecret } = partner;
      await assertBooksOf(service, partner, await service.token({ clientId, clientSecret } as never));
      const { status } = await service.call('GET', `/users?sync_token=${partner.users_sync_token}`, {
        token: await service.token({ clientId, clientSecret } as never),
      });
      assert.equal(status, 410, 'a copy is begun again after a restore');
    }
  } finally {
    await service.stop();
  }
}
