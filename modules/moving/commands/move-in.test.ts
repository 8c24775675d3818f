import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { MOVE_SYSTEMS, type MoveSystem } from '@timebank/contract';
import { unzipSync, zipSync } from 'fflate';
import { runCommand, runJson, spawnCommand } from '../../../test-support/command.ts';
import { startTestService, type TestService } from '../../../test-support/harness.ts';
import { changed, MOVING_FIXTURES, sampleOf } from '../../../test-support/moving-in.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import type { MoveQuestion } from '../domain/move-in/types.ts';

let service: TestService;
let folder: string;
before(async () => {
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), 'timebank-move-'));
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

let count = 0;
/** A folder of its own with these files. */
async function folderWith(files: ReadonlyMap<string, string | Buffer>): Promise<string> {
  const path = join(folder, `files-${++count}`);
  await mkdir(path);
  for (const [name, text] of files) await writeFile(join(path, name), text);
  return path;
}

async function answersFile(answers: unknown): Promise<string> {
  const path = join(folder, `answers-${++count}.json`);
  await writeFile(path, typeof answers === 'string' ? answers : JSON.stringify(answers));
  return path;
}

const suggestedBy = (questions: readonly MoveQuestion[]) =>
  Object.fromEntries(questions.map(({ key, suggested }) => [key, suggested]));

/** Asks what is open, answers it as suggested, and runs the command with `--json`. */
async function run(path: string, system: MoveSystem, slug: string, ...more: string[]) {
  const args = ['move-in', path, '--from', system, '--community', slug, '--json'];
  const asked = await runCommand(service.testDatabase, [...args, '--check']);
  const questions = asked.code === 1 && asked.stdout !== '' ? JSON.parse(asked.stdout).questions : [];
  return await runCommand(service.testDatabase, [
    ...args,
    '--answers',
    await answersFile(suggestedBy(questions)),
    ...more,
  ]);
}

async function rowsOf(communityId: number): Promise<number> {
  const tables = ['members', 'listings', 'transfers', 'imports', 'moves', 'events'];
  const counts = tables.map((table) => `(select count(*) from ${table} where community_id = $1)`);
  const [row] = await service.ownerQuery<{ rows: number }>(`select (${counts.join(' + ')})::int as rows`, [
    communityId,
  ]);
  return row?.rows ?? -1;
}

const FAULTS: readonly (readonly [
  MoveSystem,
  string,
  (text: string) => string,
  line: number,
  member: string | null,
])[] = [
  ['timeoverflow', 'Members', (text) => text.replace(',27060', ',zebra secret'), 2, '1'],
  ['timeoverflow', 'Transfers', (text) => text.replace('1:01', 'zebra secret'), 2, '11'],
  ['timeoverflow', 'Offers', (text) => text.replace('\n260,', '\nzebra secret,'), 3, '2'],
  ['komunitin', 'accounts', (text) => text.replace('active,-2.30', 'zebra secret,-2.30'), 3, 'OLMO0001'],
  ['komunitin', 'transfers', (text) => text.replace('committed,2.00', 'zebra secret,2.00'), 2, 'OLMO0002'],
  ['ces', 'balances', (text) => text.replace('0.17', 'zebra secret'), 3, 'BIRC0001'],
  ['ces', 'transactions', (text) => text.replace('"Digging, planting"', 'zebra, secret'), 3, 'BIRC0002'],
  ['ces', 'transactions', (text) => text.replace('2012-05-01 18:22:00', '2031-05-01 18:22:00'), 2, 'BIRC0001'],
  ['ces', 'transactions', (text) => text.replace('\n4103', '\n4100'), 3, 'BIRC0002'],
  ['ces', 'users', (text) => text.replace('BIRC0013,', 'BIRC0012,'), 13, 'BIRC0012'],
  ['ces', 'adverts', (text) => text.replace('BIRC0003,w', 'BIRC0003,zebra secret'), 7, 'BIRC0003'],
  ['cyclos', 'members_report', (text) => text.replace('"4,65"', '"4,6,5"'), 3, 'bosse'],
  ['cyclos', 'members_transactions', (text) => text.replace('"04/10/2026","-1,00"', '"31/13/2026","-1,00"'), 2, 'alva'],
  ['cyclos', 'ads', (text) => text.replace('"71"', '""'), 2, 'bosse'],
];

