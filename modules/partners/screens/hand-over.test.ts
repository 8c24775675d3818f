/** A secret on its way to the partner's developer: by a link, and never lost by a click. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { testConsole } from '../../../console/test-support/console.ts';
import { textOf } from '../../../console/test-support/download.ts';
import { atNewPartner, createPartner, heading } from '../../../console/test-support/new-partner.ts';

const console_ = await testConsole();

const LEAVE = 'Leave without the client secret?';
const asked = (page: Page) => page.getByRole('dialog', { name: LEAVE });

const linkOn = async (page: Page) =>
  (await page.locator('code', { hasText: '/console/hand-over?community=' }).textContent()) ?? '';

/** Opens the page that shows a new secret, by way of the list of partners. */
async function atSecret() {
  const opened = await atNewPartner(console_);
  const { page, community } = opened;
  await page.goto(`${console_.origin}/console/c/${community.slug}/partners`);
  await page.getByRole('link', { name: 'New partner' }).click();
  await heading(page, 'New partner').waitFor();
  const secret = await createPartner(page, 'Harbour Bank');
  return { ...opened, secret };
}

test('a one-time link is made, opened once by a person without a session, and then shown as opened', async () => {
  const { page, secret, close } = await atSecret();
  const partnerPage = page.url().replace(/\/secret$/, '/secrets');
  await page.getByRole('button', { name: 'Create one-time link' }).click();
  await page.getByText('The link is created.').waitFor();
  const url = await linkOn(page);
  await page.getByRole('button', { name: 'Copy link' }).click();

  const developer = await console_.open();
  await developer.page.goto(url);
  await heading(developer.page, 'Access for Harbour Bank').waitFor();
  assert.ok(!(await developer.page.content()).includes(secret), 'looking at a link does not show the secret');
  assert.ok(!developer.page.url().includes('#'), 'the token has left the address');
  await developer.page.getByRole('button', { name: 'Show client secret' }).click();
  await developer.page.getByText('This client secret is shown only once.').waitFor();
  const shown = (await developer.page.locator('main').textContent()) ?? '';
  for (const part of [secret, 'users.read', '/oauth/token', 'Partner API documentation', 'curl -sS']) {
    assert.ok(shown.includes(part), part);
  }
  const [download] = await Promise.all([
    developer.page.waitForEvent('download'),
    developer.page.getByRole('button', { name: 'Download as a file' }).click(),
  ]);
  const file = await textOf(download);
  for (const line of [`client_secret=${secret}`, 'scopes=users.read', 'token_url=http']) assert.ok(file.includes(line));
  assert.deepEqual(developer.faults, []);

  await developer.page.reload();
  await heading(developer.page, 'This link has already been opened').waitFor();
  assert.equal(new URL(developer.page.url()).hash, '');
  await developer.page.goto('about:blank');
  await developer.page.goto(url);
  await heading(developer.page, 'This link has already been opened').waitFor();
  await developer.page.getByText(/tell Ada Riverside at Riverside at once/).waitFor();
  await developer.close();

  await page.goto(partnerPage);
  await page.getByText(/One-time link opened .* from /).waitFor();
  await close();
});

test('a link that ends while its page is open says so, and one that is cut says whom to ask', async () => {
  const { page, community, close } = await atSecret();
  await page.getByRole('button', { name: 'Create one-time link' }).click();
  const url = await linkOn(page);
  const developer = await console_.open();
  await developer.page.goto(url);
  const show = developer.page.getByRole('button', { name: 'Show client secret' });
  await show.waitFor();
  await console_.service.ownerQuery(`update hand_overs set expires_at = created_at where community_id = $1`, [
    community.id,
  ]);
  await show.click();
  await heading(developer.page, 'This link has expired').waitFor();
  await developer.page.goto('about:blank');
  await developer.page.goto(url.slice(0, -2));
  await developer.page.getByText('Ask the person who sent it to you').waitFor();
  await developer.close();
  await close();
});

test('leaving with the secret nowhere else asks first: by the menu, by Back and by closing the window', async () => {
  const { page, secret, close } = await atSecret();
  const own = page.url();
  const isHere = async () => {
    assert.equal(page.url(), own);
    assert.ok((await page.content()).includes(secret), 'the secret is still there');
  };
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await asked(page).getByRole('button', { name: 'Stay here' }).click();
  await asked(page).waitFor({ state: 'hidden' });
  await isHere();

  await page.evaluate(() => history.back());
  await asked(page).getByRole('button', { name: 'Stay here' }).click();
  await asked(page).waitFor({ state: 'hidden' });
  await isHere();

  const question = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await question;
  assert.equal(dialog.type(), 'beforeunload');
  await dialog.dismiss();
  await closing;
  await isHere();

  await page.evaluate(() => history.back());
  await asked(page).getByRole('button', { name: 'Leave anyway' }).click();
  await heading(page, 'Partners').waitFor();
  assert.ok(!(await page.content()).includes(secret));
  await page.goForward();
  await heading(page, 'The client secret is no longer shown').waitFor();
  await close();
});

for (const [what, act] of [
  ['copied', (page: Page) => page.getByRole('button', { name: 'Copy client secret' }).click()],
  ['downloaded', (page: Page) => page.getByRole('button', { name: 'Download as a file' }).click()],
  [
    'on its way by a link',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Create one-time link' }).click();
      await page.getByRole('button', { name: 'Copy link' }).click();
    },
  ],
] as const) {
  test(`a secret that is ${what} is left without a question`, async () => {
    const { page, close } = await atSecret();
    await act(page);
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await heading(page, 'Members').waitFor();
    assert.equal(await asked(page).count(), 0);
    await close();
  });
}

test('a link that was made and not copied is asked about, and "I have handed it over" is an answer', async () => {
  const { page, close } = await atSecret();
  await page.getByRole('button', { name: 'Create one-time link' }).click();
  await page.getByText('The link is created.').waitFor();
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await asked(page).getByRole('button', { name: 'Stay here' }).click();
  await page.getByRole('link', { name: 'I have handed it over' }).click();
  await heading(page, 'Harbour Bank').waitFor();
  await close();
});
