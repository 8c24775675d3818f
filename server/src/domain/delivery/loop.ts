/**
 * The worker: distributes events, claims due deliveries, sends them, records what came of it, and cleans up. Woken in
 * the process and by its own poll. Any number of workers share one database.
 */
import type { Job } from '../../platform/database/job.ts';
import { FIRST_ID } from '../../platform/database/keyset.ts';
import type { PlatformDeps } from '../../platform/deps.ts';
import { readCaFile } from '../../platform/guarded-https/ca-file.ts';
import { catchUp } from './catch-up.ts';
import { landOverdueFlights, type SubscriptionBehind, selectSubscriptionsBehind } from './catch-up-queries.ts';
import { claim, type Grant } from './deliver.ts';
import { releaseHeldDeliveries, type SubscriptionKey, selectDueSubscriptions } from './delivery-queries.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import { createDistributor } from './distribute.ts';
import { createFlow } from './flow.ts';
import { createSender, type Sender, type SenderOptions } from './send.ts';
import { shareSlots } from './slots.ts';

export type WorkerDeps = Pick<
  PlatformDeps,
  'config' | 'clock' | 'clockState' | 'database' | 'log' | 'keys' | 'metrics' | 'tracing'
>;

export interface WorkerOptions {
  /** Between two looks at the database when nobody wakes the worker. */
  readonly pollMs?: number;
  /** At least three times what an attempt can take: waiting for a slot, the attempt, recording it. */
  readonly leaseMs?: number;
  /** Other work from time to time (`service/jobs.ts`). */
  readonly jobs?: readonly Job[];
  /** Tests shorten the times and answer the look-ups; the demo opens its own receiver. */
  readonly sender?: Partial<SenderOptions>;
  /** The simulator's receivers are in memory. */
  readonly createSender?: (options: SenderOptions) => Sender;
  /** Whether requests wait for this process: deliveries give way to them (ADR 0052). */
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
const LEASE_MS = 45_000;
const RELEASE_MAX = 500;
const LAND_MAX = 20;
/** The poll for subscriptions that are behind, when nothing wakes the worker or another worker has them. */
const CATCH_UP_EVERY_MS = 200;
const CATCH_UP_AGAIN_MS = 20;
const BEHIND_MAX = 100;
/** While requests wait: one batch of many events costs little more than one of a few. */
const DISTRIBUTE_EVERY_MS = 50;
const DUE_SUBSCRIPTIONS_MAX = 500;
const STOP_MS = 3000;
const FIRST: SubscriptionKey = { communityId: 0, subscriptionId: FIRST_ID };

/** Starts the worker. @throws when WEBHOOK_CA_FILE cannot be read */
export function startWorker(deps: WorkerDeps, options: WorkerOptions = {}): Worker {
  const { config, clock, clockState, database, log } = deps;
  const { pollMs = POLL_MS, leaseMs = LEASE_MS, jobs = [], isBusy = () => false } = options;
  const sender = (options.createSender ?? createSender)({
    opening: { allowCidrs: config.webhookAllowCidrs },
    extraCa: readCaFile(config.webhookCaFile),
    ...options.sender,
  });
  const dispatcher: Dispatcher = createDispatcher(deps, sender, {
    leaseMs,
    random: options.random ?? Math.random,
    onFreeSlots() {
      claimMore();
      catchUpNow();
    },
    isBusy,
  });
  const stopping = new AbortController();
  const distributor = createDistributor(database, (communityId, error, retryInMs) => {
    log.warn(
      { community_id: communityId, error: error.message, retry_in_ms: retryInMs },
      'events of a community could not be distributed yet',
    );
    setTimeout(() => distributing.run(), retryInMs + 1).unref();
  });
  let after = FIRST;
  let distributedAtMs = Number.NEGATIVE_INFINITY;
  let catchUpAtMs = Number.NEGATIVE_INFINITY;
  let afterBehind = FIRST;

  // Side by side, each with its own wait after a failure: what one cannot do keeps no other from its work.
  // Where the clock is wrong another node does it: what is dated wrongly would be due, given up or deleted too early.
  const flow = (name: string, work: () => Promise<boolean | number>) =>
    createFlow(async () => clockState.fault() === undefined && (await work()), {
      pollMs,
      signal: stopping.signal,
      onFailure: (error, retryInMs) =>
        log.warn({ work: name, error: error.message, retry_in_ms: retryInMs }, 'the worker could not reach its work'),
    });
  const distributing = flow('distribute events', distribute);
  const catchingUp = flow('catch up', catchUpAndDispatch);
  const claiming = flow('claim deliveries', claimAndDispatch);
  const running = jobs.map((job) => flow(job.name, () => runJob(job)));
  const jobRanAt = new Map<string, number>();

  function claimMore(): void {
    claiming.run();
  }

  function catchUpNow(): void {
    catchUpAtMs = Number.NEGATIVE_INFINITY;
    catchingUp.run();
  }

  /** Returns whether there is more to distribute at once, or when to look again. */
  async function distribute(): Promise<boolean | number> {
    const restMs = distributedAtMs + DISTRIBUTE_EVERY_MS - performance.now();
    if (restMs > 0 && isBusy()) return Math.ceil(restMs);
    const { more, fellBehind } = await distributor.round(clock.now());
    if (fellBehind) catchUpNow();
    claimMore();
    distributedAtMs = more ? Number.NEGATIVE_INFINITY : performance.now();
    return more;
  }

  /** Returns whether there is more to catch up with at once, or when to look again. */
  async function catchUpAndDispatch(): Promise<boolean | number> {
    const restMs = catchUpAtMs - performance.now();
    if (restMs > 0) return Math.ceil(restMs);
    catchUpAtMs = performance.now() + CATCH_UP_EVERY_MS;
    const now = clock.now();
    const [held] = await releaseHeldDeliveries(database.outbox, { now, limit: RELEASE_MAX });
    const [overdue] = await landOverdueFlights(database.outbox, { now, limit: LAND_MAX });
    if ((held?.released ?? 0) + (overdue?.flights ?? 0) > 0) claimMore();
    const { communityId, subscriptionId } = afterBehind;
    const behind = await selectSubscriptionsBehind(database.outbox, {
      afterCommunityId: communityId,
      afterSubscriptionId: subscriptionId,
      limit: BEHIND_MAX,
    });
    const isLastPage = behind.length < BEHIND_MAX;
    afterBehind = isLastPage ? FIRST : (behind.at(-1) ?? FIRST);
    const isReady = ({ hasRoom, subscriptionId: id }: SubscriptionBehind) => hasRoom && dispatcher.mayCatchUp(id);
    for (const key of behind) if (!isReady(key)) dispatcher.expectMore(key.subscriptionId);
    const { grants, starved } = shareAmong(behind.filter(isReady), now);
    if (starved) dispatcher.setStarved(true);
    await dispatcher.recorded();
    let isLeft = false;
    for (const grant of grants) {
      const taken = await catchUp(database, now, leaseMs, grant);
      // At once: if the next one cannot be asked for, these need not wait for their lease.
      dispatcher.take(taken.claims, taken.isUsedUp ? [grant] : [], true);
      isLeft ||= taken.isLeft;
    }
    const isMore = held?.released === RELEASE_MAX || overdue?.flights === LAND_MAX || !isLastPage;
    if (isMore) catchUpAtMs = Number.NEGATIVE_INFINITY;
    else if (isLeft) catchUpAtMs = Math.min(catchUpAtMs, performance.now() + CATCH_UP_AGAIN_MS);
    return isMore || (isLeft && CATCH_UP_AGAIN_MS);
  }

  function shareAmong(keys: readonly SubscriptionKey[], now: Date): { grants: Grant[]; starved: boolean } {
    const wishes = keys.map((key) => dispatcher.freeSlotsOf(key.subscriptionId, now));
    const shares = shareSlots(wishes, dispatcher.freeSlots());
    const grants = keys.map((key, at) => ({ ...key, limit: shares[at] ?? 0 })).filter((grant) => grant.limit > 0);
    return { grants, starved: wishes.some((wish, at) => wish > (shares[at] ?? 0)) };
  }

  async function runJob(job: Job): Promise<boolean> {
    if (clockState.cautiousUntil() !== undefined) return false;
    const now = clock.now().getTime();
    if (now - (jobRanAt.get(job.name) ?? Number.NEGATIVE_INFINITY) < job.everyMs) return false;
    await job.run(deps, stopping.signal);
    jobRanAt.set(job.name, now);
    return false;
  }

  /** Returns whether another claim is worthwhile at once. */
  async function claimAndDispatch(): Promise<boolean> {
    const now = clock.now();
    const hasNoSlot = dispatcher.freeSlots() === 0;
    dispatcher.setStarved(hasNoSlot);
    if (hasNoSlot) return false;
    const { communityId, subscriptionId } = after;
    const due = await selectDueSubscriptions(database.outbox, {
      now,
      afterCommunityId: communityId,
      afterSubscriptionId: subscriptionId,
      limit: DUE_SUBSCRIPTIONS_MAX,
    });
    const { grants, starved } = shareAmong(due, now);
    dispatcher.setStarved(starved);
    // In turns over all subscriptions: the next page follows, and after the last one the first.
    const isLastPage = due.length < DUE_SUBSCRIPTIONS_MAX;
    after = isLastPage ? FIRST : (due.at(-1) ?? FIRST);
    const nextPage = !isLastPage && !starved;
    if (grants.length === 0) return nextPage;
    const { claims, usedUp, settled } = await claim(database, now, leaseMs, grants);
    dispatcher.take(claims, usedUp);
    return nextPage || settled;
  }

  for (const each of [distributing, catchingUp, claiming, ...running]) each.run();
  return {
    wake() {
      distributing.run();
      catchingUp.run();
    },
    async stop() {
      stopping.abort();
      const flows = [distributing, catchingUp, claiming, ...running];
      const ended = Promise.all(flows.map((each) => each.ended())).then(() => dispatcher.stop());
      // Attempts end at once when the sender closes; only a database that does not answer could keep the worker.
      await sender.close();
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())]);
    },
  };
}
