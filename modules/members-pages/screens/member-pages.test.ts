/** A community's pages for its members, in a browser: without script, by keyboard, and with nothing on them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { encodeId } from '@timebank/contract';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { testConsole } from '../../../console/test-support/console.ts';
import { publishListing } from '../domain/answers/publish.ts';
import { writeLetters } from '../domain/member-access/letters.ts';
import { openMemberPages } from '../domain/member-access/switch.ts';

/** The longest that a name may be without a place to break it. */
const LONG_NAME = `Donaudampfschifffahrtsgesellschaft${'skapitän'.repeat(8)}`;

const console_ = await testConsole();

/** A community with pages, a member with hours and one without, and the address of a letter to each. */
async function members(name: string) {
  const { service } = console_;
  const community = await service.createCommunity({ name: `${name} ${LONG_NAME}` });
  const act = { communityId: community.id, actor: 'test' };
  await openMemberPages(service.deps, act, true);
  const made = { communityId: community.id, name: `Anna ${LONG_NAME}` };
  const [giver, other] = [await service.createMember(made), await service.createMember({ ...made, name: 'Ben Adler' })];
  await service.deps.postTransfers({
    ...{ kind: 'exchange', communityId: community.id, providerAccountId: giver.accountId, listingId: null },
    ...{ receiverAccountId: other.accountId, amountSeconds: 5400, serviceDate: '2026-11-01', externalId: null },
    ...{ note: `With ${LONG_NAME}`, recordedBy: 'test', limited: false },
  });
  const newcomer = await service.createMember({ ...made, name: 'Cara Dietz' });
  const home = `${console_.origin}/at/${community.slug}`;
  const enter = async ({ uuid }: { readonly uuid: string }) => {
    const [letter] = await writeLetters(service.deps, act, [uuid]);
    return `${home}/enter?code=${letter?.code}`;
  };
  return { home, giver: await enter(giver), newcomer: await enter(newcomer) };
}

async function enter(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('#enter button').click();
  await page.locator('[data-page="home"][data-state="member"]').waitFor();
}

test('without script a member gets in by the letter, in German, reads the hours, and signs out', async () => {
  const { home, giver } = await members('Ohne Skript');
  const context = await console_.browser.newContext({ javaScriptEnabled: false, locale: 'de-DE' });
  const page = await context.newPage();
  await page.goto(`${home}/hours`);
  await page.locator('[data-page="sign-in"]').waitFor();
  const code = new URL(giver).searchParams.get('code') ?? '';
  await page.getByLabel(/^Der Code aus Ihrem Brief/).fill(code.replaceAll('-', '').toLowerCase());
  await page.getByRole('button', { name: 'Mit Code anmelden' }).click();
  // The way on is the page that was asked for.
  await page.locator('[data-page="hours"]').waitFor();
  assert.equal(await page.locator('#balance').getAttribute('value'), '5400');
  assert.match((await page.locator('main').textContent()) ?? '', /Sie haben geholfen: Ben A\./);
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await page.locator('[data-page="home"][data-state="visitor"]').waitFor();
  await context.close();
});

test('with nothing on the account the page says when something will be there', async () => {
  const { newcomer } = await members('Empty');
  const { page, close } = await console_.open({ width: 390 });
  await enter(page, newcomer);
  await page.getByText('No hours are on your account yet.').waitFor();
  await page.getByRole('link', { name: 'My hours', exact: true }).click();
  await page.getByText('There is no hour in this time.').waitFor();
  await close();
});

test('by keyboard alone a code is typed and sent, and a slip of the pen is pointed at', async () => {
  const { home } = await members('Keys');
  const { page, close } = await console_.open({ width: 390 });
  await page.goto(`${home}/sign-in`);
  await page.getByLabel(/^The code of your letter/).focus();
  await page.keyboard.type('2222 2222 2223');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  assert.match(await page.title(), /^Error: Sign in/);
  await page.getByRole('alert').getByRole('link').press('Enter');
  await page.keyboard.press('Tab');
  const focused = await page.evaluate(() => document.activeElement?.tagName);
  assert.ok(focused === 'INPUT' || focused === 'BUTTON', focused);
  await close();
});

