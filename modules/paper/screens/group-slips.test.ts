/** Categories, gifts and slips of one and many, by keyboard; and what the list of exchanges says of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { testConsole } from '../../../console/test-support/console.ts';
import { finish, helper, type SlipsInUse, slipOf, startSlips, typeSlip } from '../../../console/test-support/slips.ts';

const console_ = await testConsole();

const bookings = ({ service, community }: SlipsInUse) =>
  service.ownerQuery<{ kind: string; seconds: number; category: string | null }>(
    `select t.kind, t.amount_seconds::int as seconds, c.name as category from transfers t
     left join categories c on c.community_id = t.community_id and c.id = t.category_id
     where t.community_id = $1 order by t.id`,
    [community.id],
  );

async function withCategories(used: SlipsInUse): Promise<void> {
  await used.service.ownerQuery(
    `insert into categories (community_id, name, created_at)
     select $1, name, now() from unnest('{Garden,House and home,Languages}'::text[]) as name`,
    [used.community.id],
  );
  await used.page.reload();
  await slipOf(used.page, 1).getByRole('combobox', { name: 'Category' }).waitFor();
  await helper(slipOf(used.page, 1)).focus();
}

const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};

test('a category is chosen by its first letters, and a gift is recorded as one', async () => {
  const used = await startSlips(console_);
  const { page } = used;
  await withCategories(used);
  await typeSlip(page, ['D01', 'D02', '1:20', 'gar', 'hedge']);
  await slipOf(page, 1).getByText('Saved').waitFor();
  await shot(page, 'slips');
  await page.getByText('Gifts', { exact: true }).click();
  await helper(slipOf(page, 2)).focus();
  await typeSlip(page, ['D01', 'D03', '0:45', '', 'thanks']);
  await slipOf(page, 2).getByText('Saved').waitFor();
  assert.deepEqual(await bookings(used), [
    { kind: 'exchange', seconds: 4800, category: 'Garden' },
    { kind: 'gift', seconds: 2700, category: null },
  ]);
  await slipOf(page, 2).getByText('Gift', { exact: true }).waitFor();
  await shot(page, 'slips-gift');
  await assertAccessible(page, 'slips with a category');
  await page.goto(`${console_.origin}/console/c/${used.community.slug}/exchanges`);
  await page.getByText('1 gift (0.75 h)').waitFor();
  await shot(page, 'exchanges');
  await page.getByRole('button', { name: /More filters/ }).click();
  await shot(page, 'exchanges-filters');
  await assertAccessible(page, 'exchanges with all filters');
  await page.getByRole('textbox', { name: 'How long' }).fill('45 min');
  await page.getByText('Gift', { exact: true }).first().waitFor();
  await page.getByText('1 exchange', { exact: false }).waitFor({ state: 'detached' });
  await finish(used);
});

test('one slip for one who helped several is recorded by keyboard, with the rest for the community fund', async () => {
  const used = await startSlips(console_);
  const { page } = used;
  await page.getByText('One and many', { exact: true }).click();
  const group = page.getByRole('group', { name: 'One and many' });
  const next = group.getByRole('combobox', { name: 'Add who was helped' });
  await group.getByRole('combobox', { name: 'Who helped' }).fill('D01');
  await page.keyboard.press('Enter');
  for (const [index, name] of ['D02', 'D03', 'D1'].entries()) {
    await next.fill(name);
    await page.keyboard.press('Enter');
    await group.getByRole('listitem').nth(index).waitFor();
  }
  await page.keyboard.press('Enter');
  await typeSlip(page, ['1:00', '2:15']);
  await group.getByText('3 × 1 = 3 h · 0.75 h go to the community fund').waitFor();
  await shot(page, 'group');
  await assertAccessible(page, 'a slip of one and many');
  await page.keyboard.press('Enter');
  await page.getByText('Slip saved: 6 bookings.').waitFor();
  assert.deepEqual(
    (await bookings(used)).map(({ kind, seconds }) => `${kind} ${seconds}`),
    ['exchange 2700', 'gift 900', 'exchange 2700', 'gift 900', 'exchange 2700', 'gift 900'],
  );
  await page.goto(`${console_.origin}/console/c/${used.community.slug}/exchanges`);
  await page.getByRole('link', { name: 'slip of 6' }).first().waitFor();
  await shot(page, 'exchanges-group');
  await page
    .getByRole('button', { name: /Correct exchange/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('All 6 bookings of this slip are reversed together.').waitFor();
  await dialog.getByRole('textbox').fill('Another day');
  await dialog.getByRole('button', { name: 'Reverse exchange' }).click();
  await page.getByText('6 reversed (3 h)').waitFor();
  await shot(page, 'exchanges-reversed');
  await finish(used);
});

test('a slip of one and many that is refused names who is at fault and books nothing; it fits a phone', async () => {
  const used = await startSlips(console_, { width: 360, height: 740 });
  const { page, service, community } = used;
  await service.ownerQuery('update communities set lower_balance_seconds = -1800 where id = $1', [community.id]);
  await page.getByText('One and many', { exact: true }).click();
  const group = page.getByRole('group', { name: 'One and many' });
  await group.getByRole('combobox', { name: 'Who helped' }).fill('D01');
  await page.keyboard.press('Enter');
  for (const [index, name] of ['D02', 'D03'].entries()) {
    await group.getByRole('combobox', { name: 'Add who was helped' }).fill(name);
    await page.keyboard.press('Enter');
    await group.getByRole('listitem').nth(index).waitFor();
  }
  await group.getByRole('textbox', { name: 'Each gives' }).fill('1:00');
  await group.getByRole('button', { name: 'Save slip' }).click();
  await group.getByRole('alert').waitFor();
  assert.match((await group.getByRole('alert').textContent()) ?? '', /^Bruno Weiß: /);
  assert.deepEqual(await bookings(used), []);
  await shot(page, 'group-phone');
  await assertNoSideScrolling(page, 'a slip of one and many');
  await finish(used);
});

test('a community that wants hours and minutes sees them in lists, accounts and files', async () => {
  const used = await startSlips(console_);
  const { page, service, community } = used;
  await service.ownerQuery(`update communities set hours_as = 'clock' where id = $1`, [community.id]);
  await page.reload();
  await helper(slipOf(page, 1)).focus();
  await typeSlip(page, ['D01', 'D02', '80 min', '']);
  await slipOf(page, 1).getByText('1:20 h').waitFor();
  await page.goto(`${console_.origin}/console/c/${community.slug}/exchanges`);
  await page.getByText('1:20 h in all').waitFor();
  await page.goto(`${console_.origin}/console/c/${community.slug}/members/${used.idOf.get('D02')}/history`);
  await page.getByText('−1:20 h').first().waitFor();
  await shot(page, 'clock');
  await finish(used);
});

test('a slip of one and many that is typed stays while others are recorded, and leaving it asks', async () => {
  const used = await startSlips(console_);
  const { page } = used;
  await page.getByText('One and many', { exact: true }).click();
  const group = page.getByRole('group', { name: 'One and many' });
  await group.getByRole('combobox', { name: 'Who helped' }).fill('D01');
  await page.keyboard.press('Enter');
  await group.getByRole('combobox', { name: 'Add who was helped' }).fill('D02');
  await page.keyboard.press('Enter');
  await group.getByRole('listitem').first().waitFor();
  await group.getByRole('textbox', { name: 'Each gives' }).fill('1:00');
  await page.getByText('Gifts', { exact: true }).click();
  await group.waitFor({ state: 'hidden' });
  await page.getByText('One and many', { exact: true }).click();
  assert.equal(await group.getByRole('combobox', { name: 'Who helped' }).inputValue(), 'Anna Berger');
  assert.equal(await group.getByRole('listitem').count(), 1);
  assert.equal(await group.getByRole('textbox', { name: 'Each gives' }).inputValue(), '1:00');
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Discard your entries?' });
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  assert.equal(await group.getByRole('listitem').count(), 1);
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  await finish(used);
});
