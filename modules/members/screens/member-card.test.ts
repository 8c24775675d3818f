/** The door of a community's pages in a browser: asking to take part, the card, and who sees a member. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { testConsole } from '../../../console/test-support/console.ts';
import { openPages } from '../../../test-support/member-browser.ts';
import { readCodes } from '../../../test-support/read-code.ts';
import { writeLetters } from '../../members-pages/domain/member-access/letters.ts';

/** The longest that a name may be without a place to break it. */
const LONG_NAME = `Donaudampfschifffahrtsgesellschaft${'skapitän'.repeat(8)}`;
const BYTES_MAX = 60_000;
/** CSS pixels of a millimetre. */
const MM = 96 / 25.4;

const console_ = await testConsole();

/** A community that visitors may join, with two partners and a member, and the address of the member's letter. */
async function setUp(name: string, memberName = `Anna ${LONG_NAME}`) {
  const { service } = console_;
  const community = await service.createCommunity({ name });
  await openPages(service, community.id, { may_join: true });
  for (const partner of ['Town Hall', LONG_NAME]) {
    await service.createPartner({ communityId: community.id, name: partner });
  }
  const { uuid } = await service.createMember({ communityId: community.id, name: memberName });
  const [letter] = await writeLetters(service.deps, { communityId: community.id, actor: 'test' }, [uuid]);
  const home = `${console_.origin}/at/${community.slug}`;
  return { community, home, letter: `${home}/enter?code=${letter?.code}` };
}

async function enter(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('#enter button').click();
  await page.locator('[data-page="home"][data-state="member"]').waitFor();
}

/** The page that is open. */
async function look(page: Page, where: string): Promise<void> {
  assert.ok((await page.content()).length < BYTES_MAX, where);
  for (const [width, colorScheme] of [
    [320, 'light'],
    [390, 'dark'],
    [1366, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 700 });
    await page.emulateMedia({ colorScheme });
    await assertNoSideScrolling(page, `${where} at ${width}`);
    await assertAccessible(page, `${where} at ${width}, ${colorScheme}`);
  }
}

test('asking to take part, the card and who sees me are accessible, light and dark, from 320 px, with long names', async () => {
  const { home, letter } = await setUp(`Riverside ${LONG_NAME}`);
  const { page, faults, close } = await console_.open({ width: 320, height: 700 });
  for (const path of ['/join', '/join?done=sent']) {
    await page.goto(home + path);
    await look(page, path);
  }
  await page.goto(`${home}/join`);
  await page.getByLabel('Your name').fill(LONG_NAME);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('alert').waitFor();
  await look(page, 'the faults');
  await enter(page, letter);
  await page.goto(`${home}/me`);
  await page.getByRole('button', { name: 'Make my card' }).click();
  await page.locator('[data-state="saved"] .id-card').waitFor();
  await look(page, 'the card');
  await page.goto(`${home}/me/sight`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('[data-page="sight"][data-state="saved"]').waitFor();
  await look(page, 'who sees me');
  assert.deepEqual(faults, []);
  await close();
});

test('the card leads a camera to its page, light and dark, and is printed alone and as large as a bank card', async () => {
  const { home, letter } = await setUp('Riverside', 'Helga Brandt');
  const { page, close } = await console_.open({ width: 390 });
  await enter(page, letter);
  await page.goto(`${home}/me`);
  await page.getByRole('button', { name: 'Make my card' }).click();
  const card = page.locator('.id-card');
  const address = `${home}/with/${await card.getAttribute('data-card')}`;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await readCodes(await card.screenshot()), [address], colorScheme);
  }
  await page.emulateMedia({ media: 'print' });
  const box = await card.boundingBox();
  assert.deepEqual(
    [Math.round((box?.width ?? 0) / MM), Math.round((box?.height ?? 0) / MM)],
    [86, 54],
    'millimetres on paper',
  );
  assert.deepEqual(await readCodes(await card.screenshot()), [address]);
  const shown = page.locator('main > :visible');
  assert.deepEqual([await shown.count(), await card.isVisible()], [1, true], 'nothing else is printed');
  assert.match((await card.textContent()) ?? '', /Helga Brandt.*Riverside/s);
  await close();
});

test('without script a visitor asks in German to take part', async () => {
  const { home } = await setUp('Mitmachen');
  const context = await console_.browser.newContext({ javaScriptEnabled: false, locale: 'de-DE' });
  const page = await context.newPage();
  await page.goto(home);
  await page.getByRole('link', { name: 'Ich möchte mitmachen' }).click();
  await page.getByLabel('Ihr Name').fill('Berta Cramer');
  await page.getByLabel('Ihre Telefonnummer').fill('0561 4711');
  await page.getByLabel(/^Ein paar Worte über Sie/).fill('Ich backe gern.');
  await page.getByRole('button', { name: 'Abschicken' }).click();
  await page.locator('[data-page="join"][data-state="sent"]').waitFor();
  const [row] = await console_.service.ownerQuery<{ language: string }>(
    `select language from members where name = 'Berta Cramer' and status = 'pending'`,
  );
  assert.equal(row?.language, 'de');
  await context.close();
});
