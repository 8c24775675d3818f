/** Downloaded files in German: their names, heads and sentences. Columns that programs read keep their names. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { type Console, type Person, startConsole } from '../test-support/console.ts';
import { textOf } from '../test-support/download.ts';
import { englishAmong, englishOnly } from '../test-support/english.ts';
import { fillCommunity, receiverSettings, type Sample, stopReceiver } from '../test-support/sample.ts';

let console_: Console;
let sample: Sample;
let owner: Person;
before(async () => {
  console_ = await startConsole(await receiverSettings());
  sample = await fillCommunity(console_.service);
  owner = await console_.administrator(sample.community);
});
after(async () => {
  await console_.stop();
  await stopReceiver();
});

const openAt = (path: string) => console_.openAs(owner, `/c/${sample.community.slug}${path}`, { locale: 'de-AT' });

async function taken(page: Page, button: Locator): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), text: await textOf(download) };
}

/** The cells of a table, without what stood in the person's own file. */
const cells = (text: string) => text.split(/[;\r\n]+/).map((cell) => cell.replace(/^"|"$/g, ''));

function assertGerman(texts: readonly string[]): void {
  assert.deepEqual(englishAmong(texts, englishOnly()), []);
}

test('differences between a statement of the bank and the credits', async () => {
  const { page, faults, close } = await openAt(
    `/partners/${sample.bank.partnerId}/statements/match/${sample.comparisonId}`,
  );
  const file = await taken(page, page.getByRole('button', { name: 'CSV' }));
  assert.match(file.name, /^vergleich-\d+\.csv$/);
  assert.match(file.text, /^\ufeffVergleich;Zeile;Art;Status;/);
  assertGerman([file.name, ...cells(file.text)]);
  assert.deepEqual(faults, []);
  await close();
});

test('rows of an import that have faults of every kind', async () => {
  const { page, faults, close } = await openAt('/import');
  const rows = [
    ['Nr', 'Name', 'E-Mail', 'Status', 'Eintritt', 'Saldo'],
    ['1', '', 'anna', 'fort', '31.02.2026', '1,2,3'],
    ['1', 'Ben', 'ben@example.org', 'aktiv', '01.01.2026', '1e9', 'mehr'],
    ['2', 'x'.repeat(300), 'c@example.org', 'aktiv', '01.01.2999', '0,001'],
    ['2', 'Dora', 'd@example.org', 'aktiv', '01.01.2026', '1'],
    ['3', 'Emil', 'e@example.org', 'aktiv', '01.01.2026', '999999999'],
  ];
  const buffer = Buffer.from(rows.map((row) => row.join(';')).join('\n'));
  await page.locator('input[type=file]').setInputFiles({ name: 'Mitglieder.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Datei prüfen' }).click();
  const file = await taken(page, page.getByRole('button', { name: 'Fehlerhafte Zeilen als Datei speichern' }));
  assert.equal(file.name, 'Mitglieder-fehlerhafte-zeilen.csv');
  assert.match(file.text, /^\ufeffZeile;Fehler;Nr;Name;/);
  assert.ok(file.text.trim().split('\r\n').length >= 5, file.text);
  assertGerman([file.name, ...cells(file.text)]);
  assert.deepEqual(faults, []);
  await close();
});

test('access for a partner, whose names and values programs read', async () => {
  const { page, faults, close } = await openAt('/partners/new');
  await page.getByLabel('Name des Partners').fill('Hafenbank');
  await page.getByRole('checkbox', { name: 'Mitglieder sehen' }).click();
  await page.getByRole('button', { name: 'Partner anlegen' }).click();
  const file = await taken(page, page.getByRole('button', { name: 'Als Datei herunterladen' }));
  const said = file.text.split('\n').filter((line) => line.startsWith('#'));
  assert.equal(said.length, 1, file.text);
  assert.match(said[0] ?? '', /Hafenbank/);
  assertGerman(said);
  assert.deepEqual(faults, []);
  await close();
});
