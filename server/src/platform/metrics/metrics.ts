/** What an operator watches, for Prometheus. Names end in their unit; labels are few and bounded. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '../base/clock.ts';
import type { Database } from '../database/query.ts';
import type { WriteHealth } from '../database/write-health.ts';
import { selectBacklog } from './queries.ts';

export interface Metrics {
  /** Counts an answered call of the partner API. */
  observeCall(operation: string, status: number, seconds: number): void;
  /** Counts an answered call of the console. */
  observeConsoleCall(operation: string, status: number, seconds: number): void;
  /** Counts an attempt to deliver an event. */
  observeAttempt(result: 'delivered' | 'failed', seconds: number): void;
  /** Counts calls left out of the console's call log under pressure. */
  countUnlogged(calls: number): void;
  /** The exposition text and its media type. */
  read(): Promise<{ readonly text: string; readonly contentType: string }>;
}

/** From a fast read to the longest a request may take. */
const CALL_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const ATTEMPT_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15];

/** Gathers metrics in a registry of its own; the backlog is read from the database when Prometheus asks. */
export function createMetrics(database: Database, clock: Clock, writes: WriteHealth): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
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
  const unlogged = new Counter({
    name: 'timebank_calls_unlogged_total',
    help: 'Calls left out of the call log of the console under pressure; its counts hold them.',
    registers,
  });
  const scrapeFailures = new Counter({
    name: 'timebank_scrape_failures_total',
    help: 'Scrapes during which the database did not answer.',
    registers,
  });

  return {
    observeCall: (operation, status, seconds) => calls.labels(operation, String(status)).observe(seconds),
    observeConsoleCall: (operation, status, seconds) => consoleCalls.labels(operation, String(status)).observe(seconds),
    observeAttempt: (result, seconds) => attempts.labels(result).observe(seconds),
    countUnlogged: (calls) => unlogged.inc(calls),
    async read() {
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
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}
