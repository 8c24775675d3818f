/** Every screen, in the states worth looking at: for pictures, and for the checks that hold on all of them. */
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { inviteIn } from '../../../server/src/domain/administrators/invitations.ts';
import { change } from '../../../server/src/domain/change/change.ts';
import type { TestCommunity } from '../../../server/src/test-support/harness.ts';
import type { Console, OpenPage, Person } from './console.ts';
import { fillCommunity, LONG_NAME, type Sample } from './sample.ts';
import { go, LEAVE, settled } from './settled.ts';

export interface Prepared {
  readonly full: Sample;
  /** As full as the other, whose partners are shut out for a while. */
  readonly life: Sample;
  readonly empty: TestCommunity;
  readonly sandbox: TestCommunity;
  readonly owner: Person;
  readonly emptyOwner: Person;
  /** The part after # of a set-up link that works. */
  readonly setupToken: string;
}

/** Two full communities and an empty one, with their owners. */
export async function prepare(console_: Console): Promise<Prepared> {
  const { service } = console_;
  const full = await fillCommunity(service);
  const life = await fillCommunity(service);
  const empty = await service.createCommunity({ name: `${LONG_NAME} Time Bank` });
  const sandbox = await service.createCommunity({ name: 'Sandbox of Harbour Bank', kind: 'sandbox' });
  const owner = await console_.administrator(full.community, 'owner');
  const emptyOwner = await console_.administrator(empty, 'owner', 'Ben');
  await console_.administrator(full.community, 'auditor', LONG_NAME);
  await service.ownerQuery('update administrators set is_operator = true where id = $1', [owner.id]);
  await service.ownerQuery(
    `insert into administrator_roles (community_id, administrator_id, role) values ($1, $4, 'auditor'), ($2, $4, 'owner'), ($3, $4, 'owner')`,
    [empty.id, life.community.id, sandbox.id, owner.id],
  );
  const { id } = full.community;
  const cleo = { email: 'cleo@example.org', role: 'administrator' } as const;
  const { token } = await change(service.deps, { communityId: id, actor: 'test' }, (within) =>
    inviteIn(within, id, cleo),
  );
  return { full, life, empty, sandbox, owner, emptyOwner, setupToken: token };
}

type Open = (person: Person | undefined, path: string) => Promise<OpenPage>;
type Visit = (name: string, opened: OpenPage) => Promise<void>;

/** Visits every screen, two at a time: most of the time a browser waits for a page, or a page for the service. */
export async function eachScreen(prepared: Prepared, open: Open, visit: Visit): Promise<void> {
  const others = async () => {
    await visitors(prepared, open, visit);
    await emptyCommunity(prepared, open, visit);
    await communityLife(prepared, open, visit);
  };
  await Promise.all([fullCommunity(prepared, open, visit), others()]);
}

async function visitors({ setupToken }: Prepared, open: Open, visit: Visit): Promise<void> {
  const signIn = await open(undefined, '/');
  await signIn.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await visit('sign-in', signIn);
  await signIn.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await visit('sign-in-refused', signIn);
  await signIn.close();
  const setUp = await open(undefined, `/set-up#${setupToken}`);
  await setUp.page.getByLabel('Your name').fill('Cleo');
  await setUp.page.getByLabel('New password').fill('too short');
  await visit('set-up', setUp);
  await setUp.close();
  const used = await open(undefined, '/set-up#tb_setup_used');
  await used.page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  await visit('set-up-used', used);
  await used.close();
}

/** The partner's developer at a one-time link. */
async function handOver(path: string, open: Open, visit: Visit): Promise<void> {
  const opened = await open(undefined, path);
  const { page } = opened;
  const show = page.getByRole('button', { name: 'Show client secret' });
  await show.waitFor();
  await visit('hand-over', opened);
  await show.click();
  await page.getByText('This client secret is shown only once.').waitFor();
  await visit('hand-over-opened', opened);
  await opened.close();
  const used = await open(undefined, path);
  await used.page.getByRole('heading', { name: 'This link has already been opened' }).waitFor();
  await visit('hand-over-used', used);
  await used.close();
}

