/**
 * One HTTPS request to a host that a partner named. Treats the target as hostile: only vetted addresses, the connection
 * pinned to one of them, the certificate checked for the name, no redirects, no proxies, little of the answer read.
 */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import type { AttemptError } from '@timebank/contract';
import { buildConnector, errors, Pool } from 'undici';
import { ConfigError } from '../../platform/base/config-error.ts';
import { fileAdvice } from '../../platform/base/files.ts';
import { refusedBySystem } from '../../platform/base/system-error.ts';
import { dispatch, type Ending, headerText, type Kept } from './answer.ts';
import { connectionRule, type Opening, type Resolve, sharedLookUps, systemResolve, vetHost } from './resolve.ts';

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

/** What came back: either a status or an error. */
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
  /** Gives up whatever is on its way. */
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5000;
const TOTAL_TIMEOUT_MS = 15_000;
/** Shorter than receivers' usual 5 s, so that a connection is rarely used in the moment it is closed. */
const KEEP_ALIVE_MS = 3000;
const POOL_IDLE_MS = 30_000;
const POOLS_MAX = 2000;
const TARGETS_MAX = 5000;

/** A connection that could not be made: nothing was sent, so another address may be tried. */
class ConnectFailure extends Error {
  readonly kind: AttemptError;
  constructor(kind: AttemptError) {
    super(kind);
    this.kind = kind;
  }
}

/** Where a request goes. */
interface Target {
  readonly hostname: string;
  readonly origin: string;
  readonly path: string;
  readonly port: number;
}

interface PinnedPool {
  readonly pool: Pool;
  users: number;
  usedAtMs: number;
}

/** Reads WEBHOOK_CA_FILE. @throws ConfigError, SystemError when it cannot be read or holds no certificate */
export function readCaFile(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const pem = readFileNamedBy('WEBHOOK_CA_FILE', path);
  try {
    new X509Certificate(pem);
  } catch {
    throw new ConfigError(`WEBHOOK_CA_FILE is ${path}; it must be a PEM file of certificates.`);
  }
  return pem;
}

function readFileNamedBy(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw refusedBySystem(`read ${setting} ${path}`, fileAdvice, error);
  }
}

export function createGuard(options: GuardOptions): Guard {
  const resolve = sharedLookUps(options.resolve ?? systemResolve());
  const mayConnect = connectionRule(options.opening);
  const connectTimeoutMs = options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
  const totalTimeoutMs = options.totalTimeoutMs ?? TOTAL_TIMEOUT_MS;
  const secureContext =
    options.extraCa === undefined
      ? undefined
      : tls.createSecureContext({ ca: [...tls.getCACertificates('default'), options.extraCa] });
  // One pool per origin and address, least recently used first: connections are never shared between hosts.
  const pools = new Map<string, PinnedPool>();
  const running = new Set<Ending>();
  const targets = new Map<string, Target | undefined>();
  let closed = false;

  function targetOf(targetUrl: string): Target | undefined {
    if (targets.has(targetUrl)) return targets.get(targetUrl);
    if (targets.size >= TARGETS_MAX) targets.clear();
    const target = readTarget(targetUrl);
    targets.set(targetUrl, target);
    return target;
  }

  function poolFor(origin: string, port: number, address: string): PinnedPool {
    const key = `${origin} ${address}`;
    const known = pools.get(key);
    if (known) pools.delete(key);
    dropIdlePools();
    const entry = known ?? { pool: pinnedPool(origin, port, address), users: 0, usedAtMs: 0 };
    entry.usedAtMs = performance.now();
    pools.set(key, entry);
    return entry;
  }

  function dropIdlePools(): void {
    for (const [key, entry] of pools) {
      if (pools.size < POOLS_MAX && performance.now() - entry.usedAtMs < POOL_IDLE_MS) return;
      if (entry.users > 0) continue;
      pools.delete(key);
      void entry.pool.destroy();
    }
  }

  function pinnedPool(origin: string, port: number, address: string): Pool {
    const connector = buildConnector({
      allowH2: false,
      timeout: connectTimeoutMs,
      ...(secureContext ? { secureContext } : {}),
    });
    return new Pool(origin, {
      allowH2: false,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      // The request has a timer of its own; two more of the client's would outlive it by half a second each.
      headersTimeout: 0,
      bodyTimeout: 0,
      // The address replaces the name only in the TCP connection; Host, SNI and certificate keep the name.
      connect: (target, callback) =>
        connector({ ...target, hostname: address }, (error, socket) => {
          if (error) return callback(new ConnectFailure(connectError(error)), null);
          if (!mayConnect(socket.remoteAddress ?? '', port)) {
            socket.destroy();
            return callback(new ConnectFailure('address_not_allowed'), null);
          }
          callback(null, socket);
        }),
    });
  }

  async function attempt(
    { hostname, origin, path, port }: Target,
    { method, headers, body, keep }: GuardedRequest,
    ending: Ending,
  ): Promise<GuardedAnswer> {
    const vetted = await vetHost(hostname, port, untilEnded(resolve, ending), mayConnect);
    if (ending.ended) return failure('timeout');
    if ('error' in vetted) return failure(vetted.error);
    let last: AttemptError = 'connection_failed';
    for (const address of vetted.addresses) {
      const entry = poolFor(origin, port, address);
      entry.users++;
      try {
        const answer = await dispatch(entry.pool, { method, path, headers, body: body ?? null }, keep, ending);
        const { statusCode, headers: answered, body: kept } = answer;
        return { statusCode, error: null, retryAfter: headerText(answered['retry-after']), body: kept };
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

  return {
    async request(targetUrl, request) {
      if (closed) return undefined;
      const ending: Ending = { ended: false, stop: undefined };
      const timer = setTimeout(end, totalTimeoutMs, ending);
      running.add(ending);
      try {
        const target = targetOf(targetUrl);
        const result = target ? await attempt(target, request, ending) : failure('invalid_target');
        if (closed && result.statusCode === null) return undefined;
        return result;
      } catch {
        return failure('connection_failed');
      } finally {
        clearTimeout(timer);
        running.delete(ending);
      }
    },
    async close() {
      closed = true;
      for (const ending of running) end(ending);
      await Promise.all([...pools.values()].map((entry) => entry.pool.destroy()));
      pools.clear();
    },
  };
}

function end(ending: Ending): void {
  ending.ended = true;
  ending.stop?.();
}

/** Undefined: nothing that may be sent to. */
function readTarget(targetUrl: string): Target | undefined {
  const url = URL.parse(targetUrl);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  const { hostname, origin, pathname, search } = url;
  return { hostname, origin, path: pathname + search, port: Number(url.port || '443') };
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

function connectError(error: Error): AttemptError {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'ECONNREFUSED') return 'connection_refused';
  if (error instanceof errors.ConnectTimeoutError || code === 'ETIMEDOUT') return 'connect_timeout';
  if (/^E(CONN|HOST|NET|PIPE|ADDR|ACCES|PERM|MFILE|NFILE)/.test(code)) return 'connection_failed';
  return 'tls_error';
}

function requestError(error: unknown): AttemptError {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return /^(HPE_|UND_ERR_HEADERS_OVERFLOW)/.test(code) ? 'invalid_response' : 'connection_failed';
}
