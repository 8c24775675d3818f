/** Inbox, categories and invitations on paper and in files: what the list says, with exact amounts. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { startMailer } from '../../modules/mail/domain/mailer.ts';
import { addListing } from '../../modules/members/domain/listings/create.ts';
import { startMailServer, type TestMailServer } from '../../test-support/mail-server.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { assertAccessible, assertNoSideScrolling } from '../test-support/axe.ts';
import { type Console, startConsole } from '../test-support/console.ts';
import { textOf } from '../test-support/download.ts';

let server: TestMailServer;
let console_: Console;
before(async () => {
  server = await startMailServer();
  console_ = await startConsole({ SMTP_URL: server.url, MAIL_FROM: 'office@tb.example', MAIL_PER_MINUTE: '1000' });
});
after(async () => {
  await console_?.stop();
  await server?.stop();
});

const NARROW = { locale: 'de-DE', width: 360, height: 740 };

/** The rows of the file that the last button offers. */
async function fileOf(page: Page): Promise<string[][]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).last().click(),
  ]);
  return parse(await textOf(download), { bom: true, delimiter: ';', record_delimiter: '\r\n' }) as string[][];
}

/** What the last button shows on paper. */
async function paperOf(page: Page, where: string): Promise<string> {
  await page.getByRole('button', { name: 'Drucken', exact: true }).last().click();
  await page.locator('.paper-table tbody tr').first().waitFor();
  await assertAccessible(page, where);
  await assertNoSideScrolling(page, where);
  const text = (await page.locator('.paper').textContent()) ?? '';
  await page.getByRole('button', { name: 'Schließen', exact: true }).click();
  return text;
}

test('the movements of the inbox are printed and saved with exact amounts and the filter that is set', async () => {
  const community = await console_.service.createCommunity();
  const owner = await console_.administrator(community);
  const { page, faults, close } = await console_.openAs(owner, `/c/${community.slug}/inbox`, NARROW);
  const rows = [
    'Auftragskonto;Buchungstag;Verwendungszweck;Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;Betrag;Waehrung;Kundenreferenz (End-to-End)',
    'DE02120300000000202051;24.11.2026;Spende;Anna Berger;DE70999111110000120034;1234567,89;EUR;A-1',
    'DE02120300000000202051;24.11.2026;Miete;Haus und Hof;DE70999111110000120034;-650,00;EUR;A-2',
  ];
  const buffer = Buffer.from(rows.join('\r\n'));
  await page.setInputFiles('input[type=file]', { name: 'umsatz.csv', mimeType: 'text/plain', buffer });
  await page.locator('.inbox-line').first().waitFor();
  await page.goto(`${console_.origin}/console/c/${community.slug}/inbox?state=all`);
  await page.locator('.inbox-line').nth(1).waitFor();
  await assertNoSideScrolling(page, 'the inbox with its buttons');
  const [heads, ...lines] = await fileOf(page);
  assert.deepEqual(heads?.slice(0, 5), [
    'Gebucht am',
    'Zahler oder Empfänger',
    'Verwendungszweck',
    'Betrag',
    'Währung',
  ]);
  assert.deepEqual(lines.map((line) => line.slice(0, 6)).toSorted(), [
    ['2026-11-24', 'Anna Berger', 'Spende', '1234567,89', 'EUR', 'Offen'],
    ['2026-11-24', 'Haus und Hof', 'Miete', '-650,00', 'EUR', 'Erklärt'],
  ]);
  const paper = await paperOf(page, 'the inbox on paper');
  for (const part of ['2 Zeilen', 'Alle', '1234567,89', '−650,00', 'DE02']) assert.ok(paper.includes(part), part);
  assert.deepEqual(faults, []);
  await close();
});

test('categories are printed and saved with how much each has, without their buttons', async () => {
  const { service } = console_;
  const community = await service.createCommunity();
  const { uuid } = await service.createMember({ communityId: community.id, name: 'Anna Berger' });
  for (const category of ['Garten', 'Garten', 'Sprachen']) {
    const listing = { title: 'Hilfe', type: 'service', category } as const;
    const act = { communityId: community.id, actor: 'test', memberId: uuid };
    await addListing(service.deps, act, listing, { held: false, addsCategory: true });
  }
  const owner = await console_.administrator(community);
  const { page, faults, close } = await console_.openAs(owner, `/c/${community.slug}/listings/categories`, NARROW);
  await page.locator('.table tbody tr').first().waitFor();
  await assertNoSideScrolling(page, 'categories with their buttons');
  assert.deepEqual(await fileOf(page), [
    ['Bezeichnung', 'Angebote', 'Gesuche', 'Einsätze', 'Stand'],
    ['Garten', '2', '0', '0', 'Offen'],
    ['Sprachen', '1', '0', '0', 'Offen'],
  ]);
  assert.match(await paperOf(page, 'categories on paper'), /Garten2/);
  assert.deepEqual(faults, []);
  await close();
});

test('an invitation says whether its mail went out, and is printed and saved with it', async () => {
  const { service } = console_;
  const community = await service.createCommunity();
  const owner = await console_.administrator(community);
  const { page, faults, close } = await console_.openAs(owner, `/c/${community.slug}/administrators`, NARROW);
  await page.getByRole('button', { name: 'Jemanden einladen' }).click();
  await page.getByLabel('E-Mail-Adresse').fill('ben@example.org');
  await page.getByRole('button', { name: 'Einladen', exact: true }).click();
  await page.locator('code').last().waitFor();
  await page.reload();
  await page.getByText('Wartet', { exact: true }).waitFor();
  const mailer = startMailer(service.deps, { origin: service.origin, pollMs: 20 });
  const isSent = async () =>
    (await service.ownerQuery(`select from mails where community_id = $1 and state = 'sent'`, [community.id]))
      .length === 1;
  await waitUntil('the invitation was sent', isSent).finally(() => mailer.stop());
  await page.reload();
  await page.getByText('Geschickt', { exact: true }).waitFor();
  await assertNoSideScrolling(page, 'invitations');
  const [heads, [person, , , mail] = []] = await fileOf(page);
  assert.deepEqual(heads, ['Person', 'Rolle', 'Eingeladen am', 'E-Mail mit Link', 'Status']);
  assert.deepEqual([person, mail], ['ben@example.org', 'Geschickt']);
  assert.match(await paperOf(page, 'invitations on paper'), /ben@example\.org/);
  assert.deepEqual(faults, []);
  await close();
});
