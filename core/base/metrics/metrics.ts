/** Metrics for the operator's Prometheus. Names end in their unit; labels are few and bounded. */
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { figuresIn, type MetricsSources } from './figures.ts';

/** Counters of one process. */
export interface ServiceCounts {
  /** Counts an answered call of the partner API. */
  observeCall(operation: string, status: number, seconds: number): void;
  /** Counts an answered call of the console. */
  observeConsoleCall(operation: string, status: number, seconds: number): void;
  /** Counts an attempt to deliver an event. */
  observeAttempt(result: 'delivered' | 'failed', seconds: number): void;
  /** Counts calls left out of the console's call log under pressure. */
  countUnlogged(calls: number): void;
  /** Counts a sign-in to the console that failed or was held back. */
  countFailedSignIn(): void;
  /** Counts a client that did not prove itself at the OAuth endpoints. */
  countFailedClient(): void;
  /** Counts an answer, or a part of one, that failed for a fault of the program. */
  countFault(): void;
}

/** The answer to a scrape: the exposition text and its media type. */
export interface Exposition {
  read(): Promise<{ readonly text: string; readonly contentType: string }>;
}

/** The metrics of a service. */
export interface Metrics extends ServiceCounts, Exposition {}

/** From a fast read to the longest a request may take. */
const CALL_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const ATTEMPT_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15];
const MISNAMED = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total'];

/** Gathers metrics in a registry of its own; the figures are read when Prometheus asks. */
export function createMetrics(sources: MetricsSources): Metrics {
  const registry = createRegistry();
  const counts = countIn(registry);
  const readFigures = figuresIn(registry, sources);
  return {
    ...counts,
    async read() {
      await readFigures();
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}

function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Leaves out gauges with the names of counters; the metrics without "_total" show the same by type.
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  return registry;
}

/** The counters in this registry. */
export function countIn(registry: Registry): ServiceCounts {
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
  const failedSignIns = new Counter({
    name: 'timebank_sign_ins_failed_total',
    help: 'Sign-ins to the console that failed or had to wait.',
    registers,
  });
  const failedClients = new Counter({
    name: 'timebank_client_authentications_failed_total',
    help: 'Clients that did not prove themselves at the OAuth endpoints.',
    registers,
  });
  const faults = new Counter({
    name: 'timebank_faults_total',
    help: 'Requests, and credits of a request, that failed for a fault of the program: 500, server_error.',
    registers,
  });
  return {
    observeCall: (operation, status, seconds) => calls.labels(operation, String(status)).observe(seconds),
    observeConsoleCall: (operation, status, seconds) => consoleCalls.labels(operation, String(status)).observe(seconds),
    observeAttempt: (result, seconds) => attempts.labels(result).observe(seconds),
    countUnlogged: (calls) => unlogged.inc(calls),
    countFailedSignIn: () => failedSignIns.inc(),
    countFailedClient: () => failedClients.inc(),
    countFault: () => faults.inc(),
  };
}
