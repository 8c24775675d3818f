/** `listen`: reads the events in the order of commit and forwards each to a receiver, signed as a delivery. */
import type { TimebankEvent } from '../api.gen.ts';
import type { TimebankClient } from '../client.ts';
import { isTimebankError } from '../errors.ts';
import { signTestDelivery } from '../webhook.ts';
import { messageOf, pause, type Terminal } from './terminal.ts';

export interface ListenOptions {
  readonly forwardTo: URL;
  /** `whsec_…`: what the receiver verifies with. */
  readonly secret: string;
  /** Default: from now on, by the service's clock. */
  readonly since?: Date | undefined;
  readonly json: boolean;
}

const POLL_MS = 1000;
const PAGE_SIZE = 100;
const RETRY_MS = 2000;
/** The service's own timeout for an answer. */
const ANSWER_TIMEOUT_MS = 15_000;
const BACKOFF_MIN_MS = 100;
const BACKOFF_MAX_MS = 2000;

/**
 * Listens until the terminal's signal is aborted. The next event is read when the last one has been answered, so that
 * what a receiver cannot take now waits at the service.
 * @throws what the first request throws; later failures are shown and tried again
 */
export async function listen(client: TimebankClient, options: ListenOptions, terminal: Terminal): Promise<void> {
  try {
    await follow(client, options, terminal);
  } catch (error) {
    if (!terminal.signal.aborted) throw error;
  }
}

async function follow(client: TimebankClient, options: ListenOptions, terminal: Terminal): Promise<void> {
  const { signal } = terminal;
  let since = options.since ?? (await serviceTime(client, signal));
  let token: string | undefined;
  let cursor: string | undefined;
  let last: TimebankEvent | undefined;
  let isReady = false;
  for (;;) {
    try {
      const walk = token === undefined ? ({ order: 'asc', timestamp_since: since } as const) : { sync_token: token };
      const { data, meta } = await client.listEvents({ ...walk, per_page: PAGE_SIZE, cursor }, { signal });
      if (!isReady) showReady(options, terminal);
      isReady = true;
      for (const event of data) {
        await forward(event, options, terminal);
        last = event;
      }
      cursor = meta.next_cursor ?? undefined;
      token = meta.sync_token ?? token;
      if (cursor === undefined) await pause(POLL_MS, signal);
    } catch (error) {
      if (signal.aborted || !isReady) throw error;
      terminal.err(`The events cannot be read: ${messageOf(error)}. Trying again.`);
      // After a restore of the service's database: from the last event on, which comes twice.
      if (isTimebankError(error, 'sync_token_expired')) {
        token = undefined;
        cursor = undefined;
        since = last === undefined ? since : new Date(last.timestamp);
      }
      await pause(RETRY_MS, signal);
    }
  }
}

async function serviceTime(client: TimebankClient, signal: AbortSignal): Promise<Date> {
  const { response } = await client.getMe({ signal });
  return new Date(response.headers.get('date') ?? Date.now());
}

/** Forwards until the receiver has answered, with any status; only an unreachable receiver is tried again. */
async function forward(event: TimebankEvent, options: ListenOptions, terminal: Terminal): Promise<void> {
  const { signal } = terminal;
  for (let failures = 0; ; failures++) {
    const startedAtMs = performance.now();
    const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    try {
      const { body, headers } = await signTestDelivery({ secret: options.secret, event });
      const init = { method: 'POST', headers, body, redirect: 'manual' } as const;
      const response = await fetch(options.forwardTo, { ...init, signal: AbortSignal.any([signal, timeout]) });
      await response.body?.cancel();
      return show(event, response.status, performance.now() - startedAtMs, options, terminal);
    } catch (error) {
      signal.throwIfAborted();
      if (timeout.aborted) return show(event, 0, performance.now() - startedAtMs, options, terminal);
      if (failures === 0) {
        terminal.err(`${options.forwardTo} cannot be reached (${reasonOf(error)}). ${event.id} and what follows wait.`);
      }
      await pause(Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** failures), signal);
    }
  }
}

function showReady({ json, secret, forwardTo }: ListenOptions, { out }: Terminal): void {
  if (json) {
    out(JSON.stringify({ listening: true, forward_to: String(forwardTo), secret }));
    return;
  }
  out(`Forwarding events to ${forwardTo}. Ctrl-C stops.`);
  out(`Your receiver verifies them with this secret: ${secret}`);
}

/** @param status 0: there was no answer in time */
function show(event: TimebankEvent, status: number, tookMs: number, { json }: ListenOptions, { out }: Terminal): void {
  const durationMs = Math.round(tookMs);
  const answer = status === 0 ? 'no answer' : `${status}`;
  const line = `${event.timestamp}  ${event.type}  ${event.id}  ->  ${answer} (${durationMs} ms)`;
  out(json ? JSON.stringify({ event, status, duration_ms: durationMs }) : line);
}

function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? messageOf(error);
}
