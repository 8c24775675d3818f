/** The fields of a slip: where the focus is, what the lists offer, and where everything stands. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PageOptions, testConsole } from '../../../console/test-support/console.ts';
import { booked, finish, helper, slipOf, startSlips, typeSlip } from '../../../console/test-support/slips.ts';

const console_ = await testConsole();

const start = (options?: PageOptions) => startSlips(console_, options);

test('the page opens in the first field, so that what is typed at once is on the first slip', async () => {
  const used = await start();
  const { page, community } = used;
  await page.getByRole('link', { name: 'All exchanges' }).click();
  await page.getByRole('link', { name: 'Record exchanges' }).first().click();
  await slipOf(page, 1).waitFor();
  await typeSlip(page, ['D01', 'D02', '1:00', '']);
  await page.getByText('1 slip saved, 1 h in total').waitFor();
  assert.deepEqual(await booked(used), ['D01 D02 3600']);
  assert.match(page.url(), new RegExp(`/c/${community.slug}/exchanges/slips$`));
  await finish(used);
});

test('similar names are offered and never taken by Enter alone; a field that asks opens its list by F8 and by a click', async () => {
  const used = await start();
  const { page } = used;
  const slip = slipOf(page, 1);
  await helper(slip).focus();
  await typeSlip(page, ['jurgn', 'D01', '1:00', '']);
  await slip.getByText('No account has this name or number.').waitFor();
  const near = page.getByRole('group', { name: 'Similar names' }).getByRole('option', { name: /^Jürgen Horváth D010/ });
  assert.equal(await near.count(), 0);
  assert.equal(await helper(slip).getAttribute('aria-expanded'), 'false');
  await page.keyboard.press('F8');
  await near.waitFor();
  assert.equal(await helper(slip).getAttribute('aria-expanded'), 'true');
  assert.equal(await helper(slip).getAttribute('aria-controls'), await page.getByRole('listbox').getAttribute('id'));
  await slip.getByRole('status').getByText('0 matches. 1 similar name.').waitFor();
  await page.keyboard.press('Enter');
  assert.equal(await helper(slip).inputValue(), 'jurgn', 'Enter alone takes nobody');
  await helper(slip).click();
  await near.waitFor();
  await page.keyboard.press('ArrowDown');
  assert.equal(await helper(slip).getAttribute('aria-activedescendant'), await near.getAttribute('id'));
  for (let field = 0; field < 4; field++) await page.keyboard.press('Enter');
  await page.getByText('1 slip saved, 1 h in total').waitFor();
  assert.deepEqual(await booked(used), ['D010 D01 3600']);
  await finish(used);
});

test('a list that shows only some of those found says of how many', async () => {
  const used = await start();
  const { page, community } = used;
  for (let n = 0; n < 23; n++)
    await console_.service.createMember({ communityId: community.id, name: `Zoe Novak ${n}` });
  const slip = slipOf(page, 1);
  await helper(slip).fill('zoe');
  const words = '20 of 23 shown. Type more of the name or the number.';
  await page.locator('.picker-foot', { hasText: words }).waitFor();
  await slip.getByRole('status').getByText(words).waitFor();
  assert.equal(await page.getByRole('option').count(), 20);
  await finish(used);
});

test('balances beside the names on waiting slips are those after the last booking, also when it was reversed', async () => {
  const used = await start();
  const { page } = used;
  await helper(slipOf(page, 1)).focus();
  // Waits for its time.
  await typeSlip(page, ['D01', 'D02', 'soon', '']);
  await slipOf(page, 1).getByText('D01 · 0 h').waitFor();
  await typeSlip(page, ['D02', 'D01', '1:30', '']);
  await page.getByText('1 slip saved, 1.5 h in total').waitFor();
  await slipOf(page, 1).getByText('D01 · −1.5 h').waitFor();
  await slipOf(page, 1).getByText('D02 · 1.5 h').waitFor();
  await page.getByRole('button', { name: 'Reverse slip 2' }).click();
  await slipOf(page, 1).getByText('D01 · 0 h').waitFor();
  await finish(used);
});

test('fields of all slips begin at the same place in German, and what a slip is asked is one line', async () => {
  const used = await start({ locale: 'de-DE', width: 1366, height: 650 });
  const { page } = used;
  await helper(slipOf(page, 1)).focus();
  await typeSlip(page, ['zzz', 'D02', '90', '']);
  const question = slipOf(page, 1).getByText(/^Sind 90 Stunden richtig/);
  await question.waitFor();
  await slipOf(page, 1).getByText('D02 · 0 h').waitFor();
  const lefts = (number: number) =>
    slipOf(page, number)
      .locator('input')
      .evaluateAll((inputs) => inputs.map((one) => Math.round(one.getBoundingClientRect().left)));
  const tops = slipOf(page, 1)
    .locator('input')
    .evaluateAll((inputs) => [...new Set(inputs.map((one) => Math.round(one.getBoundingClientRect().top)))]);
  assert.deepEqual(await lefts(1), await lefts(2));
  assert.equal((await tops).length, 1, 'all in one line');
  const lines = await question.evaluate(
    (one) => one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight),
  );
  assert.ok(lines < 1.5, `${lines} lines`);
  await finish(used);
});
