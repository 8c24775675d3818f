/** Resetting a sandbox from its settings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { testConsole } from '../../../console/test-support/console.ts';

const console_ = await testConsole();

const people = async (communityId: number) => {
  const [row] = await console_.service.ownerQuery<{ n: number }>(
    'select count(*)::int as n from members where community_id = $1',
    [communityId],
  );
  return row?.n;
};

test('a sandbox is reset by keyboard, after a question, and the button has the focus again', async () => {
  const community = await console_.service.createCommunity({ name: 'Sand', kind: 'sandbox' });
  const fresh = await people(community.id);
  await console_.service.createMember({ communityId: community.id, name: 'Nora New' });
  const person = await console_.administrator(community, 'owner');
  const { page, faults, close } = await console_.openAs(person, `/c/${community.slug}/settings`);
  const button = page.getByRole('button', { name: 'Reset sandbox' });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Reset Sand?' });
  await dialog.getByText('are deleted', { exact: false }).waitFor();
  await assertAccessible(page, 'the question before a reset');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await people(community.id), (fresh ?? 0) + 1, 'nothing happens without a yes');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Reset sandbox' }).click();
  await page.getByText('The sandbox has been reset.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.textContent === 'Reset sandbox');
  assert.equal(await people(community.id), fresh);
  assert.deepEqual(faults, []);
  await close();
});

test('in German and on 360 px; a live community and a person who may not change settings have no button', async () => {
  const community = await console_.service.createCommunity({ name: 'Sand', kind: 'sandbox' });
  const owner = await console_.administrator(community, 'owner');
  const german = await console_.openAs(owner, `/c/${community.slug}/settings`, { locale: 'de-DE', width: 360 });
  await german.page.getByRole('button', { name: 'Testumgebung zurücksetzen' }).click();
  const dialog = german.page.getByRole('dialog', { name: 'Sand zurücksetzen?' });
  await dialog.getByText('Das lässt sich nicht rückgängig machen.', { exact: false }).waitFor();
  await assertAccessible(german.page, 'the question in German');
  await assertNoSideScrolling(german.page, 'the question at 360 px');
  await german.close();

  const live = await console_.service.createCommunity();
  for (const [of, role] of [
    [live, 'owner'],
    [community, 'auditor'],
  ] as const) {
    const person = await console_.administrator(of, role);
    const { page, close } = await console_.openAs(person, `/c/${of.slug}/settings`);
    await page.getByText('Account limits').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Reset sandbox' }).count(), 0, role);
    await close();
  }
});
