/** Every page of the members' side in every state: what a program can find of WCAG 2.2 AA, and what fingers and eyes need. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page, Response } from 'playwright-core';
import { assertAccessible, assertColours, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { type Console, startConsole } from '../../../console/test-support/console.ts';
import { tabTo } from '../../../console/test-support/keyboard.ts';
import { mailSettings, startMemberLife } from '../../../console/test-support/member-life.ts';
import { type MemberState, memberWalks } from '../../../console/test-support/member-states.ts';
import { readTree } from '../../../console/test-support/tree.ts';
import { startMailServer, type TestMailServer } from '../../../test-support/mail-server.ts';

const BYTES_MAX = 60_000;
/** A small telephone; and a window of 1280 px that is enlarged to 400 %. */
const NARROW = { width: 320, height: 700 };
/** What every language is read on: the longest words of each stand there. */
const MAIN_STATES = ['helga-home', 'helga-record-faulty', 'helga-answer-agreed', 'helga-me'];

let mails: TestMailServer;
let console_: Console;
before(async () => {
  mails = await startMailServer();
  console_ = await startConsole(mailSettings(mails));
});
after(async () => {
  await console_?.stop();
  await mails?.stop();
});

for (const [locale, names] of [
  ['en-GB', 'long'],
  ['de-DE', 'usual'],
] as const) {
  test(`every page in every state is accessible, small, and as large as fingers need, at 320 px (${locale}, ${names} names)`, async () => {
    const life = await startMemberLife(console_, mails, names);
    const found: string[] = [];
    for (const walk of Object.values(memberWalks(life))) {
      const { page, faults, close } = await console_.open({ ...NARROW, locale });
      for (const state of walk) found.push(...(await look(page, state, locale === 'en-GB')));
      found.push(...faults);
      await close();
    }
    assert.deepEqual(found, []);
  });
}

test('in Spanish, French and Italian the main pages are accessible and fit 320 px, too', async () => {
  const life = await startMemberLife(console_, mails, 'long');
  const walk = memberWalks(life).helga.filter(({ name }) => MAIN_STATES.includes(name));
  const found: string[] = [];
  for (const locale of ['es-ES', 'fr-FR', 'it-IT']) {
    const { page, faults, close } = await console_.open({ ...NARROW, locale });
    for (const state of walk) {
      found.push(...(await look(page, state, true)).map((fault) => `${locale} ${fault}`));
      assert.equal(await page.locator('html').getAttribute('lang'), locale.slice(0, 2), state.name);
    }
    found.push(...faults);
    await close();
  }
  assert.equal(walk.length, MAIN_STATES.length);
  assert.deepEqual(found, []);
});

/** @param isWhole whether axe reads it: of two languages it is enough once; @returns what is wrong but not for axe, which throws */
async function look(page: Page, { name, status, open }: MemberState, isWhole: boolean): Promise<string[]> {
  let answer: Response | undefined;
  const note = (response: Response) => {
    if (response.request().resourceType() === 'document') answer = response;
  };
  page.on('response', note);
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page);
  page.off('response', note);
  assert.equal(answer?.status(), status, name);
  const size = (await answer?.body())?.length ?? 0;
  assert.ok(size > 0 && size < BYTES_MAX, `${name}: ${size} bytes`);
  await assertNoSideScrolling(page, name);
  const found = [...(await faultsOfLayout(page)), ...(await faultsOfTree(page))];
  if (/^(Error|Fehler|Erreur|Errore)\u00a0?: /.test(await page.title()) !== (status === 422))
    found.push('the title does not say that it is faulty');
  if (isWhole) {
    await assertAccessible(page, `${name}, light`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await assertColours(page, `${name}, dark`);
  }
  return found.map((fault) => `${name}: ${fault}`);
}

