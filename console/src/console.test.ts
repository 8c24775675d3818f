/** The console at work: getting in, provisioning a partner, and what happens when things go wrong. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { change } from '../../core/change/change.ts';
import { inviteIn } from '../../modules/office/domain/administrators/invitations.ts';
import { totpCode } from '../../test-support/totp-code.ts';
import { PASSWORD, testConsole } from '../test-support/console.ts';
import { textOf } from '../test-support/download.ts';
import { tabTo } from '../test-support/keyboard.ts';
import { atNewPartner, createPartner, heading } from '../test-support/new-partner.ts';

const console_ = await testConsole();

test('a partner is provisioned by keyboard alone, from signing in to the secret', async () => {
  const community = await console_.service.createCommunity({ name: 'Riverside' });
  const ada = await console_.administrator(community);
  const { page, faults, close } = await console_.open();
  await page.goto(`${console_.origin}/console`);
  await heading(page, 'Sign in').waitFor();
  await tabTo(page, /^E-mail address/);
  await page.keyboard.type(ada.email);
  await tabTo(page, /^Password/);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await heading(page, 'Overview').waitFor();
  await tabTo(page, /^Settings$/);
  await page.keyboard.press('Enter');
  await heading(page, 'Settings').waitFor();
  await page.getByRole('link', { name: 'New partner' }).waitFor();
  await tabTo(page, /^New partner$/);
  await page.keyboard.press('Enter');
  await heading(page, 'New partner').waitFor();
  await tabTo(page, /^Name of the partner/);
  await page.keyboard.type('Harbour Bank');
  await tabTo(page, /^See members$/);
  await page.keyboard.press('Space');
  await tabTo(page, /^Credit hours$/);
  await page.keyboard.press('Space');
  await tabTo(page, /^Hours per credit/);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('12.5');
  await tabTo(page, /^Create partner$/);
  await page.keyboard.press('Enter');
  await page.getByText('This client secret is shown only once.').waitFor();
  await tabTo(page, /^Copy client secret$/);
  const [partner] = await console_.service.ownerQuery<{ scopes: string[]; seconds: string }>(
    'select scopes, max_credit_seconds as seconds from partners where community_id = $1',
    [community.id],
  );
  assert.deepEqual([...(partner?.scopes ?? [])].sort(), ['users.read', 'wallet.write']);
  assert.equal(Number(partner?.seconds), 45_000);
  assert.deepEqual(faults, []);
  await close();
});

test('the secret is in no history, storage or address, and is gone on Back, on Forward and on reload', async () => {
  const { page, community, close } = await atNewPartner(console_);
  await page.goto(`${console_.origin}/console/c/${community.slug}/partners`);
  await page.getByRole('link', { name: 'New partner' }).click();
  await heading(page, 'New partner').waitFor();
  const secret = await createPartner(page, 'Harbour Bank');
  const kept = await page.evaluate(() =>
    JSON.stringify([history.state, location.href, { ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  assert.ok(!kept.includes(secret));
  const shown = async () => (await page.content()).includes(secret);
  await page.goBack();
  await page.getByRole('button', { name: 'Leave anyway' }).click();
  await heading(page, 'Partners').waitFor();
  assert.equal(await shown(), false, 'after Back');
  await page.goForward();
  await heading(page, 'The client secret is no longer shown').waitFor();
  assert.equal(await shown(), false, 'after Forward');
  await close();

  const again = await atNewPartner(console_);
  const other = await createPartner(again.page, 'Harbour Bank');
  await again.page.goto('about:blank');
  await again.page.goBack();
  await heading(again.page, 'The client secret is no longer shown').waitFor();
  assert.ok(!(await again.page.content()).includes(other), 'after coming back from elsewhere');
  await again.page.reload();
  await heading(again.page, 'The client secret is no longer shown').waitFor();
  assert.ok(!(await again.page.content()).includes(other));
  await again.close();
});

test('the light turns green at the first call, and a wrong secret is explained before', async () => {
  const { page, community, close } = await atNewPartner(console_);
  const secret = await createPartner(page, 'Harbour Bank');
  await page.getByText('Waiting for the first call').waitFor();
  const [clientId = ''] = await page.locator('.secret-pair code').allTextContents();
  const credentials = { grant_type: 'client_credentials', client_id: clientId };
  const { service } = console_;
  const wrong = `${secret.slice(0, -1)}${secret.endsWith('x') ? 'y' : 'x'}`;
  await service.call('POST', '/oauth/token', { json: { ...credentials, client_secret: wrong } });
  await page.getByText('The client secret was wrong.').waitFor();
  const line = (await page.locator('pre').textContent()) ?? '';
  const body = JSON.parse(/-d '(.*)'$/.exec(line)?.[1] ?? '');
  assert.match(line, /^curl .*\/api\/partner\/v1\/oauth\/token'/);
  const { status } = await service.call('POST', '/oauth/token', { json: body });
  assert.equal(status, 200, 'the ready line is right');
  await page.getByText('The client secret works.').waitFor();
  assert.ok(community.id);
  await close();
});

test('the file that is offered holds what was shown', async () => {
  const { page, close } = await atNewPartner(console_);
  const secret = await createPartner(page, 'Harbour Bank');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as a file' }).click(),
  ]);
  assert.match(await textOf(download), new RegExp(`client_secret=${secret}\n`));
  await close();
});

test('a refusal is shown at its field, and nothing typed is lost', async () => {
  const { page, close } = await atNewPartner(console_);
  await page.getByRole('button', { name: 'Create partner' }).click();
  const name = page.getByLabel('Name of the partner');
  assert.equal(await name.getAttribute('aria-invalid'), 'true');
  assert.equal(await name.evaluate((element) => element === document.activeElement), true, 'the focus goes there');
  await name.fill('Harbour Bank');
  await page.getByRole('checkbox', { name: 'Credit hours' }).click();
  await page.getByLabel('Hours per member per day').fill('2.25');
  await page.getByLabel('Requests per minute').fill('99999999');
  await page.getByLabel('Allowed IP addresses').fill('192.0.2.7\nnowhere');
  await page.getByText(/Line 2: .*nowhere/).waitFor();
  await page.getByRole('button', { name: 'Create partner' }).click();
  await page.getByText('Some entries are not valid.').waitFor();
  assert.equal(await name.inputValue(), 'Harbour Bank');
  assert.equal(await page.getByLabel('Allowed IP addresses').inputValue(), '192.0.2.7\nnowhere');
  assert.equal(await page.getByLabel('Hours per member per day').inputValue(), '2.25');
  assert.equal(await page.getByLabel('Allowed IP addresses').getAttribute('aria-invalid'), 'true');
  await page.getByLabel('Allowed IP addresses').fill('192.0.2.7');
  await page.getByLabel('Requests per minute').fill('60');
  await page.getByRole('button', { name: 'Create partner' }).click();
  await page.getByText('This client secret is shown only once.').waitFor();
  await close();
});

test('a slow request shows after a moment; a failed one keeps what was typed and can be repeated', async () => {
  const { page, context, close } = await atNewPartner(console_);
  await page.getByLabel('Name of the partner').fill('Harbour Bank');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Create partner' }).click();
  await page.getByText('The service cannot be reached.').waitFor();
  assert.equal(await page.getByLabel('Name of the partner').inputValue(), 'Harbour Bank');
  await context.setOffline(false);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/partners', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Create partner' }).click();
  await page.locator('.progress-line').waitFor();
  release();
  await page.getByText('This client secret is shown only once.').waitFor();
  await page.locator('.progress-line').waitFor({ state: 'detached' });
  await close();
});

test('a list that cannot be loaded says so and loads on demand', async () => {
  const community = await console_.service.createCommunity();
  await console_.service.createPartner({ communityId: community.id });
  const { page, close } = await console_.openAs(
    await console_.administrator(community),
    `/c/${community.slug}/partners`,
  );
  await page.route('**/calls?**', (route) => route.abort());
  await page.getByRole('link', { name: 'API calls' }).click();
  await page.getByText('This could not be loaded').first().waitFor();
  await page.unroute('**/calls?**');
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.getByRole('heading', { name: 'No API calls yet' }).waitFor();
  await close();
});

