/** What the booklet may print of members, recorded for many at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { testConsole } from '../../../console/test-support/console.ts';
import { addListing } from '../domain/listings/create.ts';

const console_ = await testConsole();

test('the booklet leads to the list, where what the chosen members allow is recorded in one act', async () => {
  const { service } = console_;
  const community = await service.createCommunity();
  const communityId = community.id;
  for (const [name, phone] of [
    ['Anna Berger', '0551 11'],
    ['Ben Adler', '0551 22'],
  ] as const) {
    const { uuid: memberId } = await service.createMember({ communityId, name, phone });
    const act = { communityId, actor: 'test', memberId };
    await addListing(service.deps, act, { type: 'service', title: `Help of ${name}` });
  }
  const owner = await console_.administrator(community, 'coordinator');
  const phone = { width: 360, height: 740 };
  const { page, faults, close } = await console_.openAs(owner, `/c/${community.slug}/listings/booklet`, phone);
  await page.getByText('2 entries say “through the office”.').waitFor();
  await page.getByRole('link', { name: 'Record what members allow' }).click();
  await page.getByRole('button', { name: 'Choose all that are shown' }).click();
  await page.getByRole('combobox', { name: 'In the booklet, for these 2' }).click();
  await page.getByRole('option', { name: 'Telephone number', exact: true }).click();
  await assertNoSideScrolling(page, 'recording for many');
  await assertAccessible(page, 'recording for many');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByText('2 members changed.').waitFor();
  await page.goto(`${console_.origin}/console/c/${community.slug}/listings/booklet`);
  await page.getByText('0551 11').waitFor();
  await page.getByText('0551 22').waitFor();
  assert.equal(await page.getByText('through the office').count(), 0);
  assert.deepEqual(faults, []);
  await close();
});
