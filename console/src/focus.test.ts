/** Where the focus is after an act on the page: never nowhere, so that Tab goes on from there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { testConsole } from '../test-support/console.ts';

const console_ = await testConsole();

async function start(path: string) {
  const { service } = console_;
  const community = await service.createCommunity();
  const members = [];
  for (let n = 10; n < 65; n++)
    members.push(await service.createMember({ communityId: community.id, name: `Anna ${n}` }));
  const person = await console_.administrator(community, 'owner');
  const opened = await console_.openAs(person, `/c/${community.slug}${path}`);
  const finish = async () => {
    assert.deepEqual(opened.faults, []);
    await opened.close();
  };
  return { community, members, page: opened.page, finish };
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: one } = document;
    return one === document.body ? 'the page' : (one?.getAttribute('aria-label') ?? one?.textContent ?? '').trim();
  });

/** Presses a button by key, as a person does who has no mouse. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().focus();
  await page.keyboard.press('Enter');
}

test('a dialog that asks for something opens on its field', async () => {
  const { page, finish } = await start('/to-call?reason=no_offer');
  await page.getByRole('button', { name: 'Called: Anna 10' }).click();
  await page.waitForFunction(() => document.activeElement?.matches('[role=dialog] input[type=date]'));
  await finish();
});

test('a button keeps the focus while it is busy and when it has nothing more to do, and cannot be pressed then', async () => {
  const { page, finish } = await start('/settings');
  const gate = Promise.withResolvers<void>();
  let sent = 0;
  await page.route(/\/settings$/, async (route) => {
    if (route.request().method() !== 'GET') {
      sent++;
      await gate.promise;
    }
    await route.continue();
  });
  await page.getByLabel('Lowest balance').fill('-20');
  await press(page, 'Save');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-disabled') === 'true');
  assert.equal(await focused(page), 'Save');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  gate.resolve();
  await page.getByText('Settings saved.').waitFor();
  assert.equal(await focused(page), 'Save');
  assert.equal(await save.isDisabled(), true);
  await page.keyboard.press('Enter');
  await page.getByLabel('Lowest balance').press('Enter');
  await page.getByLabel('Lowest balance').fill('-21');
  await press(page, 'Cancel');
  await page.waitForFunction(() => document.activeElement !== document.body);
  assert.equal(await focused(page), 'Save', 'what is left of the two');
  assert.equal(sent, 1);
  await finish();
});

test('after Load more the focus is on the first new row, and after Clear filters in the first filter', async () => {
  const { page, finish } = await start('/members');
  await page.getByText('Anna 10').waitFor();
  await press(page, 'Load more');
  await page.waitForFunction(() => document.activeElement?.textContent === 'Anna 60');
  assert.equal(await page.getByRole('button', { name: 'Load more' }).count(), 0);
  await page.getByRole('textbox', { name: 'Search' }).fill('zzz');
  await page.getByText('0 members').waitFor();
  await press(page, 'Clear filters');
  await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement);
  assert.equal(
    await page.getByRole('textbox', { name: 'Search' }).evaluate((one) => one === document.activeElement),
    true,
  );
  await finish();
});

test('what takes the place of a button takes its focus: Hold and Publish', async () => {
  const { page, community, members, finish } = await start('/listings');
  const { service } = console_;
  const [{ id } = { id: '' }] = await service.ownerQuery<{ id: string }>(
    `insert into listings (community_id, id, external_id, member_id, type, title, status, created_at, updated_at)
     values ($1, gen_random_uuid(), 'L-1', $2, 'service', 'Gardening', 'active', now(), now()) returning external_id as id`,
    [community.id, members[0]?.uuid],
  );
  assert.equal(id, 'L-1');
  await page.reload();
  await page.getByRole('link', { name: 'Gardening' }).click();
  await page.getByRole('heading', { level: 1, name: 'Gardening' }).waitFor();
  await press(page, 'Hold');
  await page.waitForFunction(() => document.activeElement?.textContent?.trim() === 'Publish');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.textContent?.trim() === 'Hold');
  await finish();
});
