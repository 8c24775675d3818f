/** The jobs that delete access tokens and used proofs that have served their time, and erase secrets nobody fetched. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/base/time.ts';
import { deletion, type Job } from '../../../core/database/job.ts';
import { eraseEndedHandOvers } from '../../../core/partners/hand-over-queries.ts';
import { deleteExpiredProofs, deleteExpiredTokens } from '../../../core/partners/token-queries.ts';

/** An expired token is kept for a day, to look into a refused call. */
const TOKEN_KEPT_MS = DAY_MS;
/** The difference between the clocks of two nodes within which a proof still does not count twice. */
const PROOF_KEPT_MS = 5 * MINUTE_MS;

export const PARTNER_JOBS: readonly Job[] = [
  deletion('delete expired access tokens', HOUR_MS, [deleteExpiredTokens, TOKEN_KEPT_MS]),
  {
    name: 'erase secrets of expired hand-over links',
    everyMs: 10 * MINUTE_MS,
    async run({ database, clock }) {
      await eraseEndedHandOvers(database.heavy, { now: clock.now() });
    },
  },
  deletion('delete used proofs', 10 * MINUTE_MS, [deleteExpiredProofs, PROOF_KEPT_MS]),
];
