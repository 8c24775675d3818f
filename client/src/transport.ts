/** One request over fetch, and when it is retried. */
import { errorOf, TimebankError } from './errors.ts';

export interface TransportSettings {
  readonly fetch: typeof fetch;
  /** Timeout of one attempt, until the whole response has arrived. */
  readonly timeoutMs: number;
  /** Retries after the first attempt. */
  readonly maxRetries: number;
}

export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

const BACKOFF_MIN_MS = 250;
const BACKOFF_MAX_MS = 8_000;
/** Longer waits are left to the caller: the error has them in `retryAfter`. */
const RETRY_AFTER_MAX_SECONDS = 60;
const RETRIED_STATUSES = new Set([408, 429, 500, 502, 503, 504]);
/** The request was refused before it was processed: it cannot have had an effect. */
const UNTOUCHED_STATUSES = new Set([408, 429]);
const UNSENT_CAUSES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * Sends a request once and reads the JSON response.
 * @throws TimebankError; the reason of `request.signal` when that ended it
 */
export async function sendOnce(settings: TransportSettings, request: OutgoingRequest): Promise<unknown> {
  const { method, url, headers, body, signal } = request;
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, settings.timeoutMs);
  let response: Response;
  let text: string;
  try {
    // A redirect would carry the secret or the payment somewhere else.
    const init: RequestInit = { method, headers: { ...headers }, redirect: 'manual', signal: controller.signal };
    response = await settings.fetch(url, body === undefined ? init : { ...init, body });
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (timedOut) {
      const description = `No response within ${settings.timeoutMs} ms.`;
      throw new TimebankError({ status: 0, code: 'timed_out', description, cause });
    }
    const description = `No response from ${new URL(url).host}: ${reasonOf(cause)}.`;
    throw new TimebankError({ status: 0, code: 'connection_failed', description, cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
  if (!response.ok) throw errorOf(response.status, response.headers, text);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const description = 'The response is not JSON.';
    throw new TimebankError({ status: response.status, code: 'invalid_response', description, cause });
  }
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
