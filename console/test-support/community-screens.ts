/** The screens of a community's own life: members, listings, exchanges, an import, settings. */
import { randomBytes } from 'node:crypto';
import type { TestCommunity } from '../../test-support/harness.ts';
import { BANK_ACCOUNT, LONG_NAME, type Sample } from './sample.ts';
import { settled } from './settled.ts';
import type { Tour } from './tour.ts';

export async function communityScreens(tour: Tour, life: Sample, sandbox: TestCommunity): Promise<void> {
  const base = `/c/${life.community.slug}`;
  const { show } = tour;
  await show('overview', base, 'Overview', 'Hours exchanged');
  await members(tour, base, life.member.id);
  await listings(tour, base);
  await exchanges(tour, base);
  await importOfMembers(tour, base);
  await inbox(tour, base, life);
  await show('settings', `${base}/settings`, 'Settings', 'Account limits');
  await sandboxReset(tour, sandbox);
}

async function members({ page, show, shot, dialogShot }: Tour, base: string, memberId: string): Promise<void> {
  const member = `${base}/members/${memberId}`;
  await show('members', `${base}/members`, 'Members', 'Anna Berger');
  await page.getByLabel('Search').fill('nobody at all');
  await page.getByText('No members found').waitFor();
  await shot('members-none');
  await show('member-new', `${base}/members/new`, 'New member', 'Personal details');
  await page.getByRole('button', { name: 'Called otherwise' }).click();
  await page.getByLabel('Name', { exact: true }).fill(LONG_NAME);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByLabel('E-mail address').fill('not an address');
  await page.getByRole('button', { name: 'Add member' }).click();
  await page.getByText('Not a valid e-mail address.').waitFor();
  await shot('member-new-refused');
  await show('member', member, 'Anna Berger', 'Payment reference');
  await page.getByRole('button', { name: 'Edit' }).click();
  await shot('member-edit');
  await show('member-history', `${member}/history`, 'Anna Berger', 'Credit from Harbour Bank');
  await show('member-partners', `${member}/partners`, 'Anna Berger', 'Visibility by partner');
  await show('member-data', `${member}/data`, 'Anna Berger', 'Copy of all data');
  await dialogShot('member-erase', page.getByRole('button', { name: 'Erase…' }));
  await show('payment-slip', `${member}/payment-slip`, 'Payment slip for Anna Berger', 'Save as PDF');
}

async function listings({ page, show, shot, dialogShot }: Tour, base: string): Promise<void> {
  await show('listings', `${base}/listings`, 'Listings', 'Garden help');
  await page.getByRole('link', { name: 'Garden help 0' }).click();
  await page.getByText('Partners see it if').waitFor();
  await settled(page);
  await shot('listing');
  await show('listing-new', `${base}/listings/new`, 'New listing', 'Listing details');
  await page.getByRole('combobox', { name: 'Member' }).fill('anna');
  await page.getByRole('option', { name: /Anna Berger/ }).waitFor();
  await shot('listing-new-picker');
  await page.getByRole('combobox', { name: 'Category' }).fill('Something of its own');
  await page.getByText('Add “Something of its own” to the categories').waitFor();
  await shot('listing-new-category');
  await show('listings-soon', `${base}/listings?ending=soon`, 'Listings', 'No listing ends within');
  await show('categories', `${base}/listings/categories`, 'Categories', 'Garden');
  await dialogShot('category-merge', page.getByRole('button', { name: 'Merge: Garden' }));
  await show('booklet', `${base}/listings/booklet`, 'Booklet of offers and requests', 'through the office');
}

