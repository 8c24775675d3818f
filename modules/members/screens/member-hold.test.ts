/** A membership on hold in the console: put so until a day, given another day, seen in lists, and ended. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { testConsole } from '../../../console/test-support/console.ts';

const console_ = await testConsole();

test('the office puts a member on hold until a day, sees it on page and lists, and ends it; a day that is over is refused at its field', async () => {
  const { service } = console_;
  const community = await service.createCommunity();
  const { id } = await service.createMember({ communityId: community.id, name: 'Helga Brandt' });
  const owner = await console_.administrator(community);
  const small = { width: 360, height: 740 };
  const { page, faults, close } = await console_.openAs(owner, `/c/${community.slug}/members/${id}`, small);
  await page.getByRole('button', { name: 'Put on hold' }).click();
  const dialog = page.getByRole('dialog');
  const begin = dialog.getByRole('button', { name: 'Put on hold' });
  const until = dialog.getByLabel('Back on');
  await until.fill('2020-01-01');
  await begin.click();
  await dialog.getByText('Choose a day after today, within two years.').waitFor();
  assert.equal(await until.getAttribute('aria-invalid'), 'true');
  const day = `${service.clock.now().getUTCFullYear() + 1}-03-12`;
  await until.fill(day);
  await begin.click();
  await dialog.waitFor({ state: 'detached' });
  const notice = page.locator('.notice').getByText(/^On hold until /);
  await notice.waitFor();
  await assertNoSideScrolling(page, 'a member on hold');
  await assertAccessible(page, 'a member on hold');
  await page.getByRole('button', { name: 'Another day' }).click();
  await until.fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.locator('.notice').getByText('On hold', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'All members' }).click();
  await page.locator('.tag').getByText('On hold', { exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'End the hold' }).click();
  await page.getByRole('button', { name: 'Put on hold' }).waitFor();
  assert.equal(await notice.count(), 0);
  // The day that was refused, in the log of the browser.
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('422')),
    [],
  );
  await close();
});
