/** The console's second half as an administrator uses it: members, paper slips, listings, settings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { type OpenPage, testConsole } from '../../../console/test-support/console.ts';
import { tabTo } from '../../../console/test-support/keyboard.ts';
import { atNewPartner } from '../../../console/test-support/new-partner.ts';
import type { TestCommunity } from '../../../test-support/harness.ts';
import { addListing } from '../../members/domain/listings/create.ts';

const console_ = await testConsole();

async function start(path: string, members: readonly string[] = []) {
  const community: TestCommunity = await console_.service.createCommunity();
  const created = [];
  for (const [index, name] of members.entries()) {
    created.push(
      await console_.service.createMember({ communityId: community.id, name, externalId: `M-${index + 1}` }),
    );
  }
  const person = await console_.administrator(community, 'owner');
  const opened = await console_.openAs(person, `/c/${community.slug}${path}`);
  return { community, members: created, person, opened, page: opened.page };
}

const finish = async ({ opened }: { opened: OpenPage }) => {
  assert.deepEqual(opened.faults, []);
  await opened.close();
};

/** Types a slip by keyboard alone, beginning in the field that has the focus. */
async function typeSlip(page: Page, helper: string, helped: string, time: string) {
  for (const name of [helper, helped]) {
    await page.keyboard.type(name);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
  }
  await page.waitForFunction(() => document.activeElement?.getAttribute('placeholder') === 'e.g. 1:30');
  await page.keyboard.type(time);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
}

test('twelve paper slips are entered by keyboard alone, each once, in the order typed', async (t) => {
  const used = await start('/exchanges/slips', ['Anna Berger', 'Ben Lang', 'Clara Moser']);
  const { page, community } = used;
  await page.getByRole('combobox', { name: 'Who helped' }).focus();
  const startedMs = performance.now();
  for (let slip = 1; slip <= 12; slip++) {
    await typeSlip(page, slip % 2 ? 'anna' : 'M-3', 'ben', '0:30');
    await page.getByRole('group', { name: `Slip ${slip + 1}` }).waitFor();
    await page.waitForFunction(
      (label) => document.activeElement?.closest('fieldset')?.getAttribute('aria-label') === label,
      `Slip ${slip + 1}`,
    );
  }
  await page.getByText('12 slips saved, 6 h in total').waitFor();
  t.diagnostic(`12 slips in ${((performance.now() - startedMs) / 1000).toFixed(1)} s by a machine that types at once`);
  const rows = await console_.service.ownerQuery<{ seconds: string }>(
    `select amount_seconds as seconds from transfers where community_id = $1 and kind = 'exchange'`,
    [community.id],
  );
  assert.equal(rows.length, 12);
  await finish(used);
});

test('a refused slip keeps what was typed, says why at its field, and does not hold up the next', async () => {
  const used = await start('/exchanges/slips', ['Anna Berger', 'Ben Lang']);
  const { page } = used;
  await page.getByRole('combobox', { name: 'Who helped' }).focus();
  await typeSlip(page, 'anna', 'ben', 'soon');
  const first = page.getByRole('group', { name: 'Slip 1' });
  await first.getByText('Not a valid time. Enter 1:30, 1.5 or 90 min.').waitFor();
  assert.equal(await first.getByRole('textbox', { name: 'How long' }).inputValue(), 'soon');
  assert.equal(await first.getByRole('combobox', { name: 'Who helped' }).inputValue(), 'Anna Berger');
  await page.getByRole('group', { name: 'Slip 2' }).getByRole('combobox', { name: 'Who helped' }).focus();
  await typeSlip(page, 'ben', 'anna', '1');
  await page.getByText('1 slip saved, 1 h in total').waitFor();
  await first.getByRole('textbox', { name: 'How long' }).fill('2');
  await first.getByRole('button', { name: 'Save slip 1' }).click();
  await page.getByText('2 slips saved, 3 h in total').waitFor();
  await page.getByRole('button', { name: 'Reverse slip 1' }).click();
  await page.getByText('1 slip saved, 1 h in total').waitFor();
  await finish(used);
});

