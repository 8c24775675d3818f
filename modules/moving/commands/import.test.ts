import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Command } from 'commander';
import iconv from 'iconv-lite';
import { type CommandContext, noModules } from '../../../console/desk/commands/context.ts';
import { testService } from '../../../test-support/harness.ts';
import { registerImportCommand } from './import.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures');

const service = await testService();

async function run(...args: string[]) {
  const printed: string[] = [];
  const noted: string[] = [];
  let exitCode = 0;
  const context: CommandContext = {
    env: { DATABASE_URL: service.testDatabase.appUrl, MIGRATE_DATABASE_URL: service.testDatabase.ownerUrl },
    clock: service.clock,
    loadModules: async () => ({ ...(await noModules()), hooks: service.deps.hooks }),
    print: (line) => void printed.push(line),
    isRead: () => true,
    note: (text) => void noted.push(text),
    ask: async () => undefined,
    write: async () => {},
    canRewrite: true,
    json: false,
    fail: (code) => {
      exitCode = code;
    },
    leave() {},
  };
  const program = new Command().exitOverride();
  registerImportCommand(program.command('import'), context);
  await program.parseAsync(['import', ...args], { from: 'user' });
  return { printed, noted: noted.join(''), exitCode };
}

test('the command imports with a progress line, and a second run changes nothing', async () => {
  const { slug } = await service.createCommunity();
  const file = join(FIXTURES, 'members.csv');
  const first = await run('members', file, '--community', slug);
  const letters = 'letters are read as utf-8; do these look right? Chloé, Horváth, Nguyễn';
  const sums = 'balances: 48.5 h in sum, the largest 25.75 h';
  const done = '20 rows: 20 members created, 0 already present.';
  assert.deepEqual([first.exitCode, first.printed], [0, [letters, sums, done]]);
  assert.match(first.noted, /reading 100 %/);
  assert.match(first.noted, /writing 100 % \(20 of 20 rows\)/);
  const second = await run('members', file, '--community', slug, '--json');
  assert.equal(second.noted, '');
  const result = JSON.parse(second.printed.join('\n'));
  assert.deepEqual([result.created, result.unchanged, result.problems], [0, 20, []]);
});

test('bad rows are named by line, column and reason; the exit code is 1 when nothing was kept', async () => {
  const { slug } = await service.createCommunity();
  const file = join(FIXTURES, 'members-excel-export.csv');
  const refused = await run('members', file, '--community', slug);
  assert.equal(refused.exitCode, 1);
  assert.deepEqual(refused.printed.slice(0, 2), [
    'letters are read as windows-1252; do these look right? Zoë, Weiß, Jürgen',
    'line 2: joined_on is 2020-02-30, which is not a day of the calendar between 1900 and 2199.',
  ]);
  assert.equal(refused.printed.length, 11);
  assert.match(refused.printed.at(-1) ?? '', /^Nothing was imported: 8 of 10 rows are invalid/);
  const kept = await run('members', file, '--community', slug, '--skip-bad');
  assert.equal(kept.exitCode, 0);
  assert.equal(kept.printed.at(-1), '10 rows: 2 members created, 0 already present, 8 invalid rows skipped.');
});

test('a file or community that is not there is an error', async () => {
  const { slug } = await service.createCommunity();
  await assert.rejects(
    () => run('members', '/nowhere.csv', '--community', slug),
    /Cannot read the file \/nowhere\.csv \(ENOENT/,
  );
  await assert.rejects(() => run('members', join(FIXTURES, 'members.csv'), '--community', 'nowhere'), /no community/);
});

test('columns of other names are mapped or left out, and a dry run says what would happen and writes nothing', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'timebank-import-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'members.csv');
  await writeFile(file, 'Nr;Surname, first;Status;Saldo;Shoe=size\n1;Anna;active;2;38\n2;Ben;active;0;41\n');
  const { slug } = await service.createCommunity();
  const unmapped = await run('members', file, '--community', slug);
  assert.equal(unmapped.exitCode, 1);
  const guessed = [
    'column "Nr" is taken for external_id',
    'column "Saldo" is taken for balance_hours',
    'column "Shoe=size" is left out',
  ];
  assert.deepEqual(
    unmapped.printed.filter((line) => line.startsWith('column')),
    [guessed[0], 'column "Surname, first" is left out', guessed[1], guessed[2]],
  );
  assert.match(unmapped.printed[4] ?? '', /^line 1: .*the column name is missing/);
  assert.equal(unmapped.printed[5], 'Nothing was imported. Use --map name=column for each.');

  const args = ['--map', 'surname, first = name', file, '--community', slug];
  const dry = await run('members', ...args, '--dry-run');
  const sums = 'balances: 2 h in sum, the largest 2 h';
  assert.deepEqual(dry.printed, [...guessed, sums, '2 rows: 2 members would be created, 0 already present.']);
  const outside = [...args, '--map', 'Shoe=size='];
  assert.deepEqual((await run('members', ...outside)).printed, [
    ...guessed.slice(0, 2),
    sums,
    '2 rows: 2 members created, 0 already present.',
  ]);
  assert.deepEqual(
    (await run('members', ...outside, '--dry-run')).printed.at(-1),
    '2 rows: 0 members would be created, 2 already present.',
  );
  await assert.rejects(
    () => run('members', '--map', 'Saldo', file, '--community', slug),
    /must look like Surname=name/,
  );
});

