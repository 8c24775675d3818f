/** An office that enters one after the other: nothing typed twice, nobody twice, the focus never lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../../../console/test-support/axe.ts';
import { testConsole } from '../../../console/test-support/console.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';

const console_ = await testConsole();

const focusedOn = async (page: Page) =>
  await page.evaluate(() => {
    const at = document.activeElement;
    return { text: at?.textContent, value: at instanceof HTMLInputElement ? at.value : undefined };
  });

test('member after member is entered without leaving the form; the same name is pointed out', async () => {
  const community = await console_.service.createCommunity();
  const person = await console_.administrator(community);
  const { page, faults, close } = await console_.openAs(person, `/c/${community.slug}/members/new`);
  const name = page.getByLabel('Given name');
  for (const one of ['Anna Berger', 'Bruno Weiß']) {
    await name.fill(one);
    await page.getByRole('button', { name: 'Add and enter the next' }).click();
    await waitUntil('the form is empty again', async () => (await focusedOn(page)).value === '');
  }
  await page.getByText('2 members added.').waitFor();
  assert.equal(await page.getByLabel('Member since').inputValue(), new Date().toISOString().slice(0, 10));
  await page.keyboard.type('anna  BERGER');
  await page.getByText('There is already a member of this name:').waitFor();
  await name.fill('Cleo');
  await page.getByText('There is already a member of this name:').waitFor({ state: 'detached' });
  const rows = await console_.service.ownerQuery<{ name: string }>(
    'select name from members where community_id = $1 order by id',
    [community.id],
  );
  assert.deepEqual(
    rows.map((row) => row.name),
    ['Anna Berger', 'Bruno Weiß'],
  );
  assert.deepEqual(faults, []);
  await close();
});

test('an exchange is corrected by reversing it and entering it again, filled in', async () => {
  const community = await console_.service.createCommunity();
  const person = await console_.administrator(community);
  for (const [name, externalId] of [
    ['Anna', 'D01'],
    ['Bruno', 'D02'],
  ] as const) {
    await console_.service.createMember({ communityId: community.id, name, externalId });
  }
  const { page, close } = await console_.openAs(person, `/c/${community.slug}/exchanges/slips`);
  const line = page.getByRole('group', { name: 'Slip 1' });
  const [helper, helped] = [line.locator('[data-field=provider]'), line.locator('[data-field=receiver]')];
  await helper.fill('D01');
  await helper.press('Enter');
  await helped.fill('D02');
  await helped.press('Enter');
  await line.getByLabel('How long').fill('1:30');
  await line.getByLabel('Note').fill('Garden');
  await line.getByLabel('Date').fill('2026-11-02');
  await line.getByRole('button', { name: 'Save slip 1' }).click();
  await page.getByText('1 slip saved, 1.5 h in total').waitFor();
  await page.getByRole('link', { name: 'All exchanges' }).click();
  const correct = page.getByRole('button', { name: 'Correct exchange: Anna, Bruno' });
  await correct.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await waitUntil('the focus is back', async () => (await focusedOn(page)).text === 'Correct');
  await page.keyboard.press('Enter');
  await page.getByLabel('Reason').fill('Two hours, not one and a half');
  await page.getByRole('button', { name: 'Continue to the form' }).click();
  await page.getByRole('heading', { name: 'Record exchanges' }).waitFor();
  await line.getByText('D01 · 1.5 h').waitFor();
  await line.getByText('D02 · −1.5 h').waitFor();
  await line.getByText(/reversed when you save: Two hours, not one and a half/).waitFor();
  const kinds = await console_.service.ownerQuery('select kind from transfers where community_id = $1', [community.id]);
  assert.deepEqual(kinds, [{ kind: 'exchange' }], 'nothing is booked before the right one is');
  assert.equal(await helper.inputValue(), 'Anna');
  assert.equal(await helped.inputValue(), 'Bruno');
  assert.equal(await line.getByLabel('Note').inputValue(), 'Garden');
  assert.equal(await line.getByLabel('Date').inputValue(), '2026-11-02');
  await line.getByLabel('How long').fill('2:00');
  await line.getByRole('button', { name: 'Save slip 1' }).click();
  await page.getByText('1 slip saved, 2 h in total').waitFor();
  const rows = await console_.service.ownerQuery<{ kind: string; hours: number; day: string | null }>(
    `select kind, amount_seconds / 3600.0::float8 as hours, service_date::text as day from transfers
     where community_id = $1 order by id`,
    [community.id],
  );
  assert.deepEqual(rows, [
    { kind: 'exchange', hours: 1.5, day: '2026-11-02' },
    { kind: 'exchange_reversal', hours: 1.5, day: '2026-11-02' },
    { kind: 'exchange', hours: 2, day: '2026-11-02' },
  ]);
  // With a party that may take part in none, it is only reversed, and that is said before.
  await console_.service.ownerQuery(
    `update members set status = 'suspended' where community_id = $1 and external_id = 'D02'`,
    [community.id],
  );
  await page.getByRole('link', { name: 'All exchanges' }).click();
  await page.getByRole('button', { name: 'Correct exchange: Anna, Bruno' }).click();
  await page.getByText(/^Bruno cannot take part in exchanges now/).waitFor();
  assert.equal(await page.getByRole('checkbox', { name: 'Enter it again' }).isDisabled(), true);
  await page.getByRole('button', { name: 'Reverse exchange' }).waitFor();
  await assertAccessible(page, 'the correction of an exchange with a suspended member');
  await close();
});
