/** What an operator watches, for Prometheus. Names end in their unit; labels are few and bounded. */
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '../base/clock.ts';
import type { Database } from '../database/query.ts';
import type { WriteHealth } from '../database/write-health.ts';
import { selectBacklog } from './queries.ts';

/** What the figures are read from that are the same whichever process asks. */
export interface MetricsSources {
  readonly database: Database;
  readonly clock: Clock;
  readonly writes: WriteHealth;
  /** The newest daily backup; left out where none are made. */
  readonly lastBackupAt?: (() => Promise<Date | undefined>) | undefined;
}

/** What happens in one process, counted. */
export interface ProcessCounts {
  /** Counts an answered call of the partner API. */
  observeCall(operation: string, status: number, seconds: number): void;
  /** Counts an answered call of the console. */
  observeConsoleCall(operation: string, status: number, seconds: number): void;
  /** Counts an attempt to deliver an event. */
  observeAttempt(result: 'delivered' | 'failed', seconds: number): void;
  /** Counts calls left out of the console's call log under pressure. */
  countUnlogged(calls: number): void;
}

/** What a scrape returns: the exposition text and its media type. */
export interface Exposition {
  read(): Promise<{ readonly text: string; readonly contentType: string }>;
}

/** The metrics of a service of one process. */
export interface Metrics extends ProcessCounts, Exposition {}

/** The metrics of one process of several. */
export interface ProcessMetrics extends ProcessCounts {
  /** As it stands now, for the process that adds them up. */
  snapshot(): Promise<MetricsSnapshot>;
}

/** Plain values, which can be sent to another process. */
export type MetricsSnapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** From a fast read to the longest a request may take. */
const CALL_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const ATTEMPT_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15];

/** Gathers metrics in a registry of its own; the backlog is read from the database when Prometheus asks. */
export function createMetrics(sources: MetricsSources): Metrics {
  const registry = createRegistry();
  const counts = countIn(registry);
  const readBacklog = backlogIn(registry, sources);
  return {
    ...counts,
    async read() {
      await readBacklog();
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}

/** The counts of one process; what is true of the whole service is another's to tell. */
export function createProcessMetrics(): ProcessMetrics {
  const registry = createRegistry();
  return { ...countIn(registry), snapshot: () => registry.getMetricsAsJSON() };
}

/**
 * The metrics of a service of several processes, without labels to tell them apart: counts are added up, the backlog is
 * read once.
 * @param snapshots of the others, as they stand now
 */
export function createSharedMetrics(
  sources: MetricsSources,
  snapshots: () => Promise<readonly MetricsSnapshot[]>,
): Exposition {
  const registry = createRegistry();
  const readBacklog = backlogIn(registry, sources);
  return {
    async read() {
      const [others] = await Promise.all([snapshots(), readBacklog()]);
      const sum = AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...others]);
      return { text: await sum.metrics(), contentType: registry.contentType };
    },
  };
}

function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

function countIn(registry: Registry): ProcessCounts {
  const registers = [registry];
  const calls = new Histogram({
    name: 'timebank_call_seconds',
    help: 'Answered calls of the partner API by operation and status.',
    labelNames: ['operation', 'status'],
    buckets: CALL_BUCKETS,
    registers,
  });
  const consoleCalls = new Histogram({
    name: 'timebank_console_call_seconds',
    help: 'Answered calls of the admin console by operation and status.',
    labelNames: ['operation', 'status'],
    buckets: CALL_BUCKETS,
    registers,
  });
  const attempts = new Histogram({
    name: 'timebank_delivery_attempt_seconds',
    help: 'Attempts to deliver an event by result.',
    labelNames: ['result'],
    buckets: ATTEMPT_BUCKETS,
    registers,
  });
  const unlogged = new Counter({
    name: 'timebank_calls_unlogged_total',
    help: 'Calls left out of the call log of the console under pressure; its counts hold them.',
    registers,
  });
  const processes = new Gauge({
    name: 'timebank_processes',
    help: 'Processes that answer requests.',
    registers,
  });
  processes.set(1);

  return {
    observeCall: (operation, status, seconds) => calls.labels(operation, String(status)).observe(seconds),
    observeConsoleCall: (operation, status, seconds) => consoleCalls.labels(operation, String(status)).observe(seconds),
    observeAttempt: (result, seconds) => attempts.labels(result).observe(seconds),
    countUnlogged: (calls) => unlogged.inc(calls),
  };
}

/** Returns what brings the figures up to date that are the same whichever process asks. */
function backlogIn(registry: Registry, sources: MetricsSources): () => Promise<void> {
  const { database, clock, writes, lastBackupAt } = sources;
  const registers = [registry];
  if (lastBackupAt) {
    new Gauge({
      name: 'timebank_last_backup_timestamp_seconds',
      help: 'When the newest daily backup was made, in seconds since 1970; 0 when there is none.',
      registers,
      async collect() {
        this.set(((await lastBackupAt())?.getTime() ?? 0) / 1000);
      },
    });
  }
  const up = new Gauge({
    name: 'timebank_database_up',
    help: '1 while the database answers and takes writes, as /health/ready says.',
    registers,
  });
  const waiting = new Gauge({
    name: 'timebank_events_waiting',
    help: 'Events not yet distributed, and deliveries that are due.',
    labelNames: ['stage'],
    registers,
  });
  const oldest = new Gauge({
    name: 'timebank_events_oldest_seconds',
    help: 'Age of the oldest event that is not distributed yet; 0 when none waits.',
    registers,
  });
  const disabled = new Gauge({
    name: 'timebank_subscriptions_disabled',
    help: 'Webhook subscriptions that were disabled.',
    registers,
  });
  const scrapeFailures = new Counter({
    name: 'timebank_scrape_failures_total',
    help: 'Scrapes during which the database did not answer.',
    registers,
  });

  return async () => {
    try {
      const [row] = await selectBacklog(database.heavy);
      up.set((await writes.check(database)) === undefined ? 1 : 0);
      waiting.labels('fan_out').set(row?.events ?? 0);
      oldest.set(row?.oldestAt ? Math.max(0, (clock.now().getTime() - row.oldestAt.getTime()) / 1000) : 0);
      waiting.labels('delivery').set(row?.deliveries ?? 0);
      disabled.set(row?.disabled ?? 0);
    } catch {
      up.set(0);
      scrapeFailures.inc();
    }
  };
}
