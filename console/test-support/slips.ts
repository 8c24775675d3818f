/** The screen for paper slips, with members whose numbers and names are easily mistaken. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { TestService } from '../../test-support/harness.ts';
import type { Console, OpenPage, PageOptions } from './console.ts';

/** Numbers that begin alike, names that begin alike, and one name twice. Those with the longer numbers came first. */
const MEMBERS = [
  ['D010', 'Jürgen Horváth'],
  ['D012', 'Anna Bergerhoff'],
  ['D0100', 'Bruno O’Brien'],
  ['D011', 'Ahmed Byrne'],
  ['D01', 'Anna Berger'],
  ['D02', 'Bruno Weiß'],
  ['D020', 'Aoife Byrne'],
  ['D03', 'Aoife Müller'],
  ['D030', 'Ahmed Byrne'],
  ['D1', 'Greta García'],
  ['E770', 'Erna Gruber'],
] as const;
export type MemberNumber = (typeof MEMBERS)[number][0];

export interface SlipsInUse {
  readonly service: TestService;
  readonly community: { readonly id: number; readonly slug: string };
  readonly idOf: ReadonlyMap<string, string>;
  readonly opened: OpenPage;
  readonly page: Page;
}

export async function startSlips(console_: Console, options: PageOptions = {}): Promise<SlipsInUse> {
  const { service } = console_;
  const community = await service.createCommunity();
  const idOf = new Map<string, string>();
  for (const [externalId, name] of MEMBERS) {
    idOf.set(externalId, (await service.createMember({ communityId: community.id, name, externalId })).id);
  }
  const person = await console_.administrator(community, 'owner');
  const opened = await console_.openAs(person, `/c/${community.slug}/exchanges/slips`, options);
  await slipOf(opened.page, 1).getByRole('textbox').first().waitFor();
  return { service, community, idOf, opened, page: opened.page };
}

export const finish = async ({ opened }: SlipsInUse) => {
  assert.deepEqual(opened.faults, []);
  await opened.close();
};

export const slipOf = (page: Page, number: number) =>
  page.getByRole('group', { name: new RegExp(`^(Slip|Zettel) ${number}$`) });
export const helper = (slip: Locator) => slip.getByRole('combobox').nth(0);
export const helped = (slip: Locator) => slip.getByRole('combobox').nth(1);
export const time = (slip: Locator) => slip.getByRole('textbox').nth(0);
export const note = (slip: Locator) => slip.getByRole('textbox').nth(1);

/** Types the fields and Enter after each, without a pause. */
export async function typeSlip(page: Page, fields: readonly string[]): Promise<void> {
  for (const field of fields) {
    await page.keyboard.type(field);
    await page.keyboard.press('Enter');
  }
}

/** The exchanges of the ledger: provider, receiver and seconds. */
export async function booked({ service, community }: SlipsInUse): Promise<string[]> {
  const rows = await service.ownerQuery<{ line: string }>(
    `select p.external_id || ' ' || r.external_id || ' ' || t.amount_seconds as line
     from transfers t
     join accounts pa on pa.community_id = t.community_id and pa.id = t.credit_account_id
     join members p on p.community_id = pa.community_id and p.id = pa.member_id
     join accounts ra on ra.community_id = t.community_id and ra.id = t.debit_account_id
     join members r on r.community_id = ra.community_id and r.id = ra.member_id
     where t.community_id = $1 and t.kind = 'exchange'`,
    [community.id],
  );
  return rows.map(({ line }) => line).sort();
}
