/** Signing in through the organisation's identity provider, on the real pages and at a real provider. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../../../console/test-support/axe.ts';
import { type Console, type OpenPage, startConsole } from '../../../console/test-support/console.ts';
import { heading } from '../../../console/test-support/new-partner.ts';
import { settled } from '../../../console/test-support/settled.ts';
import { systemClock } from '../../../core/base/clock.ts';
import { testChange } from '../../../test-support/changes.ts';
import { startTestService, type TestService } from '../../../test-support/harness.ts';
import { startIdentityProvider, type TestProvider } from '../../../test-support/identity-provider.ts';
import { inviteIn } from '../domain/administrators/invitations.ts';
import { addSetupLinkIn } from '../domain/administrators/setup-links.ts';

let provider: TestProvider;
let console_: Console;
/** The same database without passwords. */
let closed: TestService;
let closedOrigin: string;
before(async () => {
  provider = await startIdentityProvider();
  console_ = await startConsole(provider.env);
  const env = { ...provider.env, LOCAL_ACCOUNTS: 'off' };
  closed = await startTestService({ clock: systemClock, env, database: console_.service.testDatabase });
  closedOrigin = closed.origin.replace('127.0.0.1', 'localhost');
  provider.register(console_.origin, closedOrigin);
});
after(async () => {
  await closed?.stop();
  await console_?.stop();
  await provider?.stop();
});

/** What the pages did wrong; that they ask the provider is right. */
const faultsOf = ({ faults }: OpenPage) => faults.filter((fault) => fault !== `request to ${provider.issuer}`);

async function signInThere(page: Page, subject: string): Promise<void> {
  // The page that is left has such fields, too.
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByLabel('Name').fill(subject);
  await page.getByRole('button', { name: 'Sign in here' }).click();
}

let people = 0;
function person(more = {}): { subject: string; email: string } {
  people++;
  const subject = `person-${people}`;
  const email = `${subject}@example.org`;
  provider.people.set(subject, { email, email_verified: true, name: 'Nora Hill', ...more });
  return { subject, email };
}

test('a person who is invited goes from the link through the provider to the overview, and back in from the sign-in page', async () => {
  const community = await console_.service.createCommunity();
  const { subject, email } = person();
  const { token } = await testChange(console_.service.deps, community.id, (within) =>
    inviteIn(within, community.id, { email, role: 'owner' }),
  );
  const opened = await console_.open();
  const { page } = opened;
  await page.goto(`${console_.origin}/console/set-up#${token}`);
  await page.getByRole('button', { name: 'Continue with Town Hall' }).click();
  await signInThere(page, subject);
  await heading(page, 'Overview').waitFor();
  assert.equal(await page.locator('.person-name').first().textContent(), 'Nora Hill');

  await page.goto(`${console_.origin}/console/account`);
  await page.getByRole('cell', { name: subject }).waitFor();
  assert.equal(await page.getByText('Never').count(), 0, 'the link was just used');
  await page.context().clearCookies();
  await page.goto(`${console_.origin}/console/account`);
  await page.getByLabel('Password', { exact: true }).waitFor();
  await settled(page);
  await assertAccessible(page, 'a sign-in page with an identity provider');
  await page.getByRole('button', { name: 'Continue with Town Hall' }).click();
  await signInThere(page, subject);
  await page.getByRole('heading', { name: 'Sign-in with Town Hall' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/console/account', 'where the person wanted to go');
  assert.equal(new URL(page.url()).search, '', 'nothing of the answer stays in the address');
  assert.equal(await page.getByRole('heading', { name: 'Password' }).count(), 0, 'the account has none');
  assert.equal(await page.getByText('You sign in with your e-mail address').count(), 0, 'the text says so, too');
  assert.deepEqual(faultsOf(opened), []);
  await opened.close();
});

test('who has no account reads on the sign-in page what to do, in the own language', async () => {
  const { subject } = person();
  for (const [locale, button, sentence] of [
    ['en-GB', 'Continue with Town Hall', 'Ask an owner of your community to invite you.'],
    ['de-AT', 'Weiter mit Town Hall', 'Bitten Sie die Eigentümer Ihrer Gemeinschaft um eine Einladung.'],
  ] as const) {
    const opened = await console_.open({ locale });
    const { page } = opened;
    await page.goto(`${console_.origin}/console/`);
    await page.getByRole('button', { name: button }).click();
    await signInThere(page, subject);
    await page.getByRole('alert').getByText(sentence).waitFor();
    await page.getByRole('button', { name: button }).waitFor();
    await settled(page);
    await assertAccessible(page, `a failed sign-in, ${locale}`);
    assert.deepEqual(faultsOf(opened), []);
    await opened.close();
  }
});

test('a person links the account, confirms in a window beside the work, and removes the link', async () => {
  const community = await console_.service.createCommunity();
  const ada = await console_.administrator(community);
  const { subject } = person();
  const opened = await console_.openAs(ada, '/account');
  const { page, context } = opened;
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await signInThere(page, subject);
  await page.getByRole('cell', { name: subject }).waitFor();
  await settled(page);
  await assertAccessible(page, 'an account with a link');

  await console_.service.ownerQuery(
    `update sessions set password_at = password_at - interval '11 minutes' where administrator_id = $1`,
    [ada.id],
  );
  await page.getByLabel('E-mail address').fill(`beside-${ada.id}@example.org`);
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  const beside = context.waitForEvent('page');
  await dialog.getByRole('button', { name: 'Confirm with Town Hall' }).click();
  await signInThere(await beside, subject);
  await page.getByText(`From now on, sign in as beside-${ada.id}@example.org.`).waitFor();

  await page.getByRole('button', { name: 'Unlink Town Hall' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await page.getByText('The link is removed.').waitFor();
  await page.getByRole('button', { name: 'Link', exact: true }).waitFor();
  assert.deepEqual(faultsOf(opened), []);
  await opened.close();
});

test('without passwords the sign-in page has one button, and the operator’s link still opens the account', async () => {
  const community = await console_.service.createCommunity();
  const ada = await console_.administrator(community);
  const opened = await console_.open();
  const { page } = opened;
  await page.goto(`${closedOrigin}/console/`);
  await page.getByRole('button', { name: 'Continue with Town Hall' }).waitFor();
  assert.equal(await page.getByLabel('Password', { exact: true }).count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Forgotten your password?' }).count(), 0);
  await settled(page);
  await assertAccessible(page, 'a sign-in page without passwords');
  const { token } = await testChange(console_.service.deps, community.id, (within) =>
    addSetupLinkIn(within, community.id, ada.id, true),
  );
  await page.goto(`${closedOrigin}/console/set-up#${token}`);
  await page.getByLabel('New password').fill('a walrus reads the harbour news');
  await page.getByRole('button', { name: 'Set up and sign in' }).click();
  await heading(page, 'Overview').waitFor();
  await page.goto(`${closedOrigin}/console/account`);
  await page.getByRole('button', { name: 'Link', exact: true }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Passkeys' }).count(), 0);
  await opened.close();
});
