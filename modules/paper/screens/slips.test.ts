/** Paper slips typed by a practised hand: booked on whom was typed, whatever the network does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../../../console/test-support/axe.ts';
import { type PageOptions, testConsole } from '../../../console/test-support/console.ts';
import {
  booked,
  finish,
  helped,
  helper,
  type MemberNumber,
  note,
  slipOf,
  startSlips,
  time,
  typeSlip,
} from '../../../console/test-support/slips.ts';

const console_ = await testConsole();

/** A machine types without a pause; this is a quick hand. */
const KEY_MS = 60;
const SEARCH = /\/members\?/;

const start = (options?: PageOptions) => startSlips(console_, options);

/** A hand keeps its pace; it does not wait for the screen. */
async function typeAtPace(page: Page, slips: readonly (readonly string[])[]): Promise<void> {
  let nextMs = performance.now();
  for (const key of slips.flat().flatMap((field) => [...field, 'Enter'])) {
    nextMs = Math.max(nextMs + KEY_MS, performance.now());
    await wait(Math.max(0, nextMs - performance.now()));
    await page.keyboard.press(key === ' ' ? 'Space' : key);
  }
}

const delayed = (page: Page, byMs: number) =>
  page.route(SEARCH, async (route) => {
    await wait(byMs);
    await route.continue().catch(() => {});
  });

/** Holds the answers of the search until they are let go. */
async function held(page: Page, path = SEARCH): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await gate.promise;
    await route.continue().catch(() => {});
  });
  return gate.resolve;
}

/** The typed text for each member: mostly numbers, some whole names. */
const TYPED: readonly (readonly [typed: string, who: MemberNumber])[] = [
  ['D01', 'D01'],
  ['D012', 'D012'],
  ['D1', 'D1'],
  ['d010', 'D010'],
  ['D02', 'D02'],
  ['D030', 'D030'],
  ['anna berger', 'D01'],
  ['D0100', 'D0100'],
  ['D03', 'D03'],
  ['D011', 'D011'],
  ['D020', 'D020'],
  ['bruno weiss', 'D02'],
];
const TIMES = [
  ['1:30', 5400],
  ['2', 7200],
  ['0:45', 2700],
  ['1.5', 5400],
  ['5min', 300],
] as const;
const SLIPS = Array.from({ length: 30 }, (_, n) => {
  const pick = <T>(list: readonly T[], at: number) => list[at % list.length] as T;
  const [provider, from] = pick(TYPED, n);
  const others = TYPED.filter(([, who]) => who !== from);
  const [receiver, to] = pick(others, n * 7 + 3);
  const [typed, seconds] = pick(TIMES, n);
  return { fields: [provider, receiver, typed, ''], line: `${from} ${to} ${seconds}` };
});

/** Waits until each is saved: on a slow machine the last takes long, but the count never stops for the time of one wait. */
async function waitForSaved(page: Page, count: number): Promise<void> {
  for (let least = 1; least <= count; least++) {
    const counts = Array.from({ length: count - least + 1 }, (_, n) => least + n);
    await page.getByText(new RegExp(`^(${counts.join('|')}) slips? saved`)).waitFor();
  }
}

test('thirty slips typed without a pause are booked on whom was typed, for as long as was typed, however late the search answers', async (t) => {
  await Promise.all(
    [0, 1500].map(async (byMs) => {
      const used = await start();
      const { page } = used;
      await delayed(page, byMs);
      await helper(slipOf(page, 1)).focus();
      const startedMs = performance.now();
      await typeAtPace(
        page,
        SLIPS.map(({ fields }) => fields),
      );
      const typedMs = performance.now() - startedMs;
      await waitForSaved(page, SLIPS.length);
      assert.deepEqual(await booked(used), SLIPS.map(({ line }) => line).sort());
      const seconds = (ms: number) => (ms / 1000).toFixed(1);
      t.diagnostic(
        `search ${byMs} ms late: typed in ${seconds(typedMs)} s, all saved after ${seconds(performance.now() - startedMs)} s`,
      );
      await finish(used);
    }),
  );
});

