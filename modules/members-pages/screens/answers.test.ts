/** The office's side of the members' pages: what members answer to each other, and the settings of the pages. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { decodeId } from '@timebank/contract';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { testConsole } from '../../../console/test-support/console.ts';
import { heading } from '../../../console/test-support/new-partner.ts';
import { settled } from '../../../console/test-support/settled.ts';
import type { TestCommunity } from '../../../test-support/harness.ts';
import { createMemberBrowser } from '../../../test-support/member-browser.ts';
import { answerListing } from '../domain/answers/answer.ts';
import { publishListing } from '../domain/answers/publish.ts';
import { writeLetters } from '../domain/member-access/letters.ts';
import { openMemberPages } from '../domain/member-access/switch.ts';

const LONG_NAME = `Donaudampfschifffahrtsgesellschaft${'skapitän'.repeat(8)}`;

const console_ = await testConsole();

/** A community with its pages on, and two answers: one that mail takes to its owner, one that it does not. */
async function answered(more = ''): Promise<{ readonly community: TestCommunity; readonly helgaId: string }> {
  const { service } = console_;
  const community = await service.createCommunity();
  const communityId = community.id;
  await openMemberPages(service.deps, { communityId, actor: 'test' }, true);
  const named = (name: string, email: string | null, phone: string) =>
    service.createMember({ communityId, name: `${name}${more}`, email, phone });
  const helga = await named('Helga Brandt', null, '0561 1111');
  const ben = await named('Ben Adler', `${randomUUID()}@example.org`, '0561 2222');
  for (const [owner, other, title] of [
    [helga, ben, `Cut the hedge${more}`],
    [ben, helga, 'Carry a piano'],
  ] as const) {
    const own = { communityId, memberId: owner.uuid, actor: 'test' };
    const listingId = await publishListing(service.deps, own, randomUUID(), { type: 'request', title });
    const given = { listingId, message: `I can help: ${title}.`, released: ['phone'], form: randomUUID() } as const;
    await answerListing(service.deps, { communityId, memberId: other.uuid, actor: 'test' }, given);
  }
  return { community, helgaId: helga.id };
}

test('a coordinator finds the answer that no mail tells its owner, with the telephone, and the way to the letter', async () => {
  const { community, helgaId } = await answered();
  const person = await console_.administrator(community, 'coordinator');
  const { page, faults, close } = await console_.openAs(person, `/c/${community.slug}/listings`);
  await page.getByRole('link', { name: 'Answers of members' }).click();
  await heading(page, 'Answers').waitFor();
  await page.getByText('Carry a piano').waitFor();
  assert.equal(await page.getByText('I can help: Carry a piano.').count(), 0, 'what mail brings to its reader');
  await page.getByRole('combobox', { name: 'Shown' }).click();
  await page.getByRole('option', { name: 'To hand on' }).click();
  await page.getByText('Carry a piano').waitFor({ state: 'detached' });
  await page.getByText('I can help: Cut the hedge.').waitFor();
  await page.getByText('Telephone of Helga Brandt: 0561 1111').waitFor();
  await page.getByText('Ben Adler shows: telephone.').waitFor();
  await page.getByRole('link', { name: 'Letters to print' }).click();
  await page.waitForURL(/\/messages\/print$/);
  await page.goto(new URL(`/console/c/${community.slug}/members/${helgaId}`, page.url()).href);
  await page.getByText('Has not been on the members’ pages yet.').waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('a coordinator signs a member out everywhere, after reading what follows, and the telephone asks for a new sign-in', async () => {
  const { community, helgaId } = await answered();
  const memberId = decodeId('usr', helgaId) ?? '';
  const [letter] = await writeLetters(console_.service.deps, { communityId: community.id, actor: 'test' }, [memberId]);
  const phone = createMemberBrowser(console_.origin, community.slug);
  assert.equal((await phone.enter(letter?.code ?? '')).status, 303);
  const person = await console_.administrator(community, 'coordinator');
  const { page, faults, close } = await console_.openAs(person, `/c/${community.slug}/members/${helgaId}`);
  await page.getByText(/^Last on the members’ pages: /).waitFor();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign Helga Brandt out everywhere?' });
  await dialog.getByText(/those who act for Helga Brandt/).waitFor();
  await assertAccessible(page, 'signing out everywhere');
  assert.equal((await phone.get('/hours')).status, 200, 'nothing has happened yet');
  await dialog.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByText('Signed out in 1 browser.').waitFor();
  assert.equal((await phone.get('/hours')).status, 303);
  assert.deepEqual(faults, []);
  await close();
});

test('the settings of the pages are set on one card, and the days are asked for in their order', async () => {
  const { service } = console_;
  const { community } = await answered();
  const person = await console_.administrator(community, 'administrator');
  const { page, faults, close } = await console_.openAs(person, `/c/${community.slug}/settings`);
  await page.getByText(`/at/${community.slug}`).waitFor();
  await page.getByLabel('The office looks at requests and offers first').check();
  assert.equal(await page.getByLabel('Days until the reminder').count(), 0, 'kept defaults are folded');
  await page.getByRole('button', { name: 'More' }).last().click();
  await page.getByLabel('Days until the reminder').fill('30');
  await page.getByRole('button', { name: 'Save the pages' }).click();
  await page.getByText('The reminder comes first').waitFor();
  await page.getByLabel('Days until the office is asked').fill('40');
  await page.getByLabel('What German pages call the office').fill('die Nachbarschaftshilfe');
  await page.getByRole('button', { name: 'Save the pages' }).click();
  await page.getByText('Saved.').waitFor();
  const [row] = await service.ownerQuery(
    `select look_first, may_join, remind_days, silent_days, office_name_de, office_name_en, address_form
     from communities where id = $1`,
    [community.id],
  );
  assert.deepEqual(row, {
    ...{ look_first: true, may_join: false, remind_days: 30, silent_days: 40 },
    ...{ office_name_de: 'die Nachbarschaftshilfe', office_name_en: null, address_form: 'formal' },
  });
  assert.deepEqual(faults, []);
  await close();
});

test('both are accessible in both languages, light and dark, narrow and wide, with long names', async () => {
  const { community } = await answered(` ${LONG_NAME}`);
  const person = await console_.administrator(community);
  for (const [locale, dark] of [
    ['en-GB', false],
    ['de-DE', true],
  ] as const) {
    for (const [path, title] of [
      ['answers', { 'en-GB': 'Answers', 'de-DE': 'Antworten' }],
      ['answers?state=hand_on', { 'en-GB': 'Answers', 'de-DE': 'Antworten' }],
      ['settings', { 'en-GB': 'Settings', 'de-DE': 'Einstellungen' }],
    ] as const) {
      const { page, close } = await console_.openAs(person, `/c/${community.slug}/${path}`, { locale, dark });
      await heading(page, title[locale]).waitFor();
      await page
        .getByText(path === 'settings' ? `/at/${community.slug}` : '0561 1111')
        .first()
        .waitFor({ state: path === 'answers' || path === 'settings' ? 'attached' : 'visible' });
      for (const width of [360, 1366]) {
        await page.setViewportSize({ width, height: 650 });
        await settled(page);
        await assertNoSideScrolling(page, `${path} at ${width}`);
        await assertAccessible(page, `${path}, ${locale}, at ${width}`);
        if (process.env.PICTURES) {
          const name = path.replace('?', '-');
          await page.screenshot({ path: `${process.env.PICTURES}/${name}-${locale}-${width}.png`, fullPage: true });
        }
      }
      await close();
    }
  }
});
