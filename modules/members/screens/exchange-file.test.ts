/** The file of exchanges: names without marks, numbers beside them, and a column that says what was reversed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { testConsole } from '../../../console/test-support/console.ts';
import { textOf } from '../../../console/test-support/download.ts';
import { reverseExchange } from '../domain/exchanges/correct.ts';
import { postExchange } from '../domain/exchanges/record.ts';

const console_ = await testConsole();

test('two of one name are told apart in the file of exchanges, and what was reversed has a column', async () => {
  const { service } = console_;
  const community = await service.createCommunity();
  for (const externalId of ['7', '8']) {
    await service.createMember({ communityId: community.id, name: 'Hans Schwarz', externalId });
  }
  const { database, clock } = service.deps;
  const parties = { communityId: community.id, provider: '7', receiver: '8', recordedBy: 'test', note: null };
  await postExchange(database, clock, { ...parties, time: '2:15', serviceDate: '2026-11-19' });
  const { id } = await postExchange(database, clock, { ...parties, time: '1:00', serviceDate: '2026-11-18' });
  await reverseExchange(database, clock, {
    communityId: community.id,
    exchangeId: id,
    reason: 'x',
    recordedBy: 'test',
  });
  const owner = await console_.administrator(community);
  const { page, faults, close } = await console_.openAs(owner, `/c/${community.slug}/exchanges`, { locale: 'de-DE' });
  await page.locator('.table tbody tr').nth(1).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).click(),
  ]);
  const rows = parse(await textOf(download), { bom: true, columns: true, delimiter: ';' }) as Record<string, string>[];
  const names = ['Wer geholfen hat', 'Nummer: wer geholfen hat', 'Wem geholfen wurde', 'Nummer: wem geholfen wurde'];
  assert.deepEqual(rows.map((row) => [...names, 'Wie lange', 'Art', 'Status'].map((name) => row[name])).toSorted(), [
    ['Hans Schwarz', '7', 'Hans Schwarz', '8', '1', 'Einsatz', 'Storniert'],
    ['Hans Schwarz', '7', 'Hans Schwarz', '8', '2,25', 'Einsatz', 'Gebucht'],
  ]);
  assert.deepEqual(await page.locator('.table thead th', { hasText: 'Nummer' }).count(), 0);
  const links = page.locator('.table tbody tr').first().getByRole('link', { name: 'Hans Schwarz' });
  assert.deepEqual(await links.allInnerTexts(), ['Hans Schwarz 7', 'Hans Schwarz 8'], 'and so they are on the screen');
  assert.deepEqual(faults, []);
  await close();
});
