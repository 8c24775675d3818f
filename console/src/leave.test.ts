/** Typed entries are never lost by a click: a form or dialog with entries asks before it closes, and only then. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeId } from '@timebank/contract';
import type { Locator, Page } from 'playwright-core';
import { addOrganisation } from '../../modules/members/domain/accounts.ts';
import { postExchange } from '../../modules/members/domain/exchanges/record.ts';
import { addListing } from '../../modules/members/domain/listings/create.ts';
import { assertAccessible } from '../test-support/axe.ts';
import { testConsole } from '../test-support/console.ts';
import { goOn, LEAVE } from '../test-support/settled.ts';
import { DIALOGS, FORMS, press } from '../test-support/typed-forms.ts';

const console_ = await testConsole();
const { service } = console_;
const community = await service.createCommunity({ name: 'Riverside' });
const { id: communityId, slug } = community;
const [anna, ben] = [
  await service.createMember({ communityId, name: 'Anna Berger' }),
  await service.createMember({ communityId, name: 'Ben Lang' }),
];
const { partnerId: partner } = await service.createPartner({
  communityId,
  scopes: ['users.read', 'webhooks.manage', 'wallet.read', 'wallet.write'],
});
const act = { communityId, actor: 'test' };
const listing = await addListing(
  service.deps,
  { ...act, memberId: anna.uuid },
  { type: 'service', title: 'Garden help', category: 'Garden' },
  { addsCategory: true },
);
await addOrganisation(service.deps, act, { name: 'Library' });
const { database, clock } = service.deps;
const serviceDate = clock.now().toISOString().slice(0, 10);
const parties = { provider: anna.id, receiver: ben.id, time: '1:30', serviceDate };
await postExchange(database, clock, { communityId, ...parties, recordedBy: 'test' });
const owner = await console_.administrator(community);
const base = `/c/${slug}`;
const ids = { member: anna.id, listing: encodeId('lst', listing), partner };

const question = (page: Page) => page.getByRole('dialog', { name: LEAVE });
const elsewhere = (page: Page) => page.locator('.nav-scroll').getByRole('link', { name: 'Exchanges', exact: true });

async function stays(page: Page): Promise<void> {
  await question(page).getByRole('button', { name: 'Stay here' }).click();
  await question(page).waitFor({ state: 'detached' });
}

/** The browser asks when the window is closed; answered with no. */
async function assertWindowAsks(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  assert.equal(dialog.type(), 'beforeunload');
  await dialog.dismiss();
  await closing;
}

/** Nothing was lost: the address, the text, and the focus where it was. */
async function assertHere(page: Page, field: Locator, url: string, typed: string): Promise<void> {
  assert.equal(page.url(), url);
  assert.equal(await field.inputValue(), typed);
  await page.waitForFunction((node) => node === document.activeElement, await field.elementHandle());
}

/** Types one letter behind the text of the field. */
async function typeOne(field: Locator): Promise<string> {
  const before = await field.inputValue();
  await field.focus();
  await field.press('End');
  await field.press('1');
  const typed = await field.inputValue();
  assert.notEqual(typed, before);
  return typed;
}

/** Back and the window are asked by the same part of the page for all. */
const EVERY_WAY = new Set(['a new member', 'a row of an import typed over']);

for (const [name, { path, ofPerson, open, field, save }] of Object.entries(FORMS)) {
  const ways = EVERY_WAY.has(name) ? 'the menu, Back and the window' : 'the menu';
  test(`${name}: what is typed is asked about by ${ways}, and kept by staying`, async () => {
    const person = ofPerson ? await console_.administrator(community) : owner;
    const { page, faults, close } = await console_.openAs(person, base);
    const go = async () => {
      await goOn(page, ofPerson ? path(ids) : `${base}${path(ids)}`);
      await open?.(page);
      await field(page).waitFor();
    };
    await go();
    await elsewhere(page).click();
    await page.getByRole('heading', { level: 1, name: 'Exchanges' }).waitFor();
    assert.equal(await question(page).count(), 0, 'nothing was typed');

    await go();
    const url = page.url();
    const untouched = await field(page).inputValue();
    const typed = await typeOne(field(page));
    await elsewhere(page).click();
    await question(page).waitFor();
    await stays(page);
    await assertHere(page, field(page), url, typed);
    if (EVERY_WAY.has(name)) {
      await page.evaluate(() => history.back());
      await question(page).waitFor();
      await stays(page);
      await assertHere(page, field(page), url, typed);
      await assertWindowAsks(page);
      await assertHere(page, field(page), url, typed);
    }

    if (EVERY_WAY.has(name)) await page.evaluate(() => history.back());
    else await elsewhere(page).click();
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Exchanges' }).waitFor();
    await go();
    assert.equal(await field(page).inputValue(), untouched, 'what was thrown away is gone');

    await typeOne(field(page));
    await save(page);
    await elsewhere(page).click();
    await page.getByRole('heading', { level: 1, name: 'Exchanges' }).waitFor();
    assert.equal(await question(page).count(), 0, 'it is saved');
    assert.deepEqual(faults, []);
    await close();
  });
}

