import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMailConfig } from '../../core/base/mail-config.ts';
import { createMailSender } from '../../modules/mail/domain/send.ts';
import { type ShownMail, startDemoInbox } from './inbox.ts';

test('what is sent to the mailbox of the demo is shown there, newest first, whatever letters it has', async () => {
  const inbox = await startDemoInbox();
  const settings: Record<string, string> = { SMTP_URL: inbox.smtpUrl, MAIL_FROM: 'Büro <office@tb.example>' };
  const config = readMailConfig((name) => settings[name]);
  assert.ok(config);
  const sender = createMailSender(config);
  try {
    for (const subject of [
      'First',
      'Grüße aus dem Büro, mit einem sehr langen Titel, der umgebrochen werden muss: ÄÖÜ ß €',
    ]) {
      const failure = await sender.send({
        ...{ subject, text: 'Guten Tag,\n\nbis später – Ihre Zeitbank €', html: '<p>Guten Tag</p>' },
        ...{ to: { name: 'Zoë', address: 'zoe@example.org' }, messageUuid: crypto.randomUUID(), date: new Date(0) },
        stop: {
          link: 'https://tb.example/at/riverside/stop?key=AAAAAAAAAAAAAAAAAAAAAA&of=messages',
          listId: 'messages.riverside.tb.example',
        },
      });
      assert.equal(failure, undefined);
    }
    const shown = (await (await fetch(inbox.url)).json()) as ShownMail[];
    assert.deepEqual(
      shown.map(({ to, subject }) => [to, subject]),
      [
        ['zoe@example.org', 'Grüße aus dem Büro, mit einem sehr langen Titel, der umgebrochen werden muss: ÄÖÜ ß €'],
        ['zoe@example.org', 'First'],
      ],
    );
    assert.match(String(shown[0]?.text), /bis später – Ihre Zeitbank €/);
    assert.equal(shown[0]?.headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click');
  } finally {
    sender.close();
    await inbox.stop();
  }
});
