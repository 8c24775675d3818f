/** The office's side of deputies: recorded on the member's file, a printed way in, and ended. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { testConsole } from '../../../console/test-support/console.ts';
import { settled } from '../../../console/test-support/settled.ts';

const console_ = await testConsole();

test('a coordinator records a member and a person who is none as deputies, prints a letter for the latter, and ends it', async () => {
  const { service } = console_;
  const community = await service.createCommunity();
  const helga = await service.createMember({ communityId: community.id, name: 'Helga Brandt' });
  await service.createMember({ communityId: community.id, name: 'Anna Berger' });
  const person = await console_.administrator(community, 'coordinator');
  const { page, faults, close } = await console_.openAs(person, `/c/${community.slug}/members/${helga.id}/file`);
  await page.getByRole('heading', { name: 'Deputies' }).waitFor();
  await page.getByText('Nobody acts for this member.').waitFor();
  await page.getByRole('button', { name: 'Record the deputy' }).click();
  await page.getByText('Choose a member, or write a name.').waitFor();
  await page.getByRole('combobox', { name: 'Member who acts' }).fill('Anna Berger');
  await page.getByRole('option', { name: 'Anna Berger' }).click();
  await page.getByRole('button', { name: 'Record the deputy' }).click();
  await page.getByRole('row', { name: /Anna Berger/ }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill(`Karl ${'Donaudampfschiff'.repeat(4)}`);
  await page.getByLabel('E-mail address').fill('karl@example.org');
  await page.getByRole('button', { name: 'Record the deputy' }).click();
  const karl = page.getByRole('row', { name: /Karl/ });
  await karl.waitFor();
  await settled(page);
  await assertAccessible(page, 'deputies');
  await page.setViewportSize({ width: 360, height: 800 });
  await assertNoSideScrolling(page, 'deputies');
  await page.setViewportSize({ width: 1366, height: 800 });
  await karl.getByRole('button', { name: /Print a letter/ }).click();
  const letter = page.getByRole('dialog', { name: 'Print a letter' });
  await letter.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/).waitFor();
  await letter.getByRole('button', { name: 'Close' }).click();
  await karl.getByRole('button', { name: /End that/ }).click();
  await page.getByText('Ended. The deputy is signed out.').waitFor();
  const rows = await service.ownerQuery<{ name: string | null; ended: boolean }>(
    'select name, ended_at is not null as ended from deputies where community_id = $1 order by id',
    [community.id],
  );
  assert.deepEqual(
    rows.map(({ ended }) => ended),
    [false, true],
  );
  assert.deepEqual(faults, []);
  await close();
});
