/**
 * The worker: distributes events, claims due deliveries, sends them, records what came of it, and cleans up. Woken in
 * the process and by its own poll. Any number of workers share one database.
 */

import type { PlatformDeps } from '../../base/deps.ts';
import { type RepeatedWork, repeat } from '../../base/repeat.ts';
import type { Job } from '../../database/job.ts';
import { FIRST_ID } from '../../database/keyset.ts';
import { readCaFile } from '../guarded-https/ca-file.ts';
import { catchUp } from './catch-up.ts';
import { type SubscriptionBehind, selectSubscriptionsBehind } from './catch-up-queries.ts';
import { claim, type Grant } from './deliver.ts';
import {
  releaseHeldDeliveries,
  type SubscriptionKey,
  selectDueSubscriptions,
  selectWaitingWork,
} from './delivery-queries.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import { createDistributor, type Distributor } from './distribute.ts';
import { createSender, type Sender, type SenderOptions } from './send.ts';
import { shareSlots } from './slots.ts';

export type WorkerDeps = Pick<
  PlatformDeps,
  'config' | 'clock' | 'clockState' | 'database' | 'log' | 'keys' | 'metrics' | 'tracing'
>;

export interface WorkerOptions {
  /** Between two looks at the database when nobody wakes the worker. */
  readonly pollMs?: number;
  /** Between two runs of each kind of work that nothing has asked for. */
  readonly anywayMs?: number;
  /** At least three times what an attempt can take: waiting for a slot, the attempt, recording it. */
  readonly leaseMs?: number;
  /** Other work from time to time (`service/jobs.ts`). */
  readonly jobs?: readonly Job[];
  /** Tests shorten the times and answer the look-ups; the demo opens its own receiver. */
  readonly sender?: Partial<SenderOptions>;
  /** The simulator's receivers are in memory. */
  readonly createSender?: (options: SenderOptions) => Sender;
  /** Whether requests wait for this process: deliveries give way to them (docs/decisions/deliveries.md). */
  readonly isBusy?: () => boolean;
  /** Uniform in [0, 1). */
  readonly random?: () => number;
}

export interface Worker {
  /** There may be something to send. Cheap; call it after every commit that appends an event or makes one due. */
  wake(): void;
  /** Ends within a few seconds. Attempts on their way are given up and repeated by the next worker. */
  stop(): Promise<void>;
}

const POLL_MS = 1000;
/** What the poll finds is begun at once; this is for what it cannot see. */
const ANYWAY_MS = 30_000;
const LEASE_MS = 45_000;
const RELEASE_MAX = 500;
/** The poll for subscriptions that are behind, when nothing wakes the worker or another worker has them. */
const CATCH_UP_EVERY_MS = 200;
const CATCH_UP_AGAIN_MS = 20;
const BEHIND_MAX = 100;
/** While requests wait: one batch of many events costs little more than one of a few. */
const DISTRIBUTE_EVERY_MS = 50;
const DUE_SUBSCRIPTIONS_MAX = 500;
const STOP_MS = 3000;
const NEVER_MS = Number.NEGATIVE_INFINITY;
const FIRST: SubscriptionKey = { communityId: 0, subscriptionId: FIRST_ID };

/** A worker while it runs. */
interface RunningWorker {
  readonly deps: WorkerDeps;
  readonly leaseMs: number;
  readonly isBusy: () => boolean;
  readonly dispatcher: Dispatcher;
  readonly distributor: Distributor;
  // Side by side, each with its own pause after a failure: what one cannot do keeps no other from its work.
  readonly distributing: RepeatedWork;
  readonly catchingUp: RepeatedWork;
  readonly claiming: RepeatedWork;
  readonly polling: RepeatedWork;
  readonly jobs: readonly RepeatedWork[];
  distributedAtMs: number;
  /** When to look again for subscriptions that are behind. */
  catchUpAtMs: number;
  /** The last subscription of the page before. */
  after: SubscriptionKey;
  afterBehind: SubscriptionKey;
}

