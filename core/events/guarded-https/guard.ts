/**
 * One HTTPS request to a host that a partner named. Treats the target as hostile: only vetted addresses, the connection
 * pinned to one of them, the certificate checked for the name, no redirects, no proxies, little of the answer read.
 */

import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { GuardFault } from './fault.ts';
import {
  ConnectFailure,
  createPools,
  destroyPools,
  type PinnedPool,
  type PinnedPools,
  poolFor,
  whenConnectable,
} from './pools.ts';
import {
  type AllowedTargets,
  connectionRule,
  type MayConnect,
  type Resolve,
  sharedLookUps,
  systemResolve,
  vetHost,
} from './resolve.ts';

export interface GuardOptions {
  readonly opening: AllowedTargets;
  /** PEM of a certificate authority trusted beside the usual ones. */
  readonly extraCa?: string | undefined;
  readonly resolve?: Resolve;
  readonly connectTimeoutMs?: number;
  /** From the look-up of the name to the end of the answer. */
  readonly totalTimeoutMs?: number;
}

export interface GuardedRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly keep: BodyExtent;
}

/** A status or an error. */
export interface GuardedAnswer {
  readonly statusCode: number | null;
  readonly error: GuardFault | null;
  /** The answer's Retry-After header. */
  readonly retryAfter: string | null;
  /** All of it, undefined if that is more than 64 KiB; or its first 4 KiB, undefined if it is packed. */
  readonly body?: Buffer | undefined;
}

