/** Repeating jobs of the worker, of all parts of the service. */
import { ACTIVITY_JOBS } from '../domain/activity/series.ts';
import { ADMINISTRATOR_JOBS } from '../domain/administrators/clean-up.ts';
import { AGGREGATE_JOBS } from '../domain/aggregates/snapshots.ts';
import { ANSWER_JOBS } from '../domain/answers/clean-up.ts';
import { AUDIT_JOBS } from '../domain/audit/clean-up.ts';
import { CALL_JOBS } from '../domain/calls/clean-up.ts';
import { DELIVERY_JOBS } from '../domain/delivery/clean-up.ts';
import { INBOX_JOBS } from '../domain/inbox/clean-up.ts';
import { LISTING_JOBS } from '../domain/listings/ending-job.ts';
import { MAIL_JOBS } from '../domain/mail/clean-up.ts';
import { MEMBER_ACCESS_JOBS } from '../domain/member-access/clean-up.ts';
import { MEMBER_JOBS } from '../domain/members/tallies.ts';
import { PARTNER_JOBS } from '../domain/partners/clean-up.ts';
import { PROPOSAL_JOBS } from '../domain/proposals/wait-job.ts';
import { RECONCILE_JOBS } from '../domain/reconcile/clean-up.ts';
import { SEAL_JOBS } from '../domain/seals/seal.ts';
import { STATEMENT_JOBS } from '../domain/statements/close-days.ts';
import { SYNC_JOBS } from '../domain/sync/horizon.ts';
import type { Job } from '../platform/database/job.ts';

export const JOBS: readonly Job[] = [
  ...STATEMENT_JOBS,
  ...ANSWER_JOBS,
  ...SEAL_JOBS,
  ...AGGREGATE_JOBS,
  ...ACTIVITY_JOBS,
  ...MEMBER_JOBS,
  ...MEMBER_ACCESS_JOBS,
  ...LISTING_JOBS,
  ...PARTNER_JOBS,
  ...PROPOSAL_JOBS,
  ...DELIVERY_JOBS,
  ...AUDIT_JOBS,
  ...CALL_JOBS,
  ...ADMINISTRATOR_JOBS,
  ...SYNC_JOBS,
  ...RECONCILE_JOBS,
  ...INBOX_JOBS,
  ...MAIL_JOBS,
];
