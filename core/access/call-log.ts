/**
 * The log of partners' calls: gathered in memory, written about once a second, and lossy by design. Under pressure
 * calls are left out of the log, errors last of all; the hourly counts stay complete. No call waits for it.
 */

import { plainAddress } from '../base/address.ts';
import { Refusal } from '../base/refusal.ts';
import { HOUR_MS } from '../base/time.ts';
import { DatabaseUnavailable } from '../database/connection.ts';
import type { Deps } from '../deps.ts';
import { safeDescription } from '../http/errors.ts';
import type { CallAbout } from './call-about.ts';
import { addCallCounts, insertCalls } from './call-queries.ts';

/** One answered call. */
export interface AnsweredCall {
  readonly operation: string;
  readonly status: number;
  /** The error that was thrown, or, for a success of which a part was refused, that refusal. */
  readonly error: unknown;
  readonly latencyMs: number;
  readonly requestId: string;
  readonly address: string;
  /** The first of three that is known: the partner, the client id that was presented, the token's digest. */
  readonly partner?: { readonly communityId: number; readonly partnerId: number } | undefined;
  readonly clientId?: string | undefined;
  readonly tokenHash?: Buffer | undefined;
  /** Called only for a call that is logged. */
  readonly about?: (() => CallAbout) | undefined;
}

export interface CallLog {
  /** Notes a call; never throws. */
  record(call: AnsweredCall): void;
  /** Writes what is waiting. */
  flush(): Promise<void>;
  /** Writes what is waiting, once; further calls are not noted. */
  close(): Promise<void>;
}

interface Row {
  readonly call: Omit<AnsweredCall, 'about'>;
  readonly about: CallAbout | undefined;
  readonly at: Date;
  /** Place among the answers. */
  readonly order: number;
}

interface Count {
  readonly communityId: number | null;
  readonly partnerId: number | null;
  readonly clientId: string | null;
  readonly hour: Date;
  calls: number;
  clientErrors: number;
  serverErrors: number;
  latencyUs: number;
}

type LoggedCall = Parameters<typeof insertCalls>[1]['rows'][number];

const FLUSH_EVERY_MS = 1000;
/** Rows of one flush, of each kind: successes and errors. Writing them costs the database a few hundredths of a second. */
const ROWS_MAX = 250;
const COUNTS_MAX = 5000;
const LATENCY_US_MAX = 2_000_000_000;

/** Calls that wait for the next flush. */
interface PendingCalls {
  readonly successes: Row[];
  readonly errors: Row[];
  /** By partner, or client id, and hour. */
  readonly counts: Map<string, Count>;
  /** Calls that are counted and not logged. */
  dropped: number;
}

interface LogState {
  readonly deps: CallLogDeps;
  waiting: PendingCalls;
  /** Answers so far. */
  answered: number;
  timer: NodeJS.Timeout | undefined;
  /** The last flush; the next one begins when it has ended. */
  writing: Promise<void>;
  closed: boolean;
}

type CallLogDeps = Pick<Deps, 'database' | 'clock' | 'log' | 'metrics'>;

const nothingWaiting = (): PendingCalls => ({ successes: [], errors: [], counts: new Map(), dropped: 0 });

export function createCallLog(deps: CallLogDeps): CallLog {
  const state: LogState = {
    deps,
    waiting: nothingWaiting(),
    answered: 0,
    timer: undefined,
    writing: Promise.resolve(),
    closed: false,
  };
  return {
    record: (call) => record(state, call),
    flush: () => flush(state),
    async close() {
      state.closed = true;
      await flush(state);
    },
  };
}

function record(state: LogState, { about, ...call }: AnsweredCall): void {
  if (state.closed || !(call.partner || call.clientId || call.tokenHash)) return;
  const { waiting } = state;
  const at = state.deps.clock.now();
  if (call.partner || call.clientId) count(waiting.counts, call, at.getTime());
  const rows = call.status >= 400 ? waiting.errors : waiting.successes;
  // `about` is called now, so that a row keeps no body.
  if (rows.length < ROWS_MAX) rows.push({ call, about: about?.(), at, order: state.answered++ });
  else waiting.dropped++;
  state.timer ??= setTimeout(() => void flush(state), FLUSH_EVERY_MS).unref();
}