export interface Guard {
  /** Never throws. Undefined: given up because of `close`. */
  request(targetUrl: string, request: GuardedRequest): Promise<GuardedAnswer | undefined>;
  /** Gives up the requests that are on their way. */
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5000;
const TOTAL_TIMEOUT_MS = 15_000;
const TARGETS_MAX = 5000;

/** Where a request goes. */
interface Target {
  readonly hostname: string;
  /** With the port, unless that is 443. */
  readonly host: string;
  readonly path: string;
  readonly port: number;
}

interface GuardState {
  readonly resolve: Resolve;
  readonly mayConnect: MayConnect;
  readonly totalTimeoutMs: number;
  readonly pools: PinnedPools;
  readonly running: Set<Ending>;
  /** Targets by their URL; undefined for a URL that no request may be sent to. */
  readonly targets: Map<string, Target | undefined>;
  closed: boolean;
}

export function createGuard(options: GuardOptions): Guard {
  const mayConnect = connectionRule(options.opening);
  const guard: GuardState = {
    resolve: sharedLookUps(options.resolve ?? systemResolve()),
    mayConnect,
    totalTimeoutMs: options.totalTimeoutMs ?? TOTAL_TIMEOUT_MS,
    pools: createPools(mayConnect, options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS, options.extraCa),
    running: new Set(),
    targets: new Map(),
    closed: false,
  };
  return {
    request: (targetUrl, request) => requestWithin(guard, targetUrl, request),
    async close() {
      guard.closed = true;
      for (const ending of guard.running) end(ending);
      destroyPools(guard.pools);
    },
  };
}

/** Sends a request, and gives it up when its time is over. */
async function requestWithin(
  guard: GuardState,
  targetUrl: string,
  request: GuardedRequest,
): Promise<GuardedAnswer | undefined> {
  if (guard.closed) return undefined;
  const ending: Ending = { ended: false, stop: undefined };
  const timer = setTimeout(end, guard.totalTimeoutMs, ending);
  guard.running.add(ending);
  try {
    const target = targetOf(guard, targetUrl);
    const result = target ? await attempt(guard, target, request, ending) : failure('invalid_target');
    if (guard.closed && result.statusCode === null) return undefined;
    return result;
  } catch {
    return failure('connection_failed');
  } finally {
    clearTimeout(timer);
    guard.running.delete(ending);
  }
}

/** Tries the addresses of the target in turn, until a connection is made. */
async function attempt(
  { resolve, mayConnect, pools }: GuardState,
  { hostname, host, path, port }: Target,
  { method, headers, body, keep }: GuardedRequest,
  ending: Ending,
): Promise<GuardedAnswer> {
  const vetted = await vetHost(hostname, port, untilEnded(resolve, ending), mayConnect);
  if (ending.ended) return failure('timeout');
  if ('error' in vetted) return failure(vetted.error);
  let last: GuardFault = 'connection_failed';
  for (const address of vetted.addresses) {
    const entry = poolFor(pools, { hostname, address, port });
    entry.users++;
    try {
      const answer = await dispatch(entry, { method, path, headers: { ...headers, host }, body }, keep, ending);
      const { statusCode, headers: answered, body: kept } = answer;
      return { statusCode, error: null, retryAfter: answered['retry-after'] ?? null, body: kept };
    } catch (error) {
      if (ending.ended) return failure('timeout');
      if (!(error instanceof ConnectFailure)) return failure(requestError(error));
      last = error.kind;
      if (last === 'tls_error' || last === 'address_not_allowed') break;
    } finally {
      entry.users--;
    }
  }
  return failure(last);
}

function targetOf({ targets }: GuardState, targetUrl: string): Target | undefined {
  if (targets.has(targetUrl)) return targets.get(targetUrl);
  if (targets.size >= TARGETS_MAX) targets.clear();
  const target = readTarget(targetUrl);
  targets.set(targetUrl, target);
  return target;
}

function end(ending: Ending): void {
  ending.ended = true;
  ending.stop?.();
}

/** Undefined for a URL that no request may be sent to. */
function readTarget(targetUrl: string): Target | undefined {
  const url = URL.parse(targetUrl);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  const { hostname, host, pathname, search } = url;
  return { hostname, host, path: pathname + search, port: Number(url.port || '443') };
}

function failure(error: GuardFault): GuardedAnswer {
  return { statusCode: null, error, retryAfter: null };
}

/** A look-up cannot be cancelled, but it need not be waited for. */
function untilEnded(resolve: Resolve, ending: Ending): Resolve {
  return (hostname) =>
    new Promise((settle, reject) => {
      ending.stop = () => reject(new Error('aborted'));
      resolve(hostname).then(settle, reject);
    });
}

function requestError(error: unknown): GuardFault {
  if (error instanceof UnaskedUpgrade) return 'invalid_response';
  // Node's parser names what it refuses by such a code; that the connection ended has one of the system.
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return code.startsWith('HPE_') ? 'invalid_response' : 'connection_failed';
}

// One HTTP request on a pinned connection, and its answer, read as it comes: how much of it is this side's decision.

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
export type BodyExtent = 'all' | 'start';

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** The receiver changed the protocol, which nobody asked for (RFC 9110 section 7.8). */
class UnaskedUpgrade extends Error {}

/** A status counts whatever its headers weigh, so far as a connection may be filled. */
const ANSWER_HEAD_MAX_BYTES = 1024 * 1024;
const ANSWER_MAX_BYTES = 64 * 1024;
const ANSWER_START_BYTES = 4 * 1024;

/**
 * Sends a request. Answers that come before the one that counts, 100 to 103, are passed over, asked for or not (RFC 9110
 * section 15.2).
 * @throws when no answer came, or broke off of which all was wanted; at once when the request is ended
 */
function dispatch(pool: PinnedPool, wanted: SentRequest, kept: BodyExtent, ending: Ending): Promise<ReadAnswer> {
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
  const all = { ...headers, ...length };
  return requestHttps({ agent, host: address, port, method, path, headers: all, maxHeaderSize: ANSWER_HEAD_MAX_BYTES });
}

function readBody(
  sent: ClientRequest,
  response: IncomingMessage,
  kept: BodyExtent,
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
  kept: BodyExtent,
): Buffer | undefined {
  if (kept === 'all') return bytes > ANSWER_MAX_BYTES ? undefined : Buffer.concat(chunks);
  const isPacked = (headers['content-encoding'] ?? 'identity') !== 'identity';
  return isPacked ? undefined : Buffer.concat(chunks).subarray(0, ANSWER_START_BYTES);
}
