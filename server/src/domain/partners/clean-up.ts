/** The job that deletes access tokens that have served their time. */
import { ago, DAY_MS, HOUR_MS } from '../../platform/base/time.ts';
import { inBatches, type Job } from '../../platform/database/job.ts';
import { deleteExpiredTokens } from './token-queries.ts';

/** An expired token is kept for a day, for whoever looks into a refused call. */
const TOKEN_KEPT_MS = DAY_MS;

export const PARTNER_JOBS: readonly Job[] = [
  {
    name: 'delete expired access tokens',
    everyMs: HOUR_MS,
    run(database, clock, signal) {
      const before = ago(clock.now(), TOKEN_KEPT_MS);
      return inBatches(signal, (limit) => deleteExpiredTokens(database.heavy, before, limit));
    },
  },
];
