/** Passkeys as people meet them, with Chromium's own virtual authenticator. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { PASSWORD, testConsole } from '../../../console/test-support/console.ts';
import { settled } from '../../../console/test-support/settled.ts';
import { totpCode } from '../../../test-support/totp-code.ts';

const console_ = await testConsole();

const SIGN_IN = 'Sign in with a passkey';

/** A device with a fingerprint reader, for one page. */
async function plugIn(page: Page): Promise<{ devtools: CDPSession; authenticatorId: string }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devtools, authenticatorId };
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.locator('.nav-foot').getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

const owner = async () => await console_.administrator(await console_.service.createCommunity());

test('a person adds a passkey, signs in with it alone although codes are switched on, and removes it', async () => {
  const ada = await owner();
  const { page, faults, close } = await console_.openAs(ada, '/account');
  await plugIn(page);
  await page.getByRole('button', { name: 'Set up the app' }).click();
  const secret = ((await page.locator('.qr + div code').textContent()) ?? '').replace(/\s/g, '');
  await page.getByLabel('Two-factor code from the app').fill(totpCode(secret, new Date()));
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();

  await addPasskey(page, 'Kitchen laptop');
  await page.getByText('The passkey is added.').waitFor();
  assert.equal(await page.getByText('Your password alone still opens your account.').count(), 0);
  const row = page.getByRole('row', { name: /Kitchen laptop/ });
  await row.getByText('Never').waitFor();
  await page.getByRole('button', { name: 'Add a passkey' }).waitFor();
  await settled(page);
  await assertAccessible(page, 'an account with a passkey');

  await signOut(page);
  await page.getByRole('button', { name: SIGN_IN }).click();
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
  await row.waitFor();
  assert.equal(await row.getByText('Never').count(), 0);

  await row.getByRole('button', { name: 'Remove passkey: Kitchen laptop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove the passkey “Kitchen laptop”?' });
  await settled(page);
  await assertAccessible(page, 'the question before a passkey is removed');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  // The session that it began ends with it.
  await page.getByRole('button', { name: SIGN_IN }).click();
  await page.getByText('This passkey does not work here. Perhaps it was removed.').waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('cancelling, a second passkey in one device and a missing name are explained in words, and nothing is added', async () => {
  const ada = await owner();
  const { page, faults, close } = await console_.openAs(ada, '/account', { width: 360 });
  const { devtools, authenticatorId } = await plugIn(page);
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await addPasskey(page, '');
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByText('Please fill in this field.').waitFor();
  await dialog.getByLabel('Name').fill('Phone');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('This was not finished: you cancelled').waitFor();
  await settled(page);
  await assertAccessible(page, 'a passkey that was not made');
  await assertNoSideScrolling(page, 'a passkey that was not made');
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('The passkey is added.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Your password alone still opens your account.').waitFor();
  await addPasskey(page, 'Phone again');
  await dialog.getByText('This device already has a passkey for your account.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const named = await console_.service.ownerQuery('select name from passkeys where administrator_id = $1', [ada.id]);
  assert.deepEqual(named, [{ name: 'Phone' }]);
  assert.deepEqual(faults, []);
  await close();
});

test('who has no passkey or cancels reads so at the sign-in, and the password still works', async () => {
  const ada = await owner();
  const { page, faults, close } = await console_.open({ locale: 'de-DE' });
  await page.goto(`${console_.origin}/console/`);
  await plugIn(page);
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
  await page.getByText('Der Vorgang wurde nicht beendet').waitFor();
  await settled(page);
  await assertAccessible(page, 'a sign-in with a passkey that was cancelled');
  await page.getByLabel('E-Mail-Adresse').fill(ada.email);
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('where the password is asked for again a passkey will do, and what was begun goes on', async () => {
  const ada = await owner();
  const { page, faults, close } = await console_.openAs(ada, '/account');
  await plugIn(page);
  await addPasskey(page, 'Phone');
  await page.getByText('The passkey is added.').waitFor();
  await console_.service.ownerQuery(
    `update sessions set password_at = password_at - interval '11 minutes' where administrator_id = $1`,
    [ada.id],
  );
  await page.getByLabel('E-mail address').fill(`key-${ada.id}@example.org`);
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  await dialog.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
  await settled(page);
  await assertAccessible(page, 'the question for the password, or a passkey');
  await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await page.getByText(`From now on, sign in as key-${ada.id}@example.org.`).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test("another person's passkey at an ended session starts the page over and carries out nothing", async () => {
  const [ada, ben] = [await owner(), await owner()];
  const { page, close } = await console_.openAs(ben, '/account');
  await plugIn(page);
  await addPasskey(page, 'Phone');
  await page.getByText('The passkey is added.').waitFor();
  await signOut(page);
  await page.getByLabel('E-mail address').fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText(`You sign in as ${ada.email}.`).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Ada alone');
  await console_.service.ownerQuery('update sessions set ended_at = now() where administrator_id = $1', [ada.id]);
  // Whatever the page asks for meanwhile opens the dialog, too, which then lies over the button.
  await page.getByRole('button', { name: 'Save' }).dispatchEvent('click');
  await page.getByRole('dialog', { name: 'Please sign in again' }).getByRole('button', { name: SIGN_IN }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.goto(`${console_.origin}/console/account`);
  await page.getByText(`You sign in as ${ben.email}.`).waitFor();
  const changed = await console_.service.ownerQuery(`select from administrators where name = 'Ada alone'`);
  assert.equal(changed.length, 0);
  await close();
});

test('where there can be no passkeys none are offered, and the account says why', async () => {
  const ada = await owner();
  const byNumber = console_.origin.replace('localhost', '127.0.0.1');
  for (const [origin, reason] of [
    [byNumber, 'You opened the console by an IP address.'],
    [console_.origin, 'This browser cannot use passkeys.'],
  ] as const) {
    const { page, close } = await console_.open();
    if (origin === console_.origin) {
      await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
    }
    await page.goto(`${origin}/console/account`);
    await page.getByLabel('E-mail address').fill(ada.email);
    assert.equal(await page.getByRole('button', { name: SIGN_IN }).count(), 0, origin);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText(reason).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Add a passkey' }).count(), 0, origin);
    await close();
  }
});