for (const [system, file, change, line, member] of FAULTS) {
  test(`a row at fault in ${file} of ${system} is named by line and member, and nothing is written (line ${line})`, async () => {
    const { id, slug } = await service.createCommunity();
    const path = await folderWith(changed(await sampleOf(system), { [file]: change }));
    const { code, stdout, stderr } = await run(path, system, slug);
    assert.equal(code, 1, stderr);
    const { problems, outcome } = JSON.parse(stdout);
    assert.equal(outcome, 'open');
    assert.deepEqual(
      problems.map((one: { file: string; line: number; member: string | null }) => [
        one.file.startsWith(file),
        one.line,
        one.member,
      ]),
      [[true, line, member]],
    );
    assert.doesNotMatch(stdout + stderr, /zebra|secret/);
    assert.equal(await rowsOf(id), 0);
  });
}

test('what no profile names is dropped unread: no password is printed or stored', async () => {
  const { slug } = await service.createCommunity();
  const password = 'Corret-Horse-7';
  const users = (text: string) => text.replaceAll(/^(BIRC\d+),x,/gm, `$1,${password},`);
  const path = await folderWith(changed(await sampleOf('ces'), { users }));
  const done = await run(path, 'ces', slug);
  assert.equal(done.code, 0, done.stderr);
  const human = await runCommand(service.testDatabase, ['move-in', path, '--from', 'ces', '--community', slug]);
  assert.equal(human.code, 0);
  assert.ok(!(done.stdout + done.stderr + human.stdout + human.stderr).includes(password));
  const tables = await service.ownerQuery<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r'`,
  );
  for (const { name } of tables) {
    const [row] = await service.ownerQuery<{ found: boolean }>(
      `select exists (select from "${name}" t where t::text like $1) as found`,
      [`%${password}%`],
    );
    assert.equal(row?.found, false, name);
  }
});

test('a zip is as good as its folder, also with a folder inside', async () => {
  for (const system of MOVE_SYSTEMS.filter((one) => one !== 'timebank')) {
    const { slug } = await service.createCommunity();
    const files = [...(await sampleOf(system))].map(([name, text]) => [`export/${name}`, Buffer.from(text)] as const);
    const zip = join(folder, `${system}.zip`);
    await writeFile(zip, zipSync(Object.fromEntries(files)));
    assert.equal((await run(zip, system, slug)).code, 0, system);
    const again = await runJson(service.testDatabase, [
      'move-in',
      join(MOVING_FIXTURES, system),
      '--from',
      system,
      '--community',
      slug,
    ]);
    assert.equal(again.repeated, true);
  }
});

test('a file that is missing or cannot be read ends with exit code 2', async () => {
  const { slug } = await service.createCommunity();
  const cases: readonly (readonly [MoveSystem, string, RegExp])[] = [
    ['ces', join(folder, 'nowhere'), /Cannot read .*nowhere/],
    ['ces', await folderWith(new Map()), /no CSV, JSON or zip/],
    ['ces', await folderWith(new Map([['balances.csv', 'uid,balance\n']])), /users\.csv is missing/],
    ['ces', await folderWith(new Map([['users.csv', 'one,two\n1,2\n']])), /no line with the column names uid/],
    ['ces', await folderWith(new Map([['users.csv', 'uid,firstname\nBIRC0001,"Open\n']])), /never closes/],
    [
      'komunitin',
      await folderWith(
        new Map([
          ['accounts.csv', 'code,status,balance\n'],
          ['members.json', '{'],
        ]),
      ),
      /no document/,
    ],
    ['timeoverflow', await folderWith(new Map([['all.zip', Buffer.from('PK\x03\x04 cut off', 'latin1')]])), /damaged/],
    [
      'timeoverflow',
      await folderWith(new Map([['Members_1.csv', Buffer.from([0x80, 0x00, 0x00, 0x01])]])),
      /Members_1/,
    ],
  ];
  for (const [system, path, sentence] of cases) {
    const { code, stderr } = await runCommand(service.testDatabase, [
      'move-in',
      path,
      '--from',
      system,
      '--community',
      slug,
    ]);
    assert.equal(code, 2, `${path}: ${stderr}`);
    assert.match(stderr, sentence);
  }
});

