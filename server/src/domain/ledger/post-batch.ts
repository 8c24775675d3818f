/**
 * The only writer of transfers: one transaction, one fsync for all of a community that arrived together. Plain credits go
 * straight through, two batches behind each other; the rest is decided under locks. A batch that fails for one request's
 * sake, or waits for one's lock, is posted one by one, so that only that one gets the error, or waits.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../platform/base/clock.ts';
import { DatabaseBusy, isAway, isNameLost, sqlState } from '../../platform/database/connection.ts';
import type { Database, Transaction, TransactionOptions } from '../../platform/database/query.ts';
import { type Batches, createBatches, type Sent } from './batches.ts';
import { book } from './book.ts';
import { decide } from './decide.ts';
import { LOCK_WAIT, limitLockWait } from './queries.ts';
import { readState } from './read-state.ts';
import { isPlain, postStraight } from './straight.ts';
import type { QueuePlace } from './turns.ts';
import type { CreditPosting, Outcome, Posted, TransferRequest } from './types.ts';

/** Posts one request; resolves after the commit. Rejects with DatabaseUnavailable when the outcome is unknown. */
export type PostTransfers = (request: TransferRequest) => Promise<Outcome>;

/** Of one partner, or of the console of a community. */
const WAITING_MAX = 5000;
const ATTEMPTS_MAX = 6;
/** Of a request that has met a lock: its partner's other credits wait meanwhile. */
const LOCK_GLANCE = '100ms';
const LOOK_AGAIN_MS = 200;
/** Who has waited this long is refused, just before the deadline of the answer. */
const PATIENCE_MS = 4000;
/** No partner's: the console's and imports' own. */
const NO_PARTNER = 0;

/** Deadlock, serialization failure, and a reference that another node has just used: decide again. */
const RERUN = new Set(['40P01', '40001', '23505']);