/** Buttons and fields of 48 px, 8 px apart; links of 44 px but in a sentence; text of 16 px; one filled button. */
function faultsOfLayout(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seen = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter(
        (one) => one.checkVisibility() && !one.matches('.skip'),
      );
    const shown = (one: Element) => one.outerHTML.slice(0, 120);
    const height = (one: Element) => one.getBoundingClientRect().height;
    const buttons = seen('button, .button');
    const fields = seen('input:not([type=radio], [type=checkbox]), select, textarea');
    const isInSentence = (one: HTMLElement) => getComputedStyle(one).display === 'inline';
    const links = seen('a:not(.button)').filter((one) => !isInSentence(one));
    const texts = seen('body *').filter((one) =>
      [...one.childNodes].some((node) => node.textContent?.trim() && node.nodeType === Node.TEXT_NODE),
    );
    const isNear = (a: DOMRect, b: DOMRect) =>
      a.left < b.right + 7.5 && b.left < a.right + 7.5 && a.top < b.bottom + 7.5 && b.top < a.bottom + 7.5;
    const near = buttons.flatMap((one, at) =>
      buttons.slice(at + 1).filter((next) => isNear(one.getBoundingClientRect(), next.getBoundingClientRect())),
    );
    return [
      ...[...buttons, ...fields].filter((one) => height(one) < 47.5).map((one) => `below 48 px: ${shown(one)}`),
      ...[...links, ...seen('.tick')].filter((one) => height(one) < 43.5).map((one) => `below 44 px: ${shown(one)}`),
      ...near.map((one) => `a finger's breadth from the next: ${shown(one)}`),
      ...texts
        .filter((one) => Number.parseFloat(getComputedStyle(one).fontSize) < 16)
        .map((one) => `small: ${shown(one)}`),
      ...seen('.main')
        .slice(1)
        .map((one) => `a second filled button: ${shown(one)}`),
      ...seen('.top')
        .filter((one) => height(one) >= 350)
        .map(() => 'the menu leaves no room for the page'),
    ];
  });
}

/** What a screen reader gets: one main part, one heading of the page, names for all that is operated, and faults at their fields. */
async function faultsOfTree(page: Page): Promise<string[]> {
  const nodes = await readTree(page);
  const ofRole = (...roles: string[]) => nodes.filter(({ role }) => roles.includes(role));
  const heads = ofRole('heading').filter(({ level }) => level === 1);
  const operated = ofRole(
    'textbox',
    'searchbox',
    'combobox',
    'checkbox',
    'radio',
    'button',
    'link',
    'Date',
    'group',
    'image',
  );
  const dangling = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('[role=alert] a[href^="#"]')]
      .filter(
        (one) => !document.getElementById(one.hash.slice(1))?.matches('input, select, textarea, fieldset[tabindex]'),
      )
      .map((one) => one.hash),
  );
  const faults = await page.locator('.fault').allTextContents();
  const silent = faults.filter((fault) => !nodes.some(({ description }) => description.includes(fault)));
  return [
    ...(ofRole('main').length === 1 ? [] : ['not one main part']),
    ...(heads.length === 1 ? [] : [`headings of level 1: ${heads.map(({ name }) => name).join(', ')}`]),
    ...operated.filter(({ name }) => name === '').map(({ role }) => `a ${role} without a name`),
    ...dangling.map((hash) => `a fault leads nowhere: ${hash}`),
    ...silent.map((fault) => `a fault is not read with its field: ${fault}`),
  ];
}

test('by keyboard alone an hour is recorded and confirmed, and the focus is always seen', async () => {
  const { home, letter } = await startMemberLife(console_, mails, 'usual');
  const { page, close } = await console_.open(NARROW);
  const enter = async (who: 'nele' | 'helga') => {
    await page.context().clearCookies();
    await page.goto(await letter(who));
    await tabTo(page, /^Other people use this device/);
    await page.keyboard.press('Tab');
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
  };
  await enter('nele');
  await press(page, /^I helped$/);
  await tabTo(page, /^With whom\?/);
  await page.keyboard.type('Helga Brandt');
  await tabTo(page, /^1 h$/);
  await page.keyboard.press('ArrowDown');
  await tabTo(page, /^What for\?/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sent.', level: 1 }).waitFor();
  const address = page.url();
  await enter('helga');
  await page.goto(address.replace(/^.*\/record/, `${home}/record`));
  await press(page, /^Yes, that is right$/);
  await page.getByRole('heading', { name: 'Confirmed.', level: 1 }).waitFor();
  await close();
});

async function press(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
}
