/** A partner's access on screen: its tokens, its contact, and the operations that its permissions open. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testConsole } from '../../../console/test-support/console.ts';
import { atNewPartner, createPartner, heading } from '../../../console/test-support/new-partner.ts';

const console_ = await testConsole();

test('one token is ended and then all, by the buttons, and each is refused on the next request', async () => {
  const { page, community, close } = await atNewPartner(console_, 'administrator');
  const { service, origin } = console_;
  const partner = await service.createPartner({ communityId: community.id, name: 'Harbour Bank' });
  const json = { grant_type: 'client_credentials', client_id: partner.clientId, client_secret: partner.clientSecret };
  const made: string[] = [];
  for (let n = 0; n < 12; n++) made.push((await service.call('POST', '/oauth/token', { json })).body.access_token);
  const live = async () => {
    const statuses = await Promise.all(made.map((token) => service.call('GET', '/users', { token })));
    return statuses.filter(({ status }) => status === 200).length;
  };
  await page.goto(`${origin}/console/c/${community.slug}/partners/${partner.partnerId}/secrets`);
  const buttons = page.getByRole('button', { name: /^Revoke token / });
  await buttons.nth(9).waitFor();
  assert.equal(await buttons.count(), 10);
  await page.getByRole('button', { name: 'Show more tokens' }).click();
  await buttons.nth(11).waitFor();
  const content = await page.content();
  for (const token of made) assert.ok(!content.includes(token));
  await buttons.nth(3).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('The access token is revoked.').waitFor();
  await buttons.nth(11).waitFor({ state: 'hidden' });
  assert.equal(await live(), 11);
  await page.getByRole('button', { name: 'Revoke all access tokens' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke all access tokens' }).click();
  await page.getByText('11 access tokens are revoked.').waitFor();
  await page.getByText('No valid access tokens').waitFor();
  assert.equal(await live(), 0);
  await close();
});

test('scopes have their technical name beside the plain words, and a permission that does nothing alone says so', async () => {
  const { page, community, close } = await atNewPartner(console_);
  for (const [name, email] of [
    ['Greta', 'greta@example.org'],
    ['Bruno', null],
  ] as const) {
    await console_.service.createMember({ communityId: community.id, name, email });
  }
  await page.reload();
  for (const scope of ['users.read', 'users.pii', 'wallet.write']) {
    await page.locator('.choice').getByText(scope, { exact: true }).waitFor();
  }
  await page.getByText('At present: 1 of 2 members.').waitFor();
  await page.getByText('shows addresses to partners unless a member chooses otherwise').waitFor();
  const hint = page.getByText('Only works together with "See members".');
  await page.getByRole('checkbox', { name: 'See e-mail addresses' }).click();
  await hint.waitFor();
  await page.getByRole('checkbox', { name: 'See members' }).click();
  await hint.waitFor({ state: 'hidden' });
  await close();
});

test('contact and note are typed with a new partner, shown on its page, and changed in its settings', async () => {
  const { page, close, faults } = await atNewPartner(console_);
  await page.getByLabel('Contact person').fill('Grace Quill');
  await page.getByLabel('Telephone').fill('+44 20 7946 0991');
  await page.getByLabel('Note').fill('Contract 17');
  await createPartner(page, 'Harbour Bank');
  await page.getByRole('link', { name: 'I have handed it over' }).click();
  await heading(page, 'Harbour Bank').waitFor();
  await page.getByText('Grace Quill').waitFor();
  await page.getByText('Contract 17').waitFor();
  assert.equal(await page.getByRole('link', { name: '+44 20 7946 0991' }).getAttribute('href'), 'tel:+442079460991');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('E-mail', { exact: true }).fill('grace at bank');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('[aria-invalid=true]').waitFor();
  await page.getByLabel('E-mail', { exact: true }).fill('grace@bank.example');
  await page.getByLabel('Note').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('No changes yet.').waitFor();
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('link', { name: 'grace@bank.example' }).waitFor();
  assert.equal(await page.getByText('Contract 17').count(), 0);
  assert.deepEqual(faults, []);
  await close();
});
