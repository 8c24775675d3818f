/** The console in German: every screen whole, nothing left in English, nothing that is too long. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSideScrolling } from '../test-support/axe.ts';
import { type Console, startConsole } from '../test-support/console.ts';
import { englishAmong, englishOnly, rawAmong } from '../test-support/english.ts';
import { everyPath } from '../test-support/paths.ts';
import { receiverSettings, stopReceiver } from '../test-support/sample.ts';
import { prepare, type ScreenSamples } from '../test-support/screens.ts';
import { goOn, settled } from '../test-support/settled.ts';

let console_: Console;
let prepared: ScreenSamples;
before(async () => {
  console_ = await startConsole(await receiverSettings());
  prepared = await prepare(console_);
});
after(async () => {
  await console_.stop();
  await stopReceiver();
});

/** The texts of the page and the names of its controls, without code and without parts marked as English. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = [];
    const isSpoken = (element: Element | null) => !element?.closest('code, pre, style, script, noscript, [lang="en"]');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (isSpoken(node.parentElement)) texts.push(node.textContent?.trim() ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
      if (!isSpoken(element)) continue;
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) texts.push(element.getAttribute(name) ?? '');
    }
    // What a language calls itself is its name everywhere.
    return texts.filter((text) => text !== '' && text !== 'English');
  });

test('every screen in German has no English text, is accessible, and scrolls in one direction only at 360 px', async (t) => {
  const { full, owner } = prepared;
  const base = `/c/${full.community.slug}`;
  const paths = everyPath(full);
  const english = englishOnly();
  // Opened at another address, so that each of these is gone to.
  const opened = await console_.openAs(owner, `${base}/settings`, { width: 360, locale: 'de-AT' });
  const { page } = opened;
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
  for (const path of paths) {
    await t.test(path.replace(full.community.slug, 'slug'), async () => {
      await goOn(page, path);
      await settled(page);
      const texts = await textsOf(page);
      assert.deepEqual(englishAmong(texts, english), []);
      assert.deepEqual(rawAmong(texts), []);
      await assertNoSideScrolling(page, `${path} at 360 px`);
      await assertAccessible(page, path);
    });
  }
  assert.deepEqual(opened.faults, []);
  await opened.close();
});

test('the dialogs and details of a webhook endpoint have no English text either', async () => {
  const { full, owner } = prepared;
  const base = `/c/${full.community.slug}/partners/${full.bank.partnerId}/webhooks`;
  const opened = await console_.openAs(owner, `${base}/${full.failingSubscriptionId}`, { width: 360, locale: 'de-AT' });
  const { page } = opened;
  const english = englishOnly();
  await page
    .getByRole('button', { name: /^Versuche von/ })
    .first()
    .click();
  await page.getByText('Inhalt', { exact: true }).click();
  for (const name of ['Bearbeiten', 'Löschen', 'Ereignisse erneut senden']) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await settled(page);
    assert.deepEqual(englishAmong(await textsOf(page), english), [], name);
    await assertNoSideScrolling(page, name);
    await assertAccessible(page, name);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  assert.deepEqual(opened.faults, []);
  await opened.close();
});

test('what the audit log recorded is in German words, and names lead to what they are of', async () => {
  const { full, owner } = prepared;
  const opened = await console_.openAs(owner, `/c/${full.community.slug}/audit`, { width: 1366, locale: 'de-AT' });
  const { page } = opened;
  const english = englishOnly();
  await page.locator('td.table-toggle').first().waitFor();
  const toggles = await page.getByRole('table').locator('button[aria-expanded=false]').all();
  assert.ok(toggles.length > 3);
  for (const toggle of toggles.reverse()) await toggle.click();
  await settled(page);
  const texts = await textsOf(page);
  assert.deepEqual(englishAmong(texts, english), []);
  assert.deepEqual(rawAmong(texts), []);
  const nameless = page.locator('dt, th', { hasText: 'Weitere Angabe' }).locator('xpath=..');
  assert.deepEqual(await nameless.allTextContents(), [], 'each recorded value has a name');
  assert.ok(texts.includes('Leitung'), 'an administrator is named with the role');
  await page.getByRole('table').getByRole('link', { name: 'Harbour Bank' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Harbour Bank' }).waitFor();
  assert.deepEqual(opened.faults, []);
  await opened.close();
});

test('the language is changed in place, before and after signing in, and remembered', async () => {
  const opened = await console_.open();
  const { page } = opened;
  await page.goto(`${console_.origin}/console`);
  await page.getByText('Deutsch').click();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
  await page.getByText('English').click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.deepEqual(opened.faults, []);
  await opened.close();
});
