/** A service with a mail server, and its real mailer, which runs until something has come of it. */
import { after } from 'node:test';
import { startMailer } from '../modules/mail/domain/mailer.ts';
import { startTestService, type TestService } from './harness.ts';
import { startMailServer, type TestMailServer } from './mail-server.ts';
import { waitUntil } from './wait-until.ts';

/** The service of a test file with the mail server that it sends by: both stop after the file's last test. */
export async function testMailService(
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly server: TestMailServer; readonly service: TestService }> {
  const server = await startMailServer();
  after(() => server.stop());
  const from = { SMTP_URL: server.url, MAIL_FROM: 'Riverside <office@tb.example>', MAIL_PER_MINUTE: '600' };
  const service = await startTestService({ env: { ...from, ...env } });
  after(() => service.stop());
  return { server, service };
}

/** @param origin of the links */
export async function mailUntil(
  service: TestService,
  what: string,
  until: () => boolean | Promise<boolean>,
  origin = service.origin,
): Promise<void> {
  const mailer = startMailer(service.deps, { origin, pollMs: 20 });
  try {
    await waitUntil(what, until);
  } finally {
    await mailer.stop();
  }
}

/**
 * Until every request of a way in was looked at, but for one of a mailbox that is held back, and no mail is due. @param origin of the links
 */
export const mailAll = (service: TestService, origin = service.origin): Promise<void> =>
  mailUntil(
    service,
    'nothing is due',
    async () => {
      const [left] = await service.ownerQuery<{ left: number }>(
        `select ((select count(*) from sign_in_requests r where way = 'mail' and handled_at is null and not exists (
             select from sign_in_requests e where e.community_id = r.community_id and e.mailbox = r.mailbox and e.way = 'mail'
             having count(*) > 6 and max(e.id) = r.id))
           + (select count(*) from mails where state = 'due'))::int as left`,
      );
      return left?.left === 0;
    },
    origin,
  );
