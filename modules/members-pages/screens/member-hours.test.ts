/** Hours that two members record and confirm, in a browser without script, from a small telephone to a desk. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { testConsole } from '../../../console/test-support/console.ts';
import { writeLetters } from '../domain/member-access/letters.ts';
import { openMemberPages } from '../domain/member-access/switch.ts';

const LONG_NAME = `Donaudampfschifffahrtsgesellschaft${'skapitän'.repeat(8)}`;
const BYTES_MAX = 60_000;
const WIDTHS = [
  [320, 'light'],
  [390, 'dark'],
  [1366, 'light'],
] as const;

const console_ = await testConsole();

interface Neighbours {
  readonly home: string;
  /** The address of a new letter. */
  enter(name: string): Promise<string>;
}

async function neighbours(names: readonly string[]): Promise<Neighbours> {
  const { service } = console_;
  const community = await service.createCommunity({ name: 'Riverside' });
  const act = { communityId: community.id, actor: 'test' };
  await openMemberPages(service.deps, act, true);
  const uuids = new Map<string, string>();
  for (const name of names) {
    uuids.set(name, (await service.createMember({ communityId: community.id, name })).uuid);
  }
  const home = `${console_.origin}/at/${community.slug}`;
  return {
    home,
    async enter(name) {
      const [letter] = await writeLetters(service.deps, act, [uuids.get(name) ?? '']);
      return `${home}/enter?code=${letter?.code}`;
    },
  };
}

async function signedIn(address: string, locale = 'en-GB'): Promise<Page> {
  const context = await console_.browser.newContext({ javaScriptEnabled: false, locale });
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('#enter button').click();
  await page.locator('[data-page="home"][data-state="member"]').waitFor();
  return page;
}

test('without script an hour is recorded in four steps and confirmed in one, in German', async () => {
  const { home, enter } = await neighbours(['Ruth Weber', 'Helga Brandt']);
  const ruth = await signedIn(await enter('Ruth Weber'), 'de-DE');
  await ruth.getByRole('link', { name: 'Ich habe geholfen' }).click();
  assert.ok(await ruth.getByLabel('Ich habe geholfen').isChecked());
  await ruth.getByLabel(/^Mit wem\?/).fill('Helga Brandt');
  await ruth.getByLabel('1 Std. 30 Min.', { exact: true }).check();
  await ruth.getByRole('button', { name: 'Abschicken' }).click();
  await ruth.getByRole('heading', { name: 'Abgeschickt.', level: 1 }).waitFor();
  await ruth.getByText('Es zählt, sobald Helga B. zustimmt.').waitFor();
  const helga = await signedIn(await enter('Helga Brandt'), 'de-DE');
  await helga.getByText(/Ruth W\.: „Ich habe Ihnen am .* 1,5 Std\. geholfen\.“/).waitFor();
  await helga.getByRole('button', { name: 'Ja, das stimmt' }).click();
  await helga.getByRole('heading', { name: 'Bestätigt.', level: 1 }).waitFor();
  await ruth.goto(home);
  assert.equal(await ruth.locator('#balance').getAttribute('value'), '5400');
  await ruth.getByRole('link', { name: 'Mir wurde geholfen' }).click();
  // A person of before is one tap away.
  await ruth.getByRole('link', { name: 'Helga B.' }).click();
  await ruth.getByRole('button', { name: 'An Helga B. schicken' }).waitFor();
  assert.ok(await ruth.getByLabel('Mir wurde geholfen').isChecked());
  for (const page of [ruth, helga]) await page.context().close();
});

test('each page of it is accessible, small and without side scrolling, with long names and with faults', async () => {
  const [giver, taker] = [`Anna ${LONG_NAME}`, `Ben ${LONG_NAME}`];
  const { home, enter } = await neighbours([giver, taker, 'Ben Adler', 'Ben Berger']);
  const { page, faults, close } = await console_.open({ width: 320, height: 700 });
  await page.goto(await enter(giver));
  await page.locator('#enter button').click();
  await page.locator('[data-page="home"]').waitFor();
  await page.goto(`${home}/record`);
  await look(page, 'record');
  await page.getByLabel('I was helped').check();
  await page.getByLabel(/^With whom/).fill('Ben');
  await page.getByLabel('30 min', { exact: true }).check();
  await page.locator('#record button.main').click();
  await page.getByText('Several people have this name. Choose one.').first().waitFor();
  await look(page, 'a choice of names');
  await page.getByRole('radio', { name: /^Ben D\./ }).check();
  await page.locator('#record button.main').click();
  await page.getByRole('heading', { name: 'Sent.' }).waitFor();
  await look(page, 'a proposal that was sent');
  const address = page.url();
  await page.goto(home);
  await look(page, 'the first page with what was sent');
  await page.context().clearCookies();
  await page.goto(await enter(taker));
  await page.locator('#enter button').click();
  await page.locator('[data-page="home"]').waitFor();
  await look(page, 'the first page with hours to confirm');
  await page.getByRole('link', { name: 'Something is wrong' }).click();
  await look(page, 'a proposal to answer');
  await page.locator('#correct button').click();
  await page.getByText('Change the time or the day, or confirm it.').first().waitFor();
  await look(page, 'a correction without a change');
  await page.goto(address);
  await page.getByLabel(/^Something else/).fill(`It was ${LONG_NAME}.`);
  await page.locator('#contest button').click();
  await page.getByRole('heading', { name: 'The office will look at it.' }).waitFor();
  await look(page, 'a proposal at the office');
  assert.deepEqual(faults, []);
  await close();
});

async function look(page: Page, what: string): Promise<void> {
  const size = Buffer.byteLength(await page.content());
  assert.ok(size < BYTES_MAX, `${what}: ${size} bytes`);
  for (const [width, colorScheme] of WIDTHS) {
    await page.setViewportSize({ width, height: 700 });
    await page.emulateMedia({ colorScheme });
    await assertNoSideScrolling(page, `${what} at ${width}`);
    await assertAccessible(page, `${what} at ${width}, ${colorScheme}`);
    if (process.env.PICTURES)
      await page.screenshot({
        path: `${process.env.PICTURES}/${what.replaceAll(' ', '-')}-${width}.png`,
        fullPage: true,
      });
  }
}