test('an answer to nothing, or one that is none, is refused by its key', async () => {
  const { id, slug } = await service.createCommunity();
  const cases: readonly (readonly [unknown, number, RegExp])[] = [
    [{ unit_per_hour: 1 }, 1, /"unit_per_hour"; there is no such question/],
    [{ units_per_hour: 0 }, 1, /"units_per_hour" must be a number above 0/],
    [{ units_per_hour: 'one' }, 1, /"units_per_hour" must be a number above 0/],
    [{ groups: { Members: 'gone' } }, 1, /"groups" must be one of "active", "pending", "suspended", "left"/],
    [{ groups: { Strangers: 'left' } }, 1, /"groups" has the item "Strangers"/],
    [{ fund: 'Nobody' }, 1, /"fund" must be one of "Community account"/],
    [{ fund: ['Community account'] }, 1, /"fund" must be one value/],
    [[1], 1, /must be one object/],
    ['{', 2, /is no JSON/],
  ];
  const args = ['move-in', join(MOVING_FIXTURES, 'cyclos'), '--from', 'cyclos', '--community', slug];
  for (const [answers, expectedCode, sentence] of cases) {
    const { code, stderr } = await runCommand(service.testDatabase, [...args, '--answers', await answersFile(answers)]);
    assert.equal(code, expectedCode, JSON.stringify(answers));
    assert.match(stderr, sentence);
  }
  assert.equal(await rowsOf(id), 0);
});

test('what is answered is asked no more, item by item, and an answer that is not needed does no harm', async () => {
  const { slug } = await service.createCommunity();
  const args = ['move-in', join(MOVING_FIXTURES, 'cyclos'), '--from', 'cyclos', '--community', slug, '--check'];
  const answers = {
    units_per_hour: 1,
    time_zone: 'Europe/Stockholm',
    groups: { Members: 'active', Brokers: 'active' },
  };
  const { questions } = await runJson(service.testDatabase, [...args, '--answers', await answersFile(answers)], 1);
  const groups = questions.find(({ key }: MoveQuestion) => key === 'groups');
  assert.deepEqual(
    [groups.items, groups.suggested],
    [['Inactive members', 'Pending members'], { 'Inactive members': 'suspended', 'Pending members': 'pending' }],
  );
  assert.ok(!questions.some(({ key }: MoveQuestion) => key === 'units_per_hour'));
});

test('a community that holds anything else is refused, also for another answer or another file', async () => {
  const { id, slug } = await service.createCommunity();
  await service.createMember({ communityId: id });
  const refused = await run(join(MOVING_FIXTURES, 'ces'), 'ces', slug);
  assert.deepEqual([refused.code, JSON.parse(refused.stderr).error], [1, 'state_conflict']);

  const other = await service.createCommunity();
  assert.equal((await run(join(MOVING_FIXTURES, 'ces'), 'ces', other.slug)).code, 0);
  const before = await rowsOf(other.id);
  const args = ['move-in', join(MOVING_FIXTURES, 'ces'), '--from', 'ces', '--community', other.slug, '--json'];
  for (const more of [['--check'], []]) {
    const answers = await answersFile({ units_per_hour: 60 });
    const { code, stderr } = await runCommand(service.testDatabase, [...args, '--answers', answers, ...more]);
    assert.deepEqual([code, JSON.parse(stderr).error], [1, 'state_conflict']);
  }
  assert.equal((await run(join(MOVING_FIXTURES, 'cyclos'), 'cyclos', other.slug)).code, 1);
  assert.equal(await rowsOf(other.id), before);
});

