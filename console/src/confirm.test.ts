/** Is it still you: the password again, and a code where there is one, before what would help a thief. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { totpCode } from '../../test-support/totp-code.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { countAttempt } from '../desk/throttle.ts';
import { assertAccessible } from '../test-support/axe.ts';
import { PASSWORD, type Person, testConsole } from '../test-support/console.ts';
import { atNewPartner, heading } from '../test-support/new-partner.ts';

const console_ = await testConsole();

/** Makes the last confirmation by password too old. */
async function forget({ id }: Pick<Person, 'id'>): Promise<void> {
  await console_.service.ownerQuery(
    `update sessions set password_at = now() - interval '11 minutes' where administrator_id = $1`,
    [id],
  );
}

/** Sets up the app on the account's page. Returns the recovery codes. */
async function switchCodesOn(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Set up the app' }).click();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  const key = ((await page.locator('.card code').first().textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Two-factor code from the app').fill(totpCode(key, new Date()));
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText('Save these recovery codes').waitFor();
  const codes = await page.locator('.codes li').allTextContents();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  return codes;
}

test('where the account has codes the confirmation asks for one and says so', async () => {
  const community = await console_.service.createCommunity();
  const person = await console_.administrator(community);
  const { page, close } = await console_.openAs(person, '/account');
  const codes = await switchCodesOn(page);
  await forget(person);
  await page.getByRole('button', { name: 'Create new recovery codes' }).click();
  await page
    .getByRole('dialog', { name: 'Create new recovery codes?' })
    .getByRole('button', { name: 'Create new recovery codes' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  await dialog.getByText('Your account also needs a code').waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByText('Please fill in this field.').waitFor();
  const typed = dialog.getByLabel('Two-factor code or recovery code');
  await typed.fill('wrong-code-here');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByText('The code is incorrect or was already used.').waitFor();
  await typed.fill(codes[0] ?? '');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Save these recovery codes').waitFor();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await close();
});

test('codes that were switched on elsewhere meanwhile are asked for as well', async () => {
  const { page, person, close } = await atNewPartner(console_);
  await page.getByLabel('Name of the partner').fill('Harbour Bank');
  const other = await console_.openAs(person, '/account');
  const [code = ''] = await switchCodesOn(other.page);
  await other.close();
  // Switching them on ends the other sessions; this one is let live, as a page that was loaded before.
  await console_.service.ownerQuery('update sessions set ended_at = null where administrator_id = $1', [person.id]);
  await forget(person);
  await page.getByRole('button', { name: 'Create partner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const typed = dialog.getByLabel('Two-factor code or recovery code');
  await typed.waitFor();
  await assertAccessible(page, 'the confirmation with a code');
  await typed.fill(code);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('This client secret is shown only once.').waitFor();
  await close();
});

test('wider rights ask for the password, and declining or confirming loses nothing that was typed', async () => {
  const { page, person, community, close } = await atNewPartner(console_, 'administrator');
  const { id: communityId } = community;
  const partner = await console_.service.createPartner({ communityId, name: 'Harbour Bank', rateLimitPerMinute: 10 });
  await page.goto(`${console_.origin}/console/c/${community.slug}/partners/${partner.partnerId}/settings`);
  await page.getByLabel('Name of the partner').fill('Harbour & Sons');
  await page.getByLabel('Requests per minute').fill('0');
  const stored = () =>
    console_.service.ownerQuery<{ name: string; rate: number }>(
      'select name, rate_limit_per_minute as rate from partners where id = $1',
      [partner.partnerId],
    );
  await forget(person);
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Name of the partner').inputValue(), 'Harbour & Sons');
  assert.equal(await page.getByLabel('Requests per minute').inputValue(), '0');
  assert.equal((await stored())[0]?.name, 'Harbour Bank');
  await page.getByRole('button', { name: 'Save' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('No changes yet.').waitFor();
  assert.deepEqual(await stored(), [{ name: 'Harbour & Sons', rate: 0 }]);

  await forget(person);
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('button', { name: 'Reactivate' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'Suspend' }).waitFor();
  await close();
});

test('where the account has to wait, the form offers to pass with a code', async () => {
  const community = await console_.service.createCommunity();
  const person = await console_.administrator(community);
  const { page, close } = await console_.openAs(person, '/account');
  const [code = ''] = await switchCodesOn(page);
  await close();
  await console_.service.ownerQuery('update sessions set address = null where administrator_id = $1', [person.id]);
  const { database } = console_.service.deps;
  const startMs = Date.now();
  for (let count = 0; count < 50; count++) {
    const attempt = {
      account: person.email,
      address: `192.0.2.${count}`,
      device: undefined,
      withCode: false,
      isShared: false,
    };
    await countAttempt(database, new Date(startMs), attempt, false);
  }
  const waiting = await console_.service.ownerQuery(
    `update sign_in_attempts set blocked_until = now() + interval '1 hour' where failures >= 50 returning 1`,
  );
  assert.equal(waiting.length, 1);

  const stranger = await console_.open();
  await stranger.page.goto(`${console_.origin}/console`);
  await stranger.page.getByLabel('E-mail address').fill(person.email);
  await stranger.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await stranger.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await stranger.page.getByRole('button', { name: /Skip the wait/ }).click();
  await stranger.page.getByRole('button', { name: /Use a recovery code/ }).click();
  await stranger.page.getByLabel('Recovery code').fill(code);
  await stranger.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await heading(stranger.page, 'Overview').waitFor();
  await stranger.close();
});

const WORDS = {
  'en-GB': {
    ...{ edit: 'Edit', email: 'E-mail address', save: 'Save', rate: 'Change rate', amount: 'Amount for one hour' },
    ...{ dialog: 'Confirm your identity', password: 'Password', confirm: 'Confirm', worth: 'EUR for one hour' },
  },
  'de-DE': {
    ...{
      edit: 'Bearbeiten',
      email: 'E-Mail-Adresse',
      save: 'Speichern',
      rate: 'Kurs ändern',
      amount: 'Betrag für eine Stunde',
    },
    ...{ dialog: 'Identität bestätigen', password: 'Passwort', confirm: 'Bestätigen', worth: 'EUR für eine Stunde' },
  },
} as const;

for (const [locale, words] of Object.entries(WORDS)) {
  test(`another address of a member, and a rate that changes by more than half, ask for the password (${locale})`, async () => {
    const { service } = console_;
    const community = await service.createCommunity();
    const person = await console_.administrator(community, 'administrator');
    const email = 'anna@example.org';
    const member = await service.createMember({ communityId: community.id, name: 'Anna Berger', email });
    const partner = await service.createPartner({ communityId: community.id, name: 'Harbour Bank' });
    const at = `/c/${community.slug}`;
    const { page, faults, close } = await console_.openAs(person, `${at}/members/${member.id}`, { locale });
    const prove = async () => {
      const dialog = page.getByRole('dialog', { name: words.dialog });
      await dialog.getByLabel(words.password, { exact: true }).fill(PASSWORD);
      await dialog.getByRole('button', { name: words.confirm }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await page.getByRole('button', { name: words.edit }).click();
    await page.getByLabel(words.email).fill('other@example.org');
    await forget(person);
    await page.getByRole('button', { name: words.save, exact: true }).first().click();
    await assertAccessible(page, 'the confirmation before another address');
    await prove();
    await waitUntil('the address is another', async () => {
      const [row] = await service.ownerQuery<{ email: string }>('select email from members where id = $1', [
        member.uuid,
      ]);
      return row?.email === 'other@example.org';
    });
    await page.goto(`${console_.origin}/console${at}/partners/${partner.partnerId}/statements`);
    const agree = async (amount: string) => {
      await page.getByRole('button', { name: words.rate }).click();
      await page.getByLabel(words.amount).fill(amount);
      await page.getByRole('dialog').getByRole('button', { name: words.save }).click();
    };
    await agree('20');
    // Agreed before the password is forgotten: the answer may come later than the click.
    await page.getByText(`20 ${words.worth}`).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await forget(person);
    await agree('9');
    await prove();
    await page.getByText(`9 ${words.worth}`).waitFor();
    assert.deepEqual(faults, []);
    await close();
  });
}
