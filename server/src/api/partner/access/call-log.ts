/**
 * The log of partners' calls: gathered in memory, written about once a second, and lossy by design. Under pressure
 * calls are left out of the log, errors last of all; the hourly counts stay complete. No call waits for it.
 */
import type { AnyErrorCode } from '@timebank/contract/console';
import { addCallCounts, insertCalls } from '../../../domain/calls/queries.ts';
import type { Deps } from '../../../domain/deps.ts';
import { plainAddress } from '../../../platform/base/address.ts';
import { Refusal } from '../../../platform/base/refusal.ts';
import { HOUR_MS } from '../../../platform/base/time.ts';
import { DatabaseUnavailable } from '../../../platform/database/connection.ts';
import { safeDescription } from '../../http/errors.ts';
import type { CallAbout } from './call-about.ts';

/** One answered call. */
export interface AnsweredCall {
  readonly operation: string;
  readonly status: number;
  /** What was thrown, for an answer that is not a success; of one that is not whole, what was refused. */
  readonly error: unknown;
  readonly latencyMs: number;
  readonly requestId: string;
  readonly address: string;
  /** Of the three the first that is known: the partner, the client id that was presented, the token's digest. */
  readonly partner?: { readonly communityId: number; readonly partnerId: number } | undefined;
  readonly clientId?: string | undefined;
  readonly tokenHash?: Buffer | undefined;
  /** Asked only for a call that is logged. */
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
  /** In the order of the answers. */
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

const FLUSH_EVERY_MS = 1000;
/** Rows of one flush, of each kind: successes and errors. Writing them costs the database a few hundredths of a second. */
const ROWS_MAX = 250;
const COUNTS_MAX = 5000;
const LATENCY_US_MAX = 2_000_000_000;

export function createCallLog({
  database,
  clock,
  log,
  metrics,
}: Pick<Deps, 'database' | 'clock' | 'log' | 'metrics'>): CallLog {
  let successes: Row[] = [];
  let errors: Row[] = [];
  let counts = new Map<string, Count>();
  let dropped = 0;
  let answered = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let closed = false;

  function count(call: AnsweredCall, now: number): void {
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

  async function write(): Promise<void> {
    const rows = [...successes, ...errors].sort((a, b) => a.order - b.order);
    const counted = [...counts.values()];
    if (dropped > 0) metrics?.countUnlogged(dropped);
    successes = [];
    errors = [];
    counts = new Map();
    dropped = 0;
    try {
      if (counted.length > 0) await writeCounts(counted);
    } catch (err) {
      // Counts wait for the database; they are few.
      for (const entry of counted) restore(entry);
      log.warn({ err }, 'counts of calls not written yet');
      return;
    }
    await writeRows(rows).catch((err: unknown) => log.warn({ err, rows: rows.length }, 'calls not logged'));
  }

  function restore(entry: Count): void {
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

  async function writeCounts(entries: readonly Count[]): Promise<void> {
    await addCallCounts(database.relaxed, entries);
  }

  async function writeRows(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    await insertCalls(
      database.relaxed,
      rows.map(({ call, about, at }) => {
        const { partner, clientId, tokenHash, operation, status, requestId, address } = call;
        const error = toldError(call.error);
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
      }),
    );
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // One after the other: a slow database gathers more into the next statement instead of getting more statements.
    writing = writing.then(write);
    return writing;
  }

  return {
    record({ about, ...call }) {
      if (closed || !(call.partner || call.clientId || call.tokenHash)) return;
      const at = clock.now();
      if (call.partner || call.clientId) count(call, at.getTime());
      const rows = call.status >= 400 ? errors : successes;
      // Read at once: a row keeps no body.
      if (rows.length < ROWS_MAX) rows.push({ call, about: about?.(), at, order: answered++ });
      else dropped++;
      timer ??= setTimeout(() => void flush(), FLUSH_EVERY_MS).unref();
    },
    flush,
    async close() {
      closed = true;
      await flush();
    },
  };
}

/** Code and sentence that the answer carried. */
function toldError(error: unknown): { readonly code: AnyErrorCode; readonly description: string } | undefined {
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
