/** Payment slips in the console: on the screen, on paper, and as a PDF; their codes are read back by another program. */
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { type PageOptions, testConsole } from '../../../console/test-support/console.ts';
import { changeRates } from '../../../core/partners/rates/rates.ts';
import { missing } from '../../../test-support/has-tool.ts';
import { readCodes, readPdf } from '../../../test-support/read-code.ts';
import { changeInboxSettings, type InboxChanges } from '../domain/inbox/settings.ts';

const console_ = await testConsole();

const GERMAN = 'DE02120300000000202051';
const SWISS = 'CH9300762011623852957';
const ADDRESS = { street: 'Gasse', houseNumber: '7a', postcode: '8001', town: 'Zürich', country: 'CH' };

async function setUp(settings: InboxChanges | undefined, options: PageOptions = {}, currency = 'EUR') {
  const { service } = console_;
  const community = await service.createCommunity();
  const act = { communityId: community.id, actor: 'test' };
  await changeRates(service.deps, { ...act, partnerId: null }, { hoursPerUnit: { [currency]: '1/20' }, from: null });
  if (settings) await changeInboxSettings(service.deps, act, settings);
  const member = await service.createMember({ communityId: community.id, name: 'Zoë Łukasiewicz & Söhne' });
  const owner = await console_.administrator(community);
  const opened = await console_.openAs(owner, `/c/${community.slug}/members/${member.id}`, options);
  return { community, member, owner, ...opened };
}

test('from the member to a slip: the code on the screen is that of hours typed, dark and narrow', async () => {
  const settings = { account: GERMAN, accountHolder: 'Zeitbank Größe & Söhne e.V.' };
  const { page, member, faults, close } = await setUp(settings, { width: 360, height: 800, dark: true });
  await page.getByRole('link', { name: 'Payment slip' }).click();
  await page.getByRole('heading', { name: 'Payment slip for Zoë Łukasiewicz & Söhne' }).waitFor();
  await page.getByText('EUR, typed by the payer').waitFor();
  await page.getByLabel('Or hours').fill('1:30');
  await page.getByLabel('Or hours').press('Enter');
  await page.getByText('30.00 EUR').first().waitFor();
  await assertAccessible(page, 'a slip');
  await assertNoSideScrolling(page, 'a slip');
  const picture = await page.getByRole('img', { name: /as it is printed/ }).screenshot({ scale: 'device' });
  const [read] = await readCodes(picture);
  assert.deepEqual(read?.split('\n'), [
    ...['BCD', '002', '1', 'SCT', '', 'Zeitbank Größe & Söhne e.V.', GERMAN, 'EUR30.00', '', member.paymentReference],
  ]);
  await page.getByLabel('Amount', { exact: true }).fill('1,234');
  await page.getByLabel('Amount', { exact: true }).press('Enter');
  await page.getByText('Enter an amount such as 20.00.').waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('on paper there is the QR-bill alone, on one page of A4', { skip: missing('pdftoppm') }, async () => {
  const settings = { account: SWISS, accountHolder: 'Zeitbank Größe', holderAddress: ADDRESS };
  const { page, community, member, faults, close } = await setUp(settings, { locale: 'de-CH' }, 'CHF');
  await console_.service.ownerQuery("update communities set languages = '{de}' where id = $1", [community.id]);
  await page.getByRole('link', { name: 'Zahlschein' }).click();
  await page.getByRole('img', { name: /wie er gedruckt wird/ }).waitFor();
  await assertAccessible(page, 'a QR-bill');
  const { pages, text } = await readPdf(await page.pdf({ preferCSSPageSize: true }));
  assert.equal(pages.length, 1);
  const [read] = await readCodes(pages[0] as Buffer);
  const lines = read?.split('\r\n') ?? [];
  assert.deepEqual([lines[3], lines[5], lines.at(-3)], [SWISS, 'Zeitbank Größe', member.paymentReference]);
  assert.match(text, /Zahlteil/);
  assert.doesNotMatch(text, /Betrag eingeben|Drucken|Mitglieder/);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Als PDF speichern' }).click();
  assert.equal((await saved).suggestedFilename(), `payment-slip-${member.paymentReference}.pdf`);
  assert.deepEqual(faults, []);
  await close();
});

test('a setting that is missing is named, with the way to it; the address of a Swiss account is entered there', async () => {
  const { page, community, faults, close } = await setUp(undefined, {}, 'CHF');
  await page.getByRole('link', { name: 'Payment slip' }).click();
  await page.getByText('No bank account of the community is named yet.').waitFor();
  await assertAccessible(page, 'a slip without settings');
  await page.getByRole('link', { name: 'Bank accounts' }).click();
  await page.getByRole('button', { name: 'Add account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('IBAN or account number').fill(SWISS);
  await dialog.getByLabel('Account holder').fill('Zeitbank Größe');
  await dialog.getByLabel('Postcode').fill('8001');
  await dialog.getByLabel('Town').fill('Zürich');
  await assertAccessible(page, 'the address of a holder');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Zeitbank Größe').waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  assert.equal((await saved).suggestedFilename(), `payment-slips-${community.slug}.pdf`);
  await page.getByText('1 slip is saved.').waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('slips of chosen members are one PDF, in the order of the choice', { skip: missing('pdftoppm') }, async () => {
  const settings = { account: GERMAN, accountHolder: 'Zeitbank Größe & Söhne e.V.' };
  const { page, community, faults, close } = await setUp(settings, { width: 390, height: 844 });
  const { service } = console_;
  await service.createMember({ communityId: community.id, name: 'Anna Berger' });
  await service.createMember({ communityId: community.id, name: 'Ben Baker' });
  await page.goto(new URL(`/console/c/${community.slug}/inbox/settings`, page.url()).href);
  await page.getByRole('link', { name: 'Choose members' }).click();
  const save = page.getByRole('button', { name: /^Save as PDF/ });
  await page.getByText('Chosen members').waitFor();
  assert.ok(await save.isDisabled());
  await page.getByLabel('Choose Zoë Łukasiewicz & Söhne').click();
  await page.getByLabel('Choose Anna Berger').click();
  await assertAccessible(page, 'members to choose');
  await assertNoSideScrolling(page, 'members to choose');
  const saved = page.waitForEvent('download');
  await save.click();
  const download = await saved;
  await page.getByText('2 slips are saved.').waitFor();
  const { pages, text } = await readPdf(await buffer(await download.createReadStream()));
  assert.equal(pages.length, 2);
  assert.ok(text.indexOf('Zoë') < text.indexOf('Anna Berger') && !text.includes('Ben Baker'), text);
  await page.getByRole('button', { name: 'Choose all that are shown' }).click();
  await page.getByRole('button', { name: 'Save as PDF (3 slips)' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Choose Anna Berger').waitFor({ state: 'detached' });
  assert.deepEqual(faults, []);
  await close();
});
