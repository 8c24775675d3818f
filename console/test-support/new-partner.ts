/** The way to a partner and its secret, for tests of what comes after. */
import assert from 'node:assert/strict';
import type { AdministratorRole } from '@timebank/contract';
import type { Locator, Page } from 'playwright-core';
import type { Console } from './console.ts';

const SECRET = /^tb_cs_\w{49}$/;

export function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 1, name });
}

/** A community of its own with a person signed in, at the form for a new partner. */
export async function atNewPartner(console_: Console, role: AdministratorRole = 'owner') {
  const community = await console_.service.createCommunity({ name: 'Riverside' });
  const person = await console_.administrator(community, role);
  const opened = await console_.openAs(person, `/c/${community.slug}/partners/new`);
  await heading(opened.page, 'New partner').waitFor();
  return { ...opened, community, person };
}

/** Fills the form and sends it. Returns the secret that is shown. */
export async function createPartner(page: Page, name: string): Promise<string> {
  await page.getByLabel('Name of the partner').fill(name);
  await page.getByRole('checkbox', { name: 'See members' }).click();
  await page.getByRole('button', { name: 'Create partner' }).click();
  await page.getByText('This client secret is shown only once.').waitFor();
  const [, secret = ''] = await page.locator('.secret-pair code').allTextContents();
  assert.match(secret, SECRET);
  return secret;
}
