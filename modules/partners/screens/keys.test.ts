/** The keys of a partner, and what its credits tell of payments and corrections. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { compareFile } from '../../../console/test-support/compare.ts';
import { PASSWORD, type PageOptions, testConsole } from '../../../console/test-support/console.ts';
import { tabTo } from '../../../console/test-support/keyboard.ts';
import { settled } from '../../../console/test-support/settled.ts';
import { createKey, setKeys } from '../../../test-support/signing.ts';

const console_ = await testConsole();

async function atSecrets(options: PageOptions = {}, role: 'owner' | 'auditor' = 'owner') {
  const { service } = console_;
  const community = await service.createCommunity();
  const partner = await service.createPartner({ communityId: community.id, name: 'Harbour Bank' });
  const person = await console_.administrator(community, role);
  const base = `/c/${community.slug}/partners/${partner.partnerId}`;
  const opened = await console_.openAs(person, `${base}/secrets`, options);
  const card = opened.page.locator('section.card').filter({ has: opened.page.getByRole('switch') });
  return { ...opened, service, community, partner, person, base, card };
}

const dialogOf = (page: Page) => page.getByRole('dialog');

test('keys are registered by keyboard, shown, and replaced; a fault is shown at its field and loses nothing', async () => {
  const { page, card, faults, close } = await atSecrets();
  const [first, second] = [await createKey(), await createKey('EdDSA')];
  const dialog = dialogOf(page);
  await card.getByText('No keys').waitFor();
  assert.ok(await card.getByRole('switch', { name: 'Keys only' }).isDisabled(), 'nothing would be left that counts');
  await tabTo(page, /^Register keys$/);
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await dialog.getByLabel('Address of the key set').fill('http://bank.example/keys');
  await page.keyboard.press('Enter');
  await dialog.getByText('The address must begin with https://.').waitFor();
  await dialog.getByLabel('Address of the key set').fill('https://keys.example.invalid/jwks');
  await page.keyboard.press('Enter');
  await dialog.getByText('The host name was not found.').waitFor();
  assert.ok(
    await dialog.getByLabel('Address of the key set').evaluate((field) => field.matches('[aria-invalid=true]')),
  );

  await dialog.getByRole('radio', { name: 'In a key set that I paste' }).press('Space');
  const field = dialog.getByLabel('Key set (JWKS)');
  const send = () => dialog.getByRole('button', { name: /keys$/ }).click();
  await send();
  await dialog.getByText('Please fill in this field.').waitFor();
  await field.fill('-----BEGIN PUBLIC KEY-----');
  await send();
  await dialog.getByText('This is not a key set.').waitFor();
  const pasted = JSON.stringify({ keys: [first.publicJwk, first.privateJwk] });
  await field.fill(pasted);
  await send();
  await dialog.getByText('Key 2: This is a private or secret key.').waitFor();
  assert.equal(await field.inputValue(), pasted);
  assert.ok(
    await field.evaluate((element) => element.matches('[aria-invalid=true]:focus')),
    'one goes on typing there',
  );
  await assertAccessible(page, 'the form with a fault');
  await field.fill(JSON.stringify({ keys: [first.publicJwk] }));
  await send();
  await card.getByText(first.kid).waitFor();
  await card.getByText('ES256').waitFor();
  await dialog.waitFor({ state: 'detached' });

  await card.getByRole('button', { name: 'Replace keys' }).click();
  await dialog.getByText('Keys that are missing from the new set stop working at once').waitFor();
  await field.fill(JSON.stringify({ keys: [second.publicJwk] }));
  await send();
  await card.getByText(second.kid).waitFor();
  assert.equal(await card.getByText(first.kid).count(), 0);
  assert.deepEqual(faults, []);
  await close();
});

test('before keys are ended or become the only way, the console says what stops working; declining changes nothing', async () => {
  const { page, card, service, partner, person, close } = await atSecrets();
  await setKeys(service, partner, { keys: { jwks: { keys: [(await createKey()).publicJwk] } } });
  await page.reload();
  const dialog = dialogOf(page);
  const only = card.getByRole('switch', { name: 'Keys only' });
  const bound = card.getByRole('switch', { name: 'Bound tokens only' });
  await only.press('Space');
  await dialog.getByText('all client secrets of the partner stop working').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await only.isChecked(), false);
  assert.equal(typeof (await service.token(partner)), 'string', 'its secret still works');
  await service.ownerQuery(
    `update sessions set password_at = now() - interval '11 minutes' where administrator_id = $1`,
    [person.id],
  );
  await only.press('Space');
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm your identity' });
  await confirm.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Only keys are accepted. Client secrets are rejected.').waitFor();
  assert.equal(await only.isChecked(), true);
  const refused = await service.call('POST', '/oauth/token', {
    json: { grant_type: 'client_credentials', client_id: partner.clientId, client_secret: partner.clientSecret },
  });
  assert.equal(refused.status, 401);
  await bound.press('Space');
  await dialog.getByText('not bound to a key (DPoP) stop working').waitFor();
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await card.locator('input[role=switch]:checked').nth(1).waitFor({ state: 'attached' });
  await dialog.waitFor({ state: 'detached' });
  await bound.press('Space');
  await card.locator('input[role=switch]:checked').nth(1).waitFor({ state: 'detached' });

  await card.getByRole('button', { name: 'End keys' }).click();
  await dialog.getByText('rejects 1 key and all access tokens obtained with it').waitFor();
  await dialog.getByText('Valid client secrets work again.').waitFor();
  await dialog.getByRole('button', { name: 'End keys' }).click();
  await card.getByText('No keys').waitFor();
  assert.equal(await only.isChecked(), false);
  assert.equal(typeof (await service.token(partner)), 'string');
  await close();
});

test('an address that cannot be read is shown with its reason, long names wrap at 360 px, and who may not change keys only reads', async () => {
  const opened = await atSecrets({ width: 360, locale: 'de-AT' }, 'auditor');
  const { page, card, service, partner, close } = opened;
  const kid = `harbour-bank-${'x'.repeat(180)}`;
  await setKeys(service, partner, { keys: { jwks: { keys: [{ ...(await createKey()).publicJwk, kid }] } } });
  const url = `https://keys.example.invalid/${'long-path-'.repeat(20)}`;
  await service.ownerQuery(
    `insert into key_urls (community_id, partner_id, url, tried_at, fetched_at, error)
     values ($1, $2, $3, now(), now() - interval '2 days', 'connect_timeout')`,
    [partner.communityId, partner.partnerId, url],
  );
  await page.reload();
  await card.getByText('Die Verbindung kam nicht rechtzeitig zustande.').waitFor();
  await card.getByText(url).waitFor();
  await card.getByText(kid).waitFor();
  await card.getByText('vorgestern').waitFor();
  for (const one of await card.getByRole('switch').all()) assert.ok(await one.isDisabled());
  assert.equal(await card.getByRole('button').count(), 0);
  await settled(page);
  await assertNoSideScrolling(page, 'the keys at 360 px');
  await assertAccessible(page, 'the keys');
  await close();
});

test('a credit shows its payment and what it corrects, on the statement, the comparison and the history of the member', async () => {
  const { page, service, community, partner, base, close } = await atSecrets({ width: 360, locale: 'de-DE' });
  const member = await service.createMember({ communityId: community.id, name: 'Anna Berger' });
  const token = await service.token(partner);
  const credit = async (json: object) =>
    (await service.call('POST', '/wallet/credit', { token, json: { user_id: member.id, ...json } })).body.data.id;
  const payment = { amount: '125.00', currency: 'EUR', value_date: '2026-11-20', end_to_end_id: 'M'.repeat(35) };
  const wrong = await credit({ reference: 'FALSCH', hours: 10, payment });
  await service.call('POST', `/wallet/credits/${wrong}/reversal`, { token, json: { reference: 'ZURÜCK' } });
  await credit({ reference: 'RICHTIG', hours: 1, payment: { amount: '25' }, corrects: wrong });
  const details = ['Gezahlt: 125,00 EUR', 'Wertstellung 20.11.2026', `End-to-End-ID ${'M'.repeat(35)}`];
  const shown = async (path: string, where: string, texts: readonly string[]) => {
    if (path) await page.goto(`${console_.origin}/console${path}`);
    for (const text of texts) await page.getByText(text).first().waitFor();
    await assertNoSideScrolling(page, where);
  };
  const all = [...details, 'Gezahlt: 25', 'Korrigiert FALSCH', 'Korrigiert durch RICHTIG'];
  await shown(`${base}/statements/${new Date().toISOString().slice(0, 10)}`, 'the statement', all);
  await shown(`/c/${community.slug}/members/${member.id}/history`, 'the history', all);
  await page.goto(`${console_.origin}/console${base}/statements`);
  await compareFile(page, 'entry_reference,amount,currency,booked_on\nX,1.00,EUR,2999-01-01\n', 'de');
  await shown('', 'the comparison', ['Gezahlt: 25', 'Korrigiert FALSCH']);
  await close();
});
