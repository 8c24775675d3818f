/** Dependencies of all parts of the server. Passed as an argument, never imported as state. */
import type { Logger } from 'pino';
import type { Database } from '../database/query.ts';
import type { WriteHealth } from '../database/write-health.ts';
import type { Clock, ClockState } from './clock.ts';
import type { Config } from './config.ts';
import type { Keys } from './keys.ts';
import type { Load } from './load.ts';
import type { ServiceCounts } from './metrics/metrics.ts';
import type { Tracing } from './tracing/types.ts';

export interface PlatformDeps {
  readonly config: Config;
  /** The clock by which everything is dated. */
  readonly clock: Clock;
  /** Whether the clock is right, and whether anything may be closed or deleted by it. */
  readonly clockState: ClockState;
  readonly database: Database;
  /** Whether the database takes writes. */
  readonly writes: WriteHealth;
  readonly log: Logger;
  readonly keys: Keys;
  readonly load: Load;
  /** Wakes the worker of this process: there may be something to send. */
  readonly wakeWorker: () => void;
  /** Undefined while METRICS_PORT is off. */
  readonly metrics?: ServiceCounts | undefined;
  /** Undefined where traces are sent nowhere. */
  readonly tracing?: Tracing | undefined;
}