test('when the session has ended one signs in over the form and goes on', async () => {
  const { page, person, close } = await atNewPartner(console_);
  await page.getByLabel('Name of the partner').fill('Harbour Bank');
  await console_.service.ownerQuery('delete from sessions where administrator_id = $1', [person.id]);
  await page.getByRole('button', { name: 'Create partner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('This client secret is shown only once.').waitFor();
  await heading(page, 'Client secret for Harbour Bank').waitFor();
  await close();
});

test('without a recent password it is asked for; declining loses nothing', async () => {
  const { page, person, close } = await atNewPartner(console_);
  await page.getByLabel('Name of the partner').fill('Harbour Bank');
  await console_.service.ownerQuery(
    `update sessions set password_at = now() - interval '11 minutes' where administrator_id = $1`,
    [person.id],
  );
  await page.getByRole('button', { name: 'Create partner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Name of the partner').inputValue(), 'Harbour Bank');
  await page.getByRole('button', { name: 'Create partner' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill('not the right password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByText('The password is incorrect.').waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('This client secret is shown only once.').waitFor();
  await close();
});

test('the cookie is bound to this host, hidden from scripts, and useless without the token', async () => {
  const { page, context, close } = await atNewPartner(console_);
  const cookies = (await context.cookies()).sort((a, b) => a.name.length - b.name.length);
  const guarded = { httpOnly: true, secure: true, sameSite: 'Strict', path: '/' };
  assert.deepEqual(
    cookies.map(({ name, httpOnly, secure, sameSite, path }) => ({ name, httpOnly, secure, sameSite, path })),
    [
      { name: '__Host-timebank', ...guarded },
      { name: '__Host-timebank-device', ...guarded },
    ],
  );
  const [session, device] = cookies;
  assert.equal(session?.expires, -1, 'the session ends with the browser');
  assert.ok((device?.expires ?? 0) > Date.now() / 1000 + 179 * 86_400, 'the device is known for longer');
  const refused = await page.evaluate(async () => {
    const answer = await fetch('/api/console/v1/sessions/revoke-others', { method: 'POST' });
    return ((await answer.json()) as { error: string }).error;
  });
  assert.equal(refused, 'csrf_failed');
  await close();
});

test('the authenticator app is set up, asked for at sign-in, and replaced by a recovery code when lost', async () => {
  const community = await console_.service.createCommunity();
  const person = await console_.administrator(community);
  const { page, close } = await console_.openAs(person, '/account');
  await page.getByRole('button', { name: 'Set up the app' }).click();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  const key = ((await page.locator('.card code').first().textContent()) ?? '').replaceAll(' ', '');
  const field = page.getByLabel('Two-factor code from the app');
  await field.fill('000000');
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText('The code is incorrect.').waitFor();
  await field.fill(totpCode(key, new Date()));
  await page.getByRole('button', { name: 'Switch on' }).click();
  const shown = page.getByRole('region', { name: 'Save these recovery codes' });
  await shown.waitFor();
  assert.equal(await shown.evaluate((one) => one === document.activeElement), true, 'the codes are announced');
  const codes = await page.locator('.codes li').allTextContents();
  assert.equal(codes.length, 10);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText('10 recovery codes left').waitFor();
  await page.getByRole('button', { name: person.name }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();

  // The account has a field of the same name.
  await heading(page, 'Sign in').waitFor();
  await page.getByLabel('E-mail address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Two-factor code').waitFor();
  await page.getByRole('button', { name: /Use a recovery code/ }).click();
  await page.getByLabel('Recovery code').fill('wrong-code-here');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('This recovery code is incorrect').waitFor();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('9 recovery codes left').waitFor();
  await close();
});

test('a set-up link leaves the address at once, and lets in after a good password', async () => {
  const { service } = console_;
  const community = await service.createCommunity({ name: 'Riverside' });
  const { id } = community;
  const cleo = { email: `cleo-${id}@example.org`, role: 'coordinator' } as const;
  const { token } = await change(service.deps, { communityId: id, actor: 'test' }, (within) =>
    inviteIn(within, id, cleo),
  );
  const { page, faults, close } = await console_.open();
  await page.goto(`${console_.origin}/console/set-up#${token}`);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByLabel('Your name').fill('Cleo');
  assert.equal(new URL(page.url()).hash, '');
  const password = page.getByLabel('New password');
  await password.fill('password12345678');
  await page.getByRole('button', { name: 'Set up and sign in' }).click();
  await page.getByText('This is easy to guess.').waitFor();
  await password.fill(PASSWORD);
  await page.getByRole('button', { name: 'Set up and sign in' }).click();
  await heading(page, 'Overview').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Administrators' }).count(), 0, 'a coordinator sees no audit log');
  assert.equal(await page.getByRole('link', { name: 'New partner' }).count(), 0);
  assert.deepEqual(faults, []);
  await close();
});

test('settings change only what was changed, and a suspended partner can be let in again', async () => {
  const { page, community, close } = await atNewPartner(console_, 'administrator');
  const partner = await console_.service.createPartner({ communityId: community.id, name: 'Harbour Bank' });
  await page.goto(`${console_.origin}/console/c/${community.slug}/partners/${partner.partnerId}/settings`);
  await page.getByLabel('Requests per minute').fill('30');
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === 'PATCH'),
    page.getByRole('button', { name: 'Save' }).click(),
  ]);
  assert.deepEqual(request.postDataJSON(), { rate_limit_per_minute: 30 });
  await page.getByText('No changes yet.').waitFor();
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await page.getByText('Every call is rejected as if the client secret were wrong').waitFor();
  await page.getByRole('button', { name: 'Reactivate' }).click();
  await page.getByRole('button', { name: 'Suspend' }).waitFor();
  await close();
});

test('a secret is changed with an overlap, and one is revoked alone', async () => {
  const { page, community, close } = await atNewPartner(console_, 'administrator');
  const partner = await console_.service.createPartner({ communityId: community.id, name: 'Harbour Bank' });
  const secrets = `${console_.origin}/console/c/${community.slug}/partners/${partner.partnerId}/secrets`;
  await page.goto(secrets);
  await page.getByRole('button', { name: 'Rotate client secret' }).click();
  await page.getByRole('radio', { name: '1 day' }).click();
  await page.getByRole('button', { name: 'Create new client secret' }).click();
  await page.getByText('This client secret is shown only once.').waitFor();
  await page.getByRole('link', { name: 'I have handed it over' }).click();
  await page.getByRole('tab', { name: 'Client secrets' }).click();
  await page.getByText('Valid, expires soon').waitFor();
  await page
    .getByRole('row', { name: /expires soon/ })
    .getByRole('button', { name: /Revoke/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('The client secret is revoked.').waitFor();
  await page.getByRole('button', { name: 'Show 1 old client secret' }).waitFor();
  await close();
});

test('a bank’s file is compared line by line, with what to do about each; an unusable file is named with its fault', async () => {
  const { page, community, close } = await atNewPartner(console_, 'administrator');
  const { service } = console_;
  const partner = await service.createPartner({ communityId: community.id, name: 'Harbour Bank' });
  const member = await service.createMember({ communityId: community.id, name: 'Anna Berger' });
  const token = await service.token(partner);
  for (const reference of ['R-1', 'R-2']) {
    await service.call('POST', '/wallet/credit', { token, json: { user_id: member.id, hours: 1.5, reference } });
  }
  await page.goto(`${console_.origin}/console/c/${community.slug}/partners/${partner.partnerId}/statements`);
  await page.getByRole('button', { name: 'Change rate' }).click();
  await page.getByLabel('Amount for one hour').fill('20');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('20 EUR for one hour').waitFor();
  await page.getByRole('link', { name: 'Compare with bank statement' }).click();
  const upload = (name: string, content: string) =>
    page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  await upload('nonsense.csv', 'hello');
  await page.getByRole('alert').getByText('nonsense.csv').waitFor();
  const day = new Date().toISOString().slice(0, 10);
  const row = (reference: string, amount: string) => `${reference},${amount},EUR,${day}`;
  const rows = ['entry_reference,amount,currency,booked_on', row('R-1', '30.00'), row('R-3', '10.00')];
  await upload('statement.csv', `${rows.join('\n')}\n`);
  await page.getByText('Compared with Harbour Bank: 2 differences to check.').waitFor();
  await page.getByRole('link', { name: 'Open the report' }).click();
  await page.getByText('2 differences to check').waitFor();
  await page.getByRole('heading', { name: 'Paid, but not credited (1)' }).waitFor();
  await page.getByRole('heading', { name: 'Credited, but not on any statement (1)' }).waitFor();
  await page.getByText('1 payment matches its credit').waitFor();
  await close();
});

test('a frame is on screen before any script or style has arrived, and gives way to the sign-in', async () => {
  const { page, faults, close } = await console_.open({ width: 360 });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/**', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${console_.origin}/console`, { waitUntil: 'commit' });
  await page.locator('.arriving').waitFor();
  // Painted, not merely there: a style sheet in the head would hold this back.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  assert.equal(await page.getByRole('heading').count(), 0);
  release();
  await heading(page, 'Sign in').waitFor();
  assert.equal(await page.locator('.arriving').count(), 0);
  assert.deepEqual(faults, []);
  await close();
});
