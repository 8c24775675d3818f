/** Claimed deliveries on their way: queued per subscription, sent within its share of slots, recorded in batches. */
import { type Attempt, attempt, type Claim, type Grant, giveBack, type Lease } from './deliver.ts';
import { createKeyring } from './keyring.ts';
import type { WorkerDeps } from './loop.ts';
import { createPace } from './pace.ts';
import { createRecorder } from './recorder.ts';
import { isSuccess } from './retry.ts';
import type { Sender } from './send.ts';
import { type Congestion, freeSlots, maySend, newCongestion, onClaim, onResult, SLOT_LIMITS } from './slots.ts';

export interface DispatcherOptions {
  readonly leaseMs: number;
  readonly random: () => number;
  /** Called when claiming again is worthwhile. */
  readonly onFreeSlots: () => void;
  /** Whether deliveries give way to requests. */
  readonly isBusy: () => boolean;
}

export interface Dispatcher {
  /** Deliveries of all subscriptions that may be claimed now. */
  freeSlots(): number;
  /** Deliveries of a subscription that may be claimed now. */
  freeSlotsOf(subscriptionId: string, now: Date): number;
  /**
   * @param usedUp grants of which nothing was left: their subscriptions probably have more
   * @param isCatchUp they are of events that were missed
   */
  take(claims: readonly Claim[], usedUp: readonly Grant[], isCatchUp?: boolean): void;
  /** Whether it may be sent what it has missed: one that falters gets a little of it each second, as a try. */
  mayCatchUp(subscriptionId: string): boolean;
  /** Lets it be asked for again as soon as something of it is recorded: then there may be room. */
  expectMore(subscriptionId: string): void;
  /** Resolves when nothing is being recorded: a record locks its subscriptions. */
  recorded(): Promise<void>;
  /** Whether some subscription wished for more slots than there were. */
  setStarved(starved: boolean): void;
  /** Waits for what is being recorded and gives the rest back. The sender must be closed. */
  stop(): Promise<void>;
}

interface Queued {
  readonly claim: Claim;
  readonly takenAtMs: number;
}

interface Receiver extends Congestion {
  readonly queue: Queued[];
  /** When it last got what it had missed. */
  caughtUpAtMs: number;
}

const RECEIVERS_MAX = 10_000;
const TRY_EVERY_MS = 1000;