interface Waiting<Request = TransferRequest> {
  readonly request: Request;
  /** Afterwards it is not tried again. */
  readonly untilMs: number;
  /** It has met a lock of somebody else's. */
  readonly wasLocked?: boolean;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

interface Queues {
  readonly plain: Batches<Waiting<CreditPosting>>;
  readonly decided: Batches<Waiting>;
}

/**
 * Group commit over one database, for each community by itself: one whose accounts are locked holds up no other.
 * @param onPosted called after a commit that somebody may have to be told of
 */
export function createPostTransfers(database: Database, clock: Clock, onPosted: () => void): PostTransfers {
  const communities = new Map<number, Queues>();
  const queuesOf = (communityId: number): Queues => {
    const found = communities.get(communityId) ?? createQueues(database, clock, communityId, onPosted);
    communities.set(communityId, found);
    return found;
  };
  return (request) =>
    new Promise<Outcome>((resolve, reject) => {
      const { plain, decided } = queuesOf(request.communityId);
      const { partnerId } = placeOf({ request });
      const untilMs = performance.now() + PATIENCE_MS;
      if (plain.waitingOf(partnerId) + decided.waitingOf(partnerId) >= WAITING_MAX) {
        reject(new DatabaseBusy('too many requests wait for the ledger'));
      } else if (isPlain(request)) {
        plain.add([{ request, untilMs, resolve, reject }]);
      } else {
        decided.add([{ request, untilMs, resolve, reject }]);
      }
    });
}

function placeOf({ request }: Pick<Waiting, 'request'>): QueuePlace {
  const partnerId = 'partnerId' in request ? request.partnerId : NO_PARTNER;
  return { partnerId, isOfMany: request.kind === 'credit' && request.isOfMany === true };
}

function createQueues(database: Database, clock: Clock, communityId: number, onPosted: () => void): Queues {
  const refuse = (item: Waiting, error: unknown) => item.reject(error);
  /** One at a time: a second one would wait for the locks of the first, between two of its statements. */
  const decided = createBatches<Waiting>(placeOf, 1, sendDecided, refuse);
  const plain = createBatches<Waiting<CreditPosting>>(placeOf, 2, sendPlain, refuse);

  /** Books what can go straight through, and leaves the rest to be decided. */
  async function sendPlain(batch: readonly Waiting<CreditPosting>[]): Promise<Sent> {
    const requests = batch.map(({ request }) => request);
    const posted = await postStraight(database, clock, communityId, requests).catch((error: unknown) => ({ error }));
    if ('error' in posted) {
      if (isAway(posted.error)) return refusal(batch, posted.error);
      if (posted.error instanceof DatabaseBusy) return await sendOneByOne(batch, posted.error);
      // Nothing of it was written. Under locks it shows whose fault it was.
      decided.add(batch);
      return { answer() {} };
    }
    const { outcomes, isQueued } = posted;
    if (isQueued) onPosted();
    decided.add(batch.filter((_, index) => outcomes[index] === undefined));
    return answers(batch, outcomes);
  }

  async function sendDecided(batch: readonly Waiting[]): Promise<Sent> {
    const lockWait = batch.some(({ wasLocked }) => wasLocked) ? LOCK_GLANCE : LOCK_WAIT;
    const requests = batch.map(({ request }) => request);
    const posted = await postInNewTransaction(database, clock, requests, lockWait).catch((error: unknown) => ({
      error,
    }));
    if ('error' in posted) {
      const { error } = posted;
      if (isAway(error)) return refusal(batch, error);
      if (batch.length > 1) return await sendOneByOne(batch, error);
      if (!(error instanceof DatabaseBusy) || batch.some(isLate)) return refusal(batch, error);
      void lookAgain(batch);
      return { answer() {} };
    }
    // What is committed stays committed, whatever becomes of the notice.
    if (posted.some(isPosted)) onPosted();
    return answers(batch, posted);
  }

  /** @param fault why they were not posted together */
  async function sendOneByOne(batch: readonly Waiting[], fault: unknown): Promise<Sent> {
    const wasLocked = fault instanceof DatabaseBusy;
    let away: unknown;
    for (const item of batch) {
      const given = away ?? (wasLocked && isLate(item) ? fault : undefined);
      const sent: Sent = given === undefined ? await sendDecided([{ ...item, wasLocked }]) : refusal([item], given);
      sent.answer();
      away = sent.away;
    }
    return { answer() {}, away };
  }

  async function lookAgain(batch: readonly Waiting[]): Promise<void> {
    await delay(LOOK_AGAIN_MS);
    decided.add(batch.map((item) => ({ ...item, wasLocked: true })));
  }

  return { plain, decided };
}

const isLate = ({ untilMs }: Waiting) => performance.now() > untilMs;

/** Tells those who have an outcome. */
const answers = (batch: readonly Waiting[], outcomes: readonly (Outcome | undefined)[]): Sent => ({
  answer() {
    for (const [index, { resolve }] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome) resolve(outcome);
    }
  },
});

const refusal = (batch: readonly Waiting[], error: unknown): Sent => ({
  answer() {
    for (const { reject } of batch) reject(error);
  },
  away: isAway(error) ? error : undefined,
});

/** Two flights of statements: what is read under locks, then what is written and the COMMIT. */
async function postInNewTransaction(
  database: Database,
  clock: Clock,
  requests: readonly TransferRequest[],
  lockWait: string,
): Promise<Outcome[]> {
  let written: Promise<void> = Promise.resolve();
  const work = async (transaction: Transaction) => {
    // What fails here fails the transaction.
    limitLockWait(transaction, lockWait).catch(() => {});
    const sent = await postIn(transaction, clock, requests);
    written = sent.written;
    written.catch(() => {});
    return sent.outcomes;
  };
  const outcomes = await withReruns(database, work, { isBooking: true });
  // The COMMIT has carried it out, or it came too late for it and was refused: then nothing was written, and nobody is
  // told otherwise.
  await written;
  return outcomes;
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

async function withReruns<T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction(work, options);
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
  const { outcomes, written } = await postIn(transaction, clock, requests);
  await written;
  return outcomes;
}

/** Decides under locks, and sends what was decided; whoever calls it waits until it is written. */
async function postIn(transaction: Transaction, clock: Clock, requests: readonly TransferRequest[]) {
  const state = await readState(transaction, clock, requests);
  const outcomes = requests.map((request) => decide(state, request));
  return { outcomes, written: book(transaction, state, outcomes.filter(isPosted)) };
}

const isPosted = (outcome: Outcome): outcome is Posted => outcome.result === 'posted';