test('Enter, Tab and a click take nobody of an earlier query, and Enter chooses by the answer to what is typed', async () => {
  const used = await start();
  const { page } = used;
  const slip = slipOf(page, 1);
  await helper(slip).fill('D01');
  await page
    .getByRole('option', { name: /^Anna Berger D01 / })
    .and(page.locator('[data-marked]'))
    .waitFor();
  const letGo = await held(page);
  await helper(slip).press('2');
  const old = page.getByRole('option', { name: /^Jürgen Horváth/ });
  assert.equal(await old.getAttribute('aria-disabled'), 'true');
  await old.click({ force: true });
  assert.equal(await helper(slip).inputValue(), 'D012', 'what was clicked does not answer to D012');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.equal(await helper(slip).inputValue(), 'D012');
  await page.keyboard.type('D03');
  await page.keyboard.press('Tab');
  assert.equal(await helped(slip).inputValue(), 'D03');
  letGo();
  await slip.getByText('D012 · 0 h').waitFor();
  await slip.getByText('D03 · 0 h').waitFor();
  const names = [await helper(slip).inputValue(), await helped(slip).inputValue()];
  assert.deepEqual(names, ['Anna Bergerhoff', 'Aoife Müller']);
  await finish(used);
});

test('what is not exactly one person is asked, and nothing is booked', async () => {
  const used = await start();
  const { page, community, idOf } = used;
  await console_.service.ownerQuery(
    `update members set status = 'suspended' where community_id = $1 and external_id = 'D020'`,
    [community.id],
  );
  assert.ok(idOf.get('D020'));
  // The beginning of each finds a member; none of them is the one that was typed.
  const asked = [
    ['bruno wagner', 'No account has this name or number.'],
    ['ahmed byrne', 'Several accounts match. Choose one from the list.'],
    ['bruno', 'Several accounts match. Choose one from the list.'],
    ['D020', 'This member is not active.'],
    ['E77', 'No account has exactly this number. Choose one from the list.'],
    ['gar1', 'No account has this name or number.'],
  ] as const;
  await helper(slipOf(page, 1)).focus();
  for (const [typed] of asked) await typeSlip(page, [typed, 'D01', '1:00', '']);
  for (const [index, [typed, message]] of asked.entries()) {
    const slip = slipOf(page, index + 1);
    await slip.getByText(message).waitFor();
    assert.equal(await helper(slip).inputValue(), typed);
  }
  await page.getByText('6 slips need attention.').waitFor();
  assert.deepEqual(await booked(used), []);
  // Chosen from the list by keyboard, of the two with one name the one with this number.
  await helper(slipOf(page, 2)).focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' ');
  const second = page.getByRole('option', { name: /^Ahmed Byrne D030/ });
  await second.waitFor();
  while ((await second.getAttribute('data-marked')) === null) await page.keyboard.press('ArrowDown');
  for (let field = 0; field < 4; field++) await page.keyboard.press('Enter');
  await page.getByText('1 slip saved, 1 h in total').waitFor();
  assert.deepEqual(await booked(used), ['D030 D01 3600']);
  await finish(used);
});

test('a refusal that comes late moves no focus: the next slip is typed on, saved, and the refused one is found by F8', async () => {
  const used = await start();
  const { page } = used;
  await helper(slipOf(page, 1)).focus();
  const letGo = await held(page, /\/exchanges$/);
  // Refused by the service: one account on both sides.
  await typeSlip(page, ['D01', 'D01', '1:00', '']);
  await slipOf(page, 1).getByText('D01 · 0 h').first().waitFor();
  await typeSlip(page, ['D02']);
  await page.keyboard.type('D0');
  letGo();
  await slipOf(page, 1).getByText('Both sides are the same account.').waitFor();
  await page.getByText('1 slip needs attention.').waitFor();
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await typeSlip(page, ['0:30', '']);
  await page.getByText('1 slip saved, 0.5 h in total').waitFor();
  assert.deepEqual(await booked(used), ['D02 D03 1800']);
  const first = slipOf(page, 1);
  assert.deepEqual([await time(first).inputValue(), await note(first).inputValue()], ['1:00', '']);

  await page.keyboard.press('F8');
  const focused = () => page.evaluate(() => document.activeElement?.closest('[data-slip]')?.getAttribute('aria-label'));
  assert.equal(await focused(), 'Slip 1');
  await page.keyboard.press('Shift+F8');
  await first.getByText('Discarded').waitFor();
  assert.equal(await focused(), 'Slip 3');
  assert.equal(await page.getByText('needs attention.').count(), 0);
  await page.getByRole('button', { name: 'Restore slip 1' }).click();
  await page.getByText('1 slip needs attention.').waitFor();
  await page.getByRole('button', { name: 'Discard slip 1' }).click();
  await page.reload();
  await slipOf(page, 1).getByRole('textbox').first().waitFor();
  assert.equal(await helper(slipOf(page, 1)).inputValue(), '');
  await finish(used);
});

