/** Small things of many screens that readers stumble over. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postExchange } from '../../modules/members/domain/exchanges/record.ts';
import { assertAccessible, assertNoSideScrolling } from '../test-support/axe.ts';
import { testConsole } from '../test-support/console.ts';
import { heading } from '../test-support/new-partner.ts';

const console_ = await testConsole();

async function start() {
  const community = await console_.service.createCommunity({ name: 'Riverside' });
  const person = await console_.administrator(community);
  const base = `/c/${community.slug}`;
  const at = `${console_.origin}/console${base}`;
  return { community, communityId: community.id, person, base, at };
}

/** Two hours of help. */
const help = async (communityId: number, provider: string, receiver: string, recordedBy: string) => {
  const { database, clock } = console_.service.deps;
  const what = { time: '2', serviceDate: '2026-01-31', recordedBy };
  await postExchange(database, clock, { communityId, provider, receiver, ...what });
};

const today = () => new Date().toISOString().slice(0, 10);

test('a statement’s members lead to their pages, and the history has the day of the help as its date', async () => {
  const { communityId, person, base, at } = await start();
  const { service } = console_;
  const anna = await service.createMember({ communityId, name: 'Anna Berger' });
  const ben = await service.createMember({ communityId, name: 'Ben Lang' });
  await help(communityId, anna.id, ben.id, `administrator:${person.id}`);
  const partner = await service.createPartner({ communityId, name: 'Harbour Bank', scopes: ['wallet.write'] });
  const json = { user_id: anna.id, hours: 1, reference: 'R-1' };
  await service.call('POST', '/wallet/credit', { token: await service.token(partner), json });
  const statement = `${base}/partners/${partner.partnerId}/statements/${today()}`;
  const { page, faults, close } = await console_.openAs(person, statement, { width: 320 });
  await page.getByRole('link', { name: 'Anna Berger' }).waitFor();
  await assertNoSideScrolling(page, 'a statement at 320 px');
  await page.getByRole('link', { name: 'Anna Berger' }).click();
  await heading(page, 'Anna Berger').waitFor();
  await page.goto(`${at}/members/${anna.id}/history`);
  const line = page.locator('.table tr').filter({ hasText: 'Help given to Ben Lang' });
  await line.getByText('31 Jan 2026').waitFor();
  await line.getByText(/Booked just now · Ada Riverside|Booked .* ago · Ada Riverside/).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('the languages of a community are chosen by name, the main one first', async () => {
  const { communityId, person, base } = await start();
  const { page, faults, close } = await console_.openAs(person, `${base}/settings`);
  const field = page.getByRole('combobox', { name: 'Languages' });
  await field.fill('Turk');
  await page.getByRole('option', { name: 'Turkish' }).click();
  await page.keyboard.press('Escape');
  await assertAccessible(page, 'the languages');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await page.getByText('Settings saved').first().waitFor();
  const [row] = await console_.service.ownerQuery('select languages from communities where id = $1', [communityId]);
  assert.deepEqual(row, { languages: ['en', 'tr'] });
  assert.deepEqual(faults, []);
  await close();
});

test('a day field says the day in the console’s language where the browser writes it in another', async () => {
  const { person, base } = await start();
  const { page, close } = await console_.openAs(person, `${base}/members/new`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByLabel('Agreement signed on').fill('2026-01-31');
  assert.equal(await page.getByText('31 Jan 2026').count(), 0);
  await page.getByRole('button', { name: person.name }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await heading(page, 'Neues Mitglied').waitFor();
  await page.getByText('31.01.2026').waitFor();
  await close();
});

test('what is live has no mark of its own, a sandbox has one', async () => {
  const { person, base } = await start();
  const { page, close } = await console_.openAs(person, `${base}/partners`);
  await heading(page, 'Partners').waitFor();
  assert.equal(await page.locator('.page-tags .tag').count(), 0);
  await close();
  const sandbox = await console_.service.createCommunity({ kind: 'sandbox' });
  const other = await console_.openAs(await console_.administrator(sandbox), `/c/${sandbox.slug}/partners`);
  await other.page.locator('.page-tags').getByText('Sandbox').waitFor();
  await other.close();
});

test('on a phone a card says who helped, and a list of members shows a telephone number only where there is one', async () => {
  const { communityId, person, base, at } = await start();
  const { service } = console_;
  const anna = await service.createMember({ communityId, name: 'Anna Berger' });
  const ben = await service.createMember({ communityId, name: 'Ben Lang' });
  await service.ownerQuery('update members set external_id = $2 where id = $1', [anna.uuid, 'M-1']);
  await help(communityId, anna.id, ben.id, 'test');
  const { page, close } = await console_.openAs(person, `${base}/exchanges`, { width: 360 });
  const head = page.locator('td[data-main]').first();
  await head.waitFor();
  assert.match(await head.evaluate((cell) => getComputedStyle(cell, '::before').content), /Who helped/);
  await page.goto(`${at}/members`);
  await page.getByRole('link', { name: 'Anna Berger' }).waitFor();
  assert.equal(await page.locator('td[data-phone="line"]:visible').count(), 0);
  await assertNoSideScrolling(page, 'members at 360 px');
  await close();
});

test('comparisons and client secrets fit a telephone of 320 px in German', async () => {
  const { communityId, person, base } = await start();
  const partner = await console_.service.createPartner({ communityId, name: 'Harbour Bank' });
  const at = `${base}/partners/${partner.partnerId}`;
  const { page, close } = await console_.openAs(person, `${at}/secrets`, { width: 320, locale: 'de-AT' });
  await page.getByRole('heading', { name: 'Zugangsschlüssel' }).first().waitFor();
  await assertNoSideScrolling(page, 'secrets');
  for (const path of ['statements', 'statements/match/open', 'webhooks', 'calls', 'settings']) {
    await page.goto(`${console_.origin}/console${at}/${path}`);
    await page.locator('.tab-panel > *').first().waitFor();
    await assertNoSideScrolling(page, path);
  }
  await close();
});
