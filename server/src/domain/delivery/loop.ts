/**
 * The worker: distributes events, claims due deliveries, sends them, records what came of it, and cleans up. Woken in
 * the process and by its own poll. Any number of workers share one database.
 */
import type { Job } from '../../platform/database/job.ts';
import { FIRST_ID } from '../../platform/database/keyset.ts';
import type { PlatformDeps } from '../../platform/deps.ts';
import { catchUpRound } from './catch-up.ts';
import { claim } from './deliver.ts';
import { releaseHeldDeliveries, type SubscriptionKey, selectDueSubscriptions } from './delivery-queries.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import { createDistributor } from './distribute.ts';
import { createFlow } from './flow.ts';
import { readCaFile } from './guard.ts';
import { createSender, type Sender, type SenderOptions } from './send.ts';
import { shareSlots } from './slots.ts';

export type WorkerDeps = Pick<PlatformDeps, 'config' | 'clock' | 'database' | 'log' | 'keys' | 'metrics' | 'tracing'>;

export interface WorkerOptions {
  /** Between two looks at the database when nobody wakes the worker. */
  readonly pollMs?: number;
  /** At least three times what an attempt can take: waiting for a slot, the attempt, recording it. */
  readonly leaseMs?: number;
  /** What else it does from time to time (`service/jobs.ts`). */
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
const CATCH_UP_EVERY_MS = 200;
/** While somebody is behind and has too little to send: how soon to look again, and for how long after the last step. */
const HUNGRY_EVERY_MS = 20;
const HUNGRY_FOR_MS = 5000;
/** While requests wait: one batch of many events costs little more than one of a few. */
const DISTRIBUTE_EVERY_MS = 50;
const DUE_SUBSCRIPTIONS_MAX = 500;
const STOP_MS = 3000;
const FIRST: SubscriptionKey = { communityId: 0, subscriptionId: FIRST_ID };

/** Starts the worker. @throws when WEBHOOK_CA_FILE cannot be read */
export function startWorker(deps: WorkerDeps, options: WorkerOptions = {}): Worker {
  const { config, clock, database, log } = deps;
  const { pollMs = POLL_MS, leaseMs = LEASE_MS, jobs = [], isBusy = () => false } = options;
  const sender = (options.createSender ?? createSender)({
    opening: { allowCidrs: config.webhookAllowCidrs },
    extraCa: readCaFile(config.webhookCaFile),
    ...options.sender,
  });
  const dispatcher: Dispatcher = createDispatcher(deps, sender, {
    leaseMs,
    random: options.random ?? Math.random,
    onFreeSlots: claimMore,
    isBusy,
  });
  const stopping = new AbortController();
  const distributor = createDistributor(database, (communityId, error, retryInMs) =>
    log.warn(
      { community_id: communityId, error: error.message, retry_in_ms: retryInMs },
      'events of a community could not be distributed yet',
    ),
  );
  let after = FIRST;
  let distributedAtMs = Number.NEGATIVE_INFINITY;
  let caughtUpAtMs = Number.NEGATIVE_INFINITY;
  /** When a subscription was last seen behind; and whether since its last step a claim brought less than it may. */
  let behindAtMs = Number.NEGATIVE_INFINITY;
  let hungry = false;

  // Side by side, each with its own wait after a failure: what one cannot do keeps no other from its work.
  const flow = (name: string, work: () => Promise<boolean | number>) =>
    createFlow(work, {
      pollMs,
      signal: stopping.signal,
      onFailure: (error, retryInMs) =>
        log.warn({ work: name, error: error.message, retry_in_ms: retryInMs }, 'the worker could not reach its work'),
    });
  const distributing = flow('distribute events', distribute);
  const catchingUp = flow('catch up', catchUp);
  const claiming = flow('claim deliveries', claimAndDispatch);
  const running = jobs.map((job) => flow(job.name, () => runJob(job)));
  const jobRanAt = new Map<string, number>();

  function claimMore(): void {
    claiming.run();
  }

  /** Returns whether there is more to distribute at once, or when to look again. */
  async function distribute(): Promise<boolean | number> {
    const restMs = distributedAtMs + DISTRIBUTE_EVERY_MS - performance.now();
    if (restMs > 0 && isBusy()) return Math.ceil(restMs);
    const { more, fellBehind } = await distributor.round(clock.now());
    if (fellBehind) behindAtMs = performance.now();
    claimMore();
    distributedAtMs = more ? Number.NEGATIVE_INFINITY : performance.now();
    return more;
  }

  /** Returns whether there is more to catch up with at once, or when to look again. */
  async function catchUp(): Promise<boolean | number> {
    const restMs = caughtUpAtMs + (isHungry() ? HUNGRY_EVERY_MS : CATCH_UP_EVERY_MS) - performance.now();
    // Whoever asks too early is not forgotten: the room that was made may be all that a subscription waits for.
    if (restMs > 0) return Math.ceil(restMs);
    const now = clock.now();
    const [row] = await releaseHeldDeliveries(database.outbox, now, RELEASE_MAX);
    const released = row?.released ?? 0;
    const { moved, isBehind } = await catchUpRound(database, now);
    if (isBehind) behindAtMs = performance.now();
    if (released + moved > 0) claimMore();
    // One that is behind and did not move is locked, for as long as it takes to record its attempts.
    hungry = moved === 0 && (hungry || isBehind);
    if (released === RELEASE_MAX || moved > 0) return true;
    caughtUpAtMs = performance.now();
    return isHungry() && HUNGRY_EVERY_MS;
  }

  function isHungry(): boolean {
    return hungry && performance.now() - behindAtMs < HUNGRY_FOR_MS;
  }

  async function runJob(job: Job): Promise<boolean> {
    const now = clock.now().getTime();
    if (now - (jobRanAt.get(job.name) ?? Number.NEGATIVE_INFINITY) < job.everyMs) return false;
    await job.run(deps, stopping.signal);
    jobRanAt.set(job.name, now);
    return false;
  }

  /** Returns whether another claim is worthwhile at once. */
  async function claimAndDispatch(): Promise<boolean> {
    const now = clock.now();
    const slots = dispatcher.freeSlots();
    dispatcher.setStarved(slots === 0);
    if (slots === 0) return false;
    const { communityId, subscriptionId } = after;
    const due = await selectDueSubscriptions(database.outbox, now, communityId, subscriptionId, DUE_SUBSCRIPTIONS_MAX);
    const wishes = due.map((key) => dispatcher.freeSlotsOf(key.subscriptionId, now));
    const shares = shareSlots(wishes, slots);
    const grants = due.map((key, at) => ({ ...key, limit: shares[at] ?? 0 })).filter((grant) => grant.limit > 0);
    const starved = wishes.some((wish, at) => wish > (shares[at] ?? 0));
    dispatcher.setStarved(starved);
    // In turns over all subscriptions: the next page follows, and after the last one the first.
    const isLastPage = due.length < DUE_SUBSCRIPTIONS_MAX;
    after = isLastPage ? FIRST : (due.at(-1) ?? FIRST);
    const nextPage = !isLastPage && !starved;
    if (grants.length === 0) return nextPage;
    const { claims, usedUp, settled } = await claim(database, now, leaseMs, grants);
    dispatcher.take(claims, usedUp);
    hungry ||= usedUp.length < grants.length;
    // What was sent may have made room.
    catchingUp.run();
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
