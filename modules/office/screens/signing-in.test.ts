/** The person's details, the second factor, and the ways back in, as people meet them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../../../console/test-support/axe.ts';
import { PASSWORD, testConsole } from '../../../console/test-support/console.ts';
import { heading } from '../../../console/test-support/new-partner.ts';
import { settled } from '../../../console/test-support/settled.ts';
import { runJson } from '../../../test-support/command.ts';

const console_ = await testConsole();

test('a person changes name and address, signs in with the new one, and sees a taken one at its field', async () => {
  const community = await console_.service.createCommunity();
  const ada = await console_.administrator(community);
  const ben = await console_.administrator(community, 'auditor', 'Ben');
  const { page, close } = await console_.openAs(ada, '/account');
  await page.getByLabel('Name', { exact: true }).fill('Ada Elm');
  await page.getByLabel('E-mail address').fill(ben.email);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This address cannot be used.').waitFor();
  await page.getByLabel('E-mail address').fill('nowhere');
  await page.getByRole('button', { name: 'Save' }).click();
  assert.equal(await page.getByLabel('E-mail address').evaluate((input) => input === document.activeElement), true);
  await page.getByLabel('E-mail address').fill(`Elm-${ada.id}@example.org`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`From now on, sign in as elm-${ada.id}@example.org.`).waitFor();
  await page.getByText(`You sign in as elm-${ada.id}@example.org.`).waitFor();
  assert.equal(await page.locator('.person-name').first().textContent(), 'Ada Elm');
  await close();
  const again = await console_.openAs({ ...ada, email: `elm-${ada.id}@example.org` }, '/account');
  assert.equal(await again.page.getByLabel('Name', { exact: true }).inputValue(), 'Ada Elm');
  assert.deepEqual(again.faults, []);
  await again.close();
});

test('an address is changed only after the password was typed lately', async () => {
  const ada = await console_.administrator(await console_.service.createCommunity());
  const { page, close } = await console_.openAs(ada, '/account');
  await console_.service.ownerQuery(
    `update sessions set password_at = password_at - interval '11 minutes' where administrator_id = $1`,
    [ada.id],
  );
  await page.getByLabel('E-mail address').fill(`later-${ada.id}@example.org`);
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText(`From now on, sign in as later-${ada.id}@example.org.`).waitFor();
  await close();
});

test('an owner without a second factor is asked quietly, puts it off everywhere, and an auditor is never asked', async () => {
  const community = await console_.service.createCommunity();
  const ada = await console_.administrator(community);
  const ask = 'Protect your account';
  const { page, close } = await console_.openAs(ada, `/c/${community.slug}`);
  await page.getByText(ask).waitFor();
  await settled(page);
  await assertAccessible(page, 'an overview that asks for a second factor');
  assert.equal(await page.getByRole('link', { name: 'Protect it now' }).getAttribute('href'), '/console/account');
  await page.getByRole('button', { name: 'Ask again in 30 days' }).click();
  await page.getByText('You will be asked again in 30 days.').waitFor();
  await page.getByText(ask).waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1');
  await close();
  for (const person of [ada, await console_.administrator(community, 'auditor', 'Ben')]) {
    const other = await console_.openAs(person, `/c/${community.slug}`);
    await other.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await other.page.waitForLoadState('networkidle');
    await settled(other.page);
    assert.equal(await other.page.getByText(ask).count(), 0, person.name);
    await other.close();
  }
});

test('a person who has forgotten the password reads who helps, and the guide that is linked has the command', async () => {
  const community = await console_.service.createCommunity();
  const ada = await console_.administrator(community);
  const { page, faults, close } = await console_.open();
  await page.goto(`${console_.origin}/console/`);
  const question = page.getByRole('button', { name: 'Forgotten your password?' });
  assert.equal(await question.getAttribute('aria-expanded'), 'false');
  await question.click();
  await page.getByText('Ask another owner of your community.').waitFor();
  assert.equal(await question.getAttribute('aria-expanded'), 'true');
  await settled(page);
  await assertAccessible(page, 'the help for a forgotten password');
  assert.doesNotMatch((await page.locator('main, body').first().textContent()) ?? '', /npx/);
  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'guide', exact: true }).click();
  const guide = await opening;
  const said = (await guide.locator('article').last().textContent()) ?? '';
  const named = /npx timebank (admin setup-link --community \S+ --email \S+)/.exec(said)?.[1] ?? '';
  const words = named.replace('elm', '<slug>').replace('ben@example.org', '<address>').split(' ');
  await guide.close();
  const values: Readonly<Record<string, string>> = { '<slug>': community.slug, '<address>': ada.email };
  const made = await runJson(
    console_.service.testDatabase,
    words.map((word) => values[word] ?? word),
  );
  await page.goto(`${console_.origin}/console/set-up#${new URL(made.setup_url).hash.slice(1)}`);
  await page.getByLabel('New password').fill('a walrus reads the harbour news');
  await page.getByRole('button', { name: 'Set up and sign in' }).click();
  await heading(page, 'Overview').waitFor();
  assert.deepEqual(faults, []);
  await close();
});
