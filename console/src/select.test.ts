/** Fields that choose from a list and are typed into: Enter takes what was found. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addListing } from '../../modules/members/domain/listings/create.ts';
import { testConsole } from '../test-support/console.ts';

const console_ = await testConsole();

test('Enter takes what a typed word finds, in a list that is there and in one that is asked for', async () => {
  const { service } = console_;
  const community = await service.createCommunity();
  const { uuid } = await service.createMember({ communityId: community.id });
  for (const category of ['Company', 'Garden', 'Languages']) {
    const act = { communityId: community.id, memberId: uuid, actor: 'test' };
    await addListing(service.deps, act, { type: 'service', title: category, category }, { addsCategory: true });
  }
  const base = `/c/${community.slug}`;
  const { page, faults, close } = await console_.openAs(await console_.administrator(community), `${base}/settings`);
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('');
  await zone.pressSequentially('lisb');
  await zone.press('Enter');
  assert.equal(await zone.inputValue(), 'Europe/Lisbon');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Settings saved').waitFor();
  await page.goto(`${console_.origin}/console${base}/listings/categories`);
  await page.getByRole('button', { name: 'Merge: Company' }).click();
  const into = page.getByRole('combobox', { name: 'Category that stays' });
  // At the pace of a person: as it opens, the list forgets what was marked.
  await into.pressSequentially('gard', { delay: 150 });
  await page.getByRole('option', { name: 'Garden' }).waitFor();
  await page.getByRole('option').nth(1).waitFor({ state: 'detached' });
  await into.press('Enter');
  assert.equal(await into.inputValue(), 'Garden');
  // What is chosen already stays chosen, and nothing is sent while the field shows another word.
  const type = async (word: string, shown: number) => {
    await into.press('ControlOrMeta+a');
    await into.press('Backspace');
    await into.pressSequentially(word, { delay: 150 });
    const options = page.getByRole('option');
    await options.nth(shown).waitFor({ state: 'detached' });
    if (shown > 0) await options.nth(shown - 1).waitFor();
    await into.press('Enter');
    assert.equal(await page.getByRole('dialog').count(), 1, word);
  };
  await type('gard', 1);
  await into.blur();
  assert.equal(await into.inputValue(), 'Garden');
  await into.focus();
  await type('zzz', 0);
  // Nor behind a list that was closed. The answer to leaving the field comes after any request that Enter sent.
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await into.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await into.press('Enter');
  await into.blur();
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[role=dialog] input')?.value === 'Garden');
  assert.deepEqual(sent, []);
  const merged = 'select name from categories where community_id = $1 and merged_into is not null';
  assert.deepEqual(await service.ownerQuery(merged, [community.id]), []);
  assert.deepEqual(faults, []);
  await close();
});
