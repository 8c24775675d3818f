/** Nodes of the last release and of this checkout share a database, and the release then goes on with it alone. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { systemClock } from '../../core/base/clock.ts';
import { withClient } from '../../core/database/client.ts';
import { connectDatabase } from '../../core/database/connect.ts';
import { migrate } from '../../core/database/migrate.ts';
import { verifyLedger } from '../../modules/operate/domain/ledger/invariants.ts';
import type { TestDatabase } from '../../test-support/database.ts';
import type { HeldByPartner } from '../../test-support/releases/fill.ts';
import { loadRelease, type Release, releases } from '../../test-support/releases/load.ts';
import { type ServeProcess, startServe } from '../../test-support/serve-process.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../test-support/temporary-folder.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { ROOT } from './checkout.ts';

const release = releases().at(-1) as Release;
const partner = Object.values(release.held.partners)[0] as HeldByPartner;
const [memberId = ''] = Object.keys(partner.balances_seconds);

let folder: TemporaryFolder;
let database: TestDatabase;
const running: ServeProcess[] = [];
before(async () => {
  folder = await createTemporaryFolder();
  database = await loadRelease(release);
});
after(async () => {
  for (const node of running) await node.stop();
  await database.drop();
  await folder.remove();
});

/** What the release was made of, with its own packages. */
function checkOutRelease(): string {
  const place = join(folder.path, 'release');
  mkdirSync(place);
  const files = execFileSync('git', ['archive', release.commit], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', place], { input: files });
  execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: place });
  return join(place, 'server/src/main.ts');
}

async function start(main?: string): Promise<ServeProcess> {
  const env = {
    SECRET_KEY: release.held.secret_key,
    DATABASE_URL: database.appUrl,
    MIGRATE_DATABASE_URL: database.ownerUrl,
  };
  const node = await startServe(join(folder.path, 'data'), env, [], [], main);
  running.push(node);
  return node;
}

async function tokenAt({ origin }: ServeProcess): Promise<string> {
  const { client_id, client_secret } = partner;
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  const answer = await fetch(`${origin}/api/partner/v1/oauth/token`, { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function credit({ origin }: ServeProcess, token: string, reference: string): Promise<number> {
  const answer = await fetch(`${origin}/api/partner/v1/wallet/credit`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ user_id: memberId, hours: 0.25, reference }),
  });
  await answer.text();
  return answer.status;
}

test('nodes of both book on one database, distribute every event, and the release goes on alone', async () => {
  const main = checkOutRelease();
  const old = await start(main);
  await migrate({ ...database, clock: systemClock });
  const today = await start();

  const token = await tokenAt(old);
  assert.equal(await credit(today, token, 'BESIDE-1'), 201);
  assert.equal(await credit(old, token, 'BESIDE-1'), 200, 'a repeat');
  assert.equal(await credit(old, await tokenAt(today), 'BESIDE-2'), 201);
  assert.equal(await credit(today, token, 'BESIDE-2'), 200, 'a repeat');
  await waitUntil('every event is distributed', () =>
    withClient(database.ownerConnection, async (client) => {
      const { rowCount } = await client.query('select from event_queue limit 1');
      return rowCount === 0;
    }),
  );

  assert.equal(await old.stop(), 0);
  assert.equal(await credit(today, token, 'BESIDE-3'), 201);
  assert.equal(await today.stop(), 0);
  const again = await start(main);
  assert.equal(await credit(again, token, 'BESIDE-3'), 200, 'a repeat');
  assert.equal(await credit(again, await tokenAt(again), 'BESIDE-4'), 201);
  assert.equal(await again.stop(), 0);
  // 0.2.0 takes a database that pg_dump has written for another one, and its ledger for broken.
  assert.deepEqual(today.faults, []);
  const own = await connectDatabase(database.appConnection);
  const report = await verifyLedger(own, systemClock).finally(() => own.close());
  assert.ok(report.holds, JSON.stringify(report, null, 1));
});
