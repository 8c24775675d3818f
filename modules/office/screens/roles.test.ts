/** What each role meets where it may not do something. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AdministratorRole } from '@timebank/contract';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { testConsole } from '../../../console/test-support/console.ts';
import { heading } from '../../../console/test-support/new-partner.ts';

const console_ = await testConsole();

async function start(role: AdministratorRole, path: string, options: { locale?: string; width?: number } = {}) {
  const community = await console_.service.createCommunity();
  await console_.service.createPartner({ communityId: community.id });
  const person = await console_.administrator(community, role);
  return { community, person, ...(await console_.openAs(person, `/c/${community.slug}${path}`, options)) };
}

test('a screen that a role may not use says who may, in place of a form that would be refused', async () => {
  const { page, faults, community, close } = await start('coordinator', '/partners/new', { width: 360 });
  await heading(page, 'Your role does not permit this').waitFor();
  await page.getByText('Your role here is Coordinator.').waitFor();
  await page.getByText('These roles may do this: Owner and Administrator.').waitFor();
  assert.equal(await page.locator('form').count(), 0);
  await assertAccessible(page, 'a screen for another role');
  await assertNoSideScrolling(page, 'a screen for another role');
  for (const path of ['/import', '/import/move', '/calls', '/audit', '/administrators']) {
    await page.goto(`${console_.origin}/console/c/${community.slug}${path}`);
    await heading(page, 'Your role does not permit this').waitFor();
  }
  assert.deepEqual(faults, []);
  await close();
});

test('an auditor is led to those who may, in German too', async () => {
  const { page, community, close } = await start('auditor', '/members/new', { locale: 'de-AT' });
  for (const path of ['/members/new', '/listings/new', '/exchanges/slips', '/partners/new', '/to-call']) {
    await page.goto(`${console_.origin}/console/c/${community.slug}${path}`);
    await heading(page, 'Ihre Rolle erlaubt das nicht').waitFor();
    await page.getByText('Ihre Rolle hier ist Prüfung.').waitFor();
  }
  await close();
});

test('what the service refuses by role is not said to have failed, and no other attempt is offered', async () => {
  const { page, person, close } = await start('administrator', '/partners');
  await heading(page, 'Partners').waitFor();
  await console_.service.ownerQuery("update administrator_roles set role = 'coordinator' where administrator_id = $1", [
    person.id,
  ]);
  await page.getByRole('link', { name: 'API calls' }).click();
  await page.getByRole('alert').getByText('Your role does not permit this').first().waitFor();
  assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
  assert.equal(await page.getByText('This could not be loaded').count(), 0);
  await close();
});
