/** Backups on the overview: for operators, and with an alarm where none was made for two days. */
import assert from 'node:assert/strict';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { assertAccessible } from '../../../console/test-support/axe.ts';
import { type Console, startConsole } from '../../../console/test-support/console.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../test-support/temporary-folder.ts';

const HOUR_MS = 3_600_000;

let folder: TemporaryFolder;
let console_: Console;
before(async () => {
  folder = await createTemporaryFolder();
  console_ = await startConsole({ BACKUP_DIR: join(folder.path, 'backups') });
});
after(async () => {
  await console_.stop();
  await folder.remove();
});

const nameOf = (agoMs: number) =>
  `timebank-${new Date(Date.now() - agoMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;

test('an operator sees when the last backup was made, and is alarmed when there is none or only an old one', async () => {
  const community = await console_.service.createCommunity();
  const operator = await console_.administrator(community);
  await console_.service.ownerQuery('update administrators set is_operator = true where id = $1', [operator.id]);
  const { page, faults, close } = await console_.openAs(operator, `/c/${community.slug}`);
  await page.getByText('There is no backup', { exact: true }).waitFor();
  await assertAccessible(page, 'the alarm');
  const backups = join(folder.path, 'backups');
  await mkdir(backups, { recursive: true });
  await writeFile(join(backups, nameOf(49 * HOUR_MS)), '');
  await page.reload();
  await page.getByText('The last backup was made 2 days ago').waitFor();
  await writeFile(join(backups, nameOf(3 * HOUR_MS)), '');
  await page.reload();
  await page.getByText(/^Last backup: (today|yesterday), \d\d:\d\d$/).waitFor();
  assert.deepEqual(faults, []);
  await close();
  for (const name of await readdir(backups)) await rm(join(backups, name));
});

test('an owner sees whether there is a backup and how old it is; a coordinator, who can do nothing, sees nothing of it', async () => {
  const community = await console_.service.createCommunity();
  const backups = join(folder.path, 'backups');
  await mkdir(backups, { recursive: true });
  const owner = await console_.administrator(community);
  const { page, faults, close } = await console_.openAs(owner, `/c/${community.slug}`);
  await page.getByText('There is no backup', { exact: true }).waitFor();
  await page.getByText('Tell who runs the server.').waitFor();
  await writeFile(join(backups, nameOf(3 * HOUR_MS)), '');
  await page.reload();
  await page.getByText(/^Last backup: (today|yesterday), \d\d:\d\d$/).waitFor();
  assert.deepEqual(faults, []);
  await close();
  const other = await console_.openAs(await console_.administrator(community, 'coordinator'), `/c/${community.slug}`);
  await other.page.getByRole('heading', { name: 'First steps' }).waitFor();
  await other.page.waitForLoadState('networkidle');
  assert.equal(await other.page.getByText(/backup/i).count(), 0);
  await other.close();
  for (const name of await readdir(backups)) await rm(join(backups, name));
});
