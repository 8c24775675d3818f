/** `npm run screenshots:patterns`: the small pictures of console/README.md. */
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { globalSetup, globalTeardown } from '../../test-support/global-setup.ts';
import { type Console, startConsole } from '../test-support/console.ts';
import { settled } from '../test-support/settled.ts';

const FOLDER = resolve(import.meta.dirname, '../patterns');
const SIZE = { width: 1366, height: 650 };
const MARGIN = 12;

await mkdir(FOLDER, { recursive: true });
await globalSetup();
try {
  const console_ = await startConsole();
  try {
    await pictures(console_);
  } finally {
    await console_.stop();
  }
} finally {
  await globalTeardown();
}

async function pictures(console_: Console): Promise<void> {
  const { service } = console_;
  const community = await service.createCommunity({ name: 'Riverside Time Bank' });
  const members = ['Anna Berger', 'Ben Lang', 'Cleo Fischer', 'Jürgen Weiß', 'Róisín O’Brien'];
  for (const [at, name] of members.entries()) {
    await service.createMember({ communityId: community.id, name, email: `member${at}@example.org` });
  }
  const owner = await console_.administrator(community);
  const base = `/c/${community.slug}`;
  const { page, close } = await console_.openAs(owner, `${base}/members`, SIZE);
  const go = (path: string) => page.goto(`${console_.origin}/console${base}${path}`);

  await page.locator('tbody tr').first().waitFor();
  await shoot(page, 'list', page.locator('main .list-bar'), page.locator('main .card-table'));

  await page.getByRole('link', { name: 'Anna Berger' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Anna Berger-Lang');
  await page.getByRole('button', { name: 'Save' }).click();
  const toast = page.locator('.mantine-Notification-root');
  await toast.waitFor();
  await shoot(page, 'toast', toast);

  await page.getByLabel('Name', { exact: true }).fill('Anna');
  await page.getByRole('link', { name: 'Partners', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await shoot(page, 'dialog', dialog);
  await dialog.getByRole('button', { name: 'Discard' }).click();

  const empty = page.locator('main .empty');
  await empty.waitFor();
  await shoot(page, 'empty', empty);

  await page.route('**/listings?**', () => {});
  await go('/listings');
  const loading = page.locator('main .mantine-Skeleton-root');
  await loading.nth(14).waitFor();
  await shoot(page, 'loading', loading.first(), loading.nth(4), false);

  await page.unroute('**/listings?**');
  await page.route('**/listings?**', (route) => route.abort());
  await go('/listings');
  const failed = page.locator('main').getByRole('alert');
  await failed.waitFor();
  await shoot(page, 'error', failed);
  await close();
}

/** The area from the first element to the last, with a margin. */
async function shoot(page: Page, name: string, first: Locator, last = first, isSettled = true): Promise<void> {
  if (isSettled) await settled(page);
  const [from, to] = [await first.boundingBox(), await last.boundingBox()];
  if (!from || !to) throw new Error(`${name} is not in sight`);
  const clip = {
    x: Math.max(0, from.x - MARGIN),
    y: Math.max(0, from.y - MARGIN),
    width: Math.max(from.width, to.width) + 2 * MARGIN,
    height: to.y + to.height - from.y + 2 * MARGIN,
  };
  await page.screenshot({ path: `${FOLDER}/${name}.png`, clip });
}
