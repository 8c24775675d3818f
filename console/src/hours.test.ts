/** Hours on every screen that takes them: read and shown as the chosen language writes them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganisation } from '../../modules/members/domain/accounts.ts';
import { testConsole } from '../test-support/console.ts';

const console_ = await testConsole();

async function start(path: string, locale = 'de-DE') {
  const community = await console_.service.createCommunity();
  const person = await console_.administrator(community, 'owner');
  const opened = await console_.openAs(person, `/c/${community.slug}${path}`, { locale });
  const finish = async () => {
    assert.deepEqual(opened.faults, []);
    await opened.close();
  };
  return { community, page: opened.page, finish };
}

const limitsOf = async (communityId: number) =>
  await console_.service.ownerQuery<{ lower: number | null; upper: number | null }>(
    `select lower_balance_seconds::int / 3600.0::float as lower, upper_balance_seconds::int / 3600.0::float as upper
     from communities where id = $1`,
    [communityId],
  );

test('settings in German: -1.000 stays a thousand below zero, and an amount that cannot be read is reported and not saved', async () => {
  const { community, page, finish } = await start('/settings');
  const lowest = page.getByLabel('Niedrigster Kontostand');
  const highest = page.getByLabel('Höchster Kontostand');
  await lowest.fill('-1.000');
  await page.getByText('= −1.000 Stunden').waitFor();
  await highest.fill('abc');
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.getByText('Keine gültige Stundenzahl. Geben Sie eine Zahl wie 1000 oder 20,5 ein.').waitFor();
  assert.equal(await page.getByText('Geben Sie eine Zahl größer als 0 ein.').count(), 0);
  await highest.fill('1,500');
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.getByText(/^1,500 lässt sich auf zwei Arten lesen\. Schreiben Sie 1500/).waitFor();
  assert.deepEqual(await limitsOf(community.id), [{ lower: null, upper: null }]);
  await highest.fill('20,5');
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.getByText('Einstellungen gespeichert.').waitFor();
  assert.deepEqual(await limitsOf(community.id), [{ lower: -1000, upper: 20.5 }]);
  assert.deepEqual([await lowest.inputValue(), await highest.inputValue()], ['-1000', '20,5']);
  await page.reload();
  await page.getByText('= 20,5 Stunden').waitFor();
  assert.deepEqual([await lowest.inputValue(), await highest.inputValue()], ['-1000', '20,5']);
  await finish();
});

test('settings in English: 1,000 is a thousand, 1.000 is asked', async () => {
  const { community, page, finish } = await start('/settings', 'en-GB');
  await page.getByLabel('Highest balance').fill('1.000');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/^1\.000 can be read in two ways\. Write 1000/).waitFor();
  await page.getByLabel('Highest balance').fill('1,000');
  await page.getByText('= 1,000 hours').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Settings saved.').waitFor();
  assert.deepEqual(await limitsOf(community.id), [{ lower: null, upper: 1000 }]);
  await finish();
});

test('the limit of an organisation in German: -1.000 is a thousand, and is shown so', async () => {
  const { community, page, finish } = await start('/accounts');
  const act = { communityId: community.id, actor: 'test' };
  await addOrganisation(console_.service.deps, act, { name: 'Bücherei', lowerBalanceSeconds: -20.5 * 3600 });
  await page.reload();
  await page.getByRole('button', { name: 'Grenze ändern: Bücherei' }).click();
  const limit = page.getByRole('dialog').getByLabel('Untergrenze');
  assert.equal(await limit.inputValue(), '-20,5');
  await limit.fill('viel');
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.getByText('Keine gültige Stundenzahl. Geben Sie eine Zahl wie 1000 oder 20,5 ein.').waitFor();
  await limit.fill('25');
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.getByText('Geben Sie 0 oder eine negative Zahl ein.').waitFor();
  await limit.fill('-1.000');
  await page.getByText('= −1.000 Stunden').waitFor();
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.getByText('Grenze geändert.').waitFor();
  const rows = await console_.service.ownerQuery<{ seconds: string }>(
    `select lower_balance_seconds::text as seconds from accounts where community_id = $1 and kind = 'organisation'`,
    [community.id],
  );
  assert.deepEqual(rows, [{ seconds: '-3600000' }]);
  await finish();
});

test('caps of a partner in German: 1.000 is a thousand for a new one, and 20,5 keeps its comma after it is saved', async () => {
  const { community, page, finish } = await start('/partners/new');
  await page.getByLabel('Name des Partners').fill('Hafenbank');
  await page.getByRole('checkbox', { name: 'Stunden gutschreiben' }).click();
  const caps = page.getByRole('textbox', { name: /^Stunden je/ });
  await caps.nth(0).fill('2.000');
  await caps.nth(1).fill('abc');
  await page.getByText('= 2.000 Stunden').waitFor();
  await page.getByRole('button', { name: 'Partner anlegen' }).click();
  await page.getByText('Keine gültige Stundenzahl. Geben Sie eine Zahl wie 1000 oder 20,5 ein.').waitFor();
  await caps.nth(1).fill('1,5');
  await page.getByRole('button', { name: 'Partner anlegen' }).click();
  await page.waitForURL(/\/secret$/);
  const [partner] = await console_.service.ownerQuery<{ id: number; caps: string[] }>(
    `select id, array[max_credit_seconds, max_member_day_seconds, max_partner_day_seconds]::text[] as caps
     from partners where community_id = $1`,
    [community.id],
  );
  assert.deepEqual(partner?.caps, ['7200000', '5400', null]);
  // The secret was not copied, so the browser asks before it leaves.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto(`${console_.origin}/console/c/${community.slug}/partners/${partner?.id}/settings`);
  await page.getByText('= 1,5 Stunden').waitFor();
  assert.deepEqual([await caps.nth(0).inputValue(), await caps.nth(1).inputValue()], ['2000', '1,5']);
  await caps.nth(2).fill('20,5');
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.getByText('= 20,5 Stunden').waitFor();
  await page.getByText('Noch keine Änderungen.').waitFor();
  assert.equal(await caps.nth(2).inputValue(), '20,5');
  await finish();
});

test('the expected time of a listing in German is read with its comma, and shown as a clock, which has one reading', async () => {
  const { community, page, finish } = await start('/listings/new');
  await console_.service.createMember({ communityId: community.id, name: 'Anna Berger', externalId: 'M-1' });
  await page.getByRole('combobox', { name: 'Mitglied' }).fill('M-1');
  await page.keyboard.press('Tab');
  await page.getByText('M-1 · 0 h').waitFor();
  await page.getByLabel('Titel').fill('Fahrrad');
  const expected = page.getByLabel('Erwartete Zeit');
  await expected.fill('1,5');
  await page.getByText('= 1,5 Stunden (1:30)').waitFor();
  await page.getByRole('button', { name: 'Inserat hinzufügen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Fahrrad' }).waitFor();
  assert.equal(await expected.inputValue(), '1:30');
  await expected.fill('bald');
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.getByText('Keine gültige Zeit. Geben Sie 1:30, 1,5 oder 90 min ein.').waitFor();
  await finish();
});
