/** All that is stored about a member, read on paper in plain words. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { type Console, startConsole } from '../../../console/test-support/console.ts';
import { fillCommunity, receiverSettings, stopReceiver } from '../../../console/test-support/sample.ts';

let console_: Console;
before(async () => {
  console_ = await startConsole(await receiverSettings());
});
after(async () => {
  await console_.stop();
  await stopReceiver();
});

/** The texts of a value, wherever they are in it. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (value !== null && typeof value === 'object') for (const one of Object.values(value)) yield* textsIn(one);
}

/** Ids, words of programs, amounts, days and times: on paper they are written as people of the language do. */
const FOR_PROGRAMS =
  /^(usr|lst)_|^[a-z_.]+$|^\d{4}-\d\d-\d\d(T.*Z)?$|^[\da-f]{8}-[\da-f-]{27}$|^\w+:\d+$|^RF\d|^\d+\.\d\d$/;

test('what the file for programs has about a member can be read on paper, with dates and words of the language', async () => {
  const { service } = console_;
  const { community, member } = await fillCommunity(service);
  await service.ownerQuery(
    `update members set card = 'ABCDE23456', seen_by_members = false, letter_only = true, join_asked_at = now(),
       leave_asked_at = now()
     where id = $1`,
    [member.uuid],
  );
  const owner = await console_.administrator(community);
  const narrow = { locale: 'de-DE', width: 360, height: 740 };
  const path = `/c/${community.slug}/members/${member.id}`;
  const { page, faults, close } = await console_.openAs(owner, `${path}/file`, narrow);
  await page.getByLabel('Notizen des Büros').fill('Hat einen Hund\nund zwei Katzen');
  await page.getByRole('button', { name: 'Speichern', exact: true }).first().click();
  await page.getByText('Gespeichert.').first().waitFor();
  await page.goto(`${console_.origin}/console${path}/data`);
  const [answer] = await Promise.all([
    page.waitForResponse((one) => one.url().endsWith('/export')),
    page.getByRole('button', { name: 'Lesen und drucken' }).click(),
  ]);
  const sheet = page.getByRole('dialog', { name: 'Gespeicherte Daten über Anna Berger' });
  await sheet.locator('.paper-table').first().waitFor();
  await assertAccessible(page, 'the data of a member on paper');
  await assertNoSideScrolling(page, 'the data of a member on paper');
  const shown = (await sheet.textContent()) ?? '';
  const { data } = (await answer.json()) as { data: object };
  const said = [...textsIn({ ...data, community: undefined })].filter((text) => !FOR_PROGRAMS.test(text));
  assert.ok(said.includes('Garden help 0') && said.includes('Hat einen Hund\nund zwei Katzen'), said.join('\n'));
  const missing = said.filter((text) => !shown.includes(text));
  assert.deepEqual(missing, []);
  assert.match(shown, /Angebot: Garden help 0/);
  for (const chosen of [
    'Meldet sich nur mit einem Brief an',
    'nicht mit dem Namen zu finden',
    'Wollte mitmachen seit',
  ]) {
    assert.ok(shown.includes(chosen), chosen);
  }
  assert.match(shown, /Gutschrift von Harbour Bank/);
  assert.doesNotMatch(shown, /\d{4}-\d\d-\d\dT|null|undefined/);
  assert.deepEqual(faults, []);
  await close();
});
