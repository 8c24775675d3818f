/** Repeating jobs of the worker: those of the core, and what modules add. */
import type { Module } from '../console/desk/module.ts';
import { AGGREGATE_JOBS } from '../core/aggregates/snapshots.ts';
import type { Hooks } from '../core/change/hooks.ts';
import type { Job } from '../core/database/job.ts';
import { DELIVERY_JOBS } from '../core/events/delivery/clean-up.ts';
import { STATEMENT_JOBS } from '../core/statements/close-days.ts';
import { SYNC_JOBS } from '../core/sync/horizon.ts';

/** @param hooks what modules add to the changes that jobs make */
export const jobsOf = (modules: readonly Module[], hooks: Hooks): readonly Job[] => [
  ...STATEMENT_JOBS,
  ...AGGREGATE_JOBS,
  ...DELIVERY_JOBS,
  ...SYNC_JOBS,
  ...modules.flatMap(({ jobs }) => jobs?.(hooks) ?? []),
];
