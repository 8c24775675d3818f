/** Messages to members: who is not reached and why, letters for them, the stop link, and bad addresses. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { type Console, type PageOptions, startConsole } from '../../../console/test-support/console.ts';
import { startMailServer, type TestMailServer, textOfMail } from '../../../test-support/mail-server.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { startMailer } from '../domain/mailer.ts';

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

/** One who agreed and is reached, and one for each reason not to be. */
async function open(path: string, options: PageOptions = {}) {
  const { service } = console_;
  const community = await service.createCommunity({ name: 'Riverside' });
  const communityId = community.id;
  const emailConsentOn = '2026-01-01';
  const email = `anna${communityId}@example.org`;
  const anna = await service.createMember({ communityId, name: 'Anna Berger', email, emailConsentOn });
  await service.createMember({ communityId, name: 'Ben Adler', externalId: 'M-2', emailConsentOn });
  await service.createMember({ communityId, name: 'Cara Dietz', email: `cara${communityId}@example.org` });
  const bad = { email: `dora${communityId}@example.org`, emailConsentOn };
  const dora = await service.createMember({ communityId, name: 'Dora Ernst', ...bad });
  await service.ownerQuery(`update members set email_state = 'bad' where community_id = $1 and id = $2`, [
    communityId,
    dora.uuid,
  ]);
  const owner = await console_.administrator(community);
  const opened = await console_.openAs(owner, `/c/${community.slug}/${path}`, options);
  return { community, communityId, anna, dora, email, ...opened };
}

async function write(page: Page, title: string) {
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Text', { exact: true }).fill('We meet on Friday.');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('heading', { name: 'This is what members read' }).waitFor();
}

test('before a message is sent, those whom no mail reaches are listed with the reason, and get letters', async () => {
  const { page, faults, close } = await open('messages', { width: 360, height: 740 });
  await write(page, 'Summer party');
  assert.deepEqual(await page.locator('.not-reached li').allTextContents(), [
    'Ben Adler (M-2): no e-mail address',
    'Cara Dietz: no recorded consent',
    'Dora Ernst: the address does not work',
  ]);
  await assertAccessible(page, 'a message that is checked');
  await assertNoSideScrolling(page, 'a message that is checked');
  await page.getByRole('button', { name: 'Letters to these members' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('heading', { level: 1, name: 'Letters to members' }).waitFor();
  await page.getByRole('button', { name: 'Show the letters' }).click();
  await page.locator('.paper-letter').first().waitFor();
  const names = await page.locator('.paper-letter-to span:first-child').allTextContents();
  assert.deepEqual(names.toSorted(), ['Ben Adler', 'Cara Dietz', 'Dora Ernst']);
  assert.deepEqual(faults, []);
  await close();
});

test('a message goes to those who agreed, and the link in it ends further ones', async () => {
  const { page, community, communityId, email, faults, close } = await open('messages');
  await write(page, 'Winter party');
  await page.getByRole('button', { name: 'Send to 3 members' }).click();
  await page.getByText('The message is on its way.').first().waitFor();
  const mailer = startMailer(console_.service.deps, { origin: console_.origin, pollMs: 20 });
  const due = `select from mails where community_id = $1 and state = 'due'`;
  await waitUntil(
    'no mail is due',
    async () => (await console_.service.ownerQuery(due, [communityId])).length === 0,
  ).finally(() => mailer.stop());
  await page.getByText('1 sent, 2 by letter').waitFor();
  const mail = server.mails.find(({ to }) => to.includes(email));
  assert.ok(mail);
  const text = textOfMail(mail);
  assert.match(text, /We meet on Friday\./);
  const [link = ''] = /https?:\/\/\S+\/stop\?\S*/.exec(text) ?? [];
  await page.goto(link);
  await page.locator('button[type=submit], form button').first().click();
  await waitUntil('the consent is taken back', async () => {
    const agreed = `select from member_details d join members m on m.community_id = d.community_id and m.id = d.member_id
      where d.community_id = $1 and m.email = $2 and d.email_consent_on is not null`;
    return (await console_.service.ownerQuery(agreed, [communityId, email])).length === 0;
  });
  await page.goto(`${console_.origin}/console/c/${community.slug}/messages`);
  await write(page, 'Spring party');
  await page.getByText('Anna Berger: no recorded consent').waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('members who are chosen in their list are written to, and no others', async () => {
  const { page, communityId, faults, close } = await open('messages');
  await page.getByRole('link', { name: 'Choose members in their list' }).click();
  await page.getByRole('checkbox', { name: 'Choose Anna Berger' }).check();
  await assertNoSideScrolling(page, 'members that are chosen');
  await page.getByRole('button', { name: 'Write a message' }).click();
  assert.equal(await page.getByRole('radio', { name: 'The member that you chose' }).isChecked(), true);
  await write(page, 'For Anna');
  assert.equal(await page.locator('.not-reached').count(), 0);
  await page.getByRole('button', { name: 'Send to one member' }).click();
  await page.getByText('The message is on its way.').first().waitFor();
  const rows = await console_.service.ownerQuery(
    `select b.name from mails m join members b on b.community_id = m.community_id and b.id = m.member_id
     where m.community_id = $1`,
    [communityId],
  );
  assert.deepEqual(rows, [{ name: 'Anna Berger' }]);
  assert.deepEqual(faults, []);
  await close();
});

test('the page of a member, and the list, say that the e-mail address does not work', async () => {
  const { page, community, dora, anna, faults, close } = await open('members');
  const row = page.getByRole('row', { name: /Dora Ernst/ });
  await row.getByText('does not work').waitFor();
  const path = `${console_.origin}/console/c/${community.slug}/members`;
  await page.goto(`${path}/${dora.id}`);
  await page.getByText('No mail arrives at').waitFor();
  await assertAccessible(page, 'a member with a bad address');
  await page.goto(`${path}/${anna.id}`);
  await page.getByRole('heading', { name: 'Anna Berger' }).waitFor();
  assert.equal(await page.getByText('No mail arrives at').count(), 0);
  assert.deepEqual(faults, []);
  await close();
});