/** Starts the worker. @throws when WEBHOOK_CA_FILE cannot be read */
export function startWorker(deps: WorkerDeps, options: WorkerOptions = {}): Worker {
  const { config, log } = deps;
  const { pollMs = POLL_MS, anywayMs = ANYWAY_MS, leaseMs = LEASE_MS, isBusy = () => false } = options;
  const sender = (options.createSender ?? createSender)({
    opening: { allowCidrs: config.webhookAllowCidrs },
    extraCa: readCaFile(config.webhookCaFile),
    ...options.sender,
  });
  const each = (name: string, work: (signal: AbortSignal) => Promise<boolean | number>, everyMs = pollMs) =>
    // Where the clock is wrong another node does it: what is dated wrongly would be due, given up or deleted too early.
    repeat(async (signal) => deps.clockState.fault() === undefined && (await work(signal)), {
      everyMs,
      onFailure: (error, retryInMs) =>
        log.warn({ work: name, error: error.message, retry_in_ms: retryInMs }, 'the worker could not reach its work'),
    });
  const worker: RunningWorker = {
    ...{ deps, leaseMs, isBusy },
    dispatcher: createDispatcher(deps, sender, {
      leaseMs,
      isBusy,
      random: options.random ?? Math.random,
      onFreeSlots() {
        worker.claiming.run();
        catchUpNow(worker);
      },
    }),
    distributor: createDistributor(deps.database, (communityId, error, retryInMs) => {
      const line = { community_id: communityId, error: error.message, retry_in_ms: retryInMs };
      log.warn(line, 'events of a community could not be distributed yet');
      setTimeout(worker.distributing.run, retryInMs + 1).unref();
    }),
    distributing: each('distribute events', () => distribute(worker), anywayMs),
    catchingUp: each('catch up', () => catchUpAndDispatch(worker), anywayMs),
    claiming: each('claim deliveries', () => claimAndDispatch(worker), anywayMs),
    polling: each('look for work', () => lookForWork(worker)),
    jobs: (options.jobs ?? []).map((job) => each(job.name, createJobRun(deps, job))),
    ...{ distributedAtMs: NEVER_MS, catchUpAtMs: NEVER_MS, after: FIRST, afterBehind: FIRST },
  };
  const all = [worker.distributing, worker.catchingUp, worker.claiming, worker.polling, ...worker.jobs];
  for (const { run } of all) run();
  return {
    wake() {
      worker.distributing.run();
      worker.catchingUp.run();
    },
    async stop() {
      const ended = Promise.all(all.map(({ stop }) => stop())).then(() => worker.dispatcher.stop());
      // Attempts end at once when the sender closes; only a database that does not answer could keep the worker.
      await sender.close();
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())]);
    },
  };
}

/** One statement while nothing waits, where each kind of work would ask for itself. */
async function lookForWork(worker: RunningWorker): Promise<boolean> {
  const [waiting] = await selectWaitingWork(worker.deps.database.outbox);
  if (waiting?.queued) worker.distributing.run();
  if (waiting?.behindOrHeld) worker.catchingUp.run();
  if (waiting?.pending) worker.claiming.run();
  return false;
}

function catchUpNow(worker: RunningWorker): void {
  worker.catchUpAtMs = NEVER_MS;
  worker.catchingUp.run();
}

/** Returns whether there is more to distribute at once, or when to look again. */
async function distribute(worker: RunningWorker): Promise<boolean | number> {
  const restMs = worker.distributedAtMs + DISTRIBUTE_EVERY_MS - performance.now();
  if (restMs > 0 && worker.isBusy()) return Math.ceil(restMs);
  const { more, fellBehind } = await worker.distributor.round(worker.deps.clock.now());
  if (fellBehind) catchUpNow(worker);
  worker.claiming.run();
  worker.distributedAtMs = more ? NEVER_MS : performance.now();
  return more;
}