async function emptyCommunity({ empty, emptyOwner }: Prepared, open: Open, visit: Visit): Promise<void> {
  const base = `/c/${empty.slug}`;
  const opened = await open(emptyOwner, `${base}/partners`);
  const { page } = opened;
  await page.getByRole('heading', { name: 'No partners yet' }).waitFor();
  await visit('partners-empty', opened);
  await go(page, `${base}/calls`, 'API calls');
  await page.getByRole('heading', { name: 'No API calls yet' }).waitFor();
  await visit('calls-empty', opened);
  const screens = [
    ['overview-empty', '', 'Overview', 'First steps'],
    ['members-empty', '/members', 'Members', 'No members yet'],
    ['listings-empty', '/listings', 'Listings', 'No listings yet'],
    ['exchanges-empty', '/exchanges', 'Exchanges', 'No exchanges yet'],
    ['accounts-empty', '/accounts', 'Community fund and organisations', 'Community fund'],
  ] as const;
  for (const [name, path, heading, ready] of screens) {
    await go(page, base + path, heading);
    await page.getByText(ready).first().waitFor();
    await settled(page);
    await visit(name, opened);
  }
  await opened.close();
}

async function fullCommunity({ full, owner }: Prepared, open: Open, visit: Visit): Promise<void> {
  const base = `/c/${full.community.slug}`;
  const partner = `${base}/partners/${full.bank.partnerId}`;
  const opened = await open(owner, `${base}/partners`);
  const { page } = opened;
  const show = async (name: string, path: string, heading: string, ready?: string) => {
    await go(page, path, heading);
    if (ready) await page.getByText(ready).first().waitFor();
    await settled(page);
    await visit(name, opened);
  };
  await show('partners', `${base}/partners`, 'Partners', 'Harbour Bank');
  await show('partner', partner, 'Harbour Bank', 'API calls in the last 24 hours');
  await show('partner-settings', `${partner}/settings`, 'Harbour Bank', 'Partner details');
  await show('partner-secrets', `${partner}/secrets`, 'Harbour Bank', 'Rotate client secret');
  await page.getByRole('button', { name: 'Rotate client secret' }).click();
  await page.getByRole('dialog').waitFor();
  await settled(page);
  await visit('partner-secrets-dialog', opened);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Replace keys' }).click();
  await page.getByRole('button', { name: 'Replace keys' }).last().click();
  await page.getByText('Please fill in this field.').waitFor();
  await settled(page);
  await visit('partner-keys-refused', opened);
  await page.keyboard.press('Escape');
  await show('partner-webhooks', `${partner}/webhooks`, 'Harbour Bank', 'Ledger import');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Only these' }).click();
  await page.getByRole('dialog').getByLabel('Address (URL)').fill('http://bank.example');
  await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByText('The address must begin with https://.').waitFor();
  await settled(page);
  await visit('partner-webhook-new-refused', opened);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: LEAVE }).waitFor();
  await settled(page);
  await visit('partner-webhook-new-leave', opened);
  await page.getByRole('button', { name: 'Discard' }).click();
  await show('partner-webhook', `${partner}/webhooks/${full.subscriptionId}`, 'Harbour Bank', 'Delivered');
  await page
    .getByRole('button', { name: /^Attempts of/ })
    .first()
    .click();
  await page.getByText('Payload', { exact: true }).click();
  await page.getByText('Request headers').first().click();
  await visit('partner-webhook-attempts', opened);
  for (const [name, button] of [
    ['partner-webhook-edit', 'Edit'],
    ['partner-webhook-delete', 'Delete'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await settled(page);
    await visit(name, opened);
    await page.keyboard.press('Escape');
  }
  await show('partner-webhook-failing', `${partner}/webhooks/${full.failingSubscriptionId}`, 'Harbour Bank', 'Failing');
  await show('partner-calls', `${partner}/calls`, 'Harbour Bank', 'Under heavy load');
  await page.getByRole('button', { name: 'Chart' }).click();
  await page.getByText('API calls over time').waitFor();
  await settled(page);
  await visit('partner-calls-chart', opened);
  await show('partner-statements', `${partner}/statements`, 'Harbour Bank', 'Open');
  const today = new Date().toISOString().slice(0, 10);
  await show('partner-statement', `${partner}/statements/${today}`, 'Harbour Bank', 'Credits of this day');
  await show('partner-matching', `${partner}/statements/match`, 'Harbour Bank', 'Comparison settings');
  const lines = [
    'entry_reference,amount,currency,booked_on',
    `20261120-1000,25.00,EUR,${today}`,
    `99,10.00,EUR,${today}`,
  ];
  const buffer = Buffer.from(lines.join('\n'));
  await page.setInputFiles('input[type=file]', { name: 'statement.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByText(/differences to check/).waitFor();
  await settled(page);
  await visit('partner-matching-report', opened);
  const line = page.getByRole('button', { name: /^Open, change line/ }).first();
  await line.click();
  await page.getByRole('menuitem', { name: 'Write a note' }).waitFor();
  await settled(page);
  await visit('partner-matching-line', opened);
  // A menu whose button was scrolled away is not shown.
  await line.scrollIntoViewIfNeeded();
  await page.getByRole('menuitem', { name: 'Write a note' }).click();
  await page.getByRole('dialog').waitFor();
  await settled(page);
  await visit('partner-matching-note', opened);
  await page.keyboard.press('Escape');
  await show('partner-matching-reports', `${partner}/statements/match`, 'Harbour Bank', 'statement.csv');
  await show('partner-matching-open', `${partner}/statements/match/open`, 'Harbour Bank', 'Paid, but not credited');
  const longNamed = `${base}/partners/${full.longNamed.partnerId}`;
  await show('partner-webhooks-lacking', `${longNamed}/webhooks`, LONG_NAME, 'The partner may not receive events');
  await show('partner-keys-none', `${longNamed}/secrets`, LONG_NAME, 'No keys');
  await show('partner-long-name', longNamed, LONG_NAME, 'Valid access tokens');
  await show('partner-new', `${base}/partners/new`, 'New partner', 'Partner details');
  await page.getByLabel('Name of the partner').fill(LONG_NAME);
  await page.getByRole('checkbox', { name: 'See e-mail addresses' }).click();
  await page.getByRole('checkbox', { name: 'Credit hours' }).click();
  await page.getByLabel('Allowed IP addresses').fill('192.0.2.7\n300.1.1.1');
  await page.getByText(/Line 2/).waitFor();
  await visit('partner-new-refused', opened);
  await page.getByLabel('Allowed IP addresses').fill('192.0.2.7');
  await page.getByText(/saved as/).waitFor();
  await page.getByRole('button', { name: 'Create partner' }).click();
  await page.getByText('This client secret is shown only once.').waitFor();
  await settled(page);
  await page.getByRole('button', { name: 'Create one-time link' }).click();
  await page.getByText('The link is created.').waitFor();
  await visit('secret', opened);
  const url = await page.locator('code', { hasText: '/console/hand-over#' }).textContent();
  await handOver((url ?? '').replace(/^.*\/console/, ''), open, visit);
  await page.goBack();
  await page.getByRole('dialog', { name: 'Leave without the client secret?' }).waitFor();
  await settled(page);
  await visit('secret-leave', opened);
  await page.getByRole('button', { name: 'Leave anyway' }).click();
  await show('secret-gone', `${longNamed}/secret`, 'The client secret is no longer shown');
  await show('calls', `${base}/calls`, 'API calls', 'Under heavy load');
  await page
    .getByRole('button', { name: /^Send.* at|.* at / })
    .first()
    .click();
  await visit('calls-details', opened);
  await show('audit', `${base}/audit`, 'Audit log', 'Partner added');
  await page.getByRole('table').getByRole('button').first().click();
  await visit('audit-details', opened);
  await show('administrators', `${base}/administrators`, 'Administrators', 'cleo@example.org');
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await page.getByRole('dialog').waitFor();
  await settled(page);
  await visit('administrators-invite', opened);
  await page.keyboard.press('Escape');
  await show('safety', `${base}/safety`, 'Kill switch', 'This community');
  await switchOff(page);
  await visit('safety-off', opened);
  await page.getByRole('button', { name: 'Switch on partner access' }).click();
  await page.getByText('Partner access switched on.').waitFor();
  await show('account', '/account', 'Your account', 'Active sessions');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').waitFor();
  await settled(page);
  await visit('account-passkey', opened);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Set up the app' }).click();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  await visit('account-totp', opened);
  await show('not-found', `${base}/nothing`, 'Page not found');
  await opened.close();
}

/** Members, listings, exchanges, settings. */
async function communityLife({ life, sandbox, owner }: Prepared, open: Open, visit: Visit): Promise<void> {
  const base = `/c/${life.community.slug}`;
  const member = `${base}/members/${life.member.id}`;
  const opened = await open(owner, base);
  const { page } = opened;
  const show = async (name: string, path: string, heading: string, ready: string) => {
    await go(page, path, heading);
    await page.getByText(ready).first().waitFor();
    await settled(page);
    await visit(name, opened);
  };
  await show('overview', base, 'Overview', 'Hours exchanged');
  await show('members', `${base}/members`, 'Members', 'Anna Berger');
  await page.getByLabel('Search').fill('nobody at all');
  await page.getByText('No members found').waitFor();
  await visit('members-none', opened);
  await show('member-new', `${base}/members/new`, 'New member', 'Personal details');
  await page.getByLabel('Name', { exact: true }).fill(LONG_NAME);
  await page.getByLabel('E-mail address').fill('not an address');
  await page.getByRole('button', { name: 'Add member' }).click();
  await page.getByText('Not a valid e-mail address.').waitFor();
  await visit('member-new-refused', opened);
  await show('member', member, 'Anna Berger', 'Payment reference');
  await show('member-history', `${member}/history`, 'Anna Berger', 'Credit from Harbour Bank');
  await show('member-partners', `${member}/partners`, 'Anna Berger', 'Visibility by partner');
  await show('member-data', `${member}/data`, 'Anna Berger', 'Copy of all data');
  await page.getByRole('button', { name: 'Erase…' }).click();
  await page.getByRole('dialog').waitFor();
  await settled(page);
  await visit('member-erase', opened);
  await page.keyboard.press('Escape');
  await show('listings', `${base}/listings`, 'Listings', 'Garden help');
  await page.getByRole('link', { name: 'Garden help 0' }).click();
  await page.getByText('Partners see the listing').waitFor();
  await settled(page);
  await visit('listing', opened);
  await show('listing-new', `${base}/listings/new`, 'New listing', 'Listing details');
  await page.getByRole('textbox', { name: 'Member' }).fill('anna');
  await page.getByRole('option', { name: /Anna Berger/ }).waitFor();
  await visit('listing-new-picker', opened);
  await show('exchanges', `${base}/exchanges`, 'Exchanges', 'Entered twice');
  await page
    .getByRole('button', { name: /^Correct exchange/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await settled(page);
  await visit('exchange-correct', opened);
  await page.keyboard.press('Escape');
  await show('slips', `${base}/exchanges/slips`, 'Record exchanges', 'Who helped');
  await page.getByLabel('How long').fill('soon');
  await page.getByRole('button', { name: 'Save slip 1' }).click();
  await page.getByText('Choose a member or an organisation from the list.').first().waitFor();
  await visit('slips-refused', opened);
  await page.getByRole('button', { name: 'Discard slip 1' }).click();
  await show('accounts', `${base}/accounts`, 'Community fund and organisations', 'Library');
  await page.getByRole('button', { name: 'New organisation' }).click();
  await page.getByRole('dialog').waitFor();
  await settled(page);
  await visit('account-new', opened);
  await page.keyboard.press('Escape');
  await show('account', `${base}/accounts/chest`, 'Community fund', 'No bookings yet.');
  await show('import', `${base}/import`, 'Import', 'Supported columns');
  // Other members each time: whoever is imported once is not imported again.
  const series = randomBytes(3).toString('hex');
  const lines = [
    'Mitgliedsnr.;Vorname;Nachname;Status;Eintritt;Kontostand;Telefon',
    `X-${series}-1;Jürgen;${LONG_NAME};aktiv;01.02.2020;1.000;0123 456`,
    `X-${series}-4;Ben;Lang;aktiv;2.2.20;1,5;`,
    `X-${series}-2;Anna;;verreist;13.02.2020;bald;`,
    `X-${series}-3;Zoë;Müller;ausgetreten;2.2.20;1,5;0123 457;und mehr`,
  ];
  const upload = Buffer.from(lines.join('\n'), 'latin1');
  await page.setInputFiles('input[type=file]', { name: 'members.csv', mimeType: 'text/csv', buffer: upload });
  await page.getByRole('button', { name: 'Check file' }).click();
  await page.getByRole('heading', { name: '2 rows have faults' }).waitFor();
  await visit('import-problems', opened);
  await page.getByLabel('Import the other rows without the 2 rows with faults').check();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByText('2 rows were imported').waitFor();
  await visit('import-done', opened);
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByText('2 imported members are removed.', { exact: false }).waitFor();
  await settled(page);
  await visit('import-undo', opened);
  await page.keyboard.press('Escape');
  await show('settings', `${base}/settings`, 'Settings', 'Account limits');
  await show('settings-sandbox', `/c/${sandbox.slug}/settings`, 'Settings', 'Reset sandbox');
  await page.getByRole('button', { name: 'Reset sandbox' }).click();
  await settled(page);
  await visit('settings-sandbox-reset', opened);
  await page.keyboard.press('Escape');
  await opened.close();
}

async function switchOff(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Switch off partner access' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('A partner’s secret leaked; we are looking into it.');
  await dialog.getByRole('button', { name: 'Switch off partner access' }).click();
  await page.getByText(/Access is switched off for all partners of this community/).waitFor();
}
