/** Jobs of the worker that keep the console's tables bounded. */
import { CALL_LOG_DAYS } from '@timebank/contract/console';
import { inBatches, type Job } from '../../service/clean-up.ts';
import { deleteOldCallCounts, deleteOldCalls } from '../calls/queries.ts';
import { deleteOldInvitations } from './invitation-queries.ts';
import { deleteOldSessions, deleteOldSetupLinks } from './session-queries.ts';
import { ATTEMPTS_KEPT_MS } from './throttle.ts';
import { deleteOldAttempts } from './throttle-queries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Of all communities together. */
const CALLS_KEPT = 2_000_000;
const CALL_COUNTS_KEPT_MS = 800 * DAY_MS;
/** Ended sessions tell for a while from where somebody has signed in. */
const SESSIONS_KEPT_MS = 31 * DAY_MS;
const SETUP_LINKS_KEPT_MS = 31 * DAY_MS;

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms);

export const CONSOLE_JOBS: readonly Job[] = [
  {
    name: 'delete old calls',
    everyMs: 5 * MINUTE_MS,
    run: (database, clock, signal) =>
      inBatches(signal, (limit) =>
        deleteOldCalls(database.heavy, ago(clock.now(), CALL_LOG_DAYS * DAY_MS), CALLS_KEPT, limit),
      ),
  },
  {
    name: 'delete old counts of calls',
    everyMs: DAY_MS,
    async run(database, clock) {
      await deleteOldCallCounts(database.heavy, ago(clock.now(), CALL_COUNTS_KEPT_MS));
    },
  },
  {
    name: 'delete old sessions, set-up links and attempts to sign in',
    everyMs: HOUR_MS,
    async run(database, clock, signal) {
      const now = clock.now();
      await inBatches(signal, (limit) => deleteOldSessions(database.heavy, ago(now, SESSIONS_KEPT_MS), limit));
      await inBatches(signal, (limit) => deleteOldAttempts(database.heavy, ago(now, ATTEMPTS_KEPT_MS), limit));
      await deleteOldSetupLinks(database.heavy, ago(now, SETUP_LINKS_KEPT_MS));
      await deleteOldInvitations(database.heavy, ago(now, SETUP_LINKS_KEPT_MS));
    },
  },
];