async function exchanges({ page, show, shot, dialogShot }: Tour, base: string): Promise<void> {
  await show('exchanges', `${base}/exchanges`, 'Exchanges', 'Entered twice');
  await dialogShot('exchange-correct', page.getByRole('button', { name: /^Correct exchange/ }).first());
  await show('slips', `${base}/exchanges/slips`, 'Record exchanges', 'Who helped');
  await page.getByLabel('How long').fill('soon');
  await page.getByRole('button', { name: 'Save slip 1' }).click();
  await page.getByText('Choose a member or an organisation from the list.').first().waitFor();
  await shot('slips-refused');
  await page.getByRole('button', { name: 'Discard slip 1' }).click();
  await show('accounts', `${base}/accounts`, 'Community fund and organisations', 'Library');
  await dialogShot('account-new', page.getByRole('button', { name: 'New organisation' }));
  await show('account', `${base}/accounts/chest`, 'Community fund', 'No bookings yet.');
}

/** A bank's file, and what its movements propose or leave open. */
async function inbox({ page, show, shot, dialogShot }: Tour, base: string, { community }: Sample): Promise<void> {
  await show('inbox', `${base}/inbox`, 'Bank inbox', 'Nothing is open');
  const rows = [
    `B-${community.id}-1,500.00,EUR,2026-11-20,${LONG_NAME},grant for 2026`,
    `B-${community.id}-2,-12.90,EUR,2026-11-20,Stadtwerke,power`,
  ];
  const upload = [
    'account,entry_reference,amount,currency,booked_on,payer,remittance',
    ...rows.map((row) => `${BANK_ACCOUNT},${row}`),
  ];
  await page.setInputFiles('input[type=file]', {
    name: 'november.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(upload.join('\n')),
  });
  await page.getByText('grant for 2026').first().waitFor();
  await settled(page);
  await shot('inbox-lines');
  await dialogShot('inbox-member', page.getByRole('button', { name: /^Choose member for 500.00 EUR/ }));
  await show('inbox-files', `${base}/inbox/files`, 'Bank inbox', 'november.csv');
  await show('inbox-settings', `${base}/inbox/settings`, 'Bank inbox', 'How you work');
  await dialogShot('inbox-account', page.getByRole('button', { name: 'Add account' }));
}

/** Members are imported from a file with faults, and the import is undone. */
async function importOfMembers({ page, show, shot }: Tour, base: string): Promise<void> {
  await show('import', `${base}/import`, 'Import', 'Supported columns');
  // Other members each time: a member that is imported once is not imported again.
  const series = randomBytes(3).toString('hex');
  const lines = [
    'Mitgliedsnr.;Vorname;Nachname;Status;Eintritt;Kontostand;Telefon',
    `X-${series}-1;Jürgen;${LONG_NAME.slice(0, 100).trim()};aktiv;01.02.2020;1.000;0123 456`,
    `X-${series}-4;Ben;Lang;aktiv;2.2.20;1,5;`,
    `X-${series}-2;Anna;;verreist;13.02.2020;bald;`,
    `X-${series}-3;Zoë;Müller;ausgetreten;2.2.20;1,5;0123 457;und mehr`,
  ];
  const upload = Buffer.from(lines.join('\n'), 'latin1');
  await page.setInputFiles('input[type=file]', { name: 'members.csv', mimeType: 'text/csv', buffer: upload });
  await page.getByRole('button', { name: 'Check file' }).click();
  await page.getByRole('heading', { name: '2 rows have faults' }).waitFor();
  await shot('import-problems');
  await page.getByLabel('Import the other rows without the 2 rows with faults').check();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByText('2 rows were imported').waitFor();
  await shot('import-done');
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByText('2 imported members are removed.', { exact: false }).waitFor();
  await settled(page);
  await shot('import-undo');
  await page.keyboard.press('Escape');
}

async function sandboxReset({ page, show, shot }: Tour, sandbox: TestCommunity): Promise<void> {
  await show('settings-sandbox', `/c/${sandbox.slug}/settings`, 'Settings', 'Reset sandbox');
  await page.getByRole('button', { name: 'Reset sandbox' }).click();
  await settled(page);
  await shot('settings-sandbox-reset');
  await page.keyboard.press('Escape');
}
