/**
 * Traces of requests, statements and deliveries, sent to a collector by OTLP over HTTP, in JSON. Names follow
 * OpenTelemetry's semantic conventions. They hold no address, body, query string or name of a person.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { DatabaseLog } from '../../database/log.ts';
import type { Database, Lane, Queryable, SqlStatement, Transaction } from '../../database/query.ts';
import type { TraceSettings } from '../config.ts';
import { serviceBuild } from '../version.ts';
import type { AttemptFacts, RequestFacts, RequestTrace, Tracing } from './types.ts';

const SEND_TIMEOUT_MS = 5000;
const SEND_EVERY_MS = 1000;
/** Less than the time limit of stopping the service. */
const STOP_TIMEOUT_MS = 2000;

/** The tracer, and the trace that the running code belongs to. */
interface TraceState {
  readonly tracer: Tracer;
  readonly current: AsyncLocalStorage<Context>;
}

/** Starts sending. What the collector does not take is dropped, and reported once a minute at most. */
export function startTracing(settings: TraceSettings, log: DatabaseLog): Tracing {
  reportFailures(log);
  const provider = createProvider(settings);
  const traces: TraceState = {
    tracer: provider.getTracer('timebank', serviceBuild()),
    current: new AsyncLocalStorage<Context>(),
  };
  return {
    request: (facts) => startRequest(traces, facts),
    inside: (name, work) => inside(traces, name, SpanKind.INTERNAL, {}, work),
    attempted: (facts) => recordAttempt(traces, facts),
    database: (database) => tracedDatabase(traces, database),
    async stop() {
      const timeIsUp = new Promise<void>((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS).unref());
      await Promise.race([provider.shutdown().catch(() => {}), timeIsUp]);
    },
  };
}

function createProvider(settings: TraceSettings): TracerProvider {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: { ...settings.headers },
    timeoutMillis: SEND_TIMEOUT_MS,
  });
  return new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.version': serviceBuild(),
      'service.instance.id': `${process.pid}`,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.share) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS, exportTimeoutMillis: SEND_TIMEOUT_MS }),
    ],
  });
}

/** Runs the work as a part of the current trace; outside of a trace it only runs the work. */
async function inside<T>(
  { tracer, current }: TraceState,
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  const parent = current.getStore();
  if (!parent) return work();
  const span = tracer.startSpan(name, { kind, attributes }, parent);
  try {
    return await current.run(trace.setSpan(parent, span), work);
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

function startRequest({ tracer, current }: TraceState, facts: RequestFacts): RequestTrace {
  const { method, route, requestId, traceparent, isTrusted } = facts;
  const remote = traceparent === undefined ? null : parseTraceParent(traceparent);
  const attributes = { 'http.request.method': method, 'http.route': route, 'timebank.request_id': requestId };
  // Any client may send the header. Only the operator's own proxy decides what is recorded.
  const parent = remote && isTrusted ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
  const links = remote && !isTrusted ? [{ context: remote }] : [];
  const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes, links }, parent);
  const own = trace.setSpan(parent, span);
  return {
    run: (work) => current.run(own, work),
    end(status) {
      span.setAttribute('http.response.status_code', status);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', `${status}`);
      span.end();
    },
  };
}

function recordAttempt({ tracer }: TraceState, facts: AttemptFacts): void {
  const { type, subscriptionId, attempt, status, startedAt, endedAt } = facts;
  const attributes = {
    'timebank.event_type': type,
    'timebank.subscription_id': subscriptionId,
    'timebank.attempt': attempt,
    ...(status === null ? {} : { 'http.response.status_code': status }),
  };
  const span = tracer.startSpan('deliver', { kind: SpanKind.CLIENT, attributes, startTime: startedAt }, ROOT_CONTEXT);
  if (status === null || status < 200 || status > 299) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endedAt);
}

/** The database whose statements, transactions and snapshots are parts of the traces they run in. */
function tracedDatabase(traces: TraceState, database: Database): Database {
  const lane = (name: string, on: Lane): Lane => ({
    kind: 'lane',
    run: (statement, values) => runTraced(traces, on, name, statement, values),
  });
  const transaction = (on: Transaction): Transaction => ({
    kind: 'transaction',
    run: (statement, values) => runTraced(traces, on, 'transaction', statement, values),
  });
  return {
    ...database,
    reads: lane('reads', database.reads),
    heavy: lane('heavy', database.heavy),
    relaxed: lane('relaxed', database.relaxed),
    outbox: lane('outbox', database.outbox),
    transaction: (work, options) =>
      inside(traces, 'transaction', SpanKind.INTERNAL, {}, () =>
        database.transaction((open) => work(transaction(open)), options),
      ),
    snapshot: (work, signal) =>
      inside(traces, 'snapshot', SpanKind.INTERNAL, {}, () => database.snapshot(work, signal)),
  };
}

function runTraced<Row>(
  traces: TraceState,
  on: Queryable,
  connection: string,
  statement: SqlStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  const attributes = { 'db.system.name': 'postgresql', 'timebank.connection': connection };
  const name = statement.name ?? 'statement';
  return inside(traces, name, SpanKind.CLIENT, attributes, () => on.run<Row>(statement, values));
}

function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', (error as { code?: string }).code ?? (error as Error).name);
}

const REPORT_EVERY_MS = 60_000;

/** Logs the library's failures, of all exporters: the library has one logger for the process. */
function reportFailures(log: DatabaseLog): void {
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  const report = (message: string) => {
    if (performance.now() - reportedAtMs < REPORT_EVERY_MS) return;
    reportedAtMs = performance.now();
    log.warn({ reason: message.slice(0, 500) }, 'traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT');
  };
  const quiet = () => {};
  const logger = { error: report, warn: report, info: quiet, debug: quiet, verbose: quiet };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
