/** Letters to members: seen before they are printed, a page each, and the way in that opens a member's pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { testConsole } from '../../../console/test-support/console.ts';

const console_ = await testConsole();

async function open(width = 1366) {
  const { service } = console_;
  const community = await service.createCommunity({ name: 'Riverside' });
  const made = { communityId: community.id, street: 'Mill Lane 3', postalCode: '20001', place: 'Riverside' };
  await service.createMember({ ...made, name: 'Anna Berger', externalId: 'M-1', email: 'anna@example.org' });
  await service.createMember({ ...made, name: 'Ben Adler', externalId: 'M-2' });
  await service.createMember({ communityId: community.id, name: 'Cara Dietz', externalId: 'M-3', status: 'pending' });
  const ada = await console_.administrator(community);
  const opened = await console_.openAs(ada, `/c/${community.slug}/letters`, { width, height: 650 });
  await opened.page.getByRole('heading', { level: 1, name: 'Letters to members' }).waitFor();
  return { community, ...opened };
}

const chooseLetter = async (page: Page, name: string) => {
  await page.getByRole('combobox', { name: 'Letter', exact: true }).click();
  await page.getByRole('option', { name, exact: true }).click();
};

test('a text of the community is kept, filled for each member, and lies on one sheet of paper each', async () => {
  const { page, faults, close } = await open();
  const body = page.getByRole('textbox', { name: 'Text', exact: true });
  await body.fill('Dear {name}, number {number}: {balance}. {unknown}');
  await page.getByRole('button', { name: 'Keep as our text' }).click();
  await page.getByText('The text is kept for the next letters.').waitFor();
  await page.reload();
  assert.equal(await body.inputValue(), 'Dear {name}, number {number}: {balance}. {unknown}');
  await page.getByRole('button', { name: 'Show the letters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Letters to members' });
  const letters = sheet.locator('.paper-letter');
  await letters.first().waitFor();
  assert.deepEqual(await sheet.locator('.paper-letter-body').allTextContents(), [
    'Dear Anna Berger, number M-1: 0 h. {unknown}',
    'Dear Ben Adler, number M-2: 0 h. {unknown}',
  ]);
  assert.match((await letters.first().textContent()) ?? '', /Mill Lane 320001 Riverside/);
  await assertAccessible(page, 'the letters on paper');
  const pdf = (await page.pdf({ preferCSSPageSize: true, format: 'A4' })).toString('latin1');
  assert.equal(pdf.match(/\/Type \/Page\b(?!s)/g)?.length, 2);
  assert.deepEqual(faults, []);
  await close();
});

test('members without an address by mail, those who wait, and chosen ones get letters; nobody is named where nobody fits', async () => {
  const { page, close } = await open();
  const shown = async () => {
    await page.getByRole('button', { name: 'Show the letters' }).click();
    await page.locator('.paper-letter').first().waitFor();
    const names = await page.locator('.paper-letter-to span:first-child').allTextContents();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.locator('.paper-letter').first().waitFor({ state: 'detached' });
    return names;
  };
  await page.getByRole('radio', { name: 'Active members without an e-mail address' }).check();
  assert.deepEqual(await shown(), ['Ben Adler']);
  await page.getByRole('radio', { name: 'Members who wait for activation' }).check();
  assert.deepEqual(await shown(), ['Cara Dietz']);
  await page.getByRole('radio', { name: 'Members that I choose' }).check();
  await page.getByRole('combobox', { name: 'Add a member' }).fill('anna');
  await page.getByRole('option', { name: /Anna Berger/ }).click();
  await page.getByRole('button', { name: 'Take Anna Berger off the list' }).waitFor();
  assert.deepEqual(await shown(), ['Anna Berger']);
  await close();
});

test('the office switches the members’ pages on, and a printed code opens them', async () => {
  const { page, community, faults, close } = await open(390);
  await assertNoSideScrolling(page, 'letters at 390');
  await assertAccessible(page, 'letters at 390');
  await page.getByRole('button', { name: 'Switch the pages on' }).click();
  await page.getByText('The members’ pages are on.').waitFor();
  await chooseLetter(page, 'Way to their own pages');
  await page.getByText('Each letter gets a new code.').waitFor();
  await page.getByRole('button', { name: 'Show the letters' }).click();
  const code = (await page.locator('.paper-letter-code').first().textContent()) ?? '';
  assert.match(code, /^[2-9A-Z]{4}(-[2-9A-Z]{4}){2}$/);
  assert.equal(await page.getByRole('img', { name: 'Square to scan with a phone' }).count(), 2);
  await page.goto(`${console_.origin}/at/${community.slug}/enter?code=${code}`);
  await page.getByText('This letter is for Anna Berger.').waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('the letter that a member’s page offers has a code, in the member’s language and as the community says it', async () => {
  const { service } = console_;
  const community = await service.createCommunity({ name: 'Seeufer' });
  await service.ownerQuery(
    "update communities set members_side = true, address_form = 'familiar', languages = '{de,en}' where id = $1",
    [community.id],
  );
  const made = { communityId: community.id, street: 'Am See 1' };
  const helga = await service.createMember({ ...made, name: 'Helga Brandt', language: 'de' });
  const tom = await service.createMember({ ...made, name: 'Tom Hill', language: 'en' });
  const ada = await console_.administrator(community);
  for (const [member, subject, until] of [
    [helga, 'Dein Zugang zu deinen Stunden', 'Er öffnet die Seiten einmal, bis'],
    [tom, 'Your way to your hours', 'It opens the pages once, until'],
  ] as const) {
    const { page, faults, close } = await console_.openAs(ada, `/c/${community.slug}/members/${member.id}`);
    await page.getByRole('button', { name: 'Letter with a way in', exact: true }).click();
    await page.getByText('Each letter gets a new code.').waitFor();
    await page.getByRole('button', { name: 'Show the letters' }).click();
    const letter = page.locator('.paper-letter');
    await letter.getByRole('heading', { name: subject }).waitFor();
    const words = (await letter.textContent()) ?? '';
    assert.ok(words.includes(until) && words.includes(`/at/${community.slug}/letter`), words);
    assert.doesNotMatch(words, /\b(?:Sie|Ihre?n?)\b/);
    assert.match((await letter.locator('.paper-letter-code').textContent()) ?? '', /^[2-9A-Z]{4}(-[2-9A-Z]{4}){2}$/);
    assert.deepEqual(faults, []);
    await close();
  }
});
