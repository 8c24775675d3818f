/** Taking back an import from the console. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { testConsole } from '../../../console/test-support/console.ts';
import { importMembers } from '../domain/import/members.ts';

const console_ = await testConsole();

const FILE = 'external_id;name;status;balance_hours\nM-1;Anna;active;2\nM-2;Ben;active;-1\n';

async function start(options: { locale?: string; width?: number } = {}) {
  const community = await console_.service.createCommunity();
  const person = await console_.administrator(community, 'owner');
  const opened = await console_.openAs(person, `/c/${community.slug}/import`, options);
  const members = () =>
    console_.service.ownerQuery(
      'select name from members where community_id = $1 and undone_at is null order by name',
      [community.id],
    );
  return { community, opened, page: opened.page, members };
}

async function importFile(page: Page) {
  await page.setInputFiles('input[type=file]', { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
  await page.getByRole('button', { name: 'Check file' }).click();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByText('2 rows were imported').waitFor();
}

test('an import is undone beside its result, and the same file is imported again', async () => {
  const { opened, page, members } = await start();
  await page.waitForLoadState('networkidle');
  assert.equal(await page.getByRole('heading', { name: 'Past imports' }).count(), 0);
  await importFile(page);
  await page.getByRole('heading', { name: 'Past imports' }).waitFor();
  await page.getByRole('button', { name: 'Undo import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
  await dialog.getByText('2 imported members are removed. Their opening balances are reversed.').waitFor();
  await assertAccessible(page, 'the question before an import is undone');
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await page.getByText('2 members were removed.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  const row = page.getByRole('row', { name: /people\.csv/ });
  await row.getByText('Undone', { exact: true }).waitFor();
  assert.equal(await row.getByRole('button').count(), 0);
  assert.deepEqual(await members(), []);
  await importFile(page);
  // The notice about the first import may still be there.
  await page.getByRole('button', { name: 'Undo import', exact: true }).waitFor();
  assert.deepEqual(await members(), [{ name: 'Anna' }, { name: 'Ben' }]);
  assert.deepEqual(opened.faults, []);
  await opened.close();
});

test('a past import in German says what keeps it from being undone, also when that comes while the question is open', async () => {
  const { community, opened, page, members } = await start({ locale: 'de-DE', width: 360 });
  const { service } = console_;
  const options = { skipBad: false, recordedBy: 'command line', fileName: 'Mitglieder.csv' };
  await importMembers(service.deps, community.id, Buffer.from(FILE), options);
  await page.reload();
  await page.getByRole('heading', { name: 'Frühere Importe' }).waitFor();
  await page.getByText('Serverbetrieb').waitFor();
  await assertAccessible(page, 'past imports in German');
  await assertNoSideScrolling(page, 'past imports at 360 px');
  const undo = page.getByRole('button', { name: 'Rückgängig machen: Mitglieder.csv' });
  await undo.click();
  const dialog = page.getByRole('dialog', { name: 'Diesen Import rückgängig machen?' });
  const go = dialog.getByRole('button', { name: 'Import rückgängig machen' });
  await dialog.getByText('2 importierte Mitglieder werden entfernt.', { exact: false }).waitFor();
  await service.ownerQuery(`update members set email = 'a@example.org' where community_id = $1 and name = 'Anna'`, [
    community.id,
  ]);
  await go.click();
  const refusal = 'Dieser Import lässt sich nicht mehr rückgängig machen';
  await dialog.getByText(refusal).waitFor();
  await dialog.getByText('1 Mitglied wurde seither geändert', { exact: false }).getByText('Anna').waitFor();
  assert.equal(await go.isDisabled(), true);
  await assertAccessible(page, 'an import that can no longer be undone');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.endsWith('Mitglieder.csv'));
  await undo.click();
  await dialog.getByText(refusal).waitFor();
  assert.equal(await go.isDisabled(), true);
  assert.equal((await members()).length, 2);
  assert.deepEqual(
    opened.faults.filter((fault) => !fault.includes('409')),
    [],
  );
  await opened.close();
});
