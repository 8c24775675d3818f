/** A member's page while somebody rings: the person first, the form on request. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { testConsole } from '../../../console/test-support/console.ts';
import { tabTo } from '../../../console/test-support/keyboard.ts';

const console_ = await testConsole();
const PHONE = { width: 360, height: 740 };

test('name, number, telephones, e-mail, balance and last exchange are in sight on a telephone; the form opens by a key and closes when saved', async () => {
  const { service } = console_;
  const community = await service.createCommunity();
  const { id } = await service.createMember({
    ...{ communityId: community.id, name: 'Waltraude Christophersen-Lange', externalId: 'M-17' },
    ...{ givenName: 'Waltraude', familyName: 'Christophersen-Lange', secondPhone: '0170 5190224' },
    ...{ phone: '+49 6441 5190224', email: 'waltraude.christophersen@nachbarschaftshilfe.example', place: 'Lahnau' },
  });
  const person = await console_.administrator(community, 'coordinator');
  const { page, faults, close } = await console_.openAs(person, `/c/${community.slug}/members/${id}`, PHONE);
  const head = page.getByRole('region', { name: 'At a glance' });
  await head.waitFor();
  for (const said of ['M-17', '0 h', 'None yet', '+49 6441 5190224', '0170 5190224', 'waltraude.christophersen@']) {
    const box = await head.getByText(said).boundingBox();
    assert.ok(box && box.y + box.height <= PHONE.height, `${said} ends at ${box && box.y + box.height} px`);
  }
  const numbers = await head
    .locator('a[href^="tel:"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  assert.deepEqual(numbers, ['tel:+4964415190224', 'tel:01705190224']);
  assert.equal(await page.locator('main form').count(), 0);
  await assertAccessible(page, 'a member');
  await tabTo(page, /^Edit$/);
  await page.keyboard.press('Enter');
  const first = page.getByLabel('Given name');
  await first.waitFor();
  assert.ok(await first.evaluate((node) => node === document.activeElement));
  for (const folded of ['Name', 'Country', 'Language', 'Agreement signed on']) {
    assert.equal(await page.getByLabel(folded, { exact: true }).count(), 0, folded);
  }
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByLabel('Country').fill('Deutschland');
  await assertAccessible(page, 'the form of a member');
  await assertNoSideScrolling(page, 'the form of a member');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Lahnau, Deutschland').waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Edit');
  assert.deepEqual(faults, []);
  await close();
});

test('on a phone the first of all members is in sight, with every way to another screen above', async () => {
  const community = await console_.service.createCommunity();
  for (const name of ['Anna Berger', 'Ben Adler']) {
    await console_.service.createMember({ communityId: community.id, name, phone: '0551 11' });
  }
  const owner = await console_.administrator(community);
  const at = `/c/${community.slug}/members`;
  const { page, faults, close } = await console_.openAs(owner, at, { ...PHONE, locale: 'de-DE' });
  const first = await page.getByRole('link', { name: 'Anna Berger' }).boundingBox();
  for (const name of ['Wer einen Anruf braucht', 'Datei importieren', 'Mögliche Doppelte', 'Neues Mitglied']) {
    await page.getByRole('link', { name }).waitFor();
  }
  assert.ok(first && first.y < 480, `it begins at ${first?.y} px`);
  await assertAccessible(page, 'members on a phone');
  await assertNoSideScrolling(page, 'members on a phone');
  assert.deepEqual(faults, []);
  await close();
});
