/** The list of members that the console saves, untouched and after a spreadsheet: nobody becomes a second member unasked. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand } from '../../../../test-support/command.ts';
import { testService } from '../../../../test-support/harness.ts';
import type { ImportOptions, ImportResult } from '../../../tables/record-types.ts';
import { importMembers } from './members.ts';

const FILES = join(import.meta.dirname, '../../../../fixtures/workbooks');
const options: ImportOptions = { skipBad: false, recordedBy: 'test' };
const skipBad: ImportOptions = { ...options, skipBad: true };

const service = await testService();

const csv = (...lines: string[]) => Buffer.from(lines.join('\n'));
const read = async (communityId: number, file: string, how = options) =>
  await importMembers(service.deps, communityId, await readFile(join(FILES, file)), how);
const codes = ({ problems }: ImportResult) => problems.map(({ code, value, params }) => [code, value, params?.number]);
const counts = ({ created, unchanged, differing, skipped }: ImportResult) => [created, unchanged, differing, skipped];

test('the list of members comes back untouched, into the same community and into another one', async () => {
  const { id } = await service.createCommunity();
  const first = await read(id, 'members-list.csv');
  assert.deepEqual([codes(first), counts(first)], [[], [6, 0, 0, 0]]);
  const again = await read(id, 'members-list.csv');
  assert.deepEqual([codes(again), counts(again), again.differences], [[], [0, 6, 0, 0], []]);
});

for (const file of ['members-list-libreoffice.csv', 'members-list-libreoffice.ods', 'members-list-libreoffice.xlsx']) {
  test(`${file}: numbers that the spreadsheet has changed are asked about`, async () => {
    const { id } = await service.createCommunity();
    await read(id, 'members-list.csv');
    const result = await read(id, file);
    const day = file.endsWith('csv') ? '03/04/26' : '2026-03-04';
    const shortened = file.endsWith('csv') ? '1.23456789012346E+016' : '1.23456789012346E+16';
    assert.deepEqual(codes(result), [
      ['known_name', day, '3/4'],
      file.endsWith('csv') ? ['spreadsheet_number', '1.00E+05', undefined] : ['known_number', '100000', '1E5'],
      ['spreadsheet_number', shortened, undefined],
      ['known_number', '7', '0007'],
    ]);
    const kept = await read(id, file, skipBad);
    assert.deepEqual([counts(kept)[0], counts(kept)[3]], [0, 4]);
  });
}

test('a known name under a new number is asked about, unless its own row is in the file or a person has decided', async () => {
  const { id } = await service.createCommunity();
  const head = 'external_id,name,status,balance_hours';
  assert.equal(
    (await importMembers(service.deps, id, csv(head, '1,Gisela Groß,active,1', '2,Jörg Ärmel,active,1'), options))
      .created,
    2,
  );
  // In the whole list each has a row, and a second Gisela is another person.
  const whole = csv(head, '1,Gisela Groß,active,1', '2,Jörg Ärmel,active,1', '3,Gisela Groß,active,4');
  assert.equal((await importMembers(service.deps, id, whole, { ...options, dryRun: true })).created, 1);
  const part = csv(head, '03,"GROSS, Gisela",active,4', '4,Jorg Armel,active,0', '5,Neu,active,0');
  const asked = await importMembers(service.deps, id, part, options);
  assert.deepEqual(
    [codes(asked), asked.outcome],
    [
      [
        ['known_name', '03', '1'],
        ['known_name', '4', '2'],
      ],
      'refused',
    ],
  );
  const others = await importMembers(service.deps, id, part, { ...options, similarAreNew: true });
  assert.deepEqual(counts(others), [3, 0, 0, 0]);
});

test('a plain list without numbers that is imported again with one cell changed asks, too', async () => {
  const { id } = await service.createCommunity();
  assert.equal((await importMembers(service.deps, id, csv('Name,Telefon', 'Ann A,1', 'Bob B,2'), options)).created, 2);
  const again = await importMembers(service.deps, id, csv('Name,Telefon', 'Ann A,1', 'Bob B,22'), options);
  assert.deepEqual(
    again.problems.map(({ line, code }) => [line, code]),
    [[3, 'known_name']],
  );
});

test('errors of spreadsheets are refused in every column, and so are shortened numbers', async () => {
  const { id } = await service.createCommunity();
  const rows = [
    '1,#N/A,0551',
    '2,Bea,#REF!',
    '3,Cy,4.91705E+11',
    '#WERT!,Dan,1',
    '5,Eva,Err:508',
    '6,#1 Shop,12E5',
    '7,"E, F",1',
  ];
  const result = await importMembers(service.deps, id, csv('Nr,Name,Telefon', ...rows), skipBad);
  assert.deepEqual(
    result.problems.map(({ line, column, code }) => [line, column, code]),
    [
      [2, 'name', 'spreadsheet_error'],
      [3, 'phone', 'spreadsheet_error'],
      [4, 'phone', 'spreadsheet_number'],
      [5, 'external_id', 'spreadsheet_error'],
      [6, 'phone', 'spreadsheet_error'],
    ],
  );
  assert.equal(result.created, 2);
});

test('whom partners see comes back as the list says it, in both languages', async () => {
  const { id } = await service.createCommunity();
  const rows = [
    'Standard der Gemeinschaft',
    'Community default',
    'Nichts',
    'Nothing',
    'Name',
    'Name und E-Mail',
    'Name and e-mail',
  ];
  const file = csv('Nr;Name;Für Partner sichtbar', ...rows.map((row, at) => `${at};Person ${at};${row}`));
  assert.equal((await importMembers(service.deps, id, file, options)).created, rows.length);
  const found = await service.ownerQuery<{ visibility: string | null }>(
    'select visibility from members where community_id = $1 order by external_id',
    [id],
  );
  const email = 'listed_with_email';
  assert.deepEqual(
    found.map(({ visibility }) => visibility),
    [null, null, 'hidden', 'hidden', 'listed', email, email],
  );
  const again = await importMembers(service.deps, id, file, options);
  assert.deepEqual([again.unchanged, again.differences], [rows.length, []]);
});

test('hours come back with all the seconds that the list shows', async () => {
  const { id } = await service.createCommunity();
  const rows = ['1,"0,3333"', '2,"-2,1250"', '3,"1,5"', '4,"12,0003"'];
  const file = csv('Nr,Kontostand,Name', ...rows.map((row, at) => `${row},Person ${'abcd'[at]}`));
  const result = await importMembers(service.deps, id, file, options);
  assert.deepEqual([result.problems, result.totals?.sumSeconds], [[], 1200 - 7650 + 5400 + 43_201]);
  const odd = await importMembers(service.deps, id, csv('Nr,Kontostand,Name', '9,"1,2345",Odd'), options);
  assert.deepEqual(
    odd.problems.map(({ code }) => code),
    ['too_many_decimals'],
  );
});

test('the control total is of the rows that are written: no sum row, and nobody who is there already', async () => {
  const { id } = await service.createCommunity();
  const head = 'Nr,Name,Stunden';
  const file = csv(head, 'A1,Ann,10.00', 'A2,Ben,20.50', ',,30.50');
  const hours = ({ totals }: ImportResult) => totals && [totals.sumSeconds / 3600, totals.largestSeconds / 3600];
  assert.deepEqual(hours(await importMembers(service.deps, id, file, { ...skipBad, dryRun: true })), [30.5, 20.5]);
  assert.equal((await importMembers(service.deps, id, csv(head, 'A1,Ann,10.00'), options)).created, 1);
  assert.deepEqual(hours(await importMembers(service.deps, id, file, skipBad)), [20.5, 20.5]);
  assert.equal((await importMembers(service.deps, id, csv(head, 'A1,Ann,10.00'), options)).totals, null);
});

test('only columns that the file has are compared, and a column that is mapped must be there', async () => {
  const { id, slug } = await service.createCommunity();
  const file = csv('Nr,Name,Eintritt,Sprache', 'A1,Ann,2020-01-01,de');
  assert.equal((await importMembers(service.deps, id, file, options)).created, 1);
  const plain = await importMembers(service.deps, id, csv('Nr,Name,E-Mail', 'A1,Ann,'), options);
  assert.deepEqual([plain.unchanged, plain.differences], [1, []]);
  const path = join(FILES, 'members-list.csv');
  const { code, stdout, stderr } = await runCommand(service.testDatabase, [
    ...['import', 'members', path, '--community', slug, '--map', 'Foo=external_id', '--dry-run'],
  ]);
  assert.equal(code, 1);
  assert.match(stdout + stderr, /no column is named "foo"/);
});

for (const file of ['libreoffice.ods', 'libreoffice.xlsx', 'gnumeric.ods', 'gnumeric.xlsx']) {
  test(`hours-${file}: balances that a sheet keeps as times are booked as those hours`, async () => {
    const { id } = await service.createCommunity();
    const result = await read(id, `hours-${file}`);
    assert.deepEqual([codes(result), result.created], [[], 5]);
    const found = await service.ownerQuery<{ seconds: number }>(
      `select (credits_seconds - debits_seconds)::int as seconds from members m
       join accounts a on a.community_id = m.community_id and a.member_id = m.id
       where m.community_id = $1 order by m.external_id`,
      [id],
    );
    assert.deepEqual(
      found.map(({ seconds }) => seconds),
      [86_400, -21_600, 95_400, 4815, 900],
    );
  });
}
