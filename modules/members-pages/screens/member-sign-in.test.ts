/** Signing in by mail, in a browser: without script, on a small telephone and at a desk, by keyboard. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { type Console, startConsole } from '../../../console/test-support/console.ts';
import { startMailServer, type TestMailServer, textOfMail } from '../../../test-support/mail-server.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { startMailer } from '../../mail/domain/mailer.ts';
import { openMemberPages } from '../domain/member-access/switch.ts';

let server: TestMailServer;
let console_: Console;
before(async () => {
  server = await startMailServer();
  console_ = await startConsole({ SMTP_URL: server.url, MAIL_FROM: 'Riverside <office@tb.example>' });
});
after(async () => {
  await console_?.stop();
  await server?.stop();
});

async function look(page: Page, what: string): Promise<void> {
  for (const [width, colorScheme] of [
    [320, 'light'],
    [1366, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 700 });
    await page.emulateMedia({ colorScheme });
    await assertNoSideScrolling(page, `${what} at ${width}`);
    await assertAccessible(page, `${what} at ${width}, ${colorScheme}`);
  }
}

test('two people of one mailbox get in by its link, and each page on the way is accessible and fits a telephone', async () => {
  const { service } = console_;
  const community = await service.createCommunity({ name: 'Riverside' });
  await openMemberPages(service.deps, { communityId: community.id, actor: 'test' }, true);
  for (const name of [`Ruth Weber-${'Lang'.repeat(20)}`, 'Karl Weber']) {
    await service.createMember({ communityId: community.id, name, email: 'weber@example.org' });
  }
  const home = `${console_.origin}/at/${community.slug}`;
  const { page, close } = await console_.open({ width: 320, height: 700 });
  await page.goto(`${home}/sign-in`);
  await look(page, 'sign-in');
  await page.getByLabel('Your e-mail address').fill('Weber@example.org');
  await page.keyboard.press('Enter');
  await page.locator('[data-page="enter"][data-state="asked"]').waitFor();
  await look(page, 'asked');
  await page.locator('#number-typed').fill('1234 5678');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await look(page, 'a wrong number');
  const mailer = startMailer(service.deps, { origin: console_.origin, pollMs: 20 });
  await waitUntil('the mail', () => server.mails.length === 1);
  await mailer.stop();
  const link = /http\S+enter\?key=\S+/.exec(server.mails.map(textOfMail).join())?.[0];
  assert.ok(link);
  await page.goto(link);
  await look(page, 'who');
  await page.locator('#enter button').click();
  await page.getByRole('alert').waitFor();
  await look(page, 'none chosen');
  await page.getByLabel('Karl Weber').check();
  await page.locator('#enter button').click();
  await page.getByRole('heading', { name: 'Hello, Karl Weber' }).waitFor();
  await page.goto(link);
  await page.locator('[data-state="used"]').waitFor();
  await look(page, 'used');
  await close();
});
