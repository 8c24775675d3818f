/** One HTTP request on a pinned connection, and its answer, read as it comes: how much of it is this side's decision. */
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type PinnedPool, whenConnectable } from './pools.ts';

export interface ReadAnswer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
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

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** The receiver changed the protocol, which nobody asked for (RFC 9110 section 7.8). */
export class UnaskedUpgrade extends Error {}

const ANSWER_MAX_BYTES = 64 * 1024;
const ANSWER_START_BYTES = 4 * 1024;

/**
 * Sends a request. Answers that come before the one that counts, 100 to 103, are passed over, asked for or not (RFC 9110
 * section 15.2).
 * @throws when no answer came, or broke off of which all was wanted; at once when the request is ended
 */
export function dispatch(pool: PinnedPool, wanted: SentRequest, kept: Kept, ending: Ending): Promise<ReadAnswer> {
  return new Promise((resolve, reject) => {
    const start = () => {
      const sent = send(pool, wanted);
      ending.stop = () => sent.destroy();
      sent.on('error', reject);
      sent.on('upgrade', (_, socket) => {
        socket.destroy();
        reject(new UnaskedUpgrade());
      });
      sent.on('response', (response) => {
        sent.off('error', reject);
        readBody(sent, response, kept, resolve, reject);
      });
      sent.end(wanted.body);
    };
    ending.stop = () => {
      pool.waiting.splice(pool.waiting.indexOf(start), 1);
      reject(new Error('ended before a connection was free'));
    };
    whenConnectable(pool, start);
  });
}

function send({ agent, address, port }: PinnedPool, { method, path, headers, body }: SentRequest): ClientRequest {
  const length = body && { 'content-length': String(body.length) };
  return requestHttps({ agent, host: address, port, method, path, headers: { ...headers, ...length } });
}

function readBody(
  sent: ClientRequest,
  response: IncomingMessage,
  kept: Kept,
  resolve: (answer: ReadAnswer) => void,
  reject: (error: Error) => void,
): void {
  const { statusCode = 0, headers } = response;
  const chunks: Buffer[] = [];
  let bytes = 0;
  const settle = () => resolve({ statusCode, headers, body: bodyOf(headers, chunks, bytes, kept) });
  response.on('data', (chunk: Buffer) => {
    if (kept === 'all' || bytes < ANSWER_START_BYTES) chunks.push(chunk);
    bytes += chunk.length;
    if (bytes <= ANSWER_MAX_BYTES) return;
    settle();
    sent.destroy();
  });
  response.on('end', settle);
  // An answer of which the beginning is wanted is no failure when it breaks off: its status has arrived.
  const breakOff = (error: Error) => (kept === 'start' ? settle() : reject(error));
  response.on('error', breakOff);
  sent.on('error', breakOff);
  response.on('close', () => breakOff(new Error('the answer broke off')));
}

function bodyOf(
  headers: IncomingHttpHeaders,
  chunks: readonly Buffer[],
  bytes: number,
  kept: Kept,
): Buffer | undefined {
  if (kept === 'all') return bytes > ANSWER_MAX_BYTES ? undefined : Buffer.concat(chunks);
  const isPacked = (headers['content-encoding'] ?? 'identity') !== 'identity';
  return isPacked ? undefined : Buffer.concat(chunks).subarray(0, ANSWER_START_BYTES);
}
