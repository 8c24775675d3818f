/** Claimed deliveries on their way: queued per subscription, sent within its share of slots, recorded in batches. */

import { type Attempt, attempt, type Claim, type Grant, giveBack, type Lease } from './deliver.ts';
import { createKeyring, type Keyring } from './keyring.ts';
import type { WorkerDeps } from './loop.ts';
import { createRecorder, type Recorder } from './recorder.ts';
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

interface QueuedClaim {
  readonly claim: Claim;
  readonly takenAtMs: number;
}

interface Receiver extends Congestion {
  readonly queue: QueuedClaim[];
  /** When it last got what it had missed. */
  caughtUpAtMs: number;
}

const RECEIVERS_MAX = 10_000;
const TRY_EVERY_MS = 1000;

/** A dispatcher while it runs. */
interface RunningDispatcher {
  readonly deps: WorkerDeps;
  readonly sender: Sender;
  readonly options: DispatcherOptions;
  readonly keyring: Keyring;
  readonly pace: Pace<Receiver>;
  readonly recorder: Recorder;
  readonly receivers: Map<string, Receiver>;
  /**
   * By delivery: what this process has claimed and not recorded. No more of it than that: a Map whose entries come and go
   * leaves old tables behind that outlive them, with whatever they point at (http/deadline.ts).
   */
  readonly onTheWay: Map<string, Lease>;
  /** Claims that the end of the sender kept from being sent. */
  readonly abandoned: Claim[];
  /** Attempts, records and returns that have not ended. */
  working: number;
  drained: (() => void) | undefined;
  stopped: boolean;
  starved: boolean;
}

export function createDispatcher(deps: WorkerDeps, sender: Sender, options: DispatcherOptions): Dispatcher {
  const dispatching: RunningDispatcher = {
    ...{ deps, sender, options },
    keyring: createKeyring(deps.keys.webhookSecrets),
    pace: createPace(options.isBusy, (receiver) => sendOne(dispatching, receiver)),
    recorder: createRecorder(deps, (made) => onRecorded(dispatching, made)),
    receivers: new Map(),
    onTheWay: new Map(),
    abandoned: [],
    ...{ working: 0, drained: undefined, stopped: false, starved: false },
  };
  const { receivers, onTheWay, recorder } = dispatching;
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
      dispatching.starved = value;
    },
    take: (claims, usedUp, isCatchUp = false) => take(dispatching, claims, usedUp, isCatchUp),
    stop: () => stop(dispatching),
  };
}

function take(
  dispatching: RunningDispatcher,
  claims: readonly Claim[],
  usedUp: readonly Grant[],
  isCatchUp: boolean,
): void {
  const { receivers, onTheWay, pace } = dispatching;
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
}

function sendOne(dispatching: RunningDispatcher, receiver: Receiver): boolean {
  if (!maySend(receiver, SLOT_LIMITS) || dispatching.stopped) return false;
  // A claim that waited longer might outlive its lease on the wire.
  const queueMaxMs = dispatching.options.leaseMs / 3;
  for (;;) {
    const queued = receiver.queue.shift();
    if (!queued) return false;
    const { claim, takenAtMs } = queued;
    if (performance.now() - takenAtMs <= queueMaxMs) {
      receiver.sending++;
      dispatching.working++;
      void deliver(dispatching, receiver, claim);
      return true;
    }
    returnClaims(dispatching, receiver, [claim]);
  }
}

