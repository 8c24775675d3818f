/** One HTTP answer, read as it comes: how much of it, and until when, is this side's decision. */
import { type Dispatcher, errors, type Pool } from 'undici';

export interface ReadAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** All of it, undefined if that is more than 64 KiB; or its first 4 KiB, undefined if it is packed. */
  readonly body: Buffer | undefined;
}

/** A request's end before its time. An AbortController does the same, and costs as much as the signature. */
export interface Ending {
  ended: boolean;
  /** Gives up what the request waits for at the moment. */
  stop: (() => void) | undefined;
}

/** How much of the answer's body is wanted; the rest is read only so that the connection can be used again. */
export type Kept = 'all' | 'start';

const ANSWER_MAX_BYTES = 64 * 1024;
const ANSWER_START_BYTES = 4 * 1024;

/** @throws when no answer came, or broke off of which all was wanted; at once when the request is ended */
export function dispatch(
  pool: Pool,
  request: Dispatcher.DispatchOptions,
  kept: Kept,
  ending: Ending,
): Promise<ReadAnswer> {
  return new Promise((resolve, reject) => {
    const reading = new Reading(kept, resolve, reject);
    ending.stop = () => reading.stop();
    pool.dispatch(request, reading);
  });
}

/** Takes undici's own calls: its stream of the body costs as much as the signature, too. */
class Reading implements Dispatcher.DispatchHandler {
  readonly #kept: Kept;
  readonly #resolve: (answer: ReadAnswer) => void;
  readonly #reject: (error: Error) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #statusCode = 0;
  #headers: ReadAnswer['headers'] = {};
  #chunks: Buffer[] = [];
  #bytes = 0;
  #stopped = false;

  constructor(kept: Kept, resolve: (answer: ReadAnswer) => void, reject: (error: Error) => void) {
    this.#kept = kept;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  stop(): void {
    const ended = new errors.RequestAbortedError();
    this.#stopped = true;
    this.#breakOff(ended);
    this.#controller?.abort(ended);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#stopped) controller.abort(new errors.RequestAbortedError());
  }

  onResponseStart(_: Dispatcher.DispatchController, statusCode: number, headers: ReadAnswer['headers']): void {
    this.#statusCode = statusCode;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#kept === 'all' || this.#bytes < ANSWER_START_BYTES) this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes <= ANSWER_MAX_BYTES) return;
    this.#settle();
    controller.abort(new errors.RequestAbortedError());
  }

  onResponseEnd(): void {
    this.#settle();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#breakOff(error);
  }

  /** An answer of which the beginning is wanted is no failure when it breaks off: its status has arrived. */
  #breakOff(error: Error): void {
    if (this.#kept === 'start' && this.#statusCode >= 200) this.#settle();
    else this.#reject(error);
  }

  #settle(): void {
    this.#resolve({ statusCode: this.#statusCode, headers: this.#headers, body: this.#body() });
  }

  #body(): Buffer | undefined {
    if (this.#kept === 'all') return this.#bytes > ANSWER_MAX_BYTES ? undefined : Buffer.concat(this.#chunks);
    const isPacked = (headerText(this.#headers['content-encoding']) ?? 'identity') !== 'identity';
    return isPacked ? undefined : Buffer.concat(this.#chunks).subarray(0, ANSWER_START_BYTES);
  }
}

/** The first value of a header. */
export function headerText(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