test('who goes on while something is saved is not taken to what was saved', async () => {
  const { page, faults, close } = await console_.openAs(owner, base);
  const held = Promise.withResolvers<void>();
  await page.route('**/members', async (route) => {
    if (route.request().method() === 'POST') await held.promise;
    await route.continue();
  });
  await goOn(page, `${base}/members/new`);
  await page.getByLabel('Given name').fill('Dora');
  await page.getByLabel('Family name').fill('Late');
  await press(page, 'Add member');
  await elsewhere(page).click();
  await page.getByRole('heading', { level: 1, name: 'Exchanges' }).waitFor();
  const url = page.url();
  held.resolve();
  await page.getByText('Dora Late has been added.').first().waitFor();
  await page.waitForLoadState('networkidle');
  assert.equal(page.url(), url);
  assert.deepEqual(faults, []);
  await close();
});

for (const [name, { path, opener, field, save }] of Object.entries(DIALOGS)) {
  test(`${name}: a dialog into which something was typed asks before it closes, and else closes at once`, async () => {
    const { page, faults, close } = await console_.openAs(owner, base);
    const dialogs = page.getByRole('dialog');
    const open = async () => {
      await page.getByRole('button', { name: opener }).first().click();
      await field(page).waitFor();
    };
    await goOn(page, `${base}${path(ids)}`);
    await open();
    await page.keyboard.press('Escape');
    await dialogs.waitFor({ state: 'detached' });

    await open();
    const url = page.url();
    const typed = await typeOne(field(page));
    await page.keyboard.press('Escape');
    await question(page).waitFor();
    if (name === 'an invitation') await assertAccessible(page, 'the question over a dialog');
    await page.keyboard.press('Escape');
    await question(page).waitFor({ state: 'detached' });
    await assertHere(page, field(page), url, typed);
    await dialogs.getByRole('button', { name: 'Cancel' }).click();
    await question(page).waitFor();
    await stays(page);
    await assertHere(page, field(page), url, typed);
    await page.evaluate(() => history.back());
    await question(page).waitFor();
    await stays(page);
    await assertHere(page, field(page), url, typed);
    await assertWindowAsks(page);

    await page.keyboard.press('Escape');
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await dialogs.waitFor({ state: 'detached' });
    assert.equal(page.url(), url);
    await open();
    await typeOne(field(page));
    await save(page);
    await elsewhere(page).click();
    await page.getByRole('heading', { level: 1, name: 'Exchanges' }).waitFor();
    assert.equal(await question(page).count(), 0, 'it is saved');
    assert.deepEqual(faults, []);
    await close();
  });
}

test('a tab of a page and signing out ask, too', async () => {
  const { page, close } = await console_.openAs(owner, `${base}/members/${ids.member}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const field = page.getByLabel('Name', { exact: true });
  await field.waitFor();
  const url = page.url();
  const typed = await typeOne(field);
  await page.getByRole('tab', { name: 'History' }).click();
  await question(page).waitFor();
  await stays(page);
  await assertHere(page, field, url, typed);
  await page.getByRole('button', { name: owner.name }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await question(page).waitFor();
  await stays(page);
  await assertHere(page, field, url, typed);
  await close();
});

test('a letter that is taken back again is nothing typed', async () => {
  const { page, close } = await console_.openAs(owner, `${base}/administrators`);
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const field = page.getByRole('dialog').getByLabel('E-mail address');
  await typeOne(field);
  await field.press('Backspace');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await goOn(page, `${base}/members/new`);
  const name = page.getByLabel('Given name');
  await typeOne(name);
  await name.press('Backspace');
  await elsewhere(page).click();
  await page.getByRole('heading', { level: 1, name: 'Exchanges' }).waitFor();
  await close();
});

test('slips stay when the page is left, and only closing the window asks', async () => {
  const { page, close } = await console_.openAs(owner, `${base}/exchanges/slips`);
  const note = page.getByLabel('Note');
  await typeOne(note);
  await elsewhere(page).click();
  await page.getByRole('heading', { level: 1, name: 'Exchanges' }).waitFor();
  await page.goBack();
  await note.first().waitFor();
  assert.equal(await note.first().inputValue(), '1');
  await assertWindowAsks(page);
  await close();
});

test('rows of an import that are typed over stay when the next rows are shown, and another file asks', async () => {
  const { page, close } = await console_.openAs(owner, `${base}/import`);
  const rows = Array.from({ length: 25 }, (_, at) => `X-${at},,active,0`);
  const buffer = Buffer.from(`external_id,name,status,balance_hours\n${rows.join('\n')}\n`);
  await page.setInputFiles('input[type=file]', { name: 'members.csv', mimeType: 'text/csv', buffer });
  await press(page, 'Check file');
  const cell = page.getByRole('textbox', { name: /^name/ }).first();
  await typeOne(cell);
  await press(page, 'Next rows');
  await page.getByText('Line 22', { exact: true }).waitFor();
  await press(page, 'Previous rows');
  await page.getByText('Line 2', { exact: true }).waitFor();
  assert.equal(await cell.inputValue(), '1');
  await page.setInputFiles('input[type=file]', { name: 'other.csv', mimeType: 'text/csv', buffer });
  await question(page).waitFor();
  await stays(page);
  assert.equal(await cell.inputValue(), '1');
  await close();
});
