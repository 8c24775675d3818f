/** A treasurer's way through the console: what the role is for works, and nothing in sight leads to a refusal. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testConsole } from '../../../console/test-support/console.ts';

const console_ = await testConsole();
const { service } = console_;

const fileFor = (reference: string) =>
  [
    'Auftragskonto;Buchungstag;Verwendungszweck;Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;Betrag;Waehrung;Kundenreferenz (End-to-End)',
    `DE02120300000000202051;24.11.2026;Stunden ${reference};Thea Brandlhuber;DE70999111110000120034;40,00;EUR;A-1`,
  ].join('\r\n');

test('a treasurer sets a rate, takes in a bank file and books a payment, and no entry of the menu is refused', async () => {
  const community = await service.createCommunity();
  await service.createPartner({ communityId: community.id });
  const member = await service.createMember({ communityId: community.id, name: 'Anna Berger', externalId: 'M-7' });
  const treasurer = await console_.administrator(community, 'treasurer', 'Tove');
  const { page, faults, close } = await console_.openAs(treasurer, `/c/${community.slug}/settings`);
  await page.getByRole('button', { name: 'Change rate' }).click();
  await page.getByLabel('Currency').fill('EUR');
  await page.getByLabel(/^Amount for one hour/).fill('20');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('20 EUR for one hour').first().waitFor();
  const entries = page.locator('nav.nav a');
  const paths = await entries.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  assert.ok(
    paths.some((path) => path.endsWith('/inbox')),
    paths.join(),
  );
  for (const path of paths) {
    await page.goto(`${console_.origin}${path}`);
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await page.getByText('Your role does not permit this').count(), 0, path);
  }
  await page.goto(`${console_.origin}/console/c/${community.slug}/inbox`);
  await page.setInputFiles('input[type=file]', {
    name: 'a.csv',
    mimeType: 'text/plain',
    buffer: Buffer.from(fileFor(member.paymentReference)),
  });
  await page.getByRole('button', { name: 'Book all proposals' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Book', exact: true }).click();
  await page.getByText('Nothing is open').waitFor();
  const [row] = await service.ownerQuery<{ sum: string }>(
    `select sum(credits_seconds - debits_seconds) from accounts where community_id = $1 and member_id is not null`,
    [community.id],
  );
  assert.equal(Number(row?.sum), 2 * 3600);
  await page.goto(`${console_.origin}/console/account`);
  await page.getByLabel('Bank lines wait to be explained').waitFor();
  assert.equal(await page.getByLabel('A partner’s webhook is switched off').count(), 0);
  assert.deepEqual(faults, []);
  await close();
});
