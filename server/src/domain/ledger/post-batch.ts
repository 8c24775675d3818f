/**
 * The only writer of transfers: one transaction, one fsync for all that arrived together. Plain credits go straight
 * through, two batches behind each other; the rest is decided under locks. A batch that fails for one request's sake is
 * posted one by one, so that only the guilty one gets the error.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../platform/base/clock.ts';
import { DatabaseUnavailable, isNameLost, isUnavailable, sqlState } from '../../platform/database/connection.ts';
import type { Database, Transaction } from '../../platform/database/query.ts';
import { createBatches, type Sent } from './batches.ts';
import { book } from './book.ts';
import { decide } from './decide.ts';
import { readState } from './read-state.ts';
import { isPlain, postStraight } from './straight.ts';
import type { CreditPosting, Outcome, Posted, TransferRequest } from './types.ts';

/** Posts one request; resolves after the commit. Rejects with DatabaseUnavailable when the outcome is unknown. */
export type PostTransfers = (request: TransferRequest) => Promise<Outcome>;

const WAITING_MAX = 5000;
const ATTEMPTS_MAX = 6;

/** Deadlock, serialization failure, and a reference that another node has just used: decide again. */
const RERUN = new Set(['40P01', '40001', '23505']);

interface Waiting<Request = TransferRequest> {
  readonly request: Request;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit over one database.
 * @param onPosted called after a commit that somebody may have to be told of
 */
export function createPostTransfers(database: Database, clock: Clock, onPosted: () => void): PostTransfers {
  const refuse = (item: Waiting, error: unknown) => item.reject(error);
  /** One at a time: a second one would wait for the locks of the first, between two of its statements. */
  const decided = createBatches<Waiting>(1, sendDecided, refuse);
  const plain = createBatches<Waiting<CreditPosting>>(2, sendPlain, refuse);

  /** Books what can go straight through, and leaves the rest to be decided. */
  async function sendPlain(batch: readonly Waiting<CreditPosting>[]): Promise<Sent> {
    const requests = batch.map(({ request }) => request);
    const posted = await postStraight(database, clock, requests).catch((error: unknown) => ({ error }));
    if ('error' in posted) {
      if (isUnavailable(posted.error)) return refusal(batch, posted.error);
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
    const requests = batch.map(({ request }) => request);
    const posted = await postInNewTransaction(database, clock, requests).catch((error: unknown) => ({ error }));
    if ('error' in posted) {
      const isGuilty = batch.length === 1;
      return isGuilty || isUnavailable(posted.error) ? refusal(batch, posted.error) : await sendOneByOne(batch);
    }
    // What is committed stays committed, whatever becomes of the notice.
    if (posted.some(isPosted)) onPosted();
    return answers(batch, posted);
  }

  async function sendOneByOne(batch: readonly Waiting[]): Promise<Sent> {
    let away: unknown;
    for (const item of batch) {
      const sent: Sent = away === undefined ? await sendDecided([item]) : refusal([item], away);
      sent.answer();
      away = sent.away;
    }
    return { answer() {}, away };
  }

  return (request) =>
    new Promise<Outcome>((resolve, reject) => {
      if (plain.waiting + decided.waiting >= WAITING_MAX) {
        reject(new DatabaseUnavailable('too many requests wait for the ledger'));
      } else if (isPlain(request)) {
        plain.add([{ request, resolve, reject }]);
      } else {
        decided.add([{ request, resolve, reject }]);
      }
    });
}

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
  away: isUnavailable(error) ? error : undefined,
});

/** Two flights of statements: what is read under locks, then what is written and the COMMIT. */
async function postInNewTransaction(
  database: Database,
  clock: Clock,
  requests: readonly TransferRequest[],
): Promise<Outcome[]> {
  let written: Promise<void> = Promise.resolve();
  const outcomes = await withReruns(database, async (transaction) => {
    const sent = await postIn(transaction, clock, requests);
    written = sent.written;
    written.catch(() => {});
    return sent.outcomes;
  });
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

async function withReruns<T>(database: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction(work);
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
