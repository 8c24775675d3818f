/** Moving in from another system on its screen: files, questions, balances, booking, and undoing it all. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOVE_FAULT_CODES, MOVE_FILE_CODES, MOVE_NOTE_CODES } from '@timebank/contract';
import type { Page } from 'playwright-core';
import { inLanguage } from '../../../console/src/i18n/languages.ts';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { type PageOptions, testConsole } from '../../../console/test-support/console.ts';
import { changed, sampleOf } from '../../../test-support/moving-in.ts';
import { overview } from '../../office/texts/overview.ts';
import { moving } from '../texts/moving.ts';

const [movingEn, movingDe] = [inLanguage(moving, 'en'), inLanguage(moving, 'de')];

const console_ = await testConsole();

async function start(options: PageOptions = {}, path = '/import/move') {
  const community = await console_.service.createCommunity();
  const person = await console_.administrator(community, 'owner');
  const opened = await console_.openAs(person, `/c/${community.slug}${path}`, options);
  const balances = async () =>
    Object.fromEntries(
      (
        await console_.service.ownerQuery<{ number: string; seconds: number }>(
          `select m.external_id as number, (credits_seconds - debits_seconds)::int as seconds
           from members m join accounts a on a.community_id = m.community_id and a.member_id = m.id
           where m.community_id = $1 and m.undone_at is null`,
          [community.id],
        )
      ).map(({ number, seconds }) => [number, seconds]),
    );
  return { community, opened, page: opened.page, balances };
}

async function choose(page: Page, list: string, option: string) {
  await page.getByRole('combobox', { name: list, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function upload(page: Page, sample: ReadonlyMap<string, string>) {
  const files = [...sample].map(([name, text]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) }));
  await page.setInputFiles('input[type=file]', files);
}

test('a coordinator of CES moves in: from the first steps to the same balances, and takes it all back', async () => {
  const { page, opened, balances } = await start({}, '');
  await page.getByRole('link', { name: overview.overview.moveIn.en }).click();
  await page.getByRole('heading', { name: movingEn.title }).waitFor();
  await choose(page, movingEn.system, movingEn.systems.ces);
  await upload(page, await sampleOf('ces'));
  await page.getByText('transactions.csv', { exact: true }).waitFor();
  await page.getByRole('button', { name: movingEn.check }).click();
  await page.getByRole('heading', { name: movingEn.questionsTitle }).waitFor();
  await assertAccessible(page, 'the questions of a move');
  const unit = page.getByRole('textbox', { name: movingEn.questions.units_per_hour ?? '' });
  assert.equal(await unit.inputValue(), '1');
  await unit.fill('none');
  await page.getByText(movingEn.unitFault).waitFor();
  await unit.fill('2');
  await page.getByRole('button', { name: movingEn.answer }).click();
  await page.getByText(movingEn.possible).waitFor();
  const cell = (name: string) => page.getByRole('row').filter({ hasText: name }).getByRole('cell').allInnerTexts();
  const half = await cell('BIRC0002');
  await page.getByRole('button', { name: movingEn.changeAnswers }).click();
  assert.equal(await unit.inputValue(), '2');
  await unit.fill('1');
  await page.getByRole('button', { name: movingEn.answer }).click();
  await page.getByText(movingEn.possible).waitFor();
  const row = await cell('BIRC0002');
  assert.notDeepEqual(row, half);
  assert.equal(row[1], row[2]);
  await assertAccessible(page, 'the balances of a move');
  const all = await page.getByRole('table', { name: movingEn.balances }).getByRole('row').count();
  await page.getByRole('checkbox', { name: /with an opening balance/ }).check();
  const open = await page.getByRole('table', { name: movingEn.balances }).getByRole('row').count();
  assert.ok(open < all, `${open} of ${all}`);
  assert.deepEqual(await balances(), {});

  await page.getByRole('button', { name: /^Move in with \d+ members$/ }).click();
  await page.getByText(movingEn.doneTitle).waitFor();
  await assertAccessible(page, 'a move that is done');
  const booked = await balances();
  assert.equal(Object.keys(booked).length, all - 1);
  await page.getByRole('button', { name: movingEn.undo }).click();
  await page.getByRole('dialog').getByRole('button', { name: movingEn.undo }).click();
  await page.getByText(movingEn.undone).waitFor();
  await page.getByRole('button', { name: movingEn.check }).waitFor();
  assert.deepEqual(await balances(), {});
  assert.deepEqual(opened.faults, []);
  await opened.close();
});

test('in German and narrow: rows at fault are named, corrected files go in, and the move is found again from the import', async () => {
  const { page, opened, community } = await start({ locale: 'de-DE', width: 360, dark: true }, '/import');
  await page.getByRole('link', { name: movingDe.go }).click();
  await choose(page, movingDe.system, movingDe.systems.komunitin);
  const sample = await sampleOf('komunitin');
  await upload(page, changed(sample, { accounts: (text) => text.replace('active,-2.30', 'active,zebra') }));
  await page.getByRole('button', { name: movingDe.check }).click();
  await page.getByText(movingDe.faults.no_balance()).waitFor();
  const fault = page.getByRole('row').filter({ hasText: movingDe.faults.no_balance() });
  const shown = (await fault.textContent()) ?? '';
  for (const said of ['accounts.csv', '3', 'OLMO0001']) assert.ok(shown.includes(said), shown);
  assert.equal(await page.getByRole('button', { name: /^Mit \d+ Mitglied/ }).count(), 0);
  await assertAccessible(page, 'rows at fault in German');
  await assertNoSideScrolling(page, 'rows at fault at 360 px');

  await upload(page, sample);
  await page.getByRole('button', { name: movingDe.check }).click();
  await page.getByRole('button', { name: movingDe.answer }).click();
  await page.getByText(movingDe.possible).waitFor();
  await assertNoSideScrolling(page, 'balances at 360 px');
  await page.getByRole('button', { name: /^Mit \d+ Mitgliedern umziehen$/ }).click();
  await page.getByText(movingDe.doneTitle).waitFor();
  await assertNoSideScrolling(page, 'a move that is done at 360 px');
  await page.goto(`${console_.origin}/console/c/${community.slug}/import`);
  await page.getByText(movingDe.movedFrom('Komunitin')).waitFor();
  await page.getByRole('link', { name: movingDe.toMove }).click();
  await page.getByRole('heading', { name: movingDe.holdsTitle('Komunitin') }).waitFor();
  assert.deepEqual(opened.faults, []);
  await opened.close();
});

test('files of another system are refused with what to do, and a community with members says why it cannot move in', async () => {
  const { page, opened, community } = await start();
  await page.getByRole('button', { name: movingEn.check }).click();
  await page.getByText(movingEn.noFiles).waitFor();
  await upload(page, new Map([['users.csv', 'uid,firstname\n']]));
  await page.getByRole('button', { name: movingEn.check }).click();
  await page.getByText(movingEn.fileFaults.missing({ file: 'Members_….csv' })).waitFor();
  await page.getByRole('button', { name: movingEn.remove('users.csv') }).click();
  await console_.service.createMember({ communityId: community.id });
  await page.reload();
  await page.getByText(movingEn.filled).waitFor();
  assert.equal(await page.getByRole('button', { name: movingEn.check }).count(), 0);
  assert.deepEqual(opened.faults, []);
  await opened.close();
});

test('every fault and note of a move has a sentence in both languages', () => {
  const values = { found: 7, expected: 7, max: 7, file: 'seven.csv', other: 'eight.csv', line: 7, count: 7 };
  for (const { faults, fileFaults, notes } of [movingEn, movingDe]) {
    assert.deepEqual(Object.keys(faults).sort(), [...MOVE_FAULT_CODES].sort());
    assert.deepEqual(Object.keys(fileFaults).sort(), [...MOVE_FILE_CODES].sort());
    for (const sentence of [...Object.values(faults), ...Object.values(fileFaults)]) {
      assert.doesNotMatch((sentence as (parts: typeof values) => string)(values), /undefined|^$/);
    }
    assert.deepEqual(Object.keys(notes).sort(), [...MOVE_NOTE_CODES].sort());
  }
});
