/** One request over fetch, and when it is sent again. */
import { errorOf, TimebankError } from './errors.ts';

export interface TransportSettings {
  readonly fetch: typeof fetch;
  /** For one attempt, until the whole answer has arrived. */
  readonly timeoutMs: number;
  /** Repeats after the first attempt. */
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
/** Longer waits are the caller's to decide: the error tells them in `retryAfter`. */
const RETRY_AFTER_MAX_SECONDS = 60;
const RETRIED_STATUSES = new Set([408, 429, 500, 502, 503, 504]);
/** The request was refused unread or uncounted: nothing can have happened. */
const UNTOUCHED_STATUSES = new Set([408, 429]);
const UNSENT_CAUSES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * Sends a request once and reads the JSON answer.
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
      const description = `No answer within ${settings.timeoutMs} ms.`;
      throw new TimebankError({ status: 0, code: 'timed_out', description, cause });
    }
    const description = `No answer from ${new URL(url).host}: ${reasonOf(cause)}.`;
    throw new TimebankError({ status: 0, code: 'connection_failed', description, cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
  if (!response.ok) throw errorOf(response.status, response.headers, text);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const description = 'The answer is not JSON.';
    throw new TimebankError({ status: response.status, code: 'invalid_response', description, cause });
  }
}

/**
 * Runs an attempt until it succeeds, fails for good, or has been repeated `maxRetries` times.
 * @param isRepeatable whether it may run again although the one before may have had its effect
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

/** Exponential, with half of it random; never less than the service asked for. */
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
