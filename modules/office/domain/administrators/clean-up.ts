/** The job that keeps sessions, set-up links, invitations and attempts to sign in bounded. */

import { deleteOldSessions, deleteOldSetupLinks } from '../../../../console/desk/session-queries.ts';
import { ATTEMPTS_KEPT_MS } from '../../../../console/desk/throttle.ts';
import { deleteOldAttempts } from '../../../../console/desk/throttle-queries.ts';
import { DAY_MS, HOUR_MS } from '../../../../core/base/time.ts';
import { deletion, type Job } from '../../../../core/database/job.ts';
import { deleteOldProviderRequests } from './identity-queries.ts';
import { deleteOldInvitations } from './invitation-queries.ts';
import { deleteOldChallenges } from './passkey-queries.ts';
import { CHALLENGE_MS } from './passkeys.ts';
import { PROVIDER_REQUEST_MS } from './provider-requests.ts';

const SETUP_LINKS_KEPT_MS = 31 * DAY_MS;

export const ADMINISTRATOR_JOBS: readonly Job[] = [
  deletion(
    'delete old sessions, set-up links and attempts to sign in',
    HOUR_MS,
    // Ended sessions are kept for a while: they show from where an account was used.
    [deleteOldSessions, ({ sessions }) => sessions * DAY_MS],
    [deleteOldChallenges, CHALLENGE_MS],
    [deleteOldProviderRequests, PROVIDER_REQUEST_MS],
    [deleteOldAttempts, ATTEMPTS_KEPT_MS],
    [deleteOldSetupLinks, SETUP_LINKS_KEPT_MS],
    [deleteOldInvitations, SETUP_LINKS_KEPT_MS],
  ),
];
