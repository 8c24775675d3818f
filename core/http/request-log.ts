/**
 * One line of the log for each answered request, in one form. It has no path, query, body or name. Frequent requests do not
 * fill the disk: each kind of line has a limit per second, lowest for callers who have not proved who they are, and the
 * lines that were left out are counted.
 */
import type { Logger } from 'pino';
import type { LoggedRequests } from '../base/config.ts';
import { DatabaseUnavailable } from '../database/connection.ts';

/** The facts of an answered request. */
export interface AnsweredRequest {
  readonly requestId: string;
  /** Undefined: it could not be read. */
  readonly method: string | undefined;
  /** The operation's id, or the address that a page is registered under; undefined: neither. */
  readonly operation: string | undefined;
  readonly status: number;
  readonly error: string | undefined;
  /** The error that was thrown; the line names its cause where the answer does not. */
  readonly thrown: unknown;
  readonly ms: number | undefined;
  /** The client id. */
  readonly partner: string | undefined;
  readonly address: string;
  /** The caller has proved who they are. */
  readonly isKnown: boolean;
}

export interface RequestLog {
  /** Whether an answer with this status is of interest. */
  wants(status: number): boolean;
  /** Writes the line, unless there were too many of its kind in this second. */
  answered(request: AnsweredRequest): void;
  /** Logs the number of lines that were left out. */
  close(): void;
}

const WINDOW_MS = 1000;
/** Lines per second and process. While the database is away or full all answers are alike; its state has lines of its own. */
const LINES = { known: 100, unknown: 10, unavailable: 1, broken: 10 } as const;
type Kind = keyof typeof LINES;
const KINDS = Object.keys(LINES) as Kind[];

/** @param onFault called for each answer with 500, also for those whose line is left out */
export function createRequestLog(log: Logger, logged: LoggedRequests, onFault: () => void = () => {}): RequestLog {
  const written = counters();
  const leftOut = counters();
  let windowEndsMs = 0;
  let timer: NodeJS.Timeout | undefined;

  function tellLeftOut(): void {
    clearTimeout(timer);
    timer = undefined;
    const counts = Object.fromEntries(KINDS.filter((kind) => leftOut[kind] > 0).map((kind) => [kind, leftOut[kind]]));
    if (Object.keys(counts).length > 0) log.info({ leftOut: counts }, 'requests left out of the log');
    Object.assign(leftOut, counters());
  }

  function hasRoom(kind: Kind): boolean {
    const nowMs = performance.now();
    if (nowMs >= windowEndsMs) {
      windowEndsMs = nowMs + WINDOW_MS;
      tellLeftOut();
      Object.assign(written, counters());
    }
    if (written[kind] < LINES[kind]) {
      written[kind]++;
      return true;
    }
    leftOut[kind]++;
    timer ??= setTimeout(tellLeftOut, WINDOW_MS).unref();
    return false;
  }

  return {
    wants: (status) => logged === 'all' || (logged === 'failed' ? status >= 400 : status === 500),
    answered(request) {
      const { status } = request;
      if (status === 500) onFault();
      if (status >= 400 && !hasRoom(kindOf(request))) return;
      const line = lineOf(request);
      if (status === 500) log.error({ ...line, err: request.thrown && faultOf(request.thrown) }, 'request');
      else {
        const reason = reasonOf(request.thrown);
        if (reason === undefined) log.info(line, 'request');
        else log.warn({ ...line, reason }, 'request');
      }
    },
    close: tellLeftOut,
  };
}

const counters = (): Record<Kind, number> => ({ known: 0, unknown: 0, unavailable: 0, broken: 0 });

function kindOf({ status, error, isKnown }: AnsweredRequest): Kind {
  if (status === 500) return 'broken';
  if (error === 'temporarily_unavailable') return 'unavailable';
  return isKnown ? 'known' : 'unknown';
}

function lineOf({ requestId, method, operation, status, error, ms, partner, address }: AnsweredRequest) {
  return {
    requestId,
    method: method ?? null,
    operation: operation ?? null,
    status,
    error: error ?? null,
    ms: ms === undefined ? null : Math.round(ms * 10) / 10,
    partner: partner ?? null,
    address,
  };
}

/** The cause that the answer does not reveal, because only the operator may know it. */
function reasonOf(thrown: unknown): string | undefined {
  if (thrown instanceof DatabaseUnavailable) return thrown.message;
  return thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause.message : undefined;
}

/** An error of the database names the row at fault in its `detail`: that, and all else it carries, stays out. */
function faultOf(thrown: unknown): object {
  if (!(thrown instanceof Error)) return { message: typeof thrown };
  const { name, message, stack } = thrown;
  const { code, table, constraint } = thrown as { code?: unknown; table?: unknown; constraint?: unknown };
  return { type: name, message, code, table, constraint, stack };
}
