/** Importing a file as an office has it: guessed, shown, mended in place, given back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IMPORT_PROBLEM_CODES } from '@timebank/contract/words';
import type { Page } from 'playwright-core';
import { inLanguage } from '../../../console/src/i18n/languages.ts';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { testConsole } from '../../../console/test-support/console.ts';
import { textOf } from '../../../console/test-support/download.ts';
import { patientMs } from '../../../test-support/speed.ts';
import { imports } from '../texts/import.ts';

const [importsEn, importsDe] = [inLanguage(imports, 'en'), inLanguage(imports, 'de')];

const console_ = await testConsole();

async function start(options: { locale?: string; width?: number } = {}) {
  const community = await console_.service.createCommunity();
  const person = await console_.administrator(community, 'owner');
  const opened = await console_.openAs(person, `/c/${community.slug}/import`, options);
  const members = () =>
    console_.service.ownerQuery(
      `select m.external_id, m.name, status, joined_on::text,
         ((credits_seconds - debits_seconds) / 36)::int as hundredths
       from members m join accounts a on a.community_id = m.community_id and a.member_id = m.id
       where m.community_id = $1 order by m.external_id`,
      [community.id],
    );
  return { community, opened, page: opened.page, members };
}

async function upload(page: Page, text: string, check: string, encoding: BufferEncoding = 'utf8') {
  const buffer = Buffer.from(text, encoding);
  await page.setInputFiles('input[type=file]', { name: 'Mitglieder.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: check }).click();
}

test('one answer is given for all rows with an unknown word: a status, a day, or without them', async () => {
  const { opened, page, members } = await start({ locale: 'de-DE' });
  const lines = [
    'Mitgl.-Nr.;Name;Status;Guthaben Std.;Einw. E-Mail',
    ...['1;Anna;Probe;1;ja', '2;Ben;Probe;2;ja', '3;Cleo;Gast;3;', '4;Dora;ruhend;4;'],
  ];
  await upload(page, lines.join('\r\n'), 'Datei prüfen');
  const answer = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await answer('Status: „Probe“ (2 Zeilen)', 'Ausstehend');
  await answer('Status: „Gast“ (1 Zeile)', 'Diese Zeilen weglassen');
  await answer('Einwilligung in E-Mails vom: „ja“ (2 Zeilen)', 'An einem Tag …');
  await page.getByLabel('Tag für „ja“').fill('2026-01-31');
  await page.getByLabel('Tag für „ja“').blur();
  await answer('Status: „ruhend“ (1 Zeile)', 'Aktiv');
  await assertAccessible(page, 'answers for words');
  await page.getByRole('checkbox', { name: /ohne die 1 fehlerhafte Zeile/ }).check();
  await page.getByRole('button', { name: /^3 Zeilen importieren/ }).click();
  await page.getByText('3 Zeilen wurden importiert').waitFor();
  assert.deepEqual(
    (await members()).map(({ name, status }) => [name, status]),
    [
      ['Anna', 'pending'],
      ['Ben', 'pending'],
      ['Dora', 'active'],
    ],
  );
  assert.deepEqual(opened.faults, []);
  await opened.close();
});

test('a German office imports its own table: columns, dates, numbers, words and umlauts are guessed and shown', async () => {
  const { opened, page, members } = await start({ locale: 'de-DE', width: 360 });
  const lines = [
    'Mitgliedsnr.;Vorname;Nachname;Status;Eintritt;Kontostand;Beruf',
    '1;Jürgen;Müller;aktiv;01.02.2020;1.000;123',
    '2;Zoë;Weiß;ehemalig;1.3.20;-2,5;456',
  ];
  await upload(page, lines.join('\r\n'), 'Datei prüfen', 'latin1');
  for (const said of [
    'Stimmen die Umlaute? Jürgen, Müller, Zoë',
    'Weggelassen: Beruf.',
    '1.000 heißt 1.000 Stunden. Das geht aus der Datei hervor.',
  ]) {
    await page.getByText(said, { exact: true }).waitFor();
  }
  // A word that says the same in the reader's language is not repeated.
  assert.equal(await page.getByText('„aktiv“').count(), 0);
  const word = page.getByRole('combobox', { name: 'Status: „ehemalig“ (1 Zeile)' });
  assert.equal(await word.inputValue(), 'Ausgetreten');
  const dates = page.getByRole('combobox', { name: 'Datumsangaben' });
  assert.equal(await dates.inputValue(), 'Tag vor Monat');
  await page.getByText(/01\.02\.2020 heißt 1\. Februar 2020\. Die Datei lässt die Reihenfolge offen/).waitFor();
  await assertAccessible(page, 'import in German');
  await assertNoSideScrolling(page, 'import at 360 px');
  await page.getByRole('button', { name: '2 Zeilen importieren' }).click();
  await page.getByText('2 Zeilen wurden importiert').waitFor();
  assert.deepEqual(await members(), [
    { external_id: '1', name: 'Jürgen Müller', status: 'active', joined_on: '2020-02-01', hundredths: 100_000 },
    { external_id: '2', name: 'Zoë Weiß', status: 'left', joined_on: '2020-03-01', hundredths: -250 },
  ]);
  assert.deepEqual(opened.faults, []);
  await opened.close();
});

test('what a number means is asked before anything can be imported, and another order of dates may be chosen', async () => {
  const { opened, page, members } = await start();
  await upload(page, 'No,Full name,Status,Joined,Balance\n1,Ann,active,01/02/2020,1.000\n', 'Check file');
  await page.getByText(/“1\.000” may be a thousand or a decimal number/).waitFor();
  assert.equal(await page.getByRole('button', { name: /^Import \d/ }).count(), 0);
  const choose = async (list: string, option: string) => {
    await page.getByRole('combobox', { name: list, exact: true }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await choose('Numbers', 'Decimal point (1.5)');
  await page.getByText('1.000 is 1 h.').waitFor();
  await choose('Dates', 'Month before day');
  await page.getByText(/01\/02\/2020 is (?:2 January|January 2,) 2020/).waitFor();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText('1 row was imported').waitFor();
  const [member] = await members();
  assert.deepEqual([member?.joined_on, member?.hundredths], ['2020-01-02', 100]);
  assert.deepEqual(opened.faults, []);
  await opened.close();
});

test('balances that look like seconds are asked about, and their sum and largest value are shown before writing', async () => {
  const { opened, page, members } = await start();
  await upload(page, 'Nr;Name;Status;Saldo\n1;Ann;active;27060\n2;Ben;active;-7200\n', 'Check file');
  await page.getByText(/These look like seconds or minutes and not like hours: together 19860/).waitFor();
  assert.equal(await page.getByRole('button', { name: /^Import \d/ }).count(), 0);
  await page.getByRole('combobox', { name: importsEn.unit, exact: true }).click();
  await page.getByRole('option', { name: importsEn.units.seconds }).click();
  await page.getByText('Together 5.52 h, the largest is 7.52 h. Is that right?').waitFor();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByText('2 rows were imported').waitFor();
  assert.deepEqual(
    (await members()).map(({ hundredths }) => hundredths),
    [751, -200],
  );
  assert.deepEqual(opened.faults, []);
  await opened.close();
});

test('rows with faults are typed over in place, checked again and imported; the others come back as a file', async () => {
  const { opened, page, members } = await start();
  const rows = Array.from({ length: 24 }, (_, at) => `${at + 10};Member ${at};away;1`);
  const text = ['Nr;Name;Status;Saldo', '1;Anna;active;1', '2;Ben;active;soon;more', ...rows].join('\n');
  await upload(page, text, 'Check file');
  await page.getByRole('heading', { name: '25 rows have faults' }).waitFor();
  const ben = page.getByRole('group', { name: 'Line 3' });
  await ben.getByText('The row has 5 cells, the first line has 4.', { exact: false }).waitFor();
  await page
    .getByRole('group', { name: 'Line 4', exact: true })
    .getByText(/“away” is not known. Right would be: Active/)
    .waitFor();

  await ben.getByRole('textbox', { name: 'Extra cell 5, line 3' }).fill('');
  await ben.getByRole('textbox', { name: 'Saldo, line 3' }).fill('-2,5');
  assert.equal(await page.getByRole('button', { name: 'Import' }).first().isDisabled(), true);
  await page.keyboard.press('Enter');
  await page.getByText('1 row was corrected here.').waitFor();
  await page.getByRole('heading', { name: '24 rows have faults' }).waitFor();

  await page.getByText('Rows 1 to 20 of 24').waitFor();
  await page.getByRole('button', { name: 'Next rows' }).click();
  await page.getByText('Rows 21 to 24 of 24').waitFor();
  await page.getByRole('textbox', { name: 'Status, line 27' }).fill('left');
  await page.getByRole('button', { name: 'Check 1 corrected row' }).click();
  await page.getByText('2 rows were corrected here.').waitFor();

  await page.getByLabel('Import the other rows without the 23 rows with faults').check();
  await page.getByRole('button', { name: 'Import 3 rows' }).click();
  await page.getByText('3 rows were imported').waitFor();
  assert.deepEqual(
    (await members()).map(({ external_id, status, hundredths }) => [external_id, status, hundredths]),
    [
      ['1', 'active', 100],
      ['2', 'active', -250],
      ['33', 'left', 100],
    ],
  );

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save rows with faults as a file' }).click();
  const download = await downloading;
  assert.equal(download.suggestedFilename(), 'Mitglieder-rows-with-faults.csv');
  const file = await textOf(download);
  const saved = file.split('\r\n');
  assert.equal(saved.length, 25);
  assert.equal(saved[0], '\ufeffLine;Fault;Nr;Name;Status;Saldo');
  assert.match(saved[1] ?? '', /^4;"Status: “away” is not known\. .*";10;Member 0;away;1$/);

  await page.getByRole('button', { name: 'Import another file' }).click();
  await upload(page, file.replaceAll(';away;', ';suspended;'), 'Check file');
  await page.getByText('Left out: Line and Fault.').waitFor();
  await page.getByRole('button', { name: 'Import 23 rows' }).click();
  await page.getByText('23 rows were imported').waitFor();
  assert.equal((await members()).length, 26);
  assert.deepEqual(opened.faults, []);
  await opened.close();
});

test('a file is dropped, and a column is given another meaning or left out', async () => {
  const { opened, page, members } = await start();
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['Nr,Name,Alias,Status,Saldo\n1,Anna,Anni,active,1\n'], 'dropped.csv'));
    return transfer;
  });
  await page.dispatchEvent('.drop-zone', 'drop', { dataTransfer: data });
  await page.getByRole('button', { name: 'Check file' }).click();
  await page.getByText('Left out: Alias.').waitFor();
  const choose = async (column: string, meaning: string) => {
    await page.getByRole('combobox', { name: `Meaning of column ${column}`, exact: true }).click();
    await page.getByRole('option', { name: meaning, exact: true }).click();
  };
  await choose('Alias', 'Name (required)');
  await page.getByText('Left out: Name.').waitFor();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText('1 row was imported').waitFor();
  assert.equal((await members())[0]?.name, 'Anni');
  assert.deepEqual(opened.faults, []);
  await opened.close();
});

test('ten thousand rows with faults are paged through, and the page stays usable', async () => {
  const { opened, page } = await start();
  const rows = Array.from({ length: 10_000 }, (_, at) => `${at};Member ${at};away;1`);
  await upload(page, ['Nr;Name;Status;Saldo', ...rows].join('\n'), 'Check file');
  await page.getByText('Rows 1 to 20 of 10,000').waitFor();
  await page.getByRole('button', { name: 'Next rows' }).click();
  await page.getByText('Rows 21 to 40 of 10,000').waitFor();
  const downloading = page.waitForEvent('download', { timeout: patientMs(60_000) });
  await page.getByRole('button', { name: 'Save rows with faults as a file' }).click();
  const lines = (await textOf(await downloading)).trim().split('\r\n');
  assert.equal(lines.length, 10_001);
  assert.deepEqual(opened.faults, []);
  await opened.close();
});

test('every fault has a sentence in both languages that names all its parameters', () => {
  const parts = new Proxy({}, { get: (_, name) => `<${String(name)}>` }) as Record<string, string>;
  for (const texts of [importsEn, importsDe]) {
    for (const code of IMPORT_PROBLEM_CODES) assert.ok(texts.faults[code](parts).length > 10, code);
  }
  for (const code of IMPORT_PROBLEM_CODES) {
    const named = [importsEn, importsDe].map((texts) => (texts.faults[code](parts).match(/<\w+>/g) ?? []).sort());
    assert.deepEqual(named[0], named[1], code);
  }
});

test('the file to begin with is taken whole, of every kind, in the language in which it is given', async () => {
  for (const [locale, texts] of [
    ['en-GB', importsEn],
    ['de-AT', importsDe],
  ] as const) {
    const { community, opened, page, members } = await start({ locale });
    for (const [kind, rows] of [
      ['members', 2],
      ['listings', 1],
      ['exchanges', 1],
    ] as const) {
      await page.goto(`${console_.origin}/console/c/${community.slug}/import?kind=${kind}`);
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: texts.template }).click();
      const text = await textOf(await downloading);
      await upload(page, text, texts.check);
      await page.getByRole('button', { name: texts.go(rows), exact: true }).click();
      await page.getByText(texts.doneTitle(rows)).waitFor();
    }
    assert.deepEqual(await members(), [
      { external_id: 'M-1', name: 'Anna Berger', status: 'active', joined_on: '2019-05-31', hundredths: 1400 },
      { external_id: 'M-2', name: 'Ben Lang', status: 'active', joined_on: null, hundredths: -150 },
    ]);
    assert.deepEqual(opened.faults, []);
    await opened.close();
  }
});

test('categories that the list lacks are named before the import, and taken for others or left out with their rows', async () => {
  const { community, opened, page } = await start({ width: 360 });
  const communityId = community.id;
  await console_.service.createMember({ communityId, name: 'Anna', externalId: 'M-1' });
  const row = (number: number, category: string) => `L-${number},M-1,offer,Help ${number},${category},active`;
  const lines = ['Listing number,Member number,Offer or request,Title,Category,Status'];
  await page.goto(`${console_.origin}/console/c/${community.slug}/import?kind=listings`);
  await upload(page, [...lines, row(1, 'Garden'), row(2, 'Garden')].join('\n'), 'Check file');
  await page.getByRole('heading', { name: '1 category is not on your list yet' }).waitFor();
  await page.getByText('In 2 new rows.').waitFor();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByText('2 rows were imported').waitFor();
  await page.getByRole('button', { name: 'Import another file' }).click();

  const more = [row(3, 'Lawns'), row(4, 'Talking'), row(5, 'Baking')];
  await upload(page, [...lines, ...more].join('\n'), 'Check file');
  await page.getByRole('heading', { name: '3 categories are not on your list yet' }).waitFor();
  await assertAccessible(page, 'categories of a file');
  await assertNoSideScrolling(page, 'categories of a file');
  const choose = async (category: string, option: string) => {
    await page.getByRole('combobox', { name: category, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Lawns', 'Garden');
  await page.getByRole('heading', { name: '2 categories are not on your list yet' }).waitFor();
  await choose('Talking', 'Do not import these rows');
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByText('2 rows were imported').waitFor();
  const sql = 'select external_id, category from listings where community_id = $1 order by external_id';
  assert.deepEqual((await console_.service.ownerQuery<Record<string, string>>(sql, [communityId])).map(Object.values), [
    ['L-1', 'Garden'],
    ['L-2', 'Garden'],
    ['L-3', 'Garden'],
    ['L-5', 'Baking'],
  ]);
  assert.deepEqual(opened.faults, []);
  await opened.close();
});