export function createDispatcher(deps: WorkerDeps, sender: Sender, options: DispatcherOptions): Dispatcher {
  const { clock, database, keys } = deps;
  const keyring = createKeyring(keys.webhookSecrets);
  const receivers = new Map<string, Receiver>();
  /**
   * By delivery: what this process has claimed and not recorded. No more of it than that: a Map whose entries come and go
   * leaves old tables behind that outlive them, with whatever they point at (http/deadline.ts).
   */
  const onTheWay = new Map<string, Lease>();
  /** Attempts, records and returns that have not ended. */
  let working = 0;
  let drained: (() => void) | undefined;
  const abandoned: Claim[] = [];
  let stopped = false;
  let starved = false;
  const recorder = createRecorder(deps, onRecorded);
  /** A claim that waited longer might outlive its lease on the wire. */
  const queueMaxMs = options.leaseMs / 3;

  const pace = createPace(options.isBusy, sendOne);

  function sendOne(receiver: Receiver): boolean {
    if (!maySend(receiver, SLOT_LIMITS) || stopped) return false;
    for (;;) {
      const queued = receiver.queue.shift();
      if (!queued) return false;
      const { claim, takenAtMs } = queued;
      if (performance.now() - takenAtMs <= queueMaxMs) {
        receiver.sending++;
        working++;
        void deliver(receiver, claim);
        return true;
      }
      returnClaims(receiver, [claim]);
    }
  }

  async function deliver(receiver: Receiver, claim: Claim): Promise<void> {
    const made = await attempt(claim, sender, keyring, clock, options.random);
    receiver.sending--;
    if (!made) {
      abandoned.push(claim);
      return end();
    }
    const succeeded = isSuccess(made.result);
    deps.metrics?.observeAttempt(succeeded ? 'delivered' : 'failed', secondsOf(made));
    deps.tracing?.attempted({
      ...{ type: claim.eventType, subscriptionId: claim.subscriptionId, attempt: claim.attemptCount + 1 },
      ...{ status: made.result.statusCode, startedAt: made.startedAt, endedAt: made.endedAt },
    });
    onResult(receiver, made.result, SLOT_LIMITS, made.endedAt);
    const pauseMs = receiver.pausedUntil - made.endedAt.getTime();
    if (pauseMs > 0) setTimeout(options.onFreeSlots, pauseMs).unref();
    // Claims taken ahead wait in the database for a receiver that falters.
    if (!succeeded) returnClaims(receiver, claimsOf(receiver.queue.splice(0)));
    receiver.ended++;
    pace.pump(receiver);
    refill(receiver);
    recorder.add(made);
  }

  function onRecorded({ claim }: Attempt): void {
    const receiver = receivers.get(claim.subscriptionId);
    if (receiver) {
      receiver.ended--;
      release(receiver, claim);
    }
    end();
  }

  function end(): void {
    if (--working === 0) drained?.();
  }

  function release(receiver: Receiver, claim: Claim): void {
    receiver.claimed--;
    onTheWay.delete(claim.deliveryId);
    refill(receiver);
    if (starved && onTheWay.size <= SLOT_LIMITS.totalMax * 0.75) options.onFreeSlots();
    if (receiver.claimed === 0 && receivers.size > RECEIVERS_MAX) receivers.delete(claim.subscriptionId);
  }

  /** Asks once for the receiver's next deliveries; the claim tells whether there are more. */
  function refill(receiver: Receiver): void {
    if (!receiver.more) return;
    // Not for every slot: a claim is worth its two statements when it may bring as many again.
    const free = freeSlots(receiver, SLOT_LIMITS, clock.now());
    // Nor for none: a claim in vain costs as much.
    if (free === 0 || free < receiver.claimed - receiver.ended) return;
    receiver.more = false;
    options.onFreeSlots();
  }

  function returnClaims(receiver: Receiver, claims: readonly Claim[]): void {
    if (claims.length === 0) return;
    working++;
    void giveBack(database, claims)
      .catch(() => {}) // Then the lease makes them due.
      .then(() => {
        for (const claim of claims) release(receiver, claim);
        end();
      });
  }

  return {
    freeSlots: () => Math.max(0, SLOT_LIMITS.totalMax - onTheWay.size),
    freeSlotsOf(subscriptionId, now) {
      const receiver = receivers.get(subscriptionId);
      const free = freeSlots(receiver, SLOT_LIMITS, now);
      // A subscription that finds no slot now is asked for again when there is one.
      if (receiver && free === 0) receiver.more = true;
      return free;
    },
    mayCatchUp(subscriptionId) {
      const receiver = receivers.get(subscriptionId);
      return !receiver || receiver.failures === 0 || performance.now() - receiver.caughtUpAtMs >= TRY_EVERY_MS;
    },
    expectMore(subscriptionId) {
      const receiver = receivers.get(subscriptionId);
      if (receiver) receiver.more = true;
    },
    recorded: () => recorder.recorded(),
    setStarved(value) {
      starved = value;
    },
    take(claims, usedUp, isCatchUp = false) {
      const takenAtMs = performance.now();
      const taking = new Map<string, Receiver>();
      for (const claim of claims) {
        const { deliveryId, subscriptionId, lease } = claim;
        const before = onTheWay.get(deliveryId);
        if (before) {
          // This process outlived its own lease: it keeps the claim and does not send twice at once.
          before.until = lease.until;
          continue;
        }
        onTheWay.set(deliveryId, lease);
        const receiver = receivers.get(subscriptionId) ?? { ...newCongestion(), queue: [], caughtUpAtMs: 0 };
        receivers.set(subscriptionId, receiver);
        receiver.claimed++;
        receiver.queue.push({ claim, takenAtMs });
        if (isCatchUp) receiver.caughtUpAtMs = takenAtMs;
        taking.set(subscriptionId, receiver);
      }
      const moreOf = new Set(usedUp.map((grant) => grant.subscriptionId));
      for (const [subscriptionId, receiver] of taking) {
        const isUsedUp = moreOf.has(subscriptionId);
        receiver.more ||= isUsedUp;
        onClaim(receiver, isUsedUp, SLOT_LIMITS);
        pace.pump(receiver);
      }
    },
    async stop() {
      stopped = true;
      pace.stop();
      recorder.stop();
      if (working > 0) await new Promise<void>((resolve) => (drained = resolve));
      for (const receiver of receivers.values()) abandoned.push(...claimsOf(receiver.queue.splice(0)));
      await giveBack(database, abandoned).catch(() => {});
    },
  };
}

const claimsOf = (queued: readonly Queued[]) => queued.map(({ claim }) => claim);

const secondsOf = ({ startedAt, endedAt }: Attempt) => (endedAt.getTime() - startedAt.getTime()) / 1000;
