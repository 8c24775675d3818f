/** The columns of the list of members that the office chooses: on the screen, on paper and in the file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { testConsole } from '../../../console/test-support/console.ts';
import { textOf } from '../../../console/test-support/download.ts';
import { addOwnField, setOwnValues } from '../domain/members/file.ts';

const console_ = await testConsole();

const CHOSEN = [
  ...['Given name', 'Family name', 'Second telephone', 'Street and number', 'Postal code', 'Place'],
  ...[
    'Country',
    'Best reached by',
    'Year of birth',
    'In the booklet',
    'Agreement signed on',
    'Agreed to e-mail on',
    'Member since',
    'Visible to partners',
  ],
];

test('telephones, postal address, year of birth and agreement are columns that are chosen, and in the file of a search', async () => {
  const { service } = console_;
  const community = await service.createCommunity();
  await service.createPartner({ communityId: community.id });
  const long = 'Donaudampfschifffahrtsgesellschaftsstraße 117, Hinterhaus';
  await service.createMember({
    ...{ communityId: community.id, name: 'Anna Berger', givenName: 'Anna', familyName: 'Berger', externalId: 'M-1' },
    ...{ phone: '0551 1', secondPhone: '0170 2', street: long, postalCode: '37073', place: 'Göttingen' },
    ...{ country: 'Deutschland', preferredContact: 'letter', birthYear: '1956', email: 'anna@example.org' },
    ...{ agreementSignedOn: '2026-01-31', emailConsentOn: '2026-02-01', joinedOn: '2026-01-01' },
  });
  await service.createMember({ communityId: community.id, name: 'Ben Adler' });
  const owner = await console_.administrator(community);
  const laptop = { width: 1366, height: 650 };
  const { page, faults, close } = await console_.openAs(owner, `/c/${community.slug}/members?search=anna`, laptop);
  await page.getByRole('link', { name: 'Berger, Anna' }).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  for (const name of CHOSEN) {
    const stored = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
    assert.equal((await stored).status(), 200);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Country' }).waitFor();
  await assertNoSideScrolling(page, 'all columns of members');
  await assertAccessible(page, 'all columns of members');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).click(),
  ]);
  const [row, ...others] = parse(await textOf(download), { bom: true, columns: true }) as Record<string, string>[];
  assert.deepEqual(others, []);
  assert.deepEqual(row, {
    ...{ Name: 'Anna Berger', 'Given name': 'Anna', 'Family name': 'Berger', Number: 'M-1' },
    ...{ 'E-mail': 'anna@example.org', Telephone: '0551 1', 'Second telephone': '0170 2', 'Street and number': long },
    ...{ 'Postal code': '37073', Place: 'Göttingen', Country: 'Deutschland', 'Best reached by': 'Letter' },
    ...{ 'Year of birth': '1956', Status: 'Active', 'Member since': '2026-01-01' },
    'In the booklet': '',
    ...{ 'Agreement signed on': '2026-01-31', 'Agreed to e-mail on': '2026-02-01' },
    ...{ 'Visible to partners': 'Community default', Balance: '0' },
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await page.locator('.paper-table tbody tr').first().waitFor();
  const heads = await page.locator('.paper-table thead th').allTextContents();
  assert.deepEqual(heads, Object.keys(row ?? {}));
  assert.deepEqual(faults, []);
  await close();
});

test('an own field that is renamed in the settings keeps its values', async () => {
  const { service } = console_;
  const community = await service.createCommunity();
  const { id, uuid } = await service.createMember({ communityId: community.id, name: 'Anna Berger' });
  const act = { communityId: community.id, actor: 'test' };
  await addOwnField(service.deps, act, { name: 'Driving licence', kind: 'text' });
  await addOwnField(service.deps, act, { name: 'Dog', kind: 'yes_no' });
  await setOwnValues(service.deps, { ...act, memberId: uuid }, [{ number: 1, value: 'B since 1974' }]);
  const owner = await console_.administrator(community);
  const narrow = { width: 360, height: 740 };
  const { page, faults, close } = await console_.openAs(owner, `/c/${community.slug}/settings`, narrow);
  await page.getByRole('button', { name: 'Change the field: Driving licence' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the field').fill('dog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByLabel('Name of the field').and(page.locator('[aria-invalid=true]')).waitFor();
  await dialog.getByLabel('Name of the field').fill('Drives a car');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Change the field: Drives a car' }).waitFor();
  await assertAccessible(page, 'own fields');
  await assertNoSideScrolling(page, 'own fields');
  await page.goto(`${console_.origin}/console/c/${community.slug}/members/${id}/file`);
  assert.equal(await page.getByLabel('Drives a car').inputValue(), 'B since 1974');
  assert.deepEqual(faults, []);
  await close();
});

test('in the settings choices get other names, come and go, and one field is marked as the quarter', async () => {
  const { service } = console_;
  const community = await service.createCommunity();
  const { id, uuid } = await service.createMember({ communityId: community.id, name: 'Anna Berger' });
  const long = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrentensache';
  assert.equal([...long].length, 60);
  const owner = await console_.administrator(community);
  const narrow = { width: 360, height: 740 };
  const { page, faults, close } = await console_.openAs(owner, `/c/${community.slug}/settings`, narrow);
  await page.getByLabel('Name of the field').fill('Quarter');
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Choice' }).click();
  await page.getByRole('textbox', { name: 'Choices' }).fill(`Nordstadt\n${long}\n\nHafen`);
  await page.getByRole('button', { name: 'Add field' }).click();
  const change = page.getByRole('button', { name: 'Change the field: Quarter' });
  await change.waitFor();
  await setOwnValues(service.deps, { communityId: community.id, actor: 'test', memberId: uuid }, [
    { number: 1, value: 'Nordstadt' },
  ]);
  await change.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Choice: Nordstadt').fill('HAFEN');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('This is already in use. Enter something else.').waitFor();
  await dialog.getByLabel('Choice: Nordstadt').fill('North');
  await dialog.getByLabel('Choice: Hafen').fill('');
  await dialog.getByRole('button', { name: 'Another choice' }).click();
  await dialog.getByLabel('New choice').fill('Westend');
  await dialog.getByLabel(/^This is where members live/).check();
  await assertAccessible(page, 'choices of an own field');
  await assertNoSideScrolling(page, 'choices of an own field');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(`: North, ${long} and Westend`).waitFor();
  await assertNoSideScrolling(page, 'own fields with long choices');
  await page.goto(`${console_.origin}/console/c/${community.slug}/members/${id}/file`);
  const quarter = page.getByRole('combobox', { name: 'Quarter' });
  await page.waitForFunction(() => [...document.querySelectorAll('input')].some(({ value }) => value === 'North'));
  await quarter.click();
  await page.getByRole('option', { name: long }).click();
  await page.locator('form', { has: quarter }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').first().waitFor();
  const fields = await service.ownerQuery(
    `select f.choices, f.is_quarter, d.own_values from member_fields f
     join member_details d on d.community_id = f.community_id where f.community_id = $1`,
    [community.id],
  );
  assert.deepEqual(fields, [{ choices: ['North', long, 'Westend'], is_quarter: true, own_values: { 1: long } }]);
  await page.goto(`${console_.origin}/console/c/${community.slug}/members`);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Quarter' }).click();
  await page.keyboard.press('Escape');
  await page.getByText(long).waitFor();
  await assertNoSideScrolling(page, 'members with a long quarter');
  assert.deepEqual(faults, []);
  await close();
});
