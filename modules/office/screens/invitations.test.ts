/** Inviting, accepting with an account and without, and withdrawing, as people do it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD, testConsole } from '../../../console/test-support/console.ts';
import { heading } from '../../../console/test-support/new-partner.ts';

const console_ = await testConsole();

test('a person with an account accepts signed in; an invitation that was made out to another address says so; a withdrawn link is dead', async () => {
  const riverside = await console_.service.createCommunity({ name: 'Riverside' });
  const hillside = await console_.service.createCommunity({ name: 'Hillside' });
  const ada = await console_.administrator(riverside);
  const ben = await console_.administrator(hillside, 'owner', 'Ben Hillside');
  const owner = await console_.openAs(ada, `/c/${riverside.slug}/administrators`);

  const inviteByHand = async (email: string): Promise<string> => {
    await owner.page.getByRole('button', { name: 'Invite somebody' }).click();
    await owner.page.getByLabel('E-mail address').fill(email);
    await owner.page.getByRole('button', { name: 'Invite', exact: true }).click();
    const url = (await owner.page.locator('code').last().textContent()) ?? '';
    await owner.page.getByRole('button', { name: 'I have handed it over' }).click();
    return url.trim();
  };

  const link = await inviteByHand(ben.email);
  await owner.page.getByRole('heading', { name: 'Invitations' }).waitFor();
  await owner.page.getByText(ben.email).waitFor();

  const visitor = await console_.open();
  await visitor.page.goto(`${console_.origin}/console/`);
  await visitor.page.evaluate((slug) => localStorage.setItem('timebank-community', slug), hillside.slug);
  await visitor.page.goto(link);
  await visitor.page.getByText('You are invited to Riverside. Your role: Administrator.').waitFor();
  assert.equal(new URL(visitor.page.url()).hash, '');
  assert.equal(await visitor.page.getByLabel('New password').count(), 0, 'a person with an account has a password');
  await visitor.page.getByRole('button', { name: 'I already have an account' }).click();
  await visitor.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await visitor.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await visitor.page.getByText(`You are signed in as ${ben.email}.`).waitFor();
  await visitor.page.getByRole('button', { name: 'Accept the invitation' }).click();
  await heading(visitor.page, 'Overview').waitFor();
  assert.equal(new URL(visitor.page.url()).pathname, `/console/c/${riverside.slug}`, 'the one that was just joined');
  const roles = await console_.service.ownerQuery(
    'select from administrator_roles where administrator_id = $1 and community_id = $2',
    [ben.id, riverside.id],
  );
  assert.equal(roles.length, 1);

  // Signed in as Ben, with a link that was made out to another person.
  const other = await inviteByHand('cleo@example.org');
  await visitor.page.goto(other);
  await visitor.page.getByText(/but the invitation was made out to cleo@example\.org/).waitFor();
  await visitor.page.getByRole('button', { name: 'Accept the invitation' }).waitFor();

  await owner.page.reload();
  await owner.page.getByRole('button', { name: 'Actions for cleo@example.org' }).click();
  await owner.page.getByRole('menuitem', { name: 'Withdraw' }).click();
  await owner.page.getByRole('button', { name: 'Withdraw' }).click();
  await owner.page.getByText('The invitation has been withdrawn.').waitFor();
  const late = await console_.open();
  await late.page.goto(other);
  await late.page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  assert.deepEqual([...owner.faults, ...visitor.faults, ...late.faults], []);
  await Promise.all([owner.close(), visitor.close(), late.close()]);
});
