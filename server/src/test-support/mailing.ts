/** Runs the real mailer in tests, until something has come of it. */
import { startMailer } from '../domain/mail/mailer.ts';
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

/** Until every request of a way in was looked at and no mail is due. @param origin of the links */
export const mailAll = (service: TestService, origin = service.origin): Promise<void> =>
  mailUntil(
    service,
    'nothing is due',
    async () => {
      const [left] = await service.ownerQuery<{ left: number }>(
        `select ((select count(*) from sign_in_requests where way = 'mail' and handled_at is null)
           + (select count(*) from mails where state = 'due'))::int as left`,
      );
      return left?.left === 0;
    },
    origin,
  );
