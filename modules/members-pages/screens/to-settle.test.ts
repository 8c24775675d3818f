/** Hours that members contest, in the console of a coordinator: what both said, then one booking. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { testConsole } from '../../../console/test-support/console.ts';
import { heading } from '../../../console/test-support/new-partner.ts';
import { settled } from '../../../console/test-support/settled.ts';
import { contestedHour } from '../../../test-support/proposals.ts';

const LONG_NAME = `Donaudampfschifffahrtsgesellschaft${'skapitän'.repeat(8)}`;

const console_ = await testConsole();

const contested = (communityId: number, names: readonly [string, string]) =>
  contestedHour(console_.service, communityId, names, new Date().toISOString().slice(0, 10));

test('from the overview a coordinator reads what both said, and books the right time', async () => {
  const { service } = console_;
  const community = await service.createCommunity();
  const person = await console_.administrator(community, 'coordinator');
  await contested(community.id, ['Anna Berger', 'Ben Cohn']);
  const { page, faults, close } = await console_.openAs(person, `/c/${community.slug}`);
  await page.getByRole('link', { name: '1 entry of members waits to be settled' }).click();
  await heading(page, 'Hours to settle').waitFor();
  await page.getByText('It was another day.').waitFor();
  await page.getByRole('button', { name: 'Book: Anna Berger helped Ben Cohn' }).click();
  await page.getByLabel('The right time').fill('long');
  await page.getByRole('dialog').getByRole('button', { name: 'Book' }).click();
  await page.getByRole('dialog').getByRole('alert').first().waitFor();
  await page.getByLabel('The right time').fill('2:00');
  await page.getByRole('dialog').getByRole('button', { name: 'Book' }).click();
  await page.getByText('The hours are booked.').waitFor();
  await page.getByText('Nothing here').waitFor();
  const rows = await service.ownerQuery<{ seconds: string }>(
    'select amount_seconds as seconds from transfers where community_id = $1',
    [community.id],
  );
  assert.deepEqual(
    rows.map(({ seconds }) => Number(seconds)),
    [7200],
  );
  assert.deepEqual(faults, []);
  await close();
});

test('the list is accessible in both languages, light and dark, narrow and wide, with long names and with none', async () => {
  const { service } = console_;
  const community = await service.createCommunity();
  const person = await console_.administrator(community);
  for (const [locale, dark] of [
    ['en-GB', false],
    ['de-DE', true],
  ] as const) {
    for (const what of ['empty', 'full'] as const) {
      if (what === 'full' && !dark) await contested(community.id, [`Anna ${LONG_NAME}`, `Ben ${LONG_NAME}`]);
      const opened = await console_.openAs(person, `/c/${community.slug}/to-settle`, { locale, dark });
      const { page, close } = opened;
      await heading(page, locale === 'en-GB' ? 'Hours to settle' : 'Stunden zu klären').waitFor();
      for (const width of [360, 1366]) {
        await page.setViewportSize({ width, height: 650 });
        await settled(page);
        if (what === 'full') await page.locator('a.row-link', { hasText: LONG_NAME }).first().waitFor();
        await assertNoSideScrolling(page, `${what} at ${width}`);
        await assertAccessible(page, `${what}, ${locale}, at ${width}`);
        if (process.env.PICTURES)
          await page.screenshot({
            path: `${process.env.PICTURES}/settle-${what}-${locale}-${width}.png`,
            fullPage: true,
          });
      }
      await close();
    }
  }
});
