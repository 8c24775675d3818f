/**
 * The only writer of transfers. Requests that arrive while a commit is on its way form the next batch: one transaction,
 * one fsync. A batch that fails for one request's sake is posted one by one, so that only the guilty one gets the error.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { encodeId, hoursFromSeconds } from '@timebank/contract';
import type { Clock } from '../../platform/base/clock.ts';
import { DatabaseUnavailable, isNameLost, isUnavailable, sqlState } from '../../platform/database/connection.ts';
import type { Database, Transaction } from '../../platform/database/query.ts';
import { appendEventsOf, type NewEvent } from '../delivery/append.ts';
import { decide, type LedgerState, partnerKey } from './decide.ts';
import { addCreditDays, type CreditDayRow, insertTransfers } from './queries.ts';
import { readState } from './read-state.ts';
import type { Outcome, Posted, Transfer, TransferRequest } from './types.ts';

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
 * @param onPosted called after a commit that wrote something
 */
export function createPostTransfers(database: Database, clock: Clock, onPosted: () => void): PostTransfers {
  const waiting: Waiting[] = [];
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const away = await postBatch(waiting.splice(0, BATCH_MAX));
      // Who waited through one time-out of the database must not wait through a second: 503 within 5 seconds.
      if (away) for (const item of waiting.splice(0)) item.reject(away);
    }
    running = false;
  }

  /** @returns the error when the database is away: nothing more is worth trying */
  async function postBatch(batch: readonly Waiting[]): Promise<unknown> {
    const requests = batch.map((item) => item.request);
    try {
      const outcomes = await postInNewTransaction(database, clock, requests);
      batch.forEach((item, index) => {
        item.resolve(outcomes[index] as Outcome);
      });
      if (outcomes.every((outcome) => outcome.result !== 'posted')) return undefined;
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

function postInNewTransaction(
  database: Database,
  clock: Clock,
  requests: readonly TransferRequest[],
): Promise<Outcome[]> {
  return withReruns(database, (transaction) => postInTransaction(transaction, clock, requests));
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
  const state = await readState(transaction, clock, requests);
  const outcomes = requests.map((request) => decide(state, request));
  const posted = outcomes.filter((outcome) => outcome.result === 'posted');
  if (posted.length > 0) {
    const transfers = posted.map(({ transfer }) => transfer);
    // They leave together, and the COMMIT right behind them: it fails when one of them does.
    send(writeTransfers(transaction, transfers));
    send(writeCreditDays(transaction, state, transfers));
    send(appendEventsOf(transaction, posted.flatMap(eventOf)));
  }
  return outcomes;
}

/** Whether it fails is seen at the COMMIT. */
const send = (write: Promise<unknown>) => void write.catch(() => {});

async function writeTransfers(transaction: Transaction, transfers: readonly Transfer[]): Promise<void> {
  const rows = transfers.map(({ payment, ...transfer }) => ({
    ...transfer,
    paymentAmount: payment?.amount ?? null,
    paymentCurrency: payment?.currency ?? null,
    paymentValueDate: payment?.value_date ?? null,
    paymentEndToEndId: payment?.end_to_end_id ?? null,
  }));
  const accounts = new Set(
    transfers.flatMap(({ communityId, debitAccountId, creditAccountId }) => [
      `${communityId}:${debitAccountId}`,
      `${communityId}:${creditAccountId}`,
    ]),
  );
  await insertTransfers(transaction, rows, { accounts: accounts.size });
}

/** Adds credits to the day's totals of partners with a cap per day. */
async function writeCreditDays(
  transaction: Transaction,
  state: LedgerState,
  transfers: readonly Transfer[],
): Promise<void> {
  const totals = new Map<string, CreditDayRow>();
  for (const { kind, communityId, partnerId, bookedOn: day, creditAccountId, amountSeconds } of transfers) {
    const partner = kind === 'credit' && partnerId !== null && state.partners.get(partnerKey(communityId, partnerId));
    if (!partner || partnerId === null) continue;
    if (partner.maxMemberDaySeconds === null && partner.maxPartnerDaySeconds === null) continue;
    for (const accountId of [creditAccountId, partner.settlementAccountId]) {
      const key = `${partnerId}:${accountId}`;
      const creditedSeconds = (totals.get(key)?.creditedSeconds ?? 0) + amountSeconds;
      totals.set(key, { communityId, partnerId, day, accountId, creditedSeconds });
    }
  }
  if (totals.size > 0) await addCreditDays(transaction, [...totals.values()]);
}

/** The event a posting causes, if its kind has one (I5). */
function eventOf({ transfer, credit }: Posted): NewEvent[] {
  if (transfer.kind !== 'credit' && transfer.kind !== 'credit_reversal') return [];
  const reference = credit?.transfer.reference ?? null;
  if (transfer.memberId === null || transfer.reference === null || reference === null) return [];
  const { communityId, partnerId, memberId, amountSeconds, bookedOn, createdAt } = transfer;
  // The event has the transfer's id: one event of a transfer, by the primary key (I5).
  const common = { communityId, partnerId, memberId, id: transfer.id, createdAt };
  const data = {
    credit_id: encodeId('crd', transfer.reversesId ?? transfer.id),
    user_id: encodeId('usr', memberId),
    hours: hoursFromSeconds(amountSeconds),
    seconds: amountSeconds,
    reference,
    booked_on: bookedOn,
  };
  return transfer.kind === 'credit'
    ? [{ ...common, type: 'wallet.credited', data }]
    : [{ ...common, type: 'wallet.credit_reversed', data: { ...data, reversal_reference: transfer.reference } }];
}
