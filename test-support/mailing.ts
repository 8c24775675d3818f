/** Runs the real mailer in tests, until something has come of it. */
import { startMailer } from '../modules/mail/domain/mailer.ts';
import type { TestService } from './harness.ts';
import { waitUntil } from './wait-until.ts';

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
