/** One request over fetch, and when it is retried. */
import { VERSION } from './api.gen.ts';
import { errorOf, TimebankError } from './errors.ts';
import type { LogEntry, RateLimit, ResponseInfo } from './types.ts';

export interface TransportSettings {
  readonly fetch: typeof fetch;
  /** Timeout of one attempt, until the whole response has arrived. */
  readonly timeoutMs: number;
  /** Retries after the first attempt. */
  readonly maxRetries: number;
  readonly log?: ((entry: LogEntry) => void) | undefined;
}

export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  /** Extra headers of the caller. */
  readonly ownHeaders?: Readonly<Record<string, string>> | undefined;
}

const BACKOFF_MIN_MS = 250;
const BACKOFF_MAX_MS = 8_000;
/** Longer waits are left to the caller: the error has them in `retryAfter`. */
const RETRY_AFTER_MAX_SECONDS = 60;
const RETRIED_STATUSES = new Set([408, 429, 500, 502, 503, 504]);
/** The request was refused before it was processed: it cannot have had an effect. */
const UNTOUCHED_STATUSES = new Set([408, 429]);
const UNSENT_CAUSES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);
/** Headers that only the client sets. */
const RESERVED = new Set(['accept', 'authorization', 'content-type', 'dpop']);

/**
 * Sends a request once and reads the JSON response.
 * @throws TimebankError; the reason of `request.signal` when that ended it
 */
export async function sendOnce(settings: TransportSettings, request: OutgoingRequest): Promise<unknown> {
  const startedAtMs = performance.now();
  const log = (status: number, response: ResponseInfo | undefined, code?: string) => {
    const { requestId, rateLimit } = response ?? { requestId: undefined, rateLimit: undefined };
    const [path, durationMs] = [new URL(request.url).pathname, performance.now() - startedAtMs];
    try {
      settings.log?.({ method: request.method, path, durationMs, status, requestId, rateLimit, code });
    } catch {
      // A log that fails must not hide what became of a payment.
    }
  };
  try {
    const { body, response } = await exchange(settings, request);
    log(response.status, response);
    return Object.defineProperty(body, 'response', { value: response, enumerable: false, configurable: true });
  } catch (error) {
    if (error instanceof TimebankError) log(error.status, error.response, error.code);
    throw error;
  }
}

async function exchange(settings: TransportSettings, request: OutgoingRequest) {
  const { method, url, body, signal, timeoutMs = settings.timeoutMs } = request;
  signal?.throwIfAborted();
  const headers = new Headers({ ...userAgent(), ...request.headers });
  for (const [name, value] of Object.entries(request.ownHeaders ?? {}))
    if (!RESERVED.has(name.toLowerCase())) headers.set(name, value);
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, timeoutMs);
  let response: Response;
  let text: string;
  try {
    // A redirect would carry the secret or the payment somewhere else.
    const init: RequestInit = {
      method,
      headers: Object.fromEntries(headers),
      redirect: 'manual',
      signal: controller.signal,
    };
    response = await settings.fetch(url, body === undefined ? init : { ...init, body });
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (timedOut) {
      const description = `No response within ${timeoutMs} ms.`;
      throw new TimebankError({ status: 0, code: 'timed_out', description, cause });
    }
    const description = `No response from ${new URL(url).host}: ${reasonOf(cause)}.`;
    throw new TimebankError({ status: 0, code: 'connection_failed', description, cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
  const info = infoOf(response);
  if (!response.ok) throw errorOf(info, text);
  const answer = readObject(text);
  if (answer) return { body: answer, response: info };
  throw new TimebankError({
    status: info.status,
    code: 'invalid_response',
    description: 'The response is not a JSON object.',
    response: info,
  });
}

function readObject(text: string): object | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

function infoOf({ status, headers }: Response): ResponseInfo {
  return { status, headers, requestId: headers.get('x-request-id') ?? undefined, rateLimit: rateLimitOf(headers) };
}

function rateLimitOf(headers: Headers): RateLimit | undefined {
  const [limit, remaining, resetSeconds] = ['limit', 'remaining', 'reset'].map((part) => {
    const value = headers.get(`x-ratelimit-${part}`);
    return value === null ? undefined : Number(value);
  });
  if (limit === undefined || remaining === undefined || resetSeconds === undefined) return undefined;
  return { limit, remaining, resetSeconds };
}

/**
 * Runs an attempt until it succeeds, fails for good, or has been retried `maxRetries` times.
 * @param isRepeatable whether it may run again even if the previous attempt may have had an effect
 */
export async function withRetries<T>(
  settings: TransportSettings,
  { isRepeatable, signal }: { readonly isRepeatable: boolean; readonly signal?: AbortSignal | undefined },
  attempt: () => Promise<T>,
): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TimebankError) || retries >= settings.maxRetries) throw error;
      if (!mayRetry(error, isRepeatable) || (error.retryAfter ?? 0) > RETRY_AFTER_MAX_SECONDS) throw error;
      await wait(delayMs(retries, error.retryAfter), signal);
    }
  }
}

function mayRetry(error: TimebankError, isRepeatable: boolean): boolean {
  if (error.status === 0) return isRepeatable || UNSENT_CAUSES.has(causeCodeOf(error.cause));
  return (isRepeatable ? RETRIED_STATUSES : UNTOUCHED_STATUSES).has(error.status);
}

/** Exponential, half of it random; never less than the service asked for. */
function delayMs(retries: number, retryAfterSeconds = 0): number {
  const backoffMs = Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** retries);
  const jittered = backoffMs / 2 + (Math.random() * backoffMs) / 2;
  return retryAfterSeconds > 0 ? retryAfterSeconds * 1000 + jittered : jittered;
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

function causeCodeOf(error: unknown): string {
  const cause = (error as { cause?: { code?: unknown } } | undefined)?.cause;
  return typeof cause?.code === 'string' ? cause.code : '';
}

function reasonOf(error: unknown): string {
  return causeCodeOf(error) || (error instanceof Error ? error.message : String(error));
}

/** Tells the operator which versions are in use. A page in a browser keeps the browser's own. */
function userAgent(): Record<string, string> {
  if ('document' in globalThis) return {};
  const { navigator, process } = globalThis as {
    navigator?: { userAgent?: string };
    process?: { version?: string };
  };
  const runtime =
    navigator?.userAgent ?? (process?.version ? `Node.js/${process.version.slice(1)}` : 'unknown runtime');
  return { 'User-Agent': `timebank-client/${VERSION} (${runtime})` };
}
