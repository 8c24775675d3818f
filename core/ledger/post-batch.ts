/**
 * The only writer of transfers: one transaction, one fsync for all of a community that arrived together. `decide` says
 * what becomes of each request, under the locks of its accounts. A request whose account another transaction holds
 * leaves its batch and is posted behind it; when a batch fails, its requests are posted one by one, so that only the
 * one at fault gets the error.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../base/clock.ts';
import { DatabaseBusy, isAway, isNameLost, sqlState } from '../database/connection.ts';
import type { Database, Transaction, TransactionOptions } from '../database/query.ts';
import { type Batches, type BatchResult, createBatches } from './batches.ts';
import { book } from './book.ts';
import { decide } from './decide.ts';
import { lockAccounts, lockFreeAccounts } from './queries.ts';
import { hasAccountsOf, readState } from './read-state.ts';
import type { QueuePlace } from './turns.ts';
import type { Outcome, PostedTransfer, TransferRequest } from './types.ts';

/** Posts one request; resolves after the commit. Rejects with DatabaseUnavailable when the outcome is unknown. */
export type PostTransfers = (request: TransferRequest) => Promise<Outcome>;

/** Requests that may wait, for one partner or for the console of a community. */
const WAITING_MAX = 5000;
const ATTEMPTS_MAX = 6;
/** How long a batch waits for a lock: longer than PostgreSQL takes to see a deadlock. */
const LOCK_WAIT_MS = 1200;
/** The lock wait of a request that has met a lock: its partner's other credits wait meanwhile. */
const LOCK_GLANCE_MS = 100;
const LOOK_AGAIN_MS = 200;
/** A request that has waited this long is refused, just before the deadline of its answer. */
const PATIENCE_MS = 4000;
/** No partner's: the console's and imports' own. */
const NO_PARTNER = 0;

/** Deadlock, serialization failure, and a reference that another node has just used: decide again. */
const RERUN = new Set(['40P01', '40001', '23505']);

interface WaitingTransfer {
  readonly request: TransferRequest;
  /** Afterwards it is not tried again. */
  readonly untilMs: number;
  /** It has met a lock of another transaction. */
  readonly wasLocked?: boolean;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

interface Queues {
  /** Each request is here first. */
  readonly arriving: Batches<WaitingTransfer>;
  /** Requests that have to wait for a lock, or were in a batch that failed. */
  readonly delayed: Batches<WaitingTransfer>;
}

/**
 * Group commit over one database, for each community by itself: one whose accounts are locked holds up no other.
 * @param onPosted called after a commit that leaves events to be distributed
 */
export function createPostTransfers(database: Database, clock: Clock, onPosted: () => void): PostTransfers {
  const communities = new Map<number, Queues>();
  const queuesOf = (communityId: number): Queues => {
    const found = communities.get(communityId) ?? createQueues(database, clock, onPosted);
    communities.set(communityId, found);
    return found;
  };
  return (request) =>
    new Promise<Outcome>((resolve, reject) => {
      const { arriving, delayed } = queuesOf(request.communityId);
      const { partnerId } = placeOf({ request });
      if (arriving.waitingOf(partnerId) + delayed.waitingOf(partnerId) >= WAITING_MAX) {
        reject(new DatabaseBusy('too many requests wait for the ledger'));
      } else {
        arriving.add([{ request, untilMs: performance.now() + PATIENCE_MS, resolve, reject }]);
      }
    });
}

function placeOf({ request }: Pick<WaitingTransfer, 'request'>): QueuePlace {
  const partnerId = 'partnerId' in request ? request.partnerId : NO_PARTNER;
  return { partnerId, isOfMany: request.kind === 'credit' && request.isOfMany === true };
}

function createQueues(database: Database, clock: Clock, onPosted: () => void): Queues {
  const refuse = (item: WaitingTransfer, error: unknown) => item.reject(error);
  const arriving = createBatches<WaitingTransfer>(placeOf, (batch) => sendArriving(batch), refuse);
  const delayed = createBatches<WaitingTransfer>(placeOf, (batch) => sendDelayed(batch), refuse);

  async function post(batch: readonly WaitingTransfer[], options: PostOptions): Promise<Outcomes | { error: unknown }> {
    const requests = batch.map(({ request }) => request);
    const posted = await postInNewTransaction(database, clock, requests, options).catch((error: unknown) => ({
      error,
    }));
    // The commit is valid even if the notice fails.
    if ('isQueued' in posted && posted.isQueued) onPosted();
    return posted;
  }

  async function sendArriving(batch: readonly WaitingTransfer[]): Promise<BatchResult> {
    const posted = await post(batch, { isHeldLeftOut: true, lockWaitMs: LOCK_WAIT_MS });
    if (!('error' in posted)) {
      delayed.add(batch.filter((_, index) => posted.outcomes[index] === undefined));
      return answers(batch, posted.outcomes);
    }
    const wasLocked = posted.error instanceof DatabaseBusy;
    if (isAway(posted.error) || (batch.length === 1 && !wasLocked)) return refusal(batch, posted.error);
    delayed.add(batch.map((item) => ({ ...item, wasLocked })));
    return NOTHING_SENT;
  }

  async function sendDelayed(batch: readonly WaitingTransfer[]): Promise<BatchResult> {
    const lockWaitMs = batch.some(({ wasLocked }) => wasLocked) ? LOCK_GLANCE_MS : LOCK_WAIT_MS;
    const posted = await post(batch, { isHeldLeftOut: false, lockWaitMs });
    if (!('error' in posted)) return answers(batch, posted.outcomes);
    const { error } = posted;
    if (isAway(error)) return refusal(batch, error);
    if (batch.length > 1) return await sendOneByOne(batch, error);
    if (!(error instanceof DatabaseBusy) || batch.some(isLate)) return refusal(batch, error);
    void lookAgain(batch);
    return NOTHING_SENT;
  }

  /** @param fault why they were not posted together */
  async function sendOneByOne(batch: readonly WaitingTransfer[], fault: unknown): Promise<BatchResult> {
    const wasLocked = fault instanceof DatabaseBusy;
    let away: unknown;
    for (const item of batch) {
      const given = away ?? (wasLocked && isLate(item) ? fault : undefined);
      const sent: BatchResult =
        given === undefined ? await sendDelayed([{ ...item, wasLocked }]) : refusal([item], given);
      sent.answer();
      away = sent.away;
    }
    return { answer() {}, away };
  }

  async function lookAgain(batch: readonly WaitingTransfer[]): Promise<void> {
    await delay(LOOK_AGAIN_MS);
    delayed.add(batch.map((item) => ({ ...item, wasLocked: true })));
  }

  return { arriving, delayed };
}

const isLate = ({ untilMs }: WaitingTransfer) => performance.now() > untilMs;

const NOTHING_SENT: BatchResult = { answer() {} };

/** Answers the requests that have an outcome. */
const answers = (batch: readonly WaitingTransfer[], outcomes: Outcomes['outcomes']): BatchResult => ({
  answer() {
    for (const [index, { resolve }] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome) resolve(outcome);
    }
  },
});

