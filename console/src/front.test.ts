/** The pages before the console, as a browser shows them: front page, 404, index, guides, errors, and the reference's head. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGES as DOCUMENTATION } from '../../modules/docs-site/site.ts';
import { assertAccessible, assertNoSideScrolling } from '../test-support/axe.ts';
import { testConsole } from '../test-support/console.ts';

const PAGES = [
  '/',
  '/nothing',
  '/docs',
  '/docs/errors#rate_limited',
  '/docs/search?q=limit_exceeded',
  '/docs/search?q=nothinglikethis',
  ...DOCUMENTATION.filter(({ file }) => file !== undefined).map(({ address }) => address),
];

const console_ = await testConsole();

test('every page is accessible, keeps its policy, reaches no other host and scrolls in one direction, light and dark, from phone to desk', async () => {
  for (const { dark, width, others } of [
    { dark: false, width: 1366, others: [1600, 390] },
    { dark: true, width: 320, others: [768] },
  ]) {
    const height = 650;
    const { page, faults, close } = await console_.open({ width, height, dark, locale: dark ? 'de-AT' : 'en-GB' });
    for (const path of PAGES) {
      const where = `${path}${dark ? ' in the dark' : ''}`;
      await page.setViewportSize({ width, height });
      await page.goto(console_.origin + path);
      await assertAccessible(page, `${where} at ${width}`);
      for (const one of [width, ...others]) {
        await page.setViewportSize({ width: one, height });
        await assertNoSideScrolling(page, `${where} at ${one}`);
      }
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      assert.equal(ground, dark ? 'rgb(14, 19, 20)' : 'rgb(245, 248, 247)', where);
    }
    assert.deepEqual(faults, [], `at ${width}`);
    await close();
  }
});

test('one finds from the front page to a sample of a guide, and back', async () => {
  const { page, close } = await console_.open({ width: 390, height: 844 });
  await page.goto(console_.origin);
  await page.getByRole('main').getByRole('link', { name: 'Guides' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Tokens' }).click();
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Request a token' }).click();
  const heading = page.getByRole('heading', { name: 'Request a token' });
  await heading.waitFor();
  assert.ok(((await heading.boundingBox())?.y ?? -1) >= 0);
  const sample = page.locator('pre', { hasText: 'curl -sS --fail-with-body "$API/oauth/token"' });
  assert.ok(await sample.isVisible());
  // Its lines wrap: nothing of it is beyond the edge of a phone.
  assert.ok(await sample.evaluate((pre) => pre.scrollWidth <= pre.clientWidth));
  await page.getByRole('link', { name: 'Timebank', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Timebank' }).waitFor();
  await close();
});

test('a lost visitor reads German and comes home by keyboard', async () => {
  const { page, close } = await console_.open({ locale: 'de-DE' });
  const answer = await page.goto(`${console_.origin}/verirrt`);
  assert.equal(answer?.status(), 404);
  await page.getByRole('heading', { name: 'Seite nicht gefunden' }).waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Zum Inhalt springen');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dokumentation für Partner' }).waitFor();
  await close();
});

test('the place of an error is not hidden under the head of the page', async () => {
  const { page, close } = await console_.open({ width: 1366, height: 650 });
  await page.goto(`${console_.origin}/docs/errors#reference_conflict`);
  const head = await page.locator('header').boundingBox();
  const section = await page.locator('#reference_conflict').boundingBox();
  assert.ok(head && section && section.y >= head.y + head.height && section.y < 200, JSON.stringify(section));
  await close();
});

test('the reference has the head of the other pages and leads to them, at its old address, too', async () => {
  for (const path of ['/docs/reference', '/docs/']) {
    const { page, close } = await console_.open({ width: 390, height: 844 });
    await page.goto(console_.origin + path);
    await page.getByRole('heading', { level: 1, name: 'Reference' }).waitFor();
    await page.getByText('All pages', { exact: true }).click();
    await page.locator('details').getByRole('link', { name: 'Errors', exact: true }).click();
    await page.getByRole('heading', { name: 'Errors of the Partner API' }).waitFor();
    await close();
  }
});
