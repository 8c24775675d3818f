/** The job that keeps members' sessions bounded. Letters stay: they say who has signed in, one row a letter. */
import { ago, HOUR_MS } from '../../../../core/base/time.ts';
import { inBatches, type Job } from '../../../../core/database/job.ts';
import { deleteOldMemberSessions } from './queries.ts';
import { SESSION_MS_MAX } from './sign-in.ts';

export const MEMBER_ACCESS_JOBS: readonly Job[] = [
  {
    name: "delete members' old sessions",
    everyMs: HOUR_MS,
    async run({ database, clock }, signal) {
      const before = ago(clock.now(), SESSION_MS_MAX);
      await inBatches(signal, (limit) => deleteOldMemberSessions(database.heavy, { before, limit }));
    },
  },
];
