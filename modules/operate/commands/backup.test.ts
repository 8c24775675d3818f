/** Backups: of a service at work, into empty databases of both kinds, and nothing where something is wrong. */
import assert from 'node:assert/strict';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { after, before, describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { systemClock } from '../../../core/base/clock.ts';
import { readConfig } from '../../../core/base/config.ts';
import { newSecretKey, readKeyFile } from '../../../core/installation/key-file.ts';
import { openKeys } from '../../../core/installation/secret-key.ts';
import { type CommandResult, runCommand, spawnCommand } from '../../../test-support/command.ts';
import { startCuttingProxy } from '../../../test-support/cutting-proxy.ts';
import { createTestDatabase, type TestDatabase, withTestDatabase } from '../../../test-support/database.ts';
import { startTestService, type TestPartner, type TestService } from '../../../test-support/harness.ts';
import { findOtherPostgres, noOtherPostgres } from '../../../test-support/other-postgres.ts';
import { silentLog } from '../../../test-support/server.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../test-support/temporary-folder.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { NOT_KEPT, readKeptTables } from '../backup/tables.ts';
import { openTrusted, restore } from '../domain/installation/backup.ts';

const KEY = newSecretKey();
const OTHER_KEY = newSecretKey();
const WITH_KEY = { SECRET_KEY: KEY };
/** Members enough for several pieces of the archive. */
const MEMBERS = 3000;

let folder: TemporaryFolder;
let service: TestService;
let partner: TestPartner;
let other: TestPartner;
let member: string;
let backup: string;

before(async () => {
  folder = await createTemporaryFolder();
  service = await startTestService({ clock: systemClock, env: WITH_KEY });
  await openKeys(service.config, service.deps.database, systemClock, silentLog);
  partner = await service.createPartner({ name: 'Harbour Bank' });
  other = await service.createPartner({ name: 'Hillside Council' });
  member = (await service.createMember({ communityId: partner.communityId, name: 'Anna\tBerger\\.\n\\N' })).id;
  await service.ownerQuery(
    `insert into members (community_id, id, name, status, payment_reference, created_at, updated_at)
     select $1, gen_random_uuid(), 'Nr ' || n, 'pending', 'RF00' || n, now(), now() from generate_series(1, $2) n`,
    [other.communityId, MEMBERS],
  );
  backup = join(folder.path, 'first.backup');
  await credit('BEFORE-1');
  // The log of calls is written a moment later.
  await waitUntil('the calls are logged', async () => (await service.ownerQuery('select 1 from call_log')).length >= 2);
  await succeed(backUp(backup));
});
after(async () => {
  await service?.stop();
  await folder?.remove();
});

const backUp = (file: string, ...options: string[]) =>
  runCommand(service.testDatabase, ['backup', file, ...options], WITH_KEY);
const restoreInto = (database: TestDatabase, file: string, env: Record<string, string> = WITH_KEY, ...more: string[]) =>
  runCommand(database, ['restore', file, ...more], env);
/** An embedded database in a folder of its own. */
const embedded = (name: string) => ({ DATABASE_URL: '', MIGRATE_DATABASE_URL: '', DATA_DIR: join(folder.path, name) });

async function succeed(running: Promise<CommandResult>): Promise<string> {
  const { code, stdout, stderr } = await running;
  assert.equal(code, 0, stderr + stdout);
  assert.equal(stderr, '');
  return stdout;
}

async function refuse(running: Promise<CommandResult>, sentence: RegExp): Promise<void> {
  const { code, stdout, stderr } = await running;
  assert.equal(code, 1, stdout);
  assert.match(stderr, sentence);
  assert.equal(stderr.trim().split('\n').length, 1, stderr);
}

async function credit(reference: string, at = service): Promise<number> {
  const token = await at.token(partner);
  const { status } = await at.call('POST', '/wallet/credit', {
    token,
    json: { user_id: member, hours: 1.5, reference },
  });
  return status;
}

/** Of every table that is kept: how many rows, and a digest of them all; and what is counted as they come. */
async function contentOf(database: TestDatabase): Promise<Record<string, string>> {
  const client = new pg.Client(database.ownerConnection);
  await client.connect();
  try {
    const content: Record<string, string> = {};
    for (const { name } of await readKeptTables(client)) {
      // Numbers that a restore gives again.
      const { rows } = await client.query<{ content: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(row, '' order by row)), '') as content
         from (select (to_jsonb(t) - 'changed_xid' - 'xid')::text as row from ${name} t) rows`,
      );
      content[name] = rows[0]?.content ?? '';
    }
    const { rows: tallies } = await client.query(
      'select community_id, sum(active) as active, sum(on_default) from member_tallies group by 1 having sum(active) > 0 order by 1',
    );
    content.member_tallies = tallies.length === 0 ? '0 ' : JSON.stringify(tallies);
    return content;
  } finally {
    await client.end();
  }
}

async function isEmpty(database: TestDatabase): Promise<boolean> {
  const content = await contentOf(database);
  return Object.entries(content).every(([table, rows]) => table === 'installation' || rows === '0 ');
}

test('a backup restored into an empty database has every row of every table, whatever is in the texts', async () => {
  await withTestDatabase(async (target) => {
    const told = await succeed(restoreInto(target, backup));
    assert.match(told, /^Restored the backup of /);
    assert.match(told, /^members {9}3,001$/m);
    assert.match(told, /^The ledger holds\.$/m);
    assert.deepEqual(await contentOf(target), await contentOf(service.testDatabase));
    assert.equal((await stat(backup)).mode & 0o777, 0o600);
  });
});

test('a backup of a service at work has every credit confirmed before, and partners repeat the rest, each booked once', async () => {
  const file = join(folder.path, 'at-work.backup');
  let isDone = false;
  const confirmed: string[] = [];
  const working = (async () => {
    for (let n = 0; !isDone; n++) {
      await Promise.all(
        Array.from({ length: 8 }, async (_, lane) => {
          const reference = `WORK-${n}-${lane}`;
          if ((await credit(reference)) === 201) confirmed.push(reference);
        }),
      );
    }
  })();
  const before = await credit('JUST-BEFORE');
  assert.equal(before, 201);
  await succeed(backUp(file));
  isDone = true;
  await working;
  await withTestDatabase(async (target) => {
    await succeed(restoreInto(target, file));
    const restored = await startTestService({ database: target, clock: systemClock, env: WITH_KEY });
    try {
      assert.equal(await credit('BEFORE-1', restored), 200);
      assert.equal(await credit('JUST-BEFORE', restored), 200);
      const again = await Promise.all(confirmed.map((reference) => credit(reference, restored)));
      assert.deepEqual(
        again.filter((status) => status !== 200 && status !== 201),
        [],
      );
      assert.ok(again.includes(200) && again.includes(201), 'the snapshot was taken in the middle of the work');
      const path = `/wallet/balance/${member}`;
      const [here, there] = await Promise.all(
        [service, restored].map(
          async (at) => (await at.call('GET', path, { token: await at.token(partner) })).body.data,
        ),
      );
      assert.equal(there.balance_hours, here.balance_hours);
    } finally {
      await restored.stop();
    }
  });
});

test('nobody is signed in after a restore, no token works, and a copy kept in step is begun again', async () => {
  const token = await service.token(partner);
  const walk = async (at: TestService, sync: string, as: string) =>
    await at.call('GET', '/users', { token: as, query: { sync_token: sync } });
  const begun = await service.call('GET', '/users', { token });
  const sync = begun.body.meta.sync_token as string;
  assert.equal((await walk(service, sync, token)).status, 200);
  const file = join(folder.path, 'tokens.backup');
  await succeed(backUp(file));
  await withTestDatabase(async (target) => {
    await succeed(restoreInto(target, file));
    const restored = await startTestService({ database: target, clock: systemClock, env: WITH_KEY });
    try {
      assert.equal((await walk(restored, sync, token)).status, 401);
      assert.equal((await walk(restored, sync, await restored.token(partner))).status, 410);
      const rows = await restored.ownerQuery('select 1 from sessions union all select 1 from access_tokens offset 1');
      assert.deepEqual(rows, []);
    } finally {
      await restored.stop();
    }
  });
});

describe('what is no backup, or is not whole, is refused in one sentence, and the database stays empty:', () => {
  const faults: readonly (readonly [name: string, of: (good: Buffer) => Buffer, sentence: RegExp])[] = [
    ['the first half', (good) => good.subarray(0, good.length / 2), /damaged, incomplete or no backup/],
    ['all but the last byte', (good) => good.subarray(0, -1), /damaged, incomplete or no backup/],
    ['a byte that is another', flipped, /damaged/],
    ['another file', () => Buffer.from('Dear treasurer,\n'), /damaged, incomplete or no backup/],
    ['another compressed file', () => gzipSync('Dear treasurer,\n'), /no backup of Timebank/],
    [
      'rows without an end',
      (good) =>
        gzipSync(
          gunzipSync(good)
            .toString()
            .replace(/\nend \{.*\nmac .*\n$/, '\n'),
        ),
      /ends too early/,
    ],
  ];
  for (const [name, of, sentence] of faults) {
    test(name, async () => {
      const file = join(folder.path, `${name.replaceAll(' ', '-')}.backup`);
      await writeFile(file, of(await readFile(backup)));
      await withTestDatabase(async (target) => {
        await refuse(restoreInto(target, file), sentence);
        assert.ok(await isEmpty(target));
      });
    });
  }

  test('a file that is not there', async () => {
    await withTestDatabase((target) => refuse(restoreInto(target, join(folder.path, 'none')), /no such file/));
  });

  test('a database in which there is something', async () => {
    await refuse(restoreInto(service.testDatabase, backup), /The database is not empty/);
  });
});

test('a restore that is killed leaves an empty database, into which the backup goes', async () => {
  await withTestDatabase(async (target) => {
    const client = new pg.Client(target.ownerConnection);
    await client.connect();
    // Held up in the middle, by a lock on a late table.
    await client.query('begin; lock table deliveries in access exclusive mode');
    const { child, result } = spawnCommand(target, ['restore', backup], WITH_KEY);
    const waits = `select 1 from pg_locks where not granted and relation = 'deliveries'::regclass`;
    while ((await client.query(waits)).rowCount === 0) await client.query('select pg_sleep(0.05)');
    child.kill('SIGKILL');
    await result;
    await client.query('rollback');
    await client.end();
    assert.ok(await isEmpty(target));
    await succeed(restoreInto(target, backup));
  });
});

test('a backup is never written over a file, and leaves nothing where it fails', async () => {
  const before = await readFile(backup);
  await refuse(backUp(backup), /exists already: name a new file/);
  assert.deepEqual(await readFile(backup), before);
  await refuse(backUp(join(folder.path, 'nowhere', 'a.backup')), /no such file or directory/);
  assert.deepEqual(
    (await readdir(folder.path)).filter((name) => name.endsWith('.partial')),
    [],
  );
});

test('a backup to standard output is the same file', async () => {
  const { child, result } = spawnCommand(service.testDatabase, ['backup', '-'], WITH_KEY);
  const copy = createWriteStream(join(folder.path, 'piped.backup'));
  child.stdout?.pipe(copy);
  const { code, stderr } = await result;
  assert.equal(code, 0, stderr);
  await finished(copy);
  await withTestDatabase(async (target) => {
    await succeed(restoreInto(target, join(folder.path, 'piped.backup')));
  });
});

describe('the key', () => {
  test('is in the backup unless it is left out, and is shown on demand', async () => {
    const file = join(folder.path, 'without.backup');
    assert.match(await succeed(backUp(file, '--without-key')), /does not hold SECRET_KEY/);
    assert.ok(!gunzipSync(await readFile(file)).includes(KEY));
    await withTestDatabase(async (target) => {
      assert.equal(await succeed(restoreInto(target, backup, WITH_KEY, '--show-key')), `${KEY}\n`);
      await refuse(restoreInto(target, file, WITH_KEY, '--show-key'), /made without the key/);
      await refuse(restoreInto(target, backup, { SECRET_KEY: OTHER_KEY }), /SECRET_KEY is not the key of this backup/);
      assert.ok(await isEmpty(target));
    });
  });

  test('goes into the data folder of an embedded database, from the backup or from a file', async () => {
    const without = join(folder.path, 'no-key.backup');
    await succeed(backUp(without, '--without-key'));
    const [right, wrong] = [join(folder.path, 'right.key'), join(folder.path, 'wrong.key')];
    await writeFile(right, `${KEY}\n`);
    await writeFile(wrong, `${OTHER_KEY}\n`);
    const target = embedded('with-key');
    const run = (...args: string[]) => runCommand(service.testDatabase, ['restore', ...args], target);
    await refuse(run(without), /made without the key: pass the file/);
    await refuse(run(without, '--key-file', wrong), /is not the key of this backup/);
    const keyFile = join(target.DATA_DIR, 'secret.key');
    await assert.rejects(stat(keyFile), /ENOENT/);
    assert.match(await succeed(run(without, '--key-file', right)), new RegExp(`The key is in ${keyFile}`));
    assert.equal(await readFile(keyFile, 'utf8'), `${KEY}\n`);
    assert.equal((await stat(keyFile)).mode & 0o777, 0o600);
    await refuse(run(without, '--key-file', right), /The database is not empty/);
    assert.equal(await readFile(keyFile, 'utf8'), `${KEY}\n`, 'the key stays');
  });
});

test('a restore that is cut leaves key and rows, or neither, never rows without their key', async () => {
  for (const [cutAt, isKept] of [
    ['copy public."members"', false],
    ['analyze', true],
  ] as const) {
    await withTestDatabase(async (target) => {
      const proxy = await startCuttingProxy({
        ...target,
        appConnection: target.ownerConnection,
        appUrl: target.ownerUrl,
      });
      const { appConnection } = target;
      const server = {
        ownerConnection: proxy.database.appConnection,
        appConnection,
        embedded: false,
        stop: async () => {},
      };
      const dataDir = join(folder.path, `cut-at-${cutAt.replace(' ', '-')}`);
      try {
        proxy.arm(cutAt, 'cut-before');
        const place = { config: readConfig({ DATA_DIR: dataDir }, 'test'), server, clock: systemClock };
        const trusted = await openTrusted(place.config, createReadStream(backup), { unauthenticated: true });
        await assert.rejects(restore(place, trusted), isKept ? /Everything was written/ : /terminated/);
        assert.equal(proxy.faults, 1);
        assert.equal(await isEmpty(target), !isKept);
        assert.equal(await readKeyFile(join(dataDir, 'secret.key')), isKept ? KEY : undefined);
      } finally {
        await proxy.stop();
      }
    });
  }
});

test('everything is moved from a server into a folder and from there to a server, and stays where it was', async () => {
  const { testDatabase } = service;
  await withTestDatabase(async (source) => {
    await succeed(restoreInto(source, backup));
    const content = await contentOf(source);
    const at = embedded('moved');
    const there = await succeed(runCommand(source, ['move', '--to-folder', at.DATA_DIR], WITH_KEY));
    assert.match(there, /set DATA_DIR to it/);
    assert.deepEqual(await contentOf(source), content);
    await withTestDatabase(async (target) => {
      const to = ['--to', target.appUrl, '--to-owner', target.ownerUrl];
      const back = await succeed(runCommand(testDatabase, ['move', ...to], { ...at, SECRET_KEY: KEY }));
      assert.match(back, /SECRET_KEY to the same key/);
      assert.match(back, /^The ledger holds\.$/m);
      assert.deepEqual(await contentOf(target), content);
    });
  });
});

const otherPostgres = findOtherPostgres();
test('backups and moves go from one major version of the embedded PostgreSQL to another, and back', {
  skip: noOtherPostgres(otherPostgres),
}, async () => {
  const own = { EMBEDDED_POSTGRES_BIN: otherPostgres?.folder ?? '' };
  const [restored, moved] = [{ ...embedded('own'), ...WITH_KEY }, embedded('own-moved')];
  const file = join(folder.path, 'own.backup');
  assert.match(
    await succeed(runCommand(service.testDatabase, ['restore', backup], { ...restored, ...own })),
    /^The ledger holds\.$/m,
  );
  await succeed(runCommand(service.testDatabase, ['backup', file], { ...restored, ...own }));
  await refuse(runCommand(service.testDatabase, ['ledger', 'verify'], embedded('own')), /in EMBEDDED_POSTGRES_BIN, or/);
  await withTestDatabase(async (target) => {
    await succeed(restoreInto(target, file));
    const content = await contentOf(target);
    await succeed(runCommand(target, ['move', '--to-folder', moved.DATA_DIR], { ...own, ...WITH_KEY }));
    await withTestDatabase(async (last) => {
      const to = ['--to', last.appUrl, '--to-owner', last.ownerUrl];
      await succeed(runCommand(target, ['move', ...to], { ...moved, ...own, ...WITH_KEY }));
      assert.deepEqual(await contentOf(last), content);
      await withTestDatabase(async (first) => {
        await succeed(restoreInto(first, backup));
        assert.deepEqual(content, await contentOf(first));
      });
    });
  });
});

test('a move into what is not empty is refused and ends, and both stay as they were', async () => {
  await withTestDatabase(async (source) => {
    await succeed(restoreInto(source, backup));
    await withTestDatabase(async (target) => {
      await succeed(restoreInto(target, backup));
      const before = await contentOf(target);
      const to = ['--to', target.appUrl, '--to-owner', target.ownerUrl];
      await refuse(runCommand(source, ['move', ...to], WITH_KEY), /The database is not empty/);
      assert.deepEqual(await contentOf(target), before);
      assert.deepEqual(await contentOf(source), before);
    });
  });
});

test('what is in use is not moved: a credit of meanwhile would stay behind', async () => {
  await refuse(
    runCommand(service.testDatabase, ['move', '--to-folder', embedded('never').DATA_DIR], WITH_KEY),
    /Something is still connected/,
  );
  await refuse(runCommand(service.testDatabase, ['move'], WITH_KEY), /Say where to/);
});

test('every table is in a backup, or is named as one that does not outlive the service; no key leads to those', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client(database.ownerConnection);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  const kept = (await readKeptTables(client)).map(({ name }) => name);
  assert.deepEqual([...kept, ...NOT_KEPT].sort(), rows.map(({ name }) => name).sort());
  assert.ok(kept.indexOf('communities') < kept.indexOf('members'));
  await client.end();
  await database.drop();
});

function flipped(good: Buffer): Buffer {
  const bad = Buffer.from(good);
  const middle = Math.floor(bad.length / 2);
  bad[middle] = (bad[middle] ?? 0) ^ 0xff;
  return bad;
}
