/** Statements, reports and the list of those who need a call, on the screen and as files. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { type Console, startConsole } from '../../../console/test-support/console.ts';
import { textOf } from '../../../console/test-support/download.ts';
import { fillCommunity, receiverSettings, stopReceiver } from '../../../console/test-support/sample.ts';
import { PEOPLE_MIN, withoutSmall } from './reports/sections.ts';

let console_: Console;
before(async () => {
  console_ = await startConsole(await receiverSettings());
});
after(async () => {
  await console_.stop();
  await stopReceiver();
});

async function fileOf(page: Page, button = 'CSV'): Promise<string[][]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  const options = { bom: true, delimiter: ';', record_delimiter: '\r\n', relax_column_count: true } as const;
  return parse(await textOf(download), options) as string[][];
}
const numberOf = (cell: string | undefined) => Number(cell?.replace(',', '.'));

test('statement, report and list of calls are read on a phone in German, and their files add up', async () => {
  const { community, member } = await fillCommunity(console_.service);
  const owner = await console_.administrator(community);
  const narrow = { locale: 'de-DE', width: 360, height: 740 };
  const { page, faults, close } = await console_.openAs(
    owner,
    `/c/${community.slug}/members/${member.id}/statement`,
    narrow,
  );
  await page.locator('.paper-table tbody tr').nth(1).waitFor();
  await assertAccessible(page, 'a statement');
  await assertNoSideScrolling(page, 'a statement');
  const [, opening, ...rest] = await fileOf(page);
  const closing = rest.pop();
  const sum = rest.reduce((all, [, , hours]) => all + numberOf(hours), 0);
  assert.ok(rest.length > 0);
  assert.ok(
    Math.abs(numberOf(opening?.[3]) + sum - numberOf(closing?.[3])) < 0.0002,
    'opening, lines and closing agree',
  );

  await page.goto(`${console_.origin}/console/c/${community.slug}/reports`);
  await page.locator('.paper-table tbody tr').nth(1).waitFor();
  await assertAccessible(page, 'a report');
  await assertNoSideScrolling(page, 'a report');
  const report = await fileOf(page);
  const hours = report.find(([label]) => label === 'Stunden Hilfe')?.[1];
  const categories = report.slice(report.findIndex(([title]) => title === 'Nach Kategorie'));
  assert.equal(categories.find(([label]) => label === 'Alle')?.[2], hours);

  await page.goto(`${console_.origin}/console/c/${community.slug}/to-call?reason=no_offer`);
  await page.locator('.table tbody tr').first().waitFor();
  await assertAccessible(page, 'who needs a call');
  await assertNoSideScrolling(page, 'who needs a call');
  const before_ = await page.locator('.table tbody tr').count();
  await page
    .getByRole('button', { name: /^Angerufen:/ })
    .first()
    .click();
  await page.getByLabel('Notiz').fill('Ruft zurück');
  await page.getByRole('button', { name: 'Anruf vermerken' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.waitForFunction((count) => document.querySelectorAll('.table tbody tr').length === count - 1, before_);
  assert.deepEqual(faults, []);
  await close();
});

test('a report has hours by quarter and members by each field with choices, and the booklet the quarter, with long names', async () => {
  const { service } = console_;
  const { community } = await fillCommunity(service);
  for (let at = 0; at < 12; at++) await service.createMember({ communityId: community.id });
  const long = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrentensache';
  await service.ownerQuery(
    `insert into member_fields (community_id, number, name, kind, choices, is_quarter, created_at) values
       ($1, 1, 'Stadtteil', 'choice', array['Altstadt', $2, 'Hafen'], true, now()),
       ($1, 2, 'Geschlecht', 'choice', array['weiblich', 'männlich', 'divers'], false, now())`,
    [community.id, long],
  );
  await service.ownerQuery(
    `insert into member_details (community_id, member_id, own_values, updated_at)
     select community_id, id, case when n = 1 then jsonb_build_object('2', 'divers') else jsonb_build_object(
       '1', case when n % 2 = 0 then $2::text else 'Altstadt' end,
       '2', case when n % 3 = 0 then 'weiblich' else 'männlich' end) end, now()
     from (select community_id, id, row_number() over (order by id) as n from members where community_id = $1) m
     on conflict (community_id, member_id) do update set own_values = excluded.own_values`,
    [community.id, long],
  );
  const owner = await console_.administrator(community);
  const narrow = { locale: 'de-DE', width: 360, height: 740 };
  const { page, faults, close } = await console_.openAs(owner, `/c/${community.slug}/reports`, narrow);
  await page.getByRole('heading', { name: 'Stunden nach: Stadtteil' }).waitFor();
  await assertAccessible(page, 'a report with own fields');
  await assertNoSideScrolling(page, 'a report with own fields');
  const report = await fileOf(page);
  const all = numberOf(report.find(([label]) => label === 'Mitglieder am Ende des Zeitraums')?.[1]);
  for (const name of ['Stadtteil', 'Geschlecht']) {
    const rows = report.slice(report.findIndex(([title]) => title === `Mitglieder nach: ${name}`) + 2);
    const table = rows.slice(
      0,
      rows.findIndex((row) => row.join('') === ''),
    );
    assert.equal(
      table.reduce((sum, [, members]) => sum + numberOf(members), 0),
      all,
      `${name} ${JSON.stringify(table)}`,
    );
    // One member alone is no line.
    assert.ok(table.length > 1 && !table.some(([label]) => label === 'divers'));
  }
  await page.goto(`${console_.origin}/console/c/${community.slug}/listings/booklet`);
  await page.getByText(`, ${long}, `).first().waitFor();
  await assertNoSideScrolling(page, 'the booklet with quarters');
  const [heads] = await fileOf(page, 'Als CSV speichern');
  assert.ok(heads?.includes('Stadtteil'));
  assert.deepEqual(faults, []);
  await close();
});

test('no group of a report is so small that its members are known, also not by what is left', () => {
  const group = (people: number) => ({ name: `${people}`, people, given_seconds: people, received_seconds: 0 });
  for (const sizes of [[1], [2, 9], [1, 1, 9], [1, 2, 9], [9, 9], [], [2, 3, 4]]) {
    const groups = sizes.map(group);
    const { shown, rest } = withoutSmall(groups);
    const all = [...shown, ...(rest ? [rest] : [])];
    const total = (of: readonly { people: number }[]) => of.reduce((sum, { people }) => sum + people, 0);
    assert.equal(total(all), total(groups), `${sizes}`);
    const tooSmall = all.filter(({ people }) => people < PEOPLE_MIN);
    assert.ok(tooSmall.length === 0 || all.length === 1, `${sizes}`);
  }
});
