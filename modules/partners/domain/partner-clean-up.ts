/** The jobs that delete access tokens and used proofs that have served their time, and erase secrets nobody fetched. */
import { ago, DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/base/time.ts';
import { inBatches, type Job } from '../../../core/database/job.ts';
import { eraseEndedHandOvers } from '../../../core/partners/hand-over-queries.ts';
import { deleteExpiredProofs, deleteExpiredTokens } from '../../../core/partners/token-queries.ts';

/** An expired token is kept for a day, to look into a refused call. */
const TOKEN_KEPT_MS = DAY_MS;
/** The difference between the clocks of two nodes within which a proof still does not count twice. */
const PROOF_KEPT_MS = 5 * MINUTE_MS;

export const PARTNER_JOBS: readonly Job[] = [
  {
    name: 'delete expired access tokens',
    everyMs: HOUR_MS,
    run({ database, clock }, signal) {
      const before = ago(clock.now(), TOKEN_KEPT_MS);
      return inBatches(signal, (limit) => deleteExpiredTokens(database.heavy, { before, limit }));
    },
  },
  {
    name: 'erase secrets of expired hand-over links',
    everyMs: 10 * MINUTE_MS,
    async run({ database, clock }) {
      await eraseEndedHandOvers(database.heavy, { now: clock.now() });
    },
  },
  {
    name: 'delete used proofs',
    everyMs: 10 * MINUTE_MS,
    run({ database, clock }, signal) {
      const before = ago(clock.now(), PROOF_KEPT_MS);
      return inBatches(signal, (limit) => deleteExpiredProofs(database.heavy, { before, limit }));
    },
  },
];
