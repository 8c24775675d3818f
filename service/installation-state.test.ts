/** One judge of the installation's state: whichever door is asked, it says the same sentence. */
import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { systemClock } from '../core/base/clock.ts';
import { migrate } from '../core/database/migrate.ts';
import { newSecretKey } from '../core/installation/key-file.ts';
import type { CheckReport } from '../modules/operate/domain/doctor/check.ts';
import { runCommand, spawnCommand } from '../test-support/command.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/database.ts';
import { runDoctor } from '../test-support/doctor.ts';
import { type ServeProcess, startServe } from '../test-support/serve-process.ts';
import { execute } from '../test-support/server.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../test-support/temporary-folder.ts';
import { waitUntil } from '../test-support/wait-until.ts';

/** What the guide's table of faults quotes, as patterns; `…` is what differs. */
const QUOTED = (await readFile(join(import.meta.dirname, '../docs/operator-guide.md'), 'utf8'))
  .split(/^## /m)
  .filter((section) => section.startsWith('When something is wrong'))
  .flatMap((section) => section.match(/"[^"]+"/g) ?? [])
  .map((quote) => new RegExp(quote.slice(1, -1).replaceAll(/[()]/g, '.').replaceAll('…', '.*')));

type Env = Readonly<Record<string, string>>;

/** The state, and what each door says in it. */
interface Row {
  readonly state: string;
  /** Brings it about. @returns the settings that differ from those of a server that is well */
  readonly make: (database: TestDatabase) => Promise<Env>;
  /** Whether the database is empty before; else it has this program's schema. */
  readonly empty?: boolean;
  /** The sentence, as those doors say it that refuse; `doctor` says it in its two parts. */
  readonly sentence?: RegExp;
  /** Those that need not refuse. */
  readonly works?: readonly ('serve' | 'migrate' | 'list')[];
  /** What comes behind the sentence where a door goes on trying. */
  readonly serveAdds?: string;
  /** The line of `doctor` that has the problem, or the note. */
  readonly line: string;
  readonly note?: RegExp;
  /** What a running service answers to `/health/ready` from then on, or that it ends; left out where none can get there. */
  readonly ready?: RegExp | 'ends';
}

const KEY = newSecretKey();
/** A release ago. */
const BEFORE = '0030_answers.sql';
/** Of pino. */
const WARNING = 40;
const NONE: Env = {};
const EMBEDDED: Env = { DATABASE_URL: '', MIGRATE_DATABASE_URL: '', SECRET_KEY: '' };

let folder: TemporaryFolder;
let spare: TestDatabase;
before(async () => {
  [folder, spare] = await Promise.all([createTemporaryFolder(), createTestDatabase()]);
});
after(async () => {
  await spare?.drop();
  await folder?.remove();
});

async function olderSchema({ ownerConnection, appConnection }: TestDatabase, through: string): Promise<void> {
  await migrate({ ownerConnection, appConnection, clock: systemClock, through });
}
const atPort1 = (url: string) => `postgresql://a@127.0.0.1:1${new URL(url).pathname}`;
const unknownMigration = (compatible: boolean) =>
  `insert into schema_migrations (name, sha256, applied_at, compatible, build)
   values ('9999_next.sql', 'x', now(), ${compatible}, '9.0.0+12345678')`;

const TABLE: readonly Row[] = [
  { state: 'it is well', make: async () => NONE, works: ['serve', 'migrate', 'list'], line: 'schema' },
  {
    state: 'SECRET_KEY is missing',
    make: async () => ({ SECRET_KEY: '' }),
    sentence: /^SECRET_KEY is required with DATABASE_URL: 32 bytes in base64, the same on every node\.$/,
    works: ['migrate', 'list'],
    line: 'settings',
  },
  {
    state: 'SECRET_KEY is of another database',
    make: async ({ ownerUrl }) => {
      await execute(ownerUrl, `update installation set secret_key_check = sha256('another')`);
      return NONE;
    },
    sentence: /^SECRET_KEY is not the one this database was set up with: .* accept-loss"\.$/,
    works: ['migrate', 'list'],
    line: 'secret_key',
  },
  {
    state: 'DATABASE_URL is lost',
    make: async () => ({ DATABASE_URL: '', MIGRATE_DATABASE_URL: '' }),
    sentence: /^SECRET_KEY is set without DATABASE_URL; set both, or neither: /,
    line: 'settings',
  },
  {
    state: 'there is no data folder',
    make: async () => ({ ...EMBEDDED, DATA_DIR: join(folder.path, 'none') }),
    sentence: /^There is no folder .*none: mount its disk .*, or, for a new installation only, run "timebank init"\.$/,
    line: 'data_folder',
  },
  {
    state: 'the disk of the data folder is not mounted',
    make: async () => {
      const dataDir = join(folder.path, 'mount point');
      await mkdir(dataDir, { mode: 0o700 });
      return { ...EMBEDDED, DATA_DIR: dataDir };
    },
    sentence: /^The data folder .*mount point is empty: mount its disk .*, run "timebank init"\.$/,
    line: 'data_folder',
  },
  {
    state: 'the server cannot be reached',
    make: async ({ appUrl, ownerUrl }) => ({ DATABASE_URL: atPort1(appUrl), MIGRATE_DATABASE_URL: atPort1(ownerUrl) }),
    sentence: /^The database cannot be used \(connect ECONNREFUSED 127\.0\.0\.1:1\): start it, or correct DATABASE_URL/,
    serveAdds: ' Waiting up to 60 seconds for it.',
    line: 'database',
  },
  {
    state: 'the database is gone',
    make: async ({ ownerUrl }) => {
      const name = new URL(ownerUrl).pathname.slice(1);
      await execute(new URL('/postgres', ownerUrl).href, `drop database ${name} with (force)`);
      return NONE;
    },
    sentence:
      /^The database cannot be used \(database ".*" does not exist\): create it, or correct the name in DATABASE/,
    line: 'database',
    ready: /^The database does not answer\.$/,
  },
  {
    state: 'the database is empty',
    make: async ({ ownerUrl, appUrl }) => {
      const role = new URL(appUrl).username;
      for (const sql of [
        'drop schema public cascade',
        'create schema public',
        `grant usage on schema public to ${role}`,
      ])
        await execute(ownerUrl, sql);
      return NONE;
    },
    sentence:
      /^The database of DATABASE_URL is empty: correct DATABASE_URL, or, for a new installation only, run "timebank init"\.$/,
    line: 'schema',
    ready: /^The database is empty\.$/,
  },
  {
    state: "the database is another program's",
    empty: true,
    make: async ({ ownerUrl }) => {
      await execute(ownerUrl, 'create table schema_migrations (version text)');
      return NONE;
    },
    sentence: /^The database of DATABASE_URL is another program's \(.*\): correct DATABASE_URL\.$/,
    line: 'schema',
  },
  {
    state: 'the two URLs name two databases',
    make: async () => ({ MIGRATE_DATABASE_URL: spare.ownerUrl }),
    sentence:
      /^MIGRATE_DATABASE_URL and DATABASE_URL name different databases: name the same server and database in both/,
    works: ['list'],
    line: 'schema_owner',
  },
  {
    state: 'the schema is older: an upgrade, before its first start',
    empty: true,
    make: async (database) => {
      await olderSchema(database, BEFORE);
      return NONE;
    },
    sentence:
      /^The database is older than this program \(\d+ files not applied yet\): start the service, .*migrate"\.$/,
    works: ['serve', 'migrate'],
    line: 'schema',
    note: /^the next start brings the schema up to date \(\d+ files\)$/,
  },
  {
    state: 'the schema is newer, and this program cannot live with it',
    make: async ({ ownerUrl }) => {
      await execute(ownerUrl, unknownMigration(false));
      return NONE;
    },
    sentence:
      /^The database is newer than this program \(it has 9999_next\.sql, .*\): run timebank 9\.0\.0\+12345678, or a /,
    line: 'schema',
    ready: 'ends',
  },
  {
    state: 'the schema is newer, and this program can live with it',
    make: async ({ ownerUrl }) => {
      await execute(ownerUrl, unknownMigration(true));
      return NONE;
    },
    works: ['serve', 'migrate', 'list'],
    line: 'schema',
    ready: /^ok$/,
  },
];

for (const row of TABLE) {
  test(`${row.state}: every door says so, in the same words`, async () => {
    const database = await createTestDatabase({ migrated: row.empty !== true });
    const well: Env = { SECRET_KEY: KEY, DATA_DIR: join(folder.path, 'unused'), MODE: 'production', PORT: '0' };
    const urls = { DATABASE_URL: database.appUrl, MIGRATE_DATABASE_URL: database.ownerUrl };
    const running = row.ready && (await startServe(well.DATA_DIR ?? '', { ...well, ...urls, DRAIN_SECONDS: '60' }, []));
    try {
      const env: Env = { ...well, ...urls, ...(await row.make(database)) };
      if (running && row.ready) await assertRunning(running, row);
      const isUp = row.ready !== undefined && row.sentence === undefined;
      await assertDoctor(row, { ...env, PORT: '1', ...(isUp ? {} : { PUBLIC_URL: 'http://127.0.0.1:1' }) });
      const list = await runCommand(database, ['community', 'list'], env);
      assertDoor(row, 'list', list.code === 0 ? undefined : list.stderr);
      assertDoor(row, 'serve', await serve(database, env, row.works?.includes('serve') === true), row.serveAdds);
      // Last, since it changes what is older.
      const migrated = await runCommand(database, ['migrate'], env);
      assertDoor(row, 'migrate', migrated.code === 0 ? undefined : migrated.stderr);
    } finally {
      await running?.kill();
      await database.drop().catch(() => {});
    }
  });
}

/** @param said undefined: it worked */
function assertDoor({ sentence, works = [] }: Row, door: 'serve' | 'migrate' | 'list', said?: string, adds = ''): void {
  if (works.includes(door)) return void assert.equal(said, undefined, door);
  const line = said?.replace(/^timebank: |\n$/g, '') ?? assert.fail(`${door} works`);
  assert.ok(line.endsWith(adds), line);
  assert.match(line.slice(0, line.length - adds.length), sentence ?? /never/, door);
  assert.doesNotMatch(line, /\n/);
  assert.ok(
    QUOTED.some((quote) => quote.test(line)),
    `the guide does not have: ${line}`,
  );
}

/** Its one problem is the sentence in two parts, and what depends on it is no problem of its own. */
async function assertDoctor({ sentence, line, note, ready }: Row, env: Env): Promise<void> {
  const { checks, problems, of } = await runDoctor(env);
  const found = of(line);
  if (note) {
    assert.deepEqual([found.result, problems], ['note', []]);
    assert.match(found.finding, note);
    assert.deepEqual(ofResult(checks, 'problem'), []);
  } else if (sentence === undefined) {
    // At most that nothing runs.
    assert.deepEqual([found.result, problems], ['ok', ready === undefined ? ['nodes', 'service', 'public_url'] : []]);
  } else {
    assert.deepEqual(problems, [line], JSON.stringify(checks, null, 2));
    const first = `${found.advice?.[0]?.toLowerCase()}${found.advice?.slice(1)}`;
    const parts = [`${found.finding}: ${found.advice}`, `${found.finding}: ${first}`, `${found.finding}; ${first}`];
    // Of the settings it says in addition where they are from.
    const said = parts.map((one) => one.replace(/ Give this command the same environment as the service\.$/, ''));
    assert.ok(
      said.some((one) => sentence.test(one)),
      said.join('\n'),
    );
  }
  for (const { result, finding } of checks) assert.ok(result === 'problem' || !/null of|mount its disk/i.test(finding));
}

const ofResult = (checks: readonly CheckReport[], result: CheckReport['result']) =>
  checks.filter((one) => one.result === result);

/** Starts it. @returns what it says first of what is wrong; undefined: it listens */
async function serve(database: TestDatabase, env: Env, works: boolean): Promise<string | undefined> {
  const { child, result } = spawnCommand(database, ['serve'], env);
  const lines = createInterface({ input: child.stdout ?? assert.fail('it has no output') });
  const first = new Promise<string | undefined>((resolve) => {
    lines.on('line', (line) => {
      const { msg, level } = JSON.parse(line) as { msg: string; level: number };
      if (msg === 'listening') resolve(works ? undefined : msg);
      else if (!works && level >= WARNING) resolve(msg);
    });
  });
  try {
    return await Promise.race([first, result.then(({ stderr }) => stderr)]);
  } finally {
    child.kill('SIGKILL');
    await result;
  }
}

async function assertRunning(running: ServeProcess, { ready, sentence }: Row): Promise<void> {
  if (ready === 'ends') {
    await waitUntil('the service ends', async () => running.child.exitCode !== null);
    const said = running.faults.map((line) => JSON.parse(line).msg as string);
    assert.ok(
      said.some((one) => sentence?.test(one)),
      said.join('\n'),
    );
    return;
  }
  await waitUntil(`/health/ready says ${ready}`, async () => {
    const answer = await fetch(`${running.origin}/health/ready`);
    const body = (await answer.json()) as { status?: string; error_description?: string };
    return ready?.test(body.error_description ?? body.status ?? '') === true;
  });
}
