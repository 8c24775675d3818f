/**
 * Traces of requests, statements and deliveries, sent to a collector by OTLP over HTTP, in JSON. Names follow
 * OpenTelemetry's semantic conventions. No address, body, query string or name of a person is in them.
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
import type { TraceSettings } from '../base/config.ts';
import { serviceBuild } from '../base/version.ts';
import type { DatabaseLog } from '../database/log.ts';
import type { Database, Lane, Queryable, SqlStatement, Transaction } from '../database/query.ts';
import type { AttemptFacts, RequestFacts, RequestTrace, Tracing } from './types.ts';

const SEND_TIMEOUT_MS = 5000;
const SEND_EVERY_MS = 1000;
/** A part of what stopping may take. */
const STOP_TIMEOUT_MS = 2000;

/** Starts sending. What the collector does not take is dropped, and said once a minute at most. */
export function startTracing(settings: TraceSettings, log: DatabaseLog): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: { ...settings.headers },
    timeoutMillis: SEND_TIMEOUT_MS,
  });
  tellFailures(log);
  const provider = new TracerProvider({
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
  const tracer = provider.getTracer('timebank', serviceBuild());
  const current = new AsyncLocalStorage<Context>();

  /** Runs the work as a part of what runs now; outside of a trace it only runs. */
  async function inside<T>(name: string, kind: SpanKind, attributes: Attributes, work: () => Promise<T>): Promise<T> {
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

  const statement = <Row>(on: Queryable, where: string, asked: SqlStatement, values: readonly unknown[]) => {
    const attributes = { 'db.system.name': 'postgresql', 'timebank.connection': where };
    return inside(asked.name ?? 'statement', SpanKind.CLIENT, attributes, () => on.run<Row>(asked, values));
  };
  const lane = (name: string, on: Lane): Lane => ({
    kind: 'lane',
    run: (asked, values) => statement(on, name, asked, values),
  });
  const transaction = (on: Transaction): Transaction => ({
    kind: 'transaction',
    run: (asked, values) => statement(on, 'transaction', asked, values),
  });

  return {
    request: (facts) => startRequest(facts),
    inside: (name, work) => inside(name, SpanKind.INTERNAL, {}, work),
    attempted({ type, subscriptionId, attempt, status, startedAt, endedAt }: AttemptFacts) {
      const attributes = {
        'timebank.event_type': type,
        'timebank.subscription_id': subscriptionId,
        'timebank.attempt': attempt,
        ...(status === null ? {} : { 'http.response.status_code': status }),
      };
      const span = tracer.startSpan(
        'deliver',
        { kind: SpanKind.CLIENT, attributes, startTime: startedAt },
        ROOT_CONTEXT,
      );
      if (status === null || status < 200 || status > 299) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endedAt);
    },
    database: (database: Database): Database => ({
      ...database,
      reads: lane('reads', database.reads),
      heavy: lane('heavy', database.heavy),
      relaxed: lane('relaxed', database.relaxed),
      outbox: lane('outbox', database.outbox),
      transaction: (work, options) =>
        inside('transaction', SpanKind.INTERNAL, {}, () =>
          database.transaction((open) => work(transaction(open)), options),
        ),
      snapshot: (work, signal) => inside('snapshot', SpanKind.INTERNAL, {}, () => database.snapshot(work, signal)),
    }),
    async stop() {
      const given = new Promise<void>((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS).unref());
      await Promise.race([provider.shutdown().catch(() => {}), given]);
    },
  };

  function startRequest({ method, route, requestId, traceparent, isTrusted }: RequestFacts): RequestTrace {
    const remote = traceparent === undefined ? null : parseTraceParent(traceparent);
    const attributes = { 'http.request.method': method, 'http.route': route, 'timebank.request_id': requestId };
    // Anybody may send the header. Only a proxy of the operator's own may say what is recorded.
    const parent =
      remote && isTrusted ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
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
}

function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', (error as { code?: string }).code ?? (error as Error).name);
}

const TOLD_EVERY_MS = 60_000;

/** The library tells failures to one logger for all. */
function tellFailures(log: DatabaseLog): void {
  let toldAtMs = Number.NEGATIVE_INFINITY;
  const tell = (message: string) => {
    if (performance.now() - toldAtMs < TOLD_EVERY_MS) return;
    toldAtMs = performance.now();
    log.warn({ reason: message.slice(0, 500) }, 'traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT');
  };
  const quiet = () => {};
  const logger = { error: tell, warn: tell, info: quiet, debug: quiet, verbose: quiet };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