test('a slip that waits for its names is not saved while a person changes it', async () => {
  const used = await start();
  const { page } = used;
  await helper(slipOf(page, 1)).focus();
  const letGo = await held(page);
  await typeSlip(page, ['D01', 'D02', '1:00', '']);
  await page.keyboard.press('Shift+Tab');
  await note(slipOf(page, 1)).focus();
  letGo();
  await slipOf(page, 1).getByText('D02 · 0 h').waitFor();
  await page.keyboard.type('Garden');
  assert.deepEqual(await booked(used), []);
  await page.keyboard.press('Enter');
  await page.getByText('1 slip saved, 1 h in total').waitFor();
  await slipOf(page, 1).getByText('Garden').waitFor();
  await finish(used);
});

test('a slip is booked on the day that stood above it, also when that is changed before it is saved', async () => {
  const used = await start();
  const { page, community } = used;
  const letGo = await held(page);
  await page.getByLabel('Date of new slips').fill('2026-11-02');
  await helper(slipOf(page, 1)).focus();
  await typeSlip(page, ['D01', 'D02', '1:00', '']);
  await page.getByLabel('Date of new slips').fill('2026-11-03');
  letGo();
  await page.getByText('1 slip saved, 1 h in total').waitFor();
  const rows = await console_.service.ownerQuery<{ day: string }>(
    `select service_date::text as day from transfers where community_id = $1 and kind = 'exchange'`,
    [community.id],
  );
  assert.deepEqual(rows, [{ day: '2026-11-02' }]);
  await finish(used);
});

test('a number that is more likely minutes than hours is asked, in German as in English', async () => {
  const used = await start({ locale: 'de-DE' });
  const { page } = used;
  await helper(slipOf(page, 1)).focus();
  await typeSlip(page, ['D01', 'D02', '90', '']);
  await slipOf(page, 1)
    .getByText('Sind 90 Stunden richtig? Geben Sie 90 min für Minuten oder 90 h für Stunden ein.')
    .waitFor();
  await typeSlip(page, ['D03', 'D02', 'bald', '']);
  await slipOf(page, 2).getByText('Keine gültige Zeit. Geben Sie 1:30, 1,5 oder 90 min ein.').waitFor();
  await page.getByText('2 Zettel müssen geprüft werden.').waitFor();
  await page.keyboard.press('F8');
  await page.keyboard.press('End');
  await page.keyboard.type(' min');
  await slipOf(page, 1).getByText('= 1,5 Stunden (1:30)').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByText('1 Zettel muss geprüft werden.').waitFor();
  await page.getByText('1 Zettel gespeichert, insgesamt 1,5 h').waitFor();
  assert.deepEqual(await booked(used), ['D01 D02 5400']);
  await finish(used);
});

test('the option that Enter takes can be read, name, number and balance, in light and dark', async () => {
  const used = await start({ width: 390 });
  const { page } = used;
  await helper(slipOf(page, 1)).fill('D01');
  await page.locator('.picker-option[data-marked]').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction((wanted) => document.documentElement.dataset.mantineColorScheme === wanted, colorScheme);
    await assertAccessible(page, `the open list, ${colorScheme}`);
  }
  await finish(used);
});
