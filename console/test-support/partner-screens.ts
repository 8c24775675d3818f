/** The screens of partners, from the list to the client secret of a new one. */
import { compareFile } from './compare.ts';
import { LONG_NAME, type Sample } from './sample.ts';
import { LEAVE, settled } from './settled.ts';
import type { PageOpener, Tour } from './tour.ts';

export async function partnerScreens(tour: Tour, full: Sample, open: PageOpener): Promise<void> {
  const base = `/c/${full.community.slug}`;
  const partner = `${base}/partners/${full.bank.partnerId}`;
  const longNamed = `${base}/partners/${full.longNamed.partnerId}`;
  const { show } = tour;
  await show('partners', `${base}/partners`, 'Partners', 'Harbour Bank');
  await show('partner', partner, 'Harbour Bank', 'API calls in the last 24 hours');
  await show('partner-settings', `${partner}/settings`, 'Harbour Bank', 'Partner details');
  await secrets(tour, partner);
  await newEndpoint(tour, partner);
  await endpoint(tour, `${partner}/webhooks/${full.subscriptionId}`);
  await show('partner-webhook-failing', `${partner}/webhooks/${full.failingSubscriptionId}`, 'Harbour Bank', 'Failing');
  await calls(tour, partner);
  await statements(tour, partner);
  await matching(tour, `${partner}/statements`);
  await show('partner-webhooks-lacking', `${longNamed}/webhooks`, LONG_NAME, 'The partner may not receive events');
  await show('partner-keys-none', `${longNamed}/secrets`, LONG_NAME, 'No keys');
  await show('partner-long-name', longNamed, LONG_NAME, 'Valid access tokens');
  await newPartner(tour, base);
  await newSecret(tour, open);
  await show('secret-gone', `${longNamed}/secret`, 'The client secret is no longer shown');
}

async function secrets({ page, show, shot, dialogShot }: Tour, partner: string): Promise<void> {
  await show('partner-secrets', `${partner}/secrets`, 'Harbour Bank', 'Rotate client secret');
  await dialogShot('partner-secrets-dialog', page.getByRole('button', { name: 'Rotate client secret' }));
  await page.getByRole('button', { name: 'Replace keys' }).click();
  await page.getByRole('button', { name: 'Replace keys' }).last().click();
  await page.getByText('Please fill in this field.').waitFor();
  await settled(page);
  await shot('partner-keys-refused');
  await page.keyboard.press('Escape');
}

/** A new endpoint for webhooks: refused, and left. */
async function newEndpoint({ page, show, shot }: Tour, partner: string): Promise<void> {
  await show('partner-webhooks', `${partner}/webhooks`, 'Harbour Bank', 'Ledger import');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Only these' }).click();
  await page.getByRole('dialog').getByLabel('Address (URL)').fill('http://bank.example');
  await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByText('The address must begin with https://.').waitFor();
  await settled(page);
  await shot('partner-webhook-new-refused');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: LEAVE }).waitFor();
  await settled(page);
  await shot('partner-webhook-new-leave');
  await page.getByRole('button', { name: 'Discard' }).click();
}

async function endpoint({ page, show, shot, dialogShot }: Tour, path: string): Promise<void> {
  await show('partner-webhook', path, 'Harbour Bank', 'Delivered');
  await page
    .getByRole('button', { name: /^Attempts of/ })
    .first()
    .click();
  await page.getByText('Payload', { exact: true }).click();
  await page.getByText('Request headers').first().click();
  await shot('partner-webhook-attempts');
  await dialogShot('partner-webhook-edit', page.getByRole('button', { name: 'Edit', exact: true }));
  await dialogShot('partner-webhook-delete', page.getByRole('button', { name: 'Delete', exact: true }));
}

async function calls({ page, show, shot }: Tour, partner: string): Promise<void> {
  await show('partner-calls', `${partner}/calls`, 'Harbour Bank', 'Under heavy load');
  await page.getByRole('button', { name: 'Chart' }).click();
  await page.getByText('API calls over time').waitFor();
  await settled(page);
  await shot('partner-calls-chart');
}

const today = () => new Date().toISOString().slice(0, 10);

async function statements({ show }: Tour, partner: string): Promise<void> {
  await show('partner-statements', `${partner}/statements`, 'Harbour Bank', 'Open');
  await show('partner-statement', `${partner}/statements/${today()}`, 'Harbour Bank', 'Credits of this day');
}

/** A bank's statement is compared, and a note is written to one of its lines. */
async function matching({ page, show, shot, dialogShot }: Tour, path: string): Promise<void> {
  await show('partner-matching', path, 'Harbour Bank', 'Comparison settings');
  const lines = [
    'entry_reference,amount,currency,booked_on',
    `20261120-1000,25.00,EUR,${today()}`,
    `99,10.00,EUR,${today()}`,
  ];
  await compareFile(page, lines.join('\n'));
  await page.getByText(/differences to check/).waitFor();
  await settled(page);
  await shot('partner-matching-report');
  const line = page.getByRole('button', { name: /^Open, change line/ }).first();
  const note = page.getByRole('menuitem', { name: 'Write a note' });
  await line.click();
  await note.waitFor();
  await settled(page);
  await shot('partner-matching-line');
  // A menu whose button was scrolled away is not shown.
  await line.scrollIntoViewIfNeeded();
  await dialogShot('partner-matching-note', note);
  await show('partner-matching-reports', path, 'Harbour Bank', 'bank.csv');
  await show('partner-matching-open', `${path}/match/open`, 'Harbour Bank', 'Paid, but not credited');
}

/** A new partner: refused, then created. */
async function newPartner({ page, show, shot }: Tour, base: string): Promise<void> {
  await show('partner-new', `${base}/partners/new`, 'New partner', 'Partner details');
  await page.getByLabel('Name of the partner').fill(LONG_NAME);
  await page.getByRole('checkbox', { name: 'See e-mail addresses' }).click();
  await page.getByRole('checkbox', { name: 'Credit hours' }).click();
  await page.getByLabel('Allowed IP addresses').fill('192.0.2.7\n300.1.1.1');
  await page.getByText(/Line 2/).waitFor();
  await shot('partner-new-refused');
  await page.getByLabel('Allowed IP addresses').fill('192.0.2.7');
  await page.getByText(/saved as/).waitFor();
  await page.getByRole('button', { name: 'Create partner' }).click();
  await page.getByText('This client secret is shown only once.').waitFor();
  await settled(page);
}

/** The client secret of a new partner, handed over by a one-time link. */
async function newSecret(tour: Tour, open: PageOpener): Promise<void> {
  const { page, shot } = tour;
  await page.getByRole('button', { name: 'Create one-time link' }).click();
  await page.getByText('The link is created.').waitFor();
  await shot('secret');
  const url = await page.locator('code', { hasText: '/console/hand-over?community=' }).textContent();
  await handOver(tour, (url ?? '').replace(/^.*\/console/, ''), open);
  await page.goBack();
  await page.getByRole('dialog', { name: 'Leave without the client secret?' }).waitFor();
  await settled(page);
  await shot('secret-leave');
  await page.getByRole('button', { name: 'Leave anyway' }).click();
}

/** The partner's developer at a one-time link. */
async function handOver({ visit }: Tour, path: string, open: PageOpener): Promise<void> {
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
