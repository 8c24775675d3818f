/** Every screen, in the states worth looking at: for pictures, and for the checks that hold on all of them. */
import type { Page } from 'playwright-core';
import { change } from '../../core/change/change.ts';
import { inviteIn } from '../../modules/office/domain/administrators/invitations.ts';
import type { TestCommunity } from '../../test-support/harness.ts';
import { communityScreens } from './community-screens.ts';
import type { Console, Person } from './console.ts';
import { partnerScreens } from './partner-screens.ts';
import { fillCommunity, LONG_NAME, type Sample } from './sample.ts';
import { go } from './settled.ts';
import { type PageOpener, type PageVisit, startTour, type Tour } from './tour.ts';

export interface ScreenSamples {
  readonly full: Sample;
  /** A second full community: the partners of the first are shut out for a while. */
  readonly life: Sample;
  readonly empty: TestCommunity;
  readonly sandbox: TestCommunity;
  readonly owner: Person;
  readonly emptyOwner: Person;
  /** The part after # of a set-up link that works. */
  readonly setupToken: string;
}

/** Two full communities and an empty one, with their owners. */
export async function prepare(console_: Console): Promise<ScreenSamples> {
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

/** Visits every screen, two at a time: most of the time a browser waits for a page, or a page for the service. */
export async function eachScreen(prepared: ScreenSamples, open: PageOpener, visit: PageVisit): Promise<void> {
  const others = async () => {
    await visitors(prepared, open, visit);
    await emptyCommunity(prepared, open, visit);
    await communityLife(prepared, open, visit);
  };
  await Promise.all([fullCommunity(prepared, open, visit), others()]);
}

async function visitors({ setupToken }: ScreenSamples, open: PageOpener, visit: PageVisit): Promise<void> {
  const signIn = await open(undefined, '/');
  await signIn.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await visit('sign-in', signIn);
  await signIn.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await visit('sign-in-refused', signIn);
  await signIn.close();
  const setUp = await open(undefined, `/set-up#${setupToken}`);
  await setUp.page.getByRole('button', { name: 'Create an account' }).waitFor();
  await visit('set-up-first', setUp);
  await setUp.page.getByRole('button', { name: 'Create an account' }).click();
  await setUp.page.getByLabel('Your name').fill('Cleo');
  await setUp.page.getByLabel('New password').fill('too short');
  await visit('set-up', setUp);
  await setUp.close();
  const used = await open(undefined, '/set-up#tb_setup_used');
  await used.page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  await visit('set-up-used', used);
  await used.close();
}

async function emptyCommunity({ empty, emptyOwner }: ScreenSamples, open: PageOpener, visit: PageVisit): Promise<void> {
  const base = `/c/${empty.slug}`;
  const { opened, page, show, shot } = startTour(await open(emptyOwner, `${base}/partners`), visit);
  await page.getByRole('heading', { name: 'No partners yet' }).waitFor();
  await shot('partners-empty');
  await go(page, `${base}/calls`, 'API calls');
  await page.getByRole('heading', { name: 'No API calls yet' }).waitFor();
  await shot('calls-empty');
  await show('overview-empty', base, 'Overview', 'First steps');
  await show('members-empty', `${base}/members`, 'Members', 'No members yet');
  await show('listings-empty', `${base}/listings`, 'Listings', 'No listings yet');
  await show('exchanges-empty', `${base}/exchanges`, 'Exchanges', 'No exchanges yet');
  await show('accounts-empty', `${base}/accounts`, 'Community fund and organisations', 'Community fund');
  await opened.close();
}

/** Partners, calls, the audit log, administrators, the person's own account. */
async function fullCommunity({ full, owner }: ScreenSamples, open: PageOpener, visit: PageVisit): Promise<void> {
  const base = `/c/${full.community.slug}`;
  const tour = startTour(await open(owner, `${base}/partners`), visit);
  await partnerScreens(tour, full, open);
  await operationScreens(tour, base);
  await accountScreens(tour);
  await tour.show('not-found', `${base}/nothing`, 'Page not found');
  await tour.opened.close();
}

async function operationScreens(tour: Tour, base: string): Promise<void> {
  const { page, show, shot, dialogShot } = tour;
  await show('calls', `${base}/calls`, 'API calls', 'Under heavy load');
  await page
    .getByRole('button', { name: /^Send.* at|.* at / })
    .first()
    .click();
  await shot('calls-details');
  await show('audit', `${base}/audit`, 'Audit log', 'Partner added');
  await page.getByRole('table').getByRole('button').first().click();
  await shot('audit-details');
  await show('administrators', `${base}/administrators`, 'Administrators', 'cleo@example.org');
  await dialogShot('administrators-invite', page.getByRole('button', { name: 'Invite somebody' }));
  await show('safety', `${base}/safety`, 'Kill switch', 'This community');
  await switchOff(page);
  await shot('safety-off');
  await page.getByRole('button', { name: 'Switch on partner access' }).click();
  await page.getByText('Partner access switched on.').waitFor();
}

async function switchOff(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Switch off partner access' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('A partner’s secret leaked; we are looking into it.');
  await dialog.getByRole('button', { name: 'Switch off partner access' }).click();
  await page.getByText(/Access is switched off for all partners of this community/).waitFor();
}

async function accountScreens({ page, show, shot, dialogShot }: Tour): Promise<void> {
  await show('account', '/account', 'Your account', 'Active sessions');
  await dialogShot('account-passkey', page.getByRole('button', { name: 'Add a passkey' }));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Set up the app' }).click();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  await shot('account-totp');
}

/** Members, listings, exchanges, settings. */
async function communityLife(
  { life, sandbox, owner }: ScreenSamples,
  open: PageOpener,
  visit: PageVisit,
): Promise<void> {
  const tour = startTour(await open(owner, `/c/${life.community.slug}`), visit);
  await communityScreens(tour, life, sandbox);
  await tour.opened.close();
}