test('a move of thousands that is killed in the middle leaves nothing', async () => {
  const { id, slug } = await service.createCommunity();
  const uid = (number: number) => `WOOD${String(number).padStart(4, '0')}`;
  const numbers = Array.from({ length: 3000 }, (_, at) => at + 1);
  const trades = Array.from({ length: 12_000 }, (_, at) => {
    const [seller, buyer] = [uid((at % 3000) + 1), uid(((at * 7 + 1) % 2999) + 1)];
    return `${at},${seller},${seller === buyer ? uid(3000) : buyer},0.25,Help ${at},2020-01-${String((at % 28) + 1).padStart(2, '0')}`;
  });
  const path = await folderWith(
    new Map([
      [
        'users.csv',
        `uid,firstname,surname,usertype\n${numbers.map((one) => `${uid(one)},Name,${one},ind`).join('\n')}\n`,
      ],
      ['transactions.csv', `txid,seller,buyer,amount,description,date_entered\n${trades.join('\n')}\n`],
    ]),
  );
  const answers = await answersFile({ units_per_hour: 1, time_zone: 'UTC' });
  const args = ['move-in', path, '--from', 'ces', '--community', slug, '--answers', answers];
  const { child, result } = spawnCommand(service.testDatabase, args);
  // The lock of the opening account shows that the move is writing.
  await waitUntil('the move is writing exchanges', async () => {
    const [row] = await service.ownerQuery<{ writing: boolean }>(
      `select exists (select from pg_locks l join pg_class c on c.oid = l.relation
         where c.relname = 'transfer_external_ids' and l.mode = 'RowExclusiveLock') as writing`,
    );
    return row?.writing === true;
  });
  child.kill('SIGKILL');
  await once(child, 'exit').catch(() => undefined);
  await result;
  assert.equal(await rowsOf(id), 0);
  const done = await runJson(service.testDatabase, args);
  assert.deepEqual([done.members, done.exchanges], [3000, 12_000]);
  const again = await runJson(service.testDatabase, args);
  assert.deepEqual([again.repeated, again.balances_seconds], [true, done.balances_seconds]);
});

test('the move is undone by one of its imports, too, and not once something has happened since', async () => {
  const { id, slug } = await service.createCommunity();
  assert.equal((await run(join(MOVING_FIXTURES, 'komunitin'), 'komunitin', slug)).code, 0);
  const slip = [
    'exchange',
    'record',
    '--provider',
    'OLMO0001',
    '--receiver',
    'OLMO0002',
    '--time',
    '1:00',
    '--community',
    slug,
  ];
  await runJson(service.testDatabase, [...slip, '--date', '2026-01-02']);
  const undo = ['move-in', '--undo', '--community', slug];
  const refused = await runCommand(service.testDatabase, [...undo, '--json']);
  assert.deepEqual([refused.code, JSON.parse(refused.stderr).error], [1, 'import_not_undoable']);
  const [left] = await service.ownerQuery<{ members: number }>(
    'select count(*)::int as members from members where community_id = $1 and undone_at is null',
    [id],
  );
  assert.equal(left?.members, 9);
});

test('the command line is refused without a folder or a system', async () => {
  for (const args of [['move-in'], ['move-in', '.'], ['move-in', '.', '--from', 'paper']]) {
    assert.equal((await runCommand(service.testDatabase, args)).code, 2, args.join(' '));
  }
});

test('what moves out moves in again, to the second; a file that was changed is refused', async () => {
  const { slug } = await service.createCommunity();
  const first = JSON.parse((await run(join(MOVING_FIXTURES, 'ces'), 'ces', slug)).stdout);
  const archive = join(folder, 'out.zip');
  const out = await runJson(service.testDatabase, ['move-out', archive, '--community', slug]);
  assert.deepEqual([out.members, out.listings, out.exchanges], [10, 6, 12]);
  const other = await service.createCommunity();
  const args = ['move-in', archive, '--from', 'timebank', '--community', other.slug];
  const again = await runJson(service.testDatabase, args);
  const { members, listings, exchanges, balances_seconds, fund_seconds, questions } = again;
  assert.deepEqual(
    { members, listings, exchanges, balances_seconds, fund_seconds, questions },
    {
      ...{ members: first.members, listings: first.listings, exchanges: first.exchanges },
      ...{ balances_seconds: first.balances_seconds, fund_seconds: 4680, questions: [] },
    },
  );
  const files = unzipSync(await readFile(archive));
  assert.deepEqual(Object.keys(files).sort(), [
    ...['exchanges.csv', 'exchanges.schema.json', 'listings.csv', 'listings.schema.json', 'manifest.json'],
    ...['members.csv', 'members.schema.json', 'organisations.csv', 'organisations.schema.json'],
  ]);
  const edited = join(folder, 'edited.zip');
  await writeFile(edited, zipSync({ ...files, 'members.csv': Buffer.from('number,balance_seconds\n') }));
  const refused = await runCommand(service.testDatabase, [
    'move-in',
    edited,
    '--from',
    'timebank',
    '--community',
    slug,
  ]);
  assert.deepEqual([refused.code, /members\.csv is not the file/.test(refused.stderr)], [2, true]);
});