/** A member with a telephone, and the request of another. */
async function neighbours(name: string) {
  const { service } = console_;
  const community = await service.createCommunity({ name: `${name} ${LONG_NAME}` });
  const act = { communityId: community.id, actor: 'test' };
  await openMemberPages(service.deps, act, true);
  const made = { communityId: community.id, phone: '0561 98 76 54' };
  const anna = await service.createMember({ ...made, name: `${LONG_NAME} Berger` });
  const ben = await service.createMember({ ...made, name: 'Ben Adler' });
  const words = { title: `Help with ${LONG_NAME}`, description: `First line\n${LONG_NAME}`, category: '' };
  const listing = await publishListing(service.deps, { ...act, memberId: ben.uuid }, randomUUID(), {
    ...words,
    type: 'request',
    estimatedHours: '1:30',
  });
  const home = `${console_.origin}/at/${community.slug}`;
  const [letter] = await writeLetters(service.deps, act, [anna.uuid]);
  return { home, letter: `${home}/enter?code=${letter?.code}`, request: `${home}/listing/${encodeId('lst', listing)}` };
}

test('without script a member answers a request with a telephone number, and asks for help, in German', async () => {
  const { home, letter, request } = await neighbours('Nachbarn');
  const context = await console_.browser.newContext({ javaScriptEnabled: false, locale: 'de-DE' });
  const page = await context.newPage();
  await enter(page, letter);
  await page.goto(request);
  await page.getByLabel('Ihre Nachricht').fill('Ich komme am Freitag.');
  await page.getByLabel('Meine Telefonnummer zeigen: 0561 98 76 54').check();
  await page.getByRole('button', { name: 'Abschicken' }).click();
  await page.locator('[data-page="answer"][data-state="open"]').waitFor();
  await page.getByText('Ich komme am Freitag.').waitFor();
  await page.goto(`${home}/ask`);
  await page.getByLabel(/^In wenigen Worten/).fill('Ein Regal aufbauen');
  await page.getByLabel(/^Wie lange/).fill('lang');
  await page.getByRole('button', { name: 'Veröffentlichen' }).click();
  assert.match(await page.title(), /^Fehler: Wobei brauchen Sie Hilfe\?/);
  await page.getByRole('alert').getByRole('link').click();
  await page.getByLabel(/^Wie lange/).fill('1,5');
  await page.getByRole('button', { name: 'Veröffentlichen' }).click();
  await page.locator('[data-page="listing"][data-state="active"]').waitFor();
  await context.close();
});

test('on a phone a member chooses what is near, and the longest quarter keeps the page as wide as it is', async () => {
  const { letter, home } = await neighbours('Nearby');
  const slug = home.split('/').at(-1) ?? '';
  const quarter = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrentensache';
  await console_.service.ownerQuery(
    `with marked as (
       insert into member_fields (community_id, number, name, kind, choices, is_quarter, created_at)
       select id, 1, 'Quarter', 'choice', array[$2, 'Hafen'], true, now() from communities where slug = $1
       returning community_id
     )
     update member_details d set own_values = jsonb_build_object('1', $2::text)
     from marked f where d.community_id = f.community_id`,
    [slug, quarter],
  );
  const { page, close } = await console_.open({ width: 360, height: 740, dark: true });
  await enter(page, letter);
  await page.goto(`${home}/requests`);
  await page.getByLabel('Quarter').selectOption({ label: `Near me: ${quarter}` });
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText(`Ben A. · ${quarter}`).waitFor();
  await assertAccessible(page, 'requests of a quarter');
  await assertNoSideScrolling(page, 'requests of a quarter');
  await page.getByLabel('Quarter').selectOption('Hafen');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('There is no request like this.').waitFor();
  await close();
});