test('what a file leaves open is refused with the option that answers it, and what was guessed is printed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'timebank-import-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'Mitglieder.csv');
  const lines = ['Mitgliedsnr.;Vorname;Nachname;Status;Eintritt;Kontostand', '1;Jürgen;Müller;aktiv;01.02.2020;1.000'];
  await writeFile(file, lines.join('\n'));
  const { slug } = await service.createCommunity();
  const of = (...args: string[]) => run('members', file, '--community', slug, ...args);
  assert.match((await of()).printed.at(-1) ?? '', /Use --dates dmy or --dates mdy\./);
  assert.match((await of('--dates', 'dmy')).printed.at(-1) ?? '', /Use --numbers comma or --numbers point\./);
  const read = await of('--dates', 'dmy', '--numbers', 'comma');
  assert.deepEqual(
    [read.exitCode, ...read.printed.slice(-6)],
    [
      0,
      'letters are read as utf-8; do these look right? Jürgen, Müller',
      'dates are read as day before month: 01.02.2020 is 2020-02-01',
      'numbers are read with a decimal comma: 1.000 is 1000',
      'status "aktiv" is taken for active (1 rows)',
      'balances: 1000 h in sum, the largest 1000 h',
      '1 rows: 1 members created, 0 already present.',
    ],
  );
});

test('invalid rows are given back as a file, and that file is imported once it is corrected', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'timebank-import-'));
  t.after(() => rm(folder, { recursive: true }));
  const { slug } = await service.createCommunity();
  const bad = join(folder, 'bad.csv');
  const file = join(FIXTURES, 'members-excel-export.csv');
  const first = await run('members', file, '--community', slug, '--skip-bad', '--bad-rows', bad);
  assert.equal(first.printed.at(-1), `8 invalid rows are in ${bad}; correct them there and import that file.`);
  const again = await run('members', bad, '--community', slug, '--json');
  const told = JSON.parse(again.printed.join('\n'));
  assert.deepEqual([told.rows, told.skipped, told.problem_count], [8, 8, 9]);
  assert.deepEqual(
    Object.keys(told).filter((name) => name !== name.toLowerCase()),
    [],
    'no names of the program',
  );
  const text = await readFile(bad, 'utf8');
  assert.match(text, /^\ufeffline;fault;external_id;name;/);
  assert.match(text, /\r\n5;"?status is ""?frozen/);
  await writeFile(bad, text.replaceAll('2020-02-30', '2020-02-28'));
  const mended = await run('members', bad, '--community', slug, '--skip-bad');
  assert.match(mended.printed.at(-1) ?? '', /^8 rows: 1 members created/);
  await assert.rejects(
    () => run('members', bad, '--community', slug, '--bad-rows', bad),
    /Cannot write the invalid rows to .*EEXIST.*: name a new file/,
  );
});

/** Imports a file of this text into a new community, or the one that is named. */
async function importText(kind: string, text: string | Buffer, ...more: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'timebank-import-'));
  const file = join(folder, 'list.csv');
  await writeFile(file, text);
  const community = more.includes('--community') ? [] : ['--community', (await service.createCommunity()).slug];
  return await run(kind, file, ...community, ...more).finally(() => rm(folder, { recursive: true }));
}

test('a plain list of names and telephones gets in, with numbers made here, and again changes nothing', async () => {
  const { slug } = await service.createCommunity();
  const text = 'Naam;Telefoon\nJan de Vries;020 1234567\nAnn;\nAnn;\n';
  const first = await importText('members', text, '--community', slug);
  assert.deepEqual(first.printed.slice(-4), [
    'external_id is made here where the file has none (3 rows)',
    'status is active where the file has none (3 rows)',
    'balance_hours is 0 where the file has none (3 rows)',
    '3 rows: 3 members created, 0 already present.',
  ]);
  const again = await importText('members', text, '--community', slug);
  assert.equal(again.printed.at(-1), '3 rows: 0 members created, 3 already present.');
  // A column of small numbers may be the balance.
  assert.equal((await importText('members', 'Name;Foo\nAnn;2,5\n')).exitCode, 1);
  const given = await importText('members', 'Name;Status\nAnn;\nBen;left\n', '--default', 'status=pending', '--json');
  assert.deepEqual(JSON.parse(given.printed.join('\n')).created, 2);
});

