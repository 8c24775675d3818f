/**
 * The worker: distributes events, claims due deliveries, sends them, records what came of it, and cleans up. Woken in
 * the process and by its own poll. Any number of workers share one database.
 */
import { CONSOLE_JOBS } from '../console/clean-up.ts';
import type { Deps } from '../deps.ts';
import { FAN_OUT_MAX, fanOut } from '../outbox/fan-out.ts';
import { CLOSE_DAYS_JOB } from '../wallet/close-days.ts';
import { claim } from '../webhooks/deliver.ts';
import { releaseHeldDeliveries, type SubscriptionKey, selectDueSubscriptions } from '../webhooks/delivery-queries.ts';
import { createSender, readCaFile, type Sender, type SenderOptions } from '../webhooks/send.ts';
import { CLEAN_UP_JOBS, type Job } from './clean-up.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import { shareSlots } from './slots.ts';

export type WorkerDeps = Pick<Deps, 'config' | 'clock' | 'database' | 'log' | 'keys' | 'metrics'>;

export interface WorkerOptions {
  /** Between two looks at the database when nobody wakes the worker. */
  readonly pollMs?: number;
  /** At least three times what an attempt can take: waiting for a slot, the attempt, recording it. */
  readonly leaseMs?: number;
  readonly jobs?: readonly Job[];
  /** Tests shorten the times and answer the look-ups; the demo opens its own receiver. */
  readonly sender?: Partial<SenderOptions>;
  /** The simulator's receivers are in memory. */
  readonly createSender?: (options: SenderOptions) => Sender;
  /** Uniform in [0, 1). */
  readonly random?: () => number;
}

export interface Worker {
  /** There may be something to send. Cheap; call it after every commit that appends an event or makes one due. */
  wake(): void;
  /** Ends within a few seconds. Attempts on their way are given up and repeated by the next worker. */
  stop(): Promise<void>;
}

const JOBS: readonly Job[] = [CLOSE_DAYS_JOB, ...CLEAN_UP_JOBS, ...CONSOLE_JOBS];
const POLL_MS = 1000;
const LEASE_MS = 45_000;
const RELEASE_MAX = 500;
const RELEASE_EVERY_MS = 200;
const DUE_SUBSCRIPTIONS_MAX = 500;
const BACKOFF_MIN_MS = 250;
const BACKOFF_MAX_MS = 5000;
const STOP_MS = 3000;
const FIRST: SubscriptionKey = { communityId: 0, subscriptionId: '00000000-0000-0000-0000-000000000000' };

/** Starts the worker. @throws when WEBHOOK_CA_FILE cannot be read */
export function startWorker(deps: WorkerDeps, options: WorkerOptions = {}): Worker {
  const { config, clock, database, log } = deps;
  const { pollMs = POLL_MS, leaseMs = LEASE_MS, jobs = JOBS } = options;
  const sender = (options.createSender ?? createSender)({
    opening: { allowCidrs: config.webhookAllowCidrs },
    extraCa: readCaFile(config.webhookCaFile),
    ...options.sender,
  });
  const dispatcher: Dispatcher = createDispatcher(deps, sender, {
    leaseMs,
    random: options.random ?? Math.random,
    onFreeSlots: claimMore,
  });
  const stopping = new AbortController();
  const jobRanAt = new Map<string, number>();
  let jobsRunning: Promise<void> = Promise.resolve();
  let after = FIRST;
  let releasedAtMs = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let pausedUntilMs = 0;
  let timer: NodeJS.Timeout | undefined;

  // Side by side: who has free slots does not wait until everybody's new events are distributed.
  const distributing = createFlow(distribute, onRound);
  const claiming = createFlow(claimAndDispatch, onRound);

  function look(): void {
    if (!stopping.signal.aborted && performance.now() >= pausedUntilMs) distributing.run();
  }

  function claimMore(): void {
    if (!stopping.signal.aborted && performance.now() >= pausedUntilMs) claiming.run();
  }

  function lookAfter(delayMs: number): void {
    clearTimeout(timer);
    if (!stopping.signal.aborted) timer = setTimeout(look, delayMs);
  }

  /** Returns whether to go on at once. */
  function onRound(error: Error | undefined): boolean {
    if (!error) {
      failures = 0;
      return !stopping.signal.aborted;
    }
    // The database is away, or two statements met: what was not committed is still there.
    const backoffMs = Math.min(BACKOFF_MIN_MS * 2 ** failures++, BACKOFF_MAX_MS);
    pausedUntilMs = performance.now() + backoffMs;
    lookAfter(backoffMs + 1);
    log.warn({ error: error.message, retry_in_ms: backoffMs }, 'the worker could not reach its work');
    return false;
  }

  /** Returns whether there is more to distribute. */
  async function distribute(): Promise<boolean> {
    const now = clock.now();
    lookAfter(pollMs);
    const { events } = await fanOut(database, now);
    claimMore();
    if (performance.now() - releasedAtMs >= RELEASE_EVERY_MS) {
      const [row] = await releaseHeldDeliveries(database.outbox, now, RELEASE_MAX);
      const released = row?.released ?? 0;
      if (released > 0) claimMore();
      if (released === RELEASE_MAX) return true;
      releasedAtMs = performance.now();
    }
    startJobs();
    return events === FAN_OUT_MAX;
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
    return nextPage || settled;
  }

  function startJobs(): void {
    const now = clock.now().getTime();
    for (const job of jobs) {
      if (now - (jobRanAt.get(job.name) ?? Number.NEGATIVE_INFINITY) < job.everyMs) continue;
      jobRanAt.set(job.name, now);
      jobsRunning = jobsRunning
        .then(() => job.run(database, clock, stopping.signal))
        .catch((error: Error) => log.warn({ job: job.name, error: error.message }, 'a job failed'));
    }
  }

  look();
  return {
    wake: look,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      const ended = Promise.all([distributing.ended(), claiming.ended(), jobsRunning]).then(() => dispatcher.stop());
      // Attempts end at once when the sender closes; only a database that does not answer could keep the worker.
      await sender.close();
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())]);
    },
  };
}

interface Flow {
  /** Runs the work, once more if it is running. */
  run(): void;
  ended(): Promise<void>;
}

/**
 * Work that never runs beside itself.
 * @param work returns whether there is more to do at once
 * @param onRound is told how a round ended; returns whether another may follow at once
 */
function createFlow(work: () => Promise<boolean>, onRound: (error: Error | undefined) => boolean): Flow {
  let wanted = false;
  let running: Promise<void> | undefined;

  async function rounds(): Promise<void> {
    for (let goOn = true; goOn && wanted; ) {
      wanted = false;
      try {
        if (await work()) wanted = true;
        goOn = onRound(undefined);
      } catch (error) {
        goOn = onRound(error as Error);
      }
    }
    running = undefined;
  }

  return {
    run() {
      wanted = true;
      running ??= rounds();
    },
    ended: async () => running,
  };
}
