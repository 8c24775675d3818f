/** The job that keeps members' sessions bounded. Letters stay: they say who has signed in, one row a letter. */
import { HOUR_MS } from '../../../../core/base/time.ts';
import { deletion, type Job } from '../../../../core/database/job.ts';
import { deleteOldMemberSessions } from './queries.ts';
import { SESSION_MS_MAX } from './sign-in.ts';

export const MEMBER_ACCESS_JOBS: readonly Job[] = [
  deletion("delete members' old sessions", HOUR_MS, [deleteOldMemberSessions, SESSION_MS_MAX]),
];