/** Returns whether there is more to catch up with at once, or when to look again. */
async function catchUpAndDispatch(worker: RunningWorker): Promise<boolean | number> {
  const { deps, dispatcher, leaseMs } = worker;
  const { outbox } = deps.database;
  const restMs = worker.catchUpAtMs - performance.now();
  if (restMs > 0) return Math.ceil(restMs);
  worker.catchUpAtMs = performance.now() + CATCH_UP_EVERY_MS;
  const now = deps.clock.now();
  const [held] = await releaseHeldDeliveries(outbox, { now, limit: RELEASE_MAX });
  if ((held?.released ?? 0) > 0) worker.claiming.run();
  const { communityId: afterCommunityId, subscriptionId: afterSubscriptionId } = worker.afterBehind;
  const behind = await selectSubscriptionsBehind(outbox, { afterCommunityId, afterSubscriptionId, limit: BEHIND_MAX });
  const isLastPage = behind.length < BEHIND_MAX;
  worker.afterBehind = isLastPage ? FIRST : (behind.at(-1) ?? FIRST);
  const isReady = ({ hasRoom, subscriptionId }: SubscriptionBehind) => hasRoom && dispatcher.mayCatchUp(subscriptionId);
  for (const key of behind) if (!isReady(key)) dispatcher.expectMore(key.subscriptionId);
  const { grants, starved } = shareAmong(dispatcher, behind.filter(isReady), now);
  if (starved) dispatcher.setStarved(true);
  await dispatcher.recorded();
  let isLeft = false;
  for (const grant of grants) {
    const taken = await catchUp(deps.database, now, leaseMs, grant);
    // At once: if the next one cannot be asked for, these need not wait for their lease.
    dispatcher.take(taken.claims, taken.isUsedUp ? [grant] : [], true);
    isLeft ||= taken.isLeft;
  }
  const isMore = held?.released === RELEASE_MAX || !isLastPage;
  if (isMore) worker.catchUpAtMs = NEVER_MS;
  else if (isLeft) worker.catchUpAtMs = Math.min(worker.catchUpAtMs, performance.now() + CATCH_UP_AGAIN_MS);
  return isMore || (isLeft && CATCH_UP_AGAIN_MS);
}

/** Returns whether another claim is worthwhile at once. */
async function claimAndDispatch(worker: RunningWorker): Promise<boolean> {
  const { deps, dispatcher, leaseMs } = worker;
  const now = deps.clock.now();
  const hasNoSlot = dispatcher.freeSlots() === 0;
  dispatcher.setStarved(hasNoSlot);
  if (hasNoSlot) return false;
  const { communityId: afterCommunityId, subscriptionId: afterSubscriptionId } = worker.after;
  const limit = DUE_SUBSCRIPTIONS_MAX;
  const due = await selectDueSubscriptions(deps.database.outbox, { now, afterCommunityId, afterSubscriptionId, limit });
  const { grants, starved } = shareAmong(dispatcher, due, now);
  dispatcher.setStarved(starved);
  // In turns over all subscriptions: the next page follows, and after the last one the first.
  const isLastPage = due.length < DUE_SUBSCRIPTIONS_MAX;
  worker.after = isLastPage ? FIRST : (due.at(-1) ?? FIRST);
  const nextPage = !isLastPage && !starved;
  if (grants.length === 0) return nextPage;
  const { claims, usedUp, settled } = await claim(deps.database, now, leaseMs, grants);
  dispatcher.take(claims, usedUp);
  return nextPage || settled;
}

function shareAmong(dispatcher: Dispatcher, keys: readonly SubscriptionKey[], now: Date) {
  const wishes = keys.map((key) => dispatcher.freeSlotsOf(key.subscriptionId, now));
  const shares = shareSlots(wishes, dispatcher.freeSlots());
  const grants: Grant[] = keys.map((key, at) => ({ ...key, limit: shares[at] ?? 0 }));
  const starved = wishes.some((wish, at) => wish > (shares[at] ?? 0));
  return { grants: grants.filter((grant) => grant.limit > 0), starved };
}

function createJobRun(deps: WorkerDeps, job: Job): (signal: AbortSignal) => Promise<boolean> {
  let ranAtMs = NEVER_MS;
  return async (signal) => {
    const nowMs = deps.clock.now().getTime();
    if (deps.clockState.cautiousUntil() !== undefined || nowMs - ranAtMs < job.everyMs) return false;
    await job.run(deps, signal);
    ranAtMs = nowMs;
    return false;
  };
}