test('slips that are not saved survive a reload', async () => {
  const used = await start('/exchanges/slips', ['Anna Berger', 'Ben Lang']);
  const { page } = used;
  const first = page.getByRole('group', { name: 'Slip 1' });
  await first.getByRole('combobox', { name: 'Who helped' }).fill('anna');
  await page.getByRole('option').first().click();
  await first.getByRole('textbox', { name: 'How long' }).fill('1:15');
  await page.reload();
  assert.equal(await first.getByRole('combobox', { name: 'Who helped' }).inputValue(), 'Anna Berger');
  assert.equal(await first.getByRole('textbox', { name: 'How long' }).inputValue(), '1:15');
  await finish(used);
});

test('a member is found as one types, and the address keeps the search', async () => {
  const used = await start('/members', ['Jürgen Weiß', 'Anna Berger', 'Hanna Bergmann']);
  const { page } = used;
  await page.getByLabel('Search').fill('WEISS');
  await page.getByRole('link', { name: 'Anna Berger' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Jürgen Weiß' }).waitFor();
  await page.waitForURL(/search=WEISS/);
  await page.reload();
  await page.getByRole('link', { name: 'Jürgen Weiß' }).click();
  await page.getByRole('heading', { level: 1, name: 'Jürgen Weiß' }).waitFor();
  await page.goBack();
  assert.equal(await page.getByLabel('Search').inputValue(), 'WEISS');
  await finish(used);
});

test('a new member with a wrong address is refused at the field, mended, added, and suspended', async () => {
  const used = await start('/members/new');
  const { page } = used;
  await page.getByRole('button', { name: 'Called otherwise' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Anna Berger');
  await page.getByLabel('E-mail address').fill('anna');
  await page.getByRole('button', { name: 'Add member' }).click();
  await page.getByText('Not a valid e-mail address.').waitFor();
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Anna Berger');
  await page.getByLabel('E-mail address').fill('anna@example.org');
  await page.getByRole('button', { name: 'Add member' }).click();
  await page.getByRole('heading', { level: 1, name: 'Anna Berger' }).waitFor();
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('button', { name: 'Reactivate' }).waitFor();
  await finish(used);
});

test('erasing asks for the name and leaves a pseudonym', async () => {
  const used = await start('/members', ['Zacharias Quell']);
  const { page } = used;
  await page.getByRole('link', { name: 'Zacharias Quell' }).click();
  await page.getByRole('tab', { name: 'Data' }).click();
  await page.getByRole('button', { name: 'Erase…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Type the name/).fill('Zacharias');
  await dialog.getByRole('button', { name: 'Erase permanently' }).click();
  await dialog.getByText('This is not the member’s name.').waitFor();
  await dialog.getByLabel(/Type the name/).fill('Zacharias Quell');
  await dialog.getByRole('button', { name: 'Erase permanently' }).click();
  await page.getByRole('heading', { level: 1, name: /^Former member/ }).waitFor();
  assert.equal(await page.getByText('Quell').count(), 0);
  await finish(used);
});

test('held listings are released one after the other', async () => {
  const used = await start('/listings/new', ['Anna Berger']);
  const { page, community } = used;
  await page.getByRole('combobox', { name: 'Member' }).fill('anna');
  await page.getByRole('option').first().click();
  await page.getByLabel('Title').fill('Bicycle repair');
  await page.getByLabel('Hold for review').check();
  await page.getByRole('button', { name: 'Add listing' }).click();
  await page.getByRole('heading', { level: 1, name: 'Bicycle repair' }).waitFor();
  await page.goto(`${console_.origin}/console/c/${community.slug}`);
  await page.getByRole('link', { name: '1 listing needs review' }).click();
  await page.getByRole('button', { name: 'Publish Bicycle repair' }).click();
  await page.getByText('No listings need your review.').waitFor();
  await finish(used);
});

test('the held queue is worked off by keyboard, and the filter by member is shown and can be lifted', async () => {
  const community = await console_.service.createCommunity();
  const owner = await console_.administrator(community);
  const [anna, ben] = await Promise.all(
    ['Anna Berger', 'Ben Baker'].map((name) => console_.service.createMember({ communityId: community.id, name })),
  );
  assert.ok(anna && ben);
  for (const title of ['First', 'Second', 'Third']) {
    const act = { communityId: community.id, memberId: anna.uuid, actor: 'test' };
    await addListing(console_.service.deps, act, { type: 'service', title }, { held: true });
  }
  const opened = await console_.openAs(owner, `/c/${community.slug}/listings?status=held&member=${anna.id}`);
  const { page } = opened;
  await tabTo(page, /^Publish Third$/);
  for (const title of ['Third', 'Second', 'First']) {
    await page.waitForFunction((name) => document.activeElement?.ariaLabel === name, `Publish ${title}`);
    await page.keyboard.press('Enter');
  }
  await page.getByText('No listings need your review.').waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  await page.goto(`${console_.origin}/console/c/${community.slug}/listings?member=${ben.id}`);
  await page.locator('.empty').getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: 'Second' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).waitFor({ state: 'hidden' });
  await finish({ opened });
});

test('settings say at the field what cannot be, and keep what was typed', async () => {
  const used = await start('/settings');
  const { page } = used;
  await page.getByLabel('Lowest balance').fill('25');
  await page.getByLabel('Highest balance').fill('100,5');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Enter 0 or a negative number.').waitFor();
  await page.getByLabel('Lowest balance').fill('-25');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Settings saved.').waitFor();
  await page.reload();
  await page.getByLabel('Highest balance').waitFor();
  assert.equal(await page.getByLabel('Highest balance').inputValue(), '100.5');
  await finish(used);
});

test('who may only read sees no button that changes anything', async () => {
  const community = await console_.service.createCommunity();
  await console_.service.createPartner({ communityId: community.id });
  await console_.service.createMember({ communityId: community.id, name: 'Anna Berger' });
  const auditor = await console_.administrator(community, 'auditor', 'Otto');
  const opened = await console_.openAs(auditor, `/c/${community.slug}/members`);
  const { page } = opened;
  await page.getByRole('link', { name: 'Anna Berger' }).click();
  await page.getByText('Payment reference').first().waitFor();
  for (const name of ['Suspend', 'Save', 'New listing', 'Mark as left']) {
    assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
  }
  assert.equal(await page.getByRole('tab', { name: 'Data' }).count(), 0);
  await finish({ opened });
});

test('several communities are switched between; each shows its own', async () => {
  const { page, person, community, close } = await atNewPartner(console_);
  const other = await console_.service.createCommunity({ name: 'Hillside', kind: 'sandbox' });
  await console_.service.ownerQuery(
    `insert into administrator_roles (community_id, administrator_id, role) values ($1, $2, 'auditor')`,
    [other.id, person.id],
  );
  await console_.service.createPartner({ communityId: other.id, name: 'Hill Bank' });
  await page.reload();
  await page.getByRole('button', { name: /^Riverside/ }).click();
  await page.getByRole('menuitem', { name: /Hillside/ }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByRole('link', { name: 'Partners', exact: true }).click();
  await page.getByText('Hill Bank').waitFor();
  assert.equal(await page.getByRole('link', { name: 'New partner' }).count(), 0, 'an auditor changes nothing');
  await page.getByRole('button', { name: person.name }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
  await page.getByRole('button', { name: /^Hillside/ }).waitFor();
  await page.goto(`${console_.origin}/console/c/${community.slug}/partners`);
  await page.getByRole('heading', { name: 'No partners yet' }).waitFor();
  assert.equal(await page.getByText('Hill Bank').count(), 0);
  await close();
});
