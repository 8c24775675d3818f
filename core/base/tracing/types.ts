/** The server's interface to tracing; the library is loaded only where traces are sent. */
import type { Database } from '../../database/query.ts';

export interface RequestFacts {
  readonly method: string;
  /** The path with its placeholders. */
  readonly route: string;
  readonly requestId: string;
  /** W3C Trace Context, as the request brought it. */
  readonly traceparent: string | undefined;
  /** Whether a proxy of the operator's own sent it. */
  readonly isTrusted: boolean;
}

/** One request on its way. */
export interface RequestTrace {
  /** Runs the work as a part of the request, with all that it waits for. */
  run<T>(work: () => T): T;
  end(status: number): void;
}

/** An attempt to deliver an event, when it is over. */
export interface AttemptFacts {
  readonly type: string;
  readonly subscriptionId: string;
  /** The first is 1. */
  readonly attempt: number;
  /** The status of the receiver's answer; null: there was none. */
  readonly status: number | null;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

export interface Tracing {
  request(facts: RequestFacts): RequestTrace;
  /** Runs the work as a named part of the request that it belongs to. */
  inside<T>(name: string, work: () => Promise<T>): Promise<T>;
  attempted(facts: AttemptFacts): void;
  /** The same database, whose statements and transactions are parts of the requests that they are run for. */
  database(database: Database): Database;
  /** Sends the remaining spans, for two seconds at most. */
  stop(): Promise<void>;
}