function count(counts: PendingCalls['counts'], call: AnsweredCall, now: number): void {
  const { partner, clientId, status } = call;
  const hour = now - (now % HOUR_MS);
  const key = partner ? `${partner.partnerId} ${hour}` : `${clientId} ${hour}`;
  let entry = counts.get(key);
  if (!entry) {
    if (counts.size >= COUNTS_MAX) return;
    entry = {
      communityId: partner?.communityId ?? null,
      partnerId: partner?.partnerId ?? null,
      clientId: partner ? null : (clientId ?? null),
      hour: new Date(hour),
      calls: 0,
      clientErrors: 0,
      serverErrors: 0,
      latencyUs: 0,
    };
    counts.set(key, entry);
  }
  entry.calls++;
  if (status >= 500) entry.serverErrors++;
  else if (status >= 400) entry.clientErrors++;
  entry.latencyUs += latencyUs(call);
}

function flush(state: LogState): Promise<void> {
  clearTimeout(state.timer);
  state.timer = undefined;
  // One after the other: a slow database gathers more into the next statement instead of getting more statements.
  state.writing = state.writing.then(() => write(state));
  return state.writing;
}

async function write(state: LogState): Promise<void> {
  const { database, log, metrics } = state.deps;
  const { successes, errors, counts, dropped } = state.waiting;
  state.waiting = nothingWaiting();
  if (dropped > 0) metrics?.countUnlogged(dropped);
  try {
    if (counts.size > 0) await addCallCounts(database.relaxed, { rows: [...counts.values()] });
  } catch (err) {
    // Counts wait for the database; they are few.
    for (const entry of counts.values()) restore(state.waiting.counts, entry);
    log.warn({ err }, 'counts of calls not written yet');
    return;
  }
  const rows = [...successes, ...errors].sort((a, b) => a.order - b.order);
  try {
    if (rows.length > 0) await insertCalls(database.relaxed, { rows: rows.map(loggedCallOf) });
  } catch (err) {
    log.warn({ err, rows: rows.length }, 'calls not logged');
  }
}

/** Adds a count that could not be written to the ones that wait. */
function restore(counts: PendingCalls['counts'], entry: Count): void {
  const key = `${entry.partnerId ?? entry.clientId} ${entry.hour.getTime()}`;
  const known = counts.get(key);
  if (!known) {
    if (counts.size < COUNTS_MAX) counts.set(key, entry);
    return;
  }
  known.calls += entry.calls;
  known.clientErrors += entry.clientErrors;
  known.serverErrors += entry.serverErrors;
  known.latencyUs += entry.latencyUs;
}

function loggedCallOf({ call, about, at }: Row): LoggedCall {
  const { partner, clientId, tokenHash, operation, status, requestId, address } = call;
  const error = answeredError(call.error);
  return {
    communityId: partner?.communityId ?? null,
    partnerId: partner?.partnerId ?? null,
    clientId: partner ? null : (clientId ?? null),
    tokenHash: partner || clientId ? null : (tokenHash ?? null),
    at,
    operation,
    status,
    requestId,
    error: error?.code ?? null,
    description: error?.description ?? null,
    latencyUs: latencyUs(call),
    address: plainAddress(address),
    memberId: about?.memberId ?? null,
    amountSeconds: about?.amountSeconds ?? null,
    reference: about?.reference ?? null,
    itemCount: about?.itemCount ?? null,
  };
}

/** Code and sentence that the answer carried. */
function answeredError(error: unknown): { readonly code: string; readonly description: string } | undefined {
  if (error === undefined) return undefined;
  if (error instanceof Refusal) return { code: error.code, description: safeDescription(error.message) };
  if (error instanceof DatabaseUnavailable) {
    return { code: 'temporarily_unavailable', description: 'The service cannot answer at the moment.' };
  }
  return { code: 'server_error', description: 'The service failed.' };
}

function latencyUs(call: AnsweredCall): number {
  return Math.min(Math.round(call.latencyMs * 1000), LATENCY_US_MAX);
}