const refusal = (batch: readonly WaitingTransfer[], error: unknown): BatchResult => ({
  answer() {
    for (const { reject } of batch) reject(error);
  },
  away: isAway(error) ? error : undefined,
});

interface PostOptions {
  /** Whether a request waits for another try when another transaction holds an account of it. */
  readonly isHeldLeftOut: boolean;
  readonly lockWaitMs: number;
}

interface Outcomes {
  /** In the order of the requests; undefined: an account is held by another transaction. */
  readonly outcomes: readonly (Outcome | undefined)[];
  /** Whether events wait to be distributed. */
  readonly isQueued: boolean;
}

/** Two round trips: what is read under locks, then what is written and the COMMIT. */
async function postInNewTransaction(
  database: Database,
  clock: Clock,
  requests: readonly TransferRequest[],
  { isHeldLeftOut, lockWaitMs }: PostOptions,
): Promise<Outcomes> {
  let written: Promise<boolean> = Promise.resolve(false);
  const work = async (transaction: Transaction) => {
    const sent = await postIn(transaction, clock, requests, isHeldLeftOut);
    written = sent.written;
    written.catch(() => {});
    return sent.outcomes;
  };
  const outcomes = await withReruns(database, work, { isBooking: true, lockWaitMs });
  // The COMMIT has carried the writing statement out, or that statement came after it and was refused: then nothing was
  // written, and no request is answered as if it were.
  return { outcomes, isQueued: await written };
}

/**
 * Runs work that reads and then posts in one transaction of its own, again when it met another writer.
 * @param work throws to keep nothing
 */
export function postWith<T>(
  database: Database,
  clock: Clock,
  work: (transaction: Transaction, post: PostTransfers) => Promise<T>,
): Promise<T> {
  return withReruns(database, (transaction) =>
    work(transaction, async (request) => {
      const [outcome] = await postInTransaction(transaction, clock, [request]);
      return outcome as Outcome;
    }),
  );
}

const withReruns = <T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> => rerun(() => database.transaction(work, options));

/** Runs a transaction that posts, again when it met another writer. */
export async function rerun<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const again = RERUN.has(sqlState(error) ?? '') || isNameLost(error);
      if (!again || attempt >= ATTEMPTS_MAX) throw error;
      await delay(Math.random() * 5 * 2 ** attempt);
    }
  }
}

/**
 * Posts requests as part of a larger transaction, such as an import. Nothing is kept of a refused one.
 * Outcomes are in the order of the requests.
 */
export async function postInTransaction(
  transaction: Transaction,
  clock: Clock,
  requests: readonly TransferRequest[],
): Promise<Outcome[]> {
  if (requests.length === 0) return [];
  const { outcomes, written } = await postIn(transaction, clock, requests, false);
  await written;
  return outcomes as Outcome[];
}

/** Decides under locks, and sends what was decided; the caller waits until it is written. */
async function postIn(
  transaction: Transaction,
  clock: Clock,
  requests: readonly TransferRequest[],
  isHeldLeftOut: boolean,
) {
  const state = await readState(transaction, clock, requests, isHeldLeftOut ? lockFreeAccounts : lockAccounts);
  const isHeld = (request: TransferRequest) => isHeldLeftOut && !hasAccountsOf(state, request);
  const outcomes = requests.map((request) => (isHeld(request) ? undefined : decide(state, request)));
  return { outcomes, written: book(transaction, state, outcomes.filter(isPosted)) };
}

const isPosted = (outcome: Outcome | undefined): outcome is PostedTransfer => outcome?.result === 'posted';
