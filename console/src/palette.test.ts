/** The search over everything: opened by a key, finds with a slip, and never takes an old answer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { waitUntil } from '../../test-support/wait-until.ts';
import { creditWith } from '../../test-support/wallet.ts';
import { assertAccessible } from '../test-support/axe.ts';
import { type PageOptions, testConsole } from '../test-support/console.ts';

const console_ = await testConsole();

const SEARCH = /\/search\?q=/;

async function start(options: PageOptions = {}, role: 'owner' | 'auditor' = 'owner') {
  const { service } = console_;
  const community = await service.createCommunity();
  const member = await service.createMember({ communityId: community.id, name: 'Jürgen Müller', externalId: 'L-204' });
  await service.createMember({ communityId: community.id, name: 'Aoife O’Brien' });
  const partner = await service.createPartner({ communityId: community.id, name: 'Riverside Bank' });
  const token = await service.token(partner);
  const credit = (reference: string) => creditWith(service, token, { user_id: member.id, hours: 1, reference });
  await credit('S260-0001');
  const { headers } = await credit('S260-0002');
  const requestId = headers.get('x-request-id') ?? '';
  const person = await console_.administrator(community, role);
  const opened = await console_.openAs(person, `/c/${community.slug}/members`, options);
  const { page } = opened;
  await page.getByText('Aoife O’Brien').waitFor();
  const finish = async () => {
    assert.deepEqual(opened.faults, []);
    await opened.close();
  };
  return { page, member, community, partner, requestId, finish };
}

const field = (page: Page) => page.getByRole('combobox', { name: /^(Search|Suche)$/ });
const option = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('option', { name });
const status = (page: Page, words: string | RegExp) => page.getByRole('dialog').getByRole('status').getByText(words);

async function open(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  await page.keyboard.type(typed);
}

test('Ctrl-K opens the search, a name with a slip finds the member, the count is announced, and Enter goes there', async () => {
  const { page, member, community, finish } = await start();
  await open(page, 'jurgn');
  await option(page, /Jürgen Müller/).waitFor();
  await status(page, '1 hit').waitFor();
  assert.equal(await option(page, /Jürgen Müller/).getAttribute('aria-selected'), 'true');
  const active = await field(page).getAttribute('aria-activedescendant');
  assert.equal(active, await option(page, /Jürgen Müller/).getAttribute('id'));
  await assertAccessible(page, 'the search');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Jürgen Müller' }).waitFor();
  assert.equal(new URL(page.url()).pathname, `/console/c/${community.slug}/members/${member.id}`);
  assert.equal(await page.getByRole('dialog').count(), 0);
  await finish();
});

test('no key is lost from the first on, also where the texts of the search are still being loaded, and Enter waits for it', async () => {
  for (const isHeld of [false, true]) {
    const { service } = console_;
    const community = await service.createCommunity();
    await service.createMember({ communityId: community.id, name: 'Enno Lang' });
    const person = await console_.administrator(community, 'owner');
    const opened = await console_.open();
    const { page } = opened;
    // As on a slow machine: keys come before what waits for its turn.
    await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 6 });
    const gate = Promise.withResolvers<void>();
    if (isHeld) {
      await page.route(/\/assets\/later-[^/]*\.js/, async (route) => {
        await gate.promise;
        await route.continue();
      });
    }
    // The first screen does without the texts of the others.
    await console_.signInTo(opened, person, `/c/${community.slug}`);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('enno');
    await page.keyboard.press('Enter');
    if (isHeld) {
      await page.getByRole('dialog').getByRole('textbox', { name: 'Search' }).waitFor();
      assert.equal(new URL(page.url()).pathname, `/console/c/${community.slug}`);
    }
    gate.resolve();
    await page.getByRole('heading', { level: 1, name: 'Enno Lang' }).waitFor();
    assert.deepEqual(opened.faults, []);
    await opened.close();
  }
});

test('a credit by its reference and a call by its request id lead to where they are shown', async () => {
  const { page, requestId, finish } = await start();
  await open(page, 's260-0002');
  await option(page, /S260-0002/).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Credit S260-0002' }).waitFor();
  const lines = page.getByRole('table', { name: 'Credit S260-0002' });
  await lines.getByText('Jürgen Müller').waitFor();
  assert.equal(await lines.getByText('S260-0001').count(), 0);
  await page.getByRole('button', { name: 'Show all credits of the day' }).click();
  await page.getByText('S260-0001').first().waitFor();

  // The log of calls is written behind the answers.
  await waitUntil('the call is found', async () => {
    await open(page, requestId);
    await status(page, /^(1 hit|Nothing found)/).waitFor();
    const isFound = (await option(page, new RegExp(requestId)).count()) === 1;
    if (!isFound) await page.keyboard.press('Escape');
    return isFound;
  });
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'API calls' }).waitFor();
  assert.equal(await page.getByLabel('Request ID').inputValue(), requestId);
  await finish();
});

test('Esc closes the search and the focus returns to where it was, as it does to the button', async () => {
  const { page, finish } = await start();
  const filter = page.getByRole('textbox', { name: 'Search' });
  await filter.focus();
  await open(page, 'x');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('[role="dialog"]'));
  await waitUntil('the field has the focus', () => filter.evaluate((one) => one === document.activeElement));
  const button = page.getByRole('button', { name: 'Search', exact: true });
  await button.click();
  await field(page).waitFor();
  await page.keyboard.press('Escape');
  await waitUntil('the button has the focus', () => button.evaluate((one) => one === document.activeElement));
  await finish();
});

test('an answer that comes late is never shown or taken for what was typed since', async () => {
  const { page, finish } = await start();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(SEARCH, async (route) => {
    if (new URL(route.request().url()).searchParams.get('q') === 'jurgn') await held;
    await route.continue().catch(() => {});
  });
  const asked = page.waitForRequest(SEARCH);
  await open(page, 'jurgn');
  await asked;
  await status(page, 'Searching…').waitFor();
  assert.equal(await page.getByRole('option').count(), 0);
  // Meant for this text, and not for the next one.
  await page.keyboard.press('Enter');
  await field(page).fill('obrien');
  await option(page, /Aoife O’Brien/).waitFor();
  release();
  await field(page).fill('obrie');
  await option(page, /Aoife O’Brien/).waitFor();
  assert.equal(await option(page, /Jürgen/).count(), 0);
  assert.match(page.url(), /\/members$/);
  await finish();
});

test('Enter before the answer opens the first hit of exactly this text, once it is there', async () => {
  const { page, finish } = await start();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(SEARCH, async (route) => {
    await held;
    await route.continue();
  });
  await open(page, 'ller');
  await page.keyboard.press('Enter');
  assert.match(page.url(), /\/members$/);
  release();
  await page.getByRole('heading', { level: 1, name: 'Jürgen Müller' }).waitFor();
  await finish();
});

test('screens and acts are found by their words, chosen by the arrow keys, and only those that are allowed', async () => {
  const { page, finish } = await start();
  await open(page, 'memb');
  await option(page, 'New member').waitFor();
  await page.keyboard.press('ArrowDown');
  const members = page.getByRole('dialog').getByRole('option', { name: 'Members', exact: true });
  assert.equal(await members.getAttribute('aria-selected'), 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'New member' }).waitFor();
  await finish();

  const reader = await start({}, 'auditor');
  await open(reader.page, 'memb');
  await reader.page.getByRole('dialog').getByRole('option', { name: 'Members', exact: true }).waitFor();
  assert.equal(await option(reader.page, 'New member').count(), 0);
  await reader.finish();
});

test('where nothing is found, it says what can be searched, and a failed search can be repeated', async () => {
  const { page, finish } = await start();
  await open(page, 'zzzz');
  await status(page, 'Nothing found for “zzzz”.').waitFor();
  await page.getByRole('dialog').getByText('refused calls by reference, calls by their whole request id').waitFor();
  await assertAccessible(page, 'the search');
  await page.route(SEARCH, (route) => route.abort());
  await field(page).fill('obrien');
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await page.unroute(SEARCH);
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  await option(page, /Aoife O’Brien/).waitFor();
  await finish();
});

test('it works in German, on a narrow screen, in the dark', async () => {
  const { page, finish } = await start({ locale: 'de-AT', width: 360, height: 740, dark: true });
  await page.getByRole('button', { name: 'Suchen' }).first().click();
  await field(page).fill('zettel');
  await option(page, 'Einsätze erfassen').waitFor();
  await field(page).fill('jürgn');
  await status(page, '1 Treffer').waitFor();
  await assertAccessible(page, 'the search');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `${wide} px wide`);
  await option(page, /Jürgen Müller/).click();
  await page.getByRole('heading', { level: 1, name: 'Jürgen Müller' }).waitFor();
  await finish();
});

test('the list of members tells how many were found', async () => {
  const { page, finish } = await start();
  const status = page.getByRole('main').getByRole('status');
  await page.getByRole('textbox', { name: 'Search' }).fill('ller');
  await status.getByText('1 member', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Search' }).fill('zzzz');
  await status.getByText('0 members', { exact: true }).waitFor();
  await finish();
});
