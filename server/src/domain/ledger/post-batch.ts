/**
 * The only writer of transfers. Requests that arrive while a commit is on its way form the next batch: one transaction,
 * one fsync. A batch that fails for one request's sake is posted one by one, so that only the guilty one gets the error.
 */
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../platform/base/clock.ts';
import { DatabaseUnavailable, isNameLost, isUnavailable, sqlState } from '../../platform/database/connection.ts';
import type { Database, Transaction } from '../../platform/database/query.ts';
import { book } from './book.ts';
import { decide } from './decide.ts';
import { readState } from './read-state.ts';
import { isPlain, postStraight } from './straight.ts';
import type { CreditPosting, Outcome, Posted, TransferRequest } from './types.ts';

/** Posts one request; resolves after the commit. Rejects with DatabaseUnavailable when the outcome is unknown. */
export type PostTransfers = (request: TransferRequest) => Promise<Outcome>;

const BATCH_MAX = 128;
const WAITING_MAX = 5000;
const ATTEMPTS_MAX = 6;

/** Deadlock, serialization failure, and a reference that another node has just used: decide again. */
const RERUN = new Set(['40P01', '40001', '23505']);

interface Waiting {
  readonly request: TransferRequest;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit over one database.
 * @param onPosted called after a commit that somebody may have to be told of
 */
export function createPostTransfers(database: Database, clock: Clock, onPosted: () => void): PostTransfers {
  const waiting: Waiting[] = [];
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      // After this turn's input: whoever was just answered asks again, and must not make a batch of one.
      await turn();
      const away = await post(waiting.splice(0, BATCH_MAX));
      // Who waited through one time-out of the database must not wait through a second: 503 within 5 seconds.
      if (away) for (const item of waiting.splice(0)) item.reject(away);
    }
    running = false;
  }

  /**
   * Books what can go straight through, then decides the rest under locks.
   * @returns the error when the database is away: nothing more is worth trying
   */
  async function post(batch: readonly Waiting[]): Promise<unknown> {
    const plain = batch.filter(({ request }) => isPlain(request));
    if (plain.length === 0) return await postBatch(batch);
    const booked = new Set<Waiting>();
    let isQueued = false;
    try {
      const straight = await postStraight(
        database,
        clock,
        plain.map(({ request }) => request as CreditPosting),
      );
      plain.forEach((item, index) => {
        const outcome = straight.outcomes[index];
        if (!outcome) return;
        item.resolve(outcome);
        booked.add(item);
      });
      isQueued = straight.isQueued;
    } catch (error) {
      if (isUnavailable(error)) {
        for (const item of batch) item.reject(error);
        return error;
      }
      // Nothing of it was written. Under locks it shows whose fault it was.
    }
    if (isQueued) onPosted();
    const rest = batch.filter((item) => !booked.has(item));
    return rest.length === 0 ? undefined : await postBatch(rest);
  }

  async function postBatch(batch: readonly Waiting[]): Promise<unknown> {
    const requests = batch.map((item) => item.request);
    try {
      const outcomes = await postInNewTransaction(database, clock, requests);
      batch.forEach((item, index) => {
        item.resolve(outcomes[index] as Outcome);
      });
      if (!outcomes.some(isPosted)) return undefined;
    } catch (error) {
      const away = isUnavailable(error);
      if (away || batch.length === 1) {
        for (const item of batch) item.reject(error);
        return away ? error : undefined;
      }
      return await postOneByOne(batch);
    }
    // What is committed stays committed, whatever becomes of the notice.
    onPosted();
    return undefined;
  }

  async function postOneByOne(batch: readonly Waiting[]): Promise<unknown> {
    let away: unknown;
    for (const item of batch) {
      if (away) item.reject(away);
      else away = await postBatch([item]);
    }
    return away;
  }

  return (request) =>
    new Promise<Outcome>((resolve, reject) => {
      if (waiting.length >= WAITING_MAX) {
        reject(new DatabaseUnavailable('too many requests wait for the ledger'));
        return;
      }
      waiting.push({ request, resolve, reject });
      if (!running) void run();
    });
}

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
