/** A mistake is taken back by pgBackRest: the operator guide's own commands restore the server to the moment before it. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { BASE_PATH } from '@timebank/contract';
import { connectDatabase } from '../core/database/connect.ts';
import { type ArchivedPostgres, noArchive, startArchivedPostgres } from '../test-support/archived-postgres.ts';
import { createBank } from '../test-support/bank.ts';
import { assertLedgerIsJournal, type CrashingClient, createClient } from '../test-support/ledger/crash.ts';
import { onServer } from '../test-support/postgres-server.ts';
import { type ServeProcess, startServe } from '../test-support/serve-process.ts';
import { execute } from '../test-support/server.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../test-support/temporary-folder.ts';
import { createTwoRoles, type TwoRoles } from '../test-support/two-roles.ts';
import { waitUntil } from '../test-support/wait-until.ts';
import { readBlocks } from './test-support/blocks.ts';

const CREDITS = 40;
const RESTORED =
  'the database was restored to an earlier moment: sessions, tokens, letters and links from before it are ended';

const blocks = await readBlocks('docs/operator-guide.md');
const blockWith = (language: string, text: string) => {
  const found = blocks.filter((block) => block.language === language && block.text.includes(text));
  assert.equal(found.length, 1, `one block of ${language} has ${text}`);
  return found[0]?.text ?? '';
};

const skip = noArchive();
let folder: TemporaryFolder;
let server: ArchivedPostgres;
let roles: TwoRoles;
let url: string;
let env: Record<string, string>;
let service: ServeProcess;

before(async () => {
  if (skip) return;
  folder = await createTemporaryFolder();
  server = await startArchivedPostgres(blockWith('properties', 'archive_command'));
  roles = await createTwoRoles(server);
  url = await server.database('timebank');
  env = {
    DATABASE_URL: roles.url('app', server.port),
    MIGRATE_DATABASE_URL: roles.url('owner', server.port),
    SECRET_KEY: randomBytes(32).toString('base64'),
  };
  service = await startServe(folder.path, env);
});
after(async () => {
  await service?.stop();
  await server?.stop();
  await folder?.remove();
});

async function onDatabase<T>(work: (database: Awaited<ReturnType<typeof connectDatabase>>) => Promise<T>): Promise<T> {
  const database = await connectDatabase({ connectionString: env.DATABASE_URL ?? '' });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Books some more credits. @returns what was acknowledged so far */
async function book(client: CrashingClient): Promise<Set<string>> {
  const from = client.acknowledged().size;
  client.start();
  await waitUntil('credits are booked', () => client.acknowledged().size >= from + CREDITS);
  await client.stop();
  return client.acknowledged();
}

/** Asks for the list of members, from a sync token on. */
async function walk(token: string, syncToken?: string) {
  const query = syncToken === undefined ? '' : `?sync_token=${encodeURIComponent(syncToken)}`;
  const response = await fetch(`${service.origin}${BASE_PATH}/users${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const body = (await response.json()) as { error?: string; meta: { sync_token: string } };
  return { status: response.status, error: body.error, syncToken: body.meta?.sync_token };
}

const textOf = async (sql: string) => (await execute(url, sql))[0]?.name ?? '';

test('a server is restored to the moment before a mistake, the ledger holds, and partners go on', {
  skip,
}, async (context) => {
  const client = createClient(await onDatabase((database) => createBank(database, 'moment')));
  client.useOrigin(service.origin);
  const token = await client.token();
  await server.shell(blockWith('sh', 'stanza-create'));
  const backedUp = await textOf('select now()::text as name');
  const before = await book(client);
  const { syncToken: earlier } = await walk(token);
  await server.shell('timebank admin create --community moment --email ada@example.org', env);
  await onServer(
    url,
    `insert into sessions (administrator_id, token_hash, created_at, last_seen_at, password_at, user_agent)
     select id, sha256('lost laptop'), now(), now(), now(), '' from administrators`,
  );
  const names = "select string_agg(name, ', ' order by name) as name from members";
  const right = await textOf(names);

  // pgBackRest compares whole seconds.
  const isLater = `select (now() > '${backedUp}'::timestamptz + interval '2 s')::text as name`;
  await waitUntil('the moment is later than the backup', async () => (await textOf(isLater)) === 'true');
  const moment = await textOf('select now()::timestamp(3) || $$+00$$ as name');
  await onServer(url, `update sessions set ended_at = now()`);
  await book(client);
  const { syncToken: later } = await walk(token);
  await onServer(url, `update members set name = 'A mistake'`);
  const asked = client.journal.length;
  await service.stop();
  const startedAtMs = performance.now();
  const printed = await server.shell(blockWith('sh', '--type=time').replace('2026-11-20 09:30:00+00', moment), env);
  context.diagnostic(`restored in ${((performance.now() - startedAtMs) / 1000).toFixed(1)} s`);

  assert.match(printed, new RegExp(`The ledger holds: ${before.size} transfers`));
  assert.equal(await textOf(names), right);
  service = await startServe(folder.path, env);
  client.useOrigin(service.origin);
  assert.ok(service.said(RESTORED));
  assert.equal((await walk(token)).status, 401, 'a token from before is ended');
  assert.equal(await textOf('select count(*)::text as name from sessions where ended_at is null'), '0');
  const fresh = await client.token();
  for (const syncToken of [earlier, later]) {
    const { status, error } = await walk(fresh, syncToken);
    assert.deepEqual([status, error], [410, 'sync_token_expired']);
  }
  const { syncToken: begun } = await walk(fresh);
  assert.equal((await walk(fresh, begun)).status, 200);

  // What was booked since the moment is gone, and gets another id.
  for (const line of client.journal) if (!before.has(line.reference)) line.creditId = undefined;
  await client.settleAll(before);
  assert.equal(client.journal.length, asked);
  await book(client);
  await onDatabase((database) => assertLedgerIsJournal(database, client));
  await service.stop();
  service = await startServe(folder.path, env);
  assert.ok(!service.said(RESTORED), 'what was begun since goes on');
  assert.equal((await walk(fresh, begun)).status, 200);
  assert.deepEqual(service.faults, []);
});
