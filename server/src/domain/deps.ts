/** What the server's parts are given. Passed as an argument, never imported as state. */
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/query.ts';
import type { WriteHealth } from '../platform/database/write-health.ts';
import type { Keys } from '../platform/keys.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { PostTransfers } from './ledger/post-batch.ts';

export interface Deps {
  readonly config: Config;
  readonly clock: Clock;
  readonly database: Database;
  /** Whether the database takes writes. */
  readonly writes: WriteHealth;
  readonly log: Logger;
  readonly keys: Keys;
  /** Group commit of credits and reversals: the only way a request reaches the ledger. */
  readonly postTransfers: PostTransfers;
  /** Tells the worker of this process that there may be something to send. */
  readonly wakeWorker: () => void;
  /** Undefined while METRICS_PORT is off. */
  readonly metrics?: Metrics | undefined;
}