test('Spanish, Catalan, French and Dutch names of columns and words are known', async () => {
  const files = [
    'Número de socio;Nombre;Apellidos;Correo electrónico;Estado;Saldo;Fecha de alta;Idioma\n1;Ana;García;ana@example.org;activo;2,5;14/05/2021;catalán\n2;Luis;Pérez;;baja;-1;14/05/2021;español',
    'Núm de soci;Nom i cognoms;Correu electrònic;Estat;Saldo;Data d’alta\n1;Pau Puig;n/a;actiu;2,5;14/05/2021',
    'N° adhérent;Nom;Prénom;Courriel;Statut;Solde;Date d’adhésion\n1;Dubois;Zoë;zoe@example.org;actif;2,5;14/05/2021',
    'Lidnummer;Naam;E-mailadres;Status;Saldo;Lid sinds\n1;Jan de Vries;-;actief;2,5;14-05-2021',
  ];
  for (const text of files) {
    const { exitCode, printed } = await importText('members', `${text}\n`);
    assert.equal(exitCode, 0, printed.join('\n'));
    assert.doesNotMatch(printed.join('\n'), /left out|has none/);
  }
});

test('balances in another unit are asked about, and read in the unit that is chosen', async () => {
  const text = 'Nr;Name;Status;Saldo\n1;Ann;active;27060\n2;Ben;active;-7154\n';
  const asked = await importText('members', text);
  assert.equal(asked.exitCode, 1);
  assert.match(
    asked.printed.join(' '),
    /look like seconds or minutes.* Use --unit hours, --unit minutes or --unit seconds\./,
  );
  const read = await importText('members', text, '--unit', 'seconds', '--json');
  const { sum_seconds, largest_seconds } = JSON.parse(read.printed.join('\n'));
  assert.deepEqual([sum_seconds, largest_seconds], [19_906, 27_060]);
  const exchanges =
    'external_id,service_date,provider_external_id,receiver_external_id,hours\nX1,2026-03-01,1,2,3600\nX2,2026-03-02,2,1,5400\n';
  const seconds = await importText('exchanges', exchanges);
  assert.match(seconds.printed.join(' '), /look like seconds or minutes: their sum is 9000, the largest 5400/);
});

test('an impossible day is named in its row, and a day to come as on a slip; the fund may be a party', async () => {
  const members = 'Nr;Name;Status;Saldo;Eintritt\n1;Ann;active;0;31.13.2020\n2;Ben;active;0;14.05.2020\n';
  const impossible = await importText('members', members);
  assert.match(impossible.printed.join('\n'), /^line 2: joined_on is 2020-13-31, which is not a day/m);
  const alone = await importText('members', members.replace('14.05.2020', ''));
  assert.match(alone.printed.join('\n'), /^line 2: joined_on/m);

  const { slug } = await service.createCommunity();
  await importText('members', members.replace('31.13.2020', ''), '--community', slug);
  const header = 'external_id,service_date,provider_external_id,receiver_external_id,hours\n';
  const rows = 'X1,2026-03-01,1,2,1.5\nX2,2026-03-02,2,Community fund,1\nX3,2026-03-03,chest,1,1\n';
  const booked = await importText('exchanges', header + rows, '--community', slug);
  assert.equal(booked.printed.at(-1), '3 rows: 3 exchanges created, 0 already present.');
  const future = await importText(
    'exchanges',
    `${header}X4,2131-03-01,1,2,1\nX5,2026-01-01,chest,fund,1\n`,
    '--community',
    slug,
  );
  assert.deepEqual(future.printed.slice(0, 2), [
    'line 2: service_date is 2131-03-01, which has not come yet.',
    'line 3: receiver_external_id is "fund", who is the provider; an exchange needs two.',
  ]);
});

test('letters of Central Europe are read by the words they make, and asked about where those show nothing', async () => {
  const named = (names: string) => `Nr;Name;Status;Saldo\n${names}`;
  const read = await importText('members', iconv.encode(named('E1;Štěpán živý;active;0\n'), 'windows-1250'));
  assert.match(read.printed.join('\n'), /letters are read as windows-1250; do these look right\? Štěpán, živý/);
  const unclear = iconv.encode(named('E2;Tõnu Jõgi;active;0\n'), 'windows-1252');
  const asked = await importText('members', unclear);
  assert.match(asked.printed.join(' '), /\(Tõnu, Jõgi or Tőnu, Jőgi\).* Use --encoding windows-1252 or --encoding/);
  const chosen = await importText('members', unclear, '--encoding', 'windows-1252');
  assert.equal(chosen.exitCode, 0, chosen.printed.join('\n'));
});
