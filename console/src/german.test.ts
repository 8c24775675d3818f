/** The console in German: every screen whole, nothing left in English, nothing that is too long. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OPERATIONS } from '@timebank/contract';
import { de as coreDe } from './i18n/de/de.ts';
import { later as laterDe } from './i18n/de/later.ts';
import { en as coreEn } from './i18n/en/en.ts';
import { later as laterEn } from './i18n/en/later.ts';
import { assertAccessible, assertNoSideScrolling } from './test-support/axe.ts';
import { type Console, startConsole } from './test-support/console.ts';
import { receiverSettings, stopReceiver } from './test-support/sample.ts';
import { goOn, type Prepared, prepare, settled } from './test-support/screens.ts';

const en = { ...coreEn, ...laterEn };
const de = { ...coreDe, ...laterDe };
let console_: Console;
let prepared: Prepared;
before(async () => {
  console_ = await startConsole(await receiverSettings());
  prepared = await prepare(console_);
});
after(async () => {
  await console_.stop();
  await stopReceiver();
});

/** English texts whose German is another. */
function englishOnly(): string[] {
  const found = new Map<string, boolean>();
  const walk = (one: unknown, other: unknown) => {
    if (typeof one === 'string') found.set(one, (found.get(one) ?? true) && one !== other);
    else if (one && typeof one === 'object') {
      for (const [key, value] of Object.entries(one)) walk(value, (other as Record<string, unknown>)[key]);
    }
  };
  walk(en, de);
  // The partner API speaks English: its calls are called as in its documentation.
  for (const { summary } of OPERATIONS) found.delete(summary);
  // A word that some German text uses as well tells nothing.
  const german = JSON.stringify(de);
  return [...found].flatMap(([text, differs]) =>
    differs && text.length > 2 && !german.includes(`"${text}"`) ? [text] : [],
  );
}

test('every screen in German has no English text, is accessible, and scrolls in one direction only at 360 px', async (t) => {
  const { full, owner } = prepared;
  const base = `/c/${full.community.slug}`;
  const partner = `${base}/partners/${full.bank.partnerId}`;
  const member = `${base}/members/${full.member.id}`;
  const paths = [
    base,
    `${base}/members`,
    `${base}/members/new`,
    member,
    `${member}/history`,
    `${member}/partners`,
    `${member}/data`,
    `${base}/listings`,
    `${base}/listings/new`,
    `${base}/exchanges`,
    `${base}/exchanges/slips`,
    `${base}/accounts`,
    `${base}/import`,
    `${base}/settings`,
    `${base}/partners`,
    `${base}/partners/new`,
    partner,
    `${partner}/settings`,
    `${partner}/secrets`,
    `${partner}/webhooks`,
    `${partner}/webhooks/${full.failingSubscriptionId}`,
    `${partner}/calls`,
    `${partner}/statements`,
    `${partner}/statements/match`,
    `${base}/calls`,
    `${base}/audit`,
    `${base}/administrators`,
    `${base}/safety`,
    '/account',
    `${base}/nothing`,
  ];
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
      const shown = await page.evaluate(() => {
        const texts: string[] = [];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node.textContent?.trim() ?? '');
        for (const node of document.querySelectorAll('[aria-label], [placeholder]')) {
          texts.push(node.getAttribute('aria-label') ?? '', node.getAttribute('placeholder') ?? '');
        }
        return texts;
      });
      assert.deepEqual(
        english.filter((text) => shown.includes(text)),
        [],
      );
      await assertNoSideScrolling(page, `${path} at 360 px`);
      await assertAccessible(page, path);
    });
  }
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
