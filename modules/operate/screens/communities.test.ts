/** All communities at a glance, in the console: for operators, and for nobody else. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertAccessible } from '../../../console/test-support/axe.ts';
import { type Console, startConsole } from '../../../console/test-support/console.ts';
import { heading } from '../../../console/test-support/new-partner.ts';
import { runCommand, runJson } from '../../../test-support/command.ts';
import { signedIn } from '../../../test-support/console.ts';

let console_: Console;
before(async () => {
  console_ = await startConsole();
});
after(() => console_?.stop());

test('an operator sees every community, what is stuck in words and first, and opens those of which he keeps the office', async () => {
  const { service } = console_;
  const own = await service.createCommunity({ name: 'Nachbarschaftshilfe Lahnau e.V.' });
  const other = await service.createCommunity({ name: 'Zeitbank Wetzlar' });
  await runCommand(service.testDatabase, ['api', 'off', '--community', other.slug, '--reason', 'Works until Monday']);
  const operator = await console_.administrator(own);
  await service.ownerQuery('update administrators set is_operator = true where id = $1', [operator.id]);
  const { page, faults, close } = await console_.openAs(operator, `/c/${own.slug}`);
  await page.locator('.person').click();
  await page.getByRole('menuitem', { name: 'All communities' }).click();
  await heading(page, 'All communities').waitFor();
  const rows = page.getByRole('table', { name: 'All communities' }).getByRole('row');
  await rows.nth(1).getByText('Partner API off: Works until Monday').waitFor();
  assert.match((await rows.nth(1).textContent()) ?? '', /^Zeitbank Wetzlar/);
  assert.equal(await rows.getByRole('link', { name: 'Zeitbank Wetzlar' }).count(), 0);
  await assertAccessible(page, 'the communities');
  await rows.getByRole('link', { name: 'Nachbarschaftshilfe Lahnau e.V.' }).click();
  await heading(page, 'Overview').waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('who is no operator is refused the list, and has no way to it', async () => {
  const community = await console_.service.createCommunity();
  const { client } = await signedIn(console_.service, { communityId: community.id, slug: community.slug });
  const refused = await client.call('listInstallationCommunities');
  assert.deepEqual([refused.status, refused.body.error], [403, 'not_permitted']);
  const { page, close } = await console_.openAs(await console_.administrator(community), '/communities');
  await heading(page, 'Page not found').waitFor();
  await page.locator('.person').click();
  await page.getByRole('menuitem', { name: 'Your account' }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'All communities' }).count(), 0);
  await close();
});

test('the list has what the command prints with --json', async () => {
  const { service } = console_;
  const community = await service.createCommunity();
  const { client, id } = await signedIn(service, { communityId: community.id, slug: community.slug });
  await service.ownerQuery('update administrators set is_operator = true where id = $1', [id]);
  const { body } = await client.call('listInstallationCommunities');
  const printed = await runJson(service.testDatabase, ['community', 'list', '--activity']);
  assert.deepEqual(body.data, printed.data);
});
