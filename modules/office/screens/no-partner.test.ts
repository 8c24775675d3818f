/** A community without a partner: the console says nothing of partners, but how to add the first. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { testConsole } from '../../../console/test-support/console.ts';
import { createPartner } from '../../../console/test-support/new-partner.ts';

const console_ = await testConsole();

const QUIET = [
  ...['', '/members', '/members/new', '/members/MEMBER', '/members/MEMBER/file', '/members/MEMBER/data'],
  ...['/listings', '/listings/new', '/listings/categories', '/exchanges', '/reports', '/messages', '/letters'],
  ...['/inbox', '/import', '/administrators', '/to-call', '/accounts', '/account'],
];

/** Whatever is said of partners, their calls, keys and webhooks. */
const OF_PARTNERS = /partner|webhook|client secret|kill switch|API calls/i;

/** Opens a choice, which has many options, and none of partners. */
async function noOption(page: Page, label: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  const options = page.getByRole('option');
  await options.first().waitFor();
  const names = await options.allTextContents();
  assert.ok(names.length > 3, label);
  assert.deepEqual(
    names.filter((name) => OF_PARTNERS.test(name)),
    [],
    label,
  );
  await page.keyboard.press('Escape');
}

test('no screen names partners while the only one is the books’ own; the first opens all of it at once', async () => {
  const { service } = console_;
  const community = await service.createCommunity();
  const member = await service.createMember({ communityId: community.id, name: 'Anna Berger' });
  await service.ownerQuery(
    `insert into partners (community_id, name, status, client_id, is_internal, created_at, updated_at)
     values ($1, 'Treasury', 'active', gen_random_uuid()::text, true, now(), now())`,
    [community.id],
  );
  const base = `/c/${community.slug}`;
  const { page, faults, close } = await console_.openAs(await console_.administrator(community, 'owner'), base);
  const main = page.getByRole('navigation', { name: 'Main' });
  for (const path of QUIET) {
    const at = path.replace('MEMBER', member.id);
    await page.goto(`${console_.origin}/console${path.startsWith('/account') ? at : base + at}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    assert.doesNotMatch((await page.locator('body').textContent()) ?? '', OF_PARTNERS, path);
  }
  await page.goto(`${console_.origin}/console${base}/audit`);
  for (const label of ['Person or system', 'Action']) await noOption(page, label);
  await page.goto(`${console_.origin}/console${base}/import`);
  const buffer = Buffer.from('Name,Seen\nBen Lang,yes\n');
  await page.setInputFiles('input[type=file]', { name: 'members.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Check file' }).click();
  await noOption(page, 'Meaning of column Seen');
  await page.goto(`${console_.origin}/console${base}/settings`);
  await page.getByRole('link', { name: 'New partner' }).click();
  await createPartner(page, 'Harbour Bank');
  await main.getByRole('link', { name: 'Partners' }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});