async function deliver(dispatching: RunningDispatcher, receiver: Receiver, claim: Claim): Promise<void> {
  const { deps, sender, options, keyring, pace, recorder } = dispatching;
  const made = await attempt(claim, sender, keyring, deps.clock, options.random);
  receiver.sending--;
  if (!made) {
    dispatching.abandoned.push(claim);
    return end(dispatching);
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
  if (!succeeded) returnClaims(dispatching, receiver, claimsOf(receiver.queue.splice(0)));
  receiver.ended++;
  pace.pump(receiver);
  refill(dispatching, receiver);
  recorder.add(made);
}

function onRecorded(dispatching: RunningDispatcher, { claim }: Attempt): void {
  const receiver = dispatching.receivers.get(claim.subscriptionId);
  if (receiver) {
    receiver.ended--;
    release(dispatching, receiver, claim);
  }
  end(dispatching);
}

function end(dispatching: RunningDispatcher): void {
  if (--dispatching.working === 0) dispatching.drained?.();
}

function release(dispatching: RunningDispatcher, receiver: Receiver, claim: Claim): void {
  const { receivers, onTheWay, options } = dispatching;
  receiver.claimed--;
  onTheWay.delete(claim.deliveryId);
  refill(dispatching, receiver);
  if (dispatching.starved && onTheWay.size <= SLOT_LIMITS.totalMax * 0.75) options.onFreeSlots();
  if (receiver.claimed === 0 && receivers.size > RECEIVERS_MAX) receivers.delete(claim.subscriptionId);
}

/** Asks once for the receiver's next deliveries; the claim tells whether there are more. */
function refill({ deps, options }: RunningDispatcher, receiver: Receiver): void {
  if (!receiver.more) return;
  // Not for every slot: a claim is worth its two statements when it may bring as many again.
  const free = freeSlots(receiver, SLOT_LIMITS, deps.clock.now());
  // Nor for none: a claim in vain costs as much.
  if (free === 0 || free < receiver.claimed - receiver.ended) return;
  receiver.more = false;
  options.onFreeSlots();
}

function returnClaims(dispatching: RunningDispatcher, receiver: Receiver, claims: readonly Claim[]): void {
  if (claims.length === 0) return;
  dispatching.working++;
  void giveBack(dispatching.deps.database, claims)
    .catch(() => {}) // Then the lease makes them due.
    .then(() => {
      for (const claim of claims) release(dispatching, receiver, claim);
      end(dispatching);
    });
}

async function stop(dispatching: RunningDispatcher): Promise<void> {
  const { deps, pace, recorder, receivers, abandoned } = dispatching;
  dispatching.stopped = true;
  pace.stop();
  recorder.stop();
  if (dispatching.working > 0) await new Promise<void>((resolve) => (dispatching.drained = resolve));
  for (const receiver of receivers.values()) abandoned.push(...claimsOf(receiver.queue.splice(0)));
  await giveBack(deps.database, abandoned).catch(() => {});
}

const claimsOf = (queued: readonly QueuedClaim[]) => queued.map(({ claim }) => claim);

const secondsOf = ({ startedAt, endedAt }: Attempt) => (endedAt.getTime() - startedAt.getTime()) / 1000;

// How deliveries give way while requests wait: so many attempts begin in a second, and the rest in turns
// (docs/decisions/deliveries.md).

/** The rate of all subscriptions of this process together, while it is busy. */
const ATTEMPTS_PER_SECOND = 500;
/** An event that comes alone is sent at once. */
const BURST = 20;
const TURN_EVERY_MS = 10;

export interface Pace<Sender> {
  /** Lets it send as much as it may, now or when it is its turn; it may be asked again meanwhile. */
  pump(sender: Sender): void;
  stop(): void;
}

/**
 * @param sendOne sends the next one; false: there is none, or it may not be sent now
 * @param nowMs in ms, of a clock that only goes forward
 */
export function createPace<Sender>(
  isBusy: () => boolean,
  sendOne: (sender: Sender) => boolean,
  nowMs: () => number = () => performance.now(),
): Pace<Sender> {
  /** In the order of their turns. */
  const waiting = new Set<Sender>();
  let permits = BURST;
  let refilledMs = nowMs();
  let timer: NodeJS.Timeout | undefined;

  function refill(): void {
    const now = nowMs();
    permits = Math.min(BURST, permits + ((now - refilledMs) / 1000) * ATTEMPTS_PER_SECOND);
    refilledMs = now;
  }

  function sendInTurns(): void {
    refill();
    for (const sender of waiting) {
      if (permits < 1) break;
      waiting.delete(sender);
      if (!sendOne(sender)) continue;
      permits--;
      waiting.add(sender);
    }
    if (waiting.size > 0) timer ??= setTimeout(onTurn, TURN_EVERY_MS).unref();
  }

  function onTurn(): void {
    timer = undefined;
    const turns = isBusy() ? [] : [...waiting];
    for (const sender of turns) {
      waiting.delete(sender);
      sendAll(sender);
    }
    sendInTurns();
  }

  function sendAll(sender: Sender): void {
    while (sendOne(sender)) {}
  }

  return {
    pump(sender) {
      if (!isBusy()) return sendAll(sender);
      waiting.add(sender);
      sendInTurns();
    },
    stop() {
      clearTimeout(timer);
      waiting.clear();
    },
  };
}
