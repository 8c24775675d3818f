/** Headers, dates, numbers and words as people write them, taken for ours. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ImportKind } from '@timebank/contract';
import { guessDates, guessNumbers, plainDay, plainNumber } from '../../../tables/formats.ts';
import { FileFault, type ImportOptions } from '../../../tables/record-types.ts';
import { badRowsFile } from './bad-rows.ts';
import { takeColumns } from './headers.ts';
import { IMPORT_COLUMNS } from './import.ts';
import { BAD_ROWS_MAX } from './problems.ts';
import { readRows } from './read-rows.ts';

const take = (kind: ImportKind, header: string, chosen = {}) =>
  takeColumns({ kind, columns: Object.keys(IMPORT_COLUMNS[kind]) }, header.split(';'), chosen).map(
    ({ column }) => column,
  );

const read = (text: string, options: Partial<ImportOptions> = {}, kind: ImportKind = 'members') =>
  readRows(Buffer.from(text), IMPORT_COLUMNS[kind], { kind, ...options });

test('names of columns are known in English and German, whatever their case, accents, spaces and signs', () => {
  assert.deepEqual(take('members', 'Mitgliedsnr.;Vorname;Nachname;E-Mail;Telefon;Eintritt;Status;Kontostand'), [
    'external_id',
    'given_name',
    'family_name',
    'email',
    'phone',
    'joined_on',
    'status',
    'balance_hours',
  ]);
  assert.deepEqual(
    take('members', 'MITGLIEDSNUMMER;Full Name;E-mail address;Member since;Member Status;Balance (h);Sprache'),
    ['external_id', 'name', 'email', 'joined_on', 'status', 'balance_hours', 'language'],
  );
  assert.deepEqual(take('listings', 'Nr.;Mitglieds-Nr;Angebot/Gesuch;Titel;Kategorie;Geschaetzte Stunden;Status'), [
    ...['external_id', 'member_external_id', 'type', 'title', 'category', 'estimated_hours', 'status'],
  ]);
  assert.deepEqual(take('exchanges', 'Beleg-Nr;Datum;Geber;Empfaenger;Std.;Bemerkung'), [
    ...['external_id', 'service_date', 'provider_external_id', 'receiver_external_id', 'hours', 'note'],
  ]);
});

test('a choice goes before a guess, a column of our name before one that may mean it; "Name" beside "Vorname" is the last name', () => {
  assert.deepEqual(take('members', 'Nr;Telefon', { '#2': 'name' }), ['external_id', 'name']);
  assert.deepEqual(take('members', 'Nr;Saldo', { saldo: '' }), ['external_id', null]);
  assert.deepEqual(take('members', 'external_id;Nr'), ['external_id', null]);
  assert.deepEqual(take('members', 'Nr;Name;Vorname'), ['external_id', 'family_name', 'given_name']);
  assert.deepEqual(take('members', 'Name;Vorname;Nachname'), ['name', 'given_name', 'family_name']);
  assert.deepEqual(take('members', 'Name;Alias', { '#2': 'name' }), [null, 'name']);
  assert.deepEqual(take('members', 'Name;name', { '#1': 'name', '#2': '' }), ['name', null]);
});

test('a club list comes in whole: names, address, telephone, and of the birthday only the year', async () => {
  const { rows, understood } = await read(
    'Anrede;Vorname;Nachname;Straße;PLZ;Ort;Telefon;Mobil;Geburtstag;Bemerkung\n' +
      'Frau;Anna;Berger;Gartenstr. 5;04109;Leipzig;0341 12345;0171/555;12.03.1961;mag Katzen\n' +
      'Herr;Ben;Lang;;;;;;1.2.38;\nFrau;Cleo;Zander;;;;;;1950;\n',
  );
  assert.deepEqual(
    understood.columns.filter(({ column }) => column === null),
    [],
  );
  const [anna, ben, cleo] = rows.map(({ values }) => values as Record<string, unknown>);
  const { name, salutation, given_name, family_name, street, postal_code, place, phone, second_phone, birth_year } =
    anna ?? {};
  assert.deepEqual(
    [name, salutation, given_name, family_name, street, postal_code, place, phone, second_phone, birth_year],
    ['Anna Berger', 'Frau', 'Anna', 'Berger', 'Gartenstr. 5', '04109', 'Leipzig', '0341 12345', '0171/555', '1961'],
  );
  assert.deepEqual(
    [ben?.birth_year, cleo?.birth_year, anna?.notes, anna?.status],
    ['1938', '1950', 'mag Katzen', 'active'],
  );
});

test('of two columns that mean one thing of the office, the first counts; a second telephone number is kept', () => {
  assert.deepEqual(take('members', 'Name;Telefon;Telefon privat;Fon;Notiz;Kommentar'), [
    ...['name', 'phone', 'second_phone', null, 'notes', null],
  ]);
  assert.deepEqual(take('members', 'Name;Tel;Telefon', { '#3': 'phone' }), ['name', 'second_phone', 'phone']);
});

test('first and last name are joined, and no column but these makes a name', async () => {
  const { rows } = await read('Nr;Vorname;Nachname;Status;Saldo\n1;Jürgen; Müller ;aktiv;1\n2;Cher;;aktiv;0\n');
  assert.deepEqual(
    rows.map(({ values }) => values.name),
    ['Jürgen Müller', 'Cher'],
  );
});

test('one date above 12 decides the order of day and month for the file as a whole', () => {
  const orderOf = (...cells: string[]) => {
    const { order, by } = guessDates(cells, {});
    return [order, by];
  };
  assert.deepEqual(orderOf('01/02/2020', '13/02/2020', '02/01/2020'), ['dmy', 'file']);
  assert.deepEqual(orderOf('01/02/2020', '02/13/2020'), ['mdy', 'file']);
  assert.deepEqual(orderOf('2020-02-01', ''), [null, 'iso']);
  assert.deepEqual(orderOf('05.05.2020'), ['dmy', 'file'], 'the same either way');
  assert.deepEqual(orderOf('01.02.2020', '1.2.20'), [null, 'unclear']);
  assert.deepEqual(orderOf('13/02/2020', '02/13/2020'), [null, 'unclear'], 'two orders in one file');
  const byLocale = guessDates(['01/02/2020'], { unclear: 'mdy' });
  assert.deepEqual(byLocale, { order: 'mdy', by: 'locale', written: '01/02/2020', read: '2020-01-02' });
});

test('dates are read in every usual form, and other texts stay unchanged', () => {
  for (const [written, day] of [
    ['2020-02-01', '2020-02-01'],
    ['01.02.2020', '2020-02-01'],
    ['1.2.20', '2020-02-01'],
    ['1.2.65', '1965-02-01'],
    ['01/02/2020', '2020-02-01'],
    ['2020/2/1', '2020-02-01'],
    ['01.02.2020 00:00', '2020-02-01'],
    ['2020-02-01T00:00:00', '2020-02-01'],
    ['2026-03-01 14:22:05 UTC', '2026-03-01'],
    ['2021-05-04T09:12:44+02:00', '2021-05-04'],
    ['04.05.2021 9:12', '2021-05-04'],
    ['1-Mar-2021', '2021-03-01'],
    ['1. März 21', '2021-03-01'],
    ['March 1, 2021', '2021-03-01'],
    ['20210304', '2021-03-04'],
    ['20211304', '20211304'],
    ['0000-00-00', ''],
    ['Feb 2020', 'Feb 2020'],
    ['1.2.020', '1.2.020'],
  ] as const) {
    assert.equal(plainDay(written, 'dmy'), day, written);
  }
  assert.equal(plainDay('02/01/2020', 'mdy'), '2020-02-01');
});

test('the decimal mark is decided for the file as a whole, and 1.000 alone is asked about', async () => {
  const markOf = (...cells: string[]) => {
    const { decimal, by } = guessNumbers(cells, undefined);
    return [decimal, by];
  };
  assert.deepEqual(markOf('1,5', '1.000'), ['comma', 'file']);
  assert.deepEqual(markOf('1.5', '1,000'), ['point', 'file']);
  assert.deepEqual(markOf('1.000,50'), ['comma', 'file']);
  assert.deepEqual(markOf('1.000.000'), ['comma', 'file']);
  assert.deepEqual(markOf('0.250'), ['point', 'file']);
  assert.deepEqual(markOf('1:30', '2', ''), [null, 'plain']);
  assert.deepEqual(markOf('1,5', '2.5'), [null, 'plain'], 'each can be read in one way only');
  assert.deepEqual(markOf('1.000', '3'), [null, 'unclear']);
  assert.deepEqual(markOf('1,5', '2.5', '1.000'), [null, 'unclear']);
  const file = 'Nr;Name;Status;Saldo\n1;Anna;aktiv;1.000\n';
  await assert.rejects(read(file), (error: FileFault) => {
    assert.deepEqual([error.code, error.understood?.numbers?.by], ['unclear_numbers', 'unclear']);
    return true;
  });
  const balanceOf = async (numbers: 'comma' | 'point') => (await read(file, { numbers })).rows[0]?.values.balance_hours;
  assert.deepEqual([await balanceOf('comma'), await balanceOf('point')], [3_600_000, 3600]);
});

test('thousands, units and signs of numbers are read', () => {
  for (const [written, plain] of [
    ['1.234,5', '1234,5'],
    ['-1.000', '-1000'],
    ['1 000,5', '1000,5'],
    ["1'000", '1000'],
    ['2,5 h', '2,5'],
    ['3 Std.', '3'],
    ['0,250', '0,25'],
    ['1:30', '1:30'],
    ['1,255', '1,255'],
  ] as const) {
    assert.equal(plainNumber(written, 'comma'), plain, written);
  }
});

test('words are taken for ours, each is reported, and a word that means nothing is a fault', async () => {
  const { rows, problems, understood } = await read(
    'Nr;Name;Status;Saldo;Sprache;Sichtbar\n1;A;aktiv;0;Deutsch;ja\n2;B;Ausgetreten;0;EN;nein\n3;C;gesperrt;0;;\n4;D;vielleicht;0;;\n',
  );
  assert.deepEqual(
    rows.map(({ values }) => values.status),
    ['active', 'left', 'suspended', undefined],
  );
  assert.deepEqual([rows[0]?.values.language, rows[1]?.values.visible_to_partners], ['de', 'no']);
  assert.deepEqual(
    problems.listed.map(({ line, column, code, value }) => [line, column, code, value]),
    [[5, 'status', 'unknown_value', 'vielleicht']],
  );
  assert.ok(
    understood.words.some(({ written, read, count }) => written === 'aktiv' && read === 'active' && count === 1),
  );
  const listings = await read(
    'Nr;Mitglied;Art;Titel;Status\n1;1;Angebot;Brot;offen\n2;1;Gesuch;Hilfe;erledigt\n',
    {},
    'listings',
  );
  assert.deepEqual(
    listings.rows.map(({ values }) => [values.type, values.status]),
    [
      ['service', 'active'],
      ['request', 'closed'],
    ],
  );
});

test('a refused file is reported with what was decided, too', async () => {
  const fault = await read('Nr;Name;Jürgen\n1;2;3\n').catch((error: unknown) => error);
  assert.ok(fault instanceof FileFault);
  assert.deepEqual([fault.code, fault.params], ['missing_column', { columns: 'status,balance_hours' }]);
  assert.deepEqual([fault.understood?.header, fault.understood?.letters], [['Nr', 'Name', 'Jürgen'], ['Jürgen']]);
});

test('a row that was corrected counts as it was typed, under the number of the file', async () => {
  const text = 'Nr;Name;Status;Saldo\n1;"Ann" B;aktiv;0\n2;Ben;aktiv;0;more\n3;Cy;aktiv;0\n';
  const before = await read(text);
  assert.deepEqual([before.problems.count, [...before.problems.byLine.keys()]], [2, [2, 3]]);
  const mended = { 2: ['1', 'Ann B', 'aktiv', '0'], 3: ['2', 'Ben', 'ausgetreten', 'x'] };
  const after = await read(text, { mended });
  assert.deepEqual(
    after.rows.map(({ line, bad, values }) => [line, bad, values.name]),
    [
      [2, false, 'Ann B'],
      [3, true, 'Ben'],
      [4, false, 'Cy'],
    ],
  );
});

test('rows given back hold no formula, keep their cells, and are read again as they were', async () => {
  const text = 'Nr;Name;Status;Saldo\n1;=1+1;x;-2,5\n2;"a;""b""";x;-1:30\n3;+a;x;0;more\n';
  const { rows, problems, understood } = await read(text);
  const badRows = rows.map(({ line, cells }) => ({ line, cells, problems: problems.byLine.get(line) ?? [] }));
  const file = badRowsFile({ badRows, understood });
  assert.ok(file.includes(";'=1+1;x;-2,5\r\n"), file);
  const again = await read(file.slice(1));
  assert.deepEqual(
    again.rows.map(({ values }) => [values.name, values.balance_hours]),
    rows.map(({ values }) => [values.name, values.balance_hours]),
  );
  assert.deepEqual(
    again.problems.listed.map(({ code }) => code),
    problems.listed.map(({ code }) => code),
  );
});

test('the rows whose faults are kept are bounded, all faults are counted', async () => {
  const lines = Array.from({ length: BAD_ROWS_MAX + 500 }, (_, at) => `${at};A;x;0`);
  const { problems } = await read(`Nr;Name;Status;Saldo\n${lines.join('\n')}\n`);
  assert.deepEqual([problems.count, problems.byLine.size], [BAD_ROWS_MAX + 500, BAD_ROWS_MAX]);
});
