/** A community's pages for its members, in a browser: without script, from a small telephone to a desk, in both languages. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { encodeId } from '@timebank/contract';
import type { Page } from 'playwright-core';
import { answerListing, replyToAnswer } from '../../server/src/domain/answers/answer.ts';
import { publishListing } from '../../server/src/domain/answers/publish.ts';
import { writeLetters } from '../../server/src/domain/member-access/letters.ts';
import { openMemberPages } from '../../server/src/domain/member-access/switch.ts';
import { assertAccessible, assertNoSideScrolling } from './test-support/axe.ts';
import { type Console, startConsole } from './test-support/console.ts';

/** The longest that a name may be without a place to break it. */
const LONG_NAME = `Donaudampfschifffahrtsgesellschaft${'skapitän'.repeat(8)}`;
const BYTES_MAX = 60_000;

let console_: Console;
before(async () => {
  console_ = await startConsole();
});
after(async () => {
  await console_.stop();
});

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

test('each page is accessible and scrolls in one direction, light and dark, from 320 px to a desk, with long names', async () => {
  const { home, giver } = await members('Riverside');
  const { page, faults, close } = await console_.open({ width: 320, height: 700 });
  for (const path of ['', '/about', '/sign-in', '/enter?code=2222-2222-2222']) await look(page, home + path);
  await page.goto(giver);
  await look(page, giver);
  await page.locator('#enter button').click();
  for (const path of ['', '/hours', '/hours?year=2026', '/about', '/me', '/me/devices', '/me/file', '/me/leave'])
    await look(page, home + path);
  assert.deepEqual(faults, []);
  await close();
});

async function look(page: Page, address: string): Promise<void> {
  const answer = await page.goto(address);
  assert.ok(((await answer?.body())?.length ?? 0) < BYTES_MAX, address);
  for (const [width, colorScheme] of [
    [320, 'light'],
    [390, 'dark'],
    [1366, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 700 });
    await page.emulateMedia({ colorScheme });
    await assertNoSideScrolling(page, `${address} at ${width}`);
    await assertAccessible(page, `${address} at ${width}, ${colorScheme}`);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('main button, main .button, main input:not([type=hidden], [type=checkbox])')]
        .filter((one) => one.getBoundingClientRect().height < 48)
        .map((one) => one.outerHTML),
    );
    assert.deepEqual(small, [], `${address}: a finger needs 48 px`);
  }
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

/** Two members with a request each, of which the first has answered the other's. */
async function neighbours(name: string) {
  const { service } = console_;
  const community = await service.createCommunity({ name: `${name} ${LONG_NAME}` });
  const act = { communityId: community.id, actor: 'test' };
  await openMemberPages(service.deps, act, true);
  const made = { communityId: community.id, email: `long-${'address'.repeat(12)}@example.org`, phone: '0561 98 76 54' };
  const [anna, ben] = [
    await service.createMember({ ...made, name: `${LONG_NAME} Berger` }),
    await service.createMember({ ...made, name: 'Ben Adler', email: `ben-${randomUUID()}@example.org` }),
  ];
  const by = ({ uuid }: { readonly uuid: string }) => ({ ...act, memberId: uuid });
  const words = { title: `Help with ${LONG_NAME}`, description: `First line\n${LONG_NAME}`, category: '' };
  const publish = (member: typeof anna) =>
    publishListing(service.deps, by(member), randomUUID(), { ...words, type: 'request', estimatedHours: '1:30' });
  const [own, others] = [await publish(anna), await publish(ben)];
  const message = { message: LONG_NAME, released: ['email', 'phone'], form: randomUUID() } as const;
  const sent = await answerListing(service.deps, by(anna), { ...message, listingId: others });
  const received = await answerListing(service.deps, by(ben), { ...message, listingId: own });
  const home = `${console_.origin}/at/${community.slug}`;
  const [letter] = await writeLetters(service.deps, act, [anna.uuid]);
  const paths = {
    ...{ own: `/listing/${encodeId('lst', own)}`, others: `/listing/${encodeId('lst', others)}` },
    ...{ sent: `/answer/${encodeId('ans', sent)}`, received: `/answer/${encodeId('ans', received)}` },
  };
  const reply = () =>
    replyToAnswer(service.deps, by(ben), { answerId: sent, state: 'agreed', reply: LONG_NAME, released: ['phone'] });
  return { home, paths, reply, letter: `${home}/enter?code=${letter?.code}`, publish: () => publish(ben) };
}

for (const locale of ['en-GB', 'de-DE']) {
  test(`requests, offers and answers are accessible and scroll in one direction, with long names (${locale})`, async () => {
    const { home, paths, reply, letter, publish } = await neighbours('Riverside');
    const { page, faults, close } = await console_.open({ width: 320, height: 700, locale });
    await enter(page, letter);
    const unanswered = `/listing/${encodeId('lst', await publish())}`;
    const { own, others, sent, received } = paths;
    const all = ['', '/requests', '/requests?q=help', '/offers', '/ask', '/offer', '/mine', own, others, unanswered];
    for (const path of [...all, sent, received]) {
      await look(page, home + path);
      assert.deepEqual(
        [await page.locator('h1').count(), (await page.locator('main .main').count()) <= 1],
        [1, true],
        `${path}: one heading, one filled button`,
      );
    }
    await reply();
    await look(page, home + sent);
    await page.setViewportSize({ width: 320, height: 700 });
    const lines = await page.evaluate(() => document.querySelector('.top')?.getBoundingClientRect().height ?? 0);
    assert.ok(lines < 350, `the menu leaves room for the page at 320 px: ${lines}`);
    assert.deepEqual(faults, []);
    await close();
  });
}

test('without script a member answers a request with a telephone number, and asks for help, in German', async () => {
  const { home, letter, publish } = await neighbours('Nachbarn');
  const context = await console_.browser.newContext({ javaScriptEnabled: false, locale: 'de-DE' });
  const page = await context.newPage();
  await enter(page, letter);
  await page.goto(`${home}/listing/${encodeId('lst', await publish())}`);
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
