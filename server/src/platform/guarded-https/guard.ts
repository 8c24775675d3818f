/**
 * One HTTPS request to a host that a partner named. Treats the target as hostile: only vetted addresses, the connection
 * pinned to one of them, the certificate checked for the name, no redirects, no proxies, little of the answer read.
 */
import type { AttemptError } from '@timebank/contract';
import { dispatch, type Ending, type Kept, UnaskedUpgrade } from './answer.ts';
import { ConnectFailure, createPools, destroyPools, type PinnedPools, poolFor } from './pools.ts';
import {
  connectionRule,
  type MayConnect,
  type Opening,
  type Resolve,
  sharedLookUps,
  systemResolve,
  vetHost,
} from './resolve.ts';

export interface GuardOptions {
  readonly opening: Opening;
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
  readonly keep: Kept;
}

/** A status or an error. */
export interface GuardedAnswer {
  readonly statusCode: number | null;
  readonly error: AttemptError | null;
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
  let last: AttemptError = 'connection_failed';
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

function failure(error: AttemptError): GuardedAnswer {
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

function requestError(error: unknown): AttemptError {
  if (error instanceof UnaskedUpgrade) return 'invalid_response';
  // Node's parser names what it refuses by such a code; that the connection ended has one of the system.
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return code.startsWith('HPE_') ? 'invalid_response' : 'connection_failed';
}
