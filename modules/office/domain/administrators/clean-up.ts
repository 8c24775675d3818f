/** The job that keeps sessions, set-up links, invitations and attempts to sign in bounded. */

import { deleteOldSessions, deleteOldSetupLinks } from '../../../../console/desk/session-queries.ts';
import { ATTEMPTS_KEPT_MS } from '../../../../console/desk/throttle.ts';
import { deleteOldAttempts } from '../../../../console/desk/throttle-queries.ts';
import { ago, DAY_MS, HOUR_MS } from '../../../../core/base/time.ts';
import { inBatches, type Job } from '../../../../core/database/job.ts';
import { deleteOldProviderRequests } from './identity-queries.ts';
import { deleteOldInvitations } from './invitation-queries.ts';
import { deleteOldChallenges } from './passkey-queries.ts';
import { CHALLENGE_MS } from './passkeys.ts';
import { PROVIDER_REQUEST_MS } from './provider-requests.ts';

const SETUP_LINKS_KEPT_MS = 31 * DAY_MS;

export const ADMINISTRATOR_JOBS: readonly Job[] = [
  {
    name: 'delete old sessions, set-up links and attempts to sign in',
    everyMs: HOUR_MS,
    async run({ database, clock, config }, signal) {
      const now = clock.now();
      // Ended sessions are kept for a while: they show from where an account was used.
      const sessionsBefore = ago(now, config.keptDays.sessions * DAY_MS);
      await inBatches(signal, (limit) => deleteOldSessions(database.heavy, { before: sessionsBefore, limit }));
      await inBatches(signal, (limit) =>
        deleteOldChallenges(database.heavy, { before: ago(now, CHALLENGE_MS), limit }),
      );
      await inBatches(signal, (limit) =>
        deleteOldProviderRequests(database.heavy, { before: ago(now, PROVIDER_REQUEST_MS), limit }),
      );
      await inBatches(signal, (limit) =>
        deleteOldAttempts(database.heavy, { before: ago(now, ATTEMPTS_KEPT_MS), limit }),
      );
      await deleteOldSetupLinks(database.heavy, { before: ago(now, SETUP_LINKS_KEPT_MS) });
      await deleteOldInvitations(database.heavy, { before: ago(now, SETUP_LINKS_KEPT_MS) });
    },
  },
];
