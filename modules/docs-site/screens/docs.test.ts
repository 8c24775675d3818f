/** The documentation as a reader uses it: without script, by keyboard, on a phone; what is searched for is found. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSideScrolling, assertTargets } from '../../../console/test-support/axe.ts';
import { testConsole } from '../../../console/test-support/console.ts';
import { GROUPS, PAGES } from '../site.ts';

const console_ = await testConsole();

async function openWithoutScript(width: number, height: number) {
  const context = await console_.browser.newContext({ javaScriptEnabled: false, viewport: { width, height } });
  context.setDefaultTimeout(15_000);
  return { page: await context.newPage(), close: () => context.close() };
}

test('every page is read without script, the reference, too, with each operation', async () => {
  const { page, close } = await openWithoutScript(390, 844);
  for (const { address, title } of PAGES) {
    await page.goto(console_.origin + address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${address} is ${wide} px too wide`);
    await page.getByText(/^(All pages|Alle Seiten)$/).click();
    const own = page
      .getByRole('navigation', { name: /^Do[ck]umentation$/ })
      .getByRole('link', { name: title.en, exact: true });
    await own.waitFor();
    assert.equal(await own.getAttribute('aria-current'), 'page', address);
  }
  await page.goto(`${console_.origin}/docs/reference#tag/wallet/POST/wallet/credit`);
  const credit = page.locator('section', { hasText: 'POST /wallet/credit' }).first();
  await credit.getByText('AcctSvcrRef').first().waitFor();
  await close();
});

test('the reference is accessible and fits a phone, light and dark', async () => {
  for (const [width, dark] of [
    [390, false],
    [390, true],
    [1366, true],
  ] as const) {
    const { page, close } = await console_.open({ width, height: 844, dark });
    await page.goto(`${console_.origin}/docs/reference`);
    await page.getByRole('heading', { level: 1, name: 'Reference' }).waitFor();
    await assertAccessible(page, `the reference at ${width} px${dark ? ' in the dark' : ''}`);
    await assertNoSideScrolling(page, 'the reference');
    await close();
  }
});

test('without script a search is sent by Enter, finds a code, and leads to its place', async () => {
  const { page, close } = await openWithoutScript(1366, 650);
  await page.goto(`${console_.origin}/docs/start`);
  const field = page.getByRole('searchbox', { name: 'Search' });
  await field.fill('limit_exceeded');
  await field.press('Enter');
  await page.getByText(/\d+ results for “limit_exceeded”/).waitFor();
  assert.equal(await field.inputValue(), 'limit_exceeded');
  await page.getByRole('link', { name: 'limit_exceeded' }).first().click();
  assert.ok(page.url().endsWith('/docs/errors#limit_exceeded'), page.url());
  await close();
});

test('a sample is shown in one language at a time, chosen by click and by arrow keys, without script', async () => {
  const { page, close } = await openWithoutScript(390, 844);
  await page.goto(`${console_.origin}/docs/start`);
  const set = page.getByRole('group', { name: 'Language' }).first();
  const shown = () => set.locator('pre:visible').allInnerTexts();
  assert.deepEqual(await shown(), [await set.locator('pre').first().textContent()]);
  await set.getByText('Python').click();
  assert.match((await shown()).join(), /^from urllib/);
  await page.keyboard.press('ArrowRight');
  assert.match((await shown()).join(), /^import java/);
  assert.ok(await set.getByRole('radio', { name: 'Java' }).isChecked());
  for (const name of ['curl', 'TypeScript', 'C#']) {
    await set.getByText(name, { exact: true }).click();
    assert.equal((await shown()).length, 1, name);
  }
  await close();
});

test('on a wide screen the list of pages is beside the page, on a phone it is opened', async () => {
  const { page, faults, close } = await console_.open({ width: 1366, height: 650 });
  await page.goto(`${console_.origin}/docs/credits`);
  const list = page.getByRole('navigation', { name: 'Documentation' });
  await list.getByRole('link', { name: 'Reconciliation' }).waitFor();
  assert.ok(await page.locator('details.menu').isHidden());
  const place = await list.boundingBox();
  const main = await page.getByRole('main').boundingBox();
  assert.ok(place && main && place.x + place.width <= main.x, JSON.stringify({ place, main }));
  await page.setViewportSize({ width: 390, height: 844 });
  await list.waitFor({ state: 'hidden' });
  await page.getByText(/^(All pages|Alle Seiten)$/).click();
  await assertAccessible(page, 'the opened list');
  await assertTargets(page, 'the opened list');
  await assertNoSideScrolling(page, 'the opened list');
  await list.getByRole('link', { name: 'Reconciliation' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reconciliation' }).waitFor();
  const picture = page.locator('img.picture');
  await page.waitForFunction(() => document.querySelector('img')?.complete);
  assert.ok((await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)) > 0);
  assert.deepEqual(faults, []);
  await close();
});

test('from the first page of the partners the links lead on through all of them', async () => {
  const { page, close } = await console_.open({ width: 1366, height: 650 });
  await page.goto(`${console_.origin}/docs/start`);
  const seen = [new URL(page.url()).pathname];
  for (;;) {
    const next = page.locator('a[rel=next]');
    if ((await next.count()) === 0) break;
    const to = new URL((await next.getAttribute('href')) ?? '', page.url()).href;
    await Promise.all([page.waitForURL(to), next.click()]);
    seen.push(new URL(page.url()).pathname);
  }
  assert.equal(seen.at(-1), '/docs/going-live');
  assert.equal(seen.length, GROUPS[0]?.pages.length);
  await close();
});

test('a sample is copied by a click, as it is, with https and without; code has its colours light and dark', async () => {
  for (const dark of [false, true]) {
    const { page, close } = await console_.open({ width: 320, height: 700, dark });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${console_.origin}/docs/start`);
    const sample = page.locator('pre', { hasText: 'API=' }).first();
    // A browser has no clipboard for a page that came over plain http from elsewhere.
    if (dark) await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await sample.getByRole('button', { name: 'Copy' }).click();
    await sample.getByRole('button', { name: 'Copied' }).waitFor();
    if (!dark) {
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(copied, await sample.locator('code').textContent());
      assert.ok(copied.startsWith(`API=${console_.origin}/api/partner/v1\n`), copied);
    }
    assert.ok((await page.locator('pre [class^=hljs-]').count()) > 50);
    await assertAccessible(page, `a page with code${dark ? ' in the dark' : ''}`);
    await assertNoSideScrolling(page, 'a page with code');
    await page.goto(`${console_.origin}/docs/tools`);
    await assertAccessible(page, 'the tools');
    await assertNoSideScrolling(page, 'the tools');
    await close();
  }
});
