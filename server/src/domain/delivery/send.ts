/**
 * One HTTPS POST to a partner's receiver. Treats the target as hostile: only vetted addresses, the connection pinned to
 * one of them, the certificate checked for the name, no redirects, no proxies, little of the answer read and none kept.
 */
import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import type { AttemptError } from '@timebank/contract';
import { buildConnector, errors, Pool } from 'undici';
import { connectionRule, type Opening, type Resolve, systemResolve, vetHost } from './resolve.ts';
import type { AttemptResult } from './retry.ts';

export interface SenderOptions {
  readonly opening: Opening;
  /** PEM of a certificate authority trusted beside the usual ones. */
  readonly extraCa?: string | undefined;
  readonly resolve?: Resolve;
  readonly connectTimeoutMs?: number;
  /** From the look-up of the name to the end of the answer. */
  readonly totalTimeoutMs?: number;
}

export interface Sender {
  /** Never throws. Undefined: given up because of `close`. */
  send(targetUrl: string, headers: Readonly<Record<string, string>>, body: Buffer): Promise<AttemptResult | undefined>;
  /** Gives up whatever is on its way. */
  close(): Promise<void>;
}

export const CONNECT_TIMEOUT_MS = 5000;
export const TOTAL_TIMEOUT_MS = 15_000;
const ANSWER_MAX_BYTES = 64 * 1024;
/** Shorter than receivers' usual 5 s, so that a connection is rarely used in the moment it is closed. */
const KEEP_ALIVE_MS = 3000;
const POOL_IDLE_MS = 30_000;
const POOLS_MAX = 2000;

/** A connection that could not be made: nothing was sent, so another address may be tried. */
class ConnectFailure extends Error {
  readonly kind: AttemptError;
  constructor(kind: AttemptError) {
    super(kind);
    this.kind = kind;
  }
}

interface PinnedPool {
  readonly pool: Pool;
  users: number;
  usedAtMs: number;
}

/** Reads WEBHOOK_CA_FILE. @throws when it cannot be read */
export function readCaFile(path: string | undefined): string | undefined {
  return path === undefined ? undefined : readFileSync(path, 'utf8');
}

export function createSender(options: SenderOptions): Sender {
  const { resolve = systemResolve() } = options;
  const mayConnect = connectionRule(options.opening);
  const connectTimeoutMs = options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
  const totalTimeoutMs = options.totalTimeoutMs ?? TOTAL_TIMEOUT_MS;
  const secureContext =
    options.extraCa === undefined
      ? undefined
      : tls.createSecureContext({ ca: [...tls.getCACertificates('default'), options.extraCa] });
  // One pool per origin and address, least recently used first: connections are never shared between hosts.
  const pools = new Map<string, PinnedPool>();
  const running = new Set<AbortController>();
  let closed = false;

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
      headersTimeout: totalTimeoutMs,
      bodyTimeout: totalTimeoutMs,
      // The address stands in for the name only in the TCP connection; Host, SNI and certificate keep the name.
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
    url: URL,
    headers: Readonly<Record<string, string>>,
    body: Buffer,
    controller: AbortController,
  ): Promise<Omit<AttemptResult, 'latencyMs'>> {
    const port = Number(url.port || '443');
    const vetted = await vetHost(url.hostname, port, untilAborted(resolve, controller.signal), mayConnect);
    if (controller.signal.aborted) return failure('timeout');
    if ('error' in vetted) return failure(vetted.error);
    let last: AttemptError = 'connection_failed';
    for (const address of vetted.addresses) {
      const entry = poolFor(url.origin, port, address);
      entry.users++;
      try {
        const answer = await entry.pool.request({
          method: 'POST',
          path: url.pathname + url.search,
          headers,
          body,
          signal: controller.signal,
        });
        // The status decides; the rest is read only so that the connection can be used again.
        await answer.body.dump({ limit: ANSWER_MAX_BYTES });
        return { statusCode: answer.statusCode, error: null, retryAfter: headerText(answer.headers['retry-after']) };
      } catch (error) {
        if (controller.signal.aborted) return failure('timeout');
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
    async send(targetUrl, headers, body) {
      if (closed) return undefined;
      const startedAtMs = performance.now();
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), totalTimeoutMs);
      running.add(controller);
      try {
        const url = URL.parse(targetUrl);
        const result =
          url?.protocol === 'https:' && url.username === '' && url.password === ''
            ? await attempt(url, headers, body, controller)
            : failure('invalid_target');
        if (closed && result.statusCode === null) return undefined;
        return { ...result, latencyMs: Math.round(performance.now() - startedAtMs) };
      } catch {
        return { ...failure('connection_failed'), latencyMs: Math.round(performance.now() - startedAtMs) };
      } finally {
        clearTimeout(timer);
        running.delete(controller);
      }
    },
    async close() {
      closed = true;
      for (const controller of running) controller.abort();
      await Promise.all([...pools.values()].map((entry) => entry.pool.destroy()));
      pools.clear();
    },
  };
}

function failure(error: AttemptError): Omit<AttemptResult, 'latencyMs'> {
  return { statusCode: null, error, retryAfter: null };
}

/** A look-up cannot be cancelled, but it need not be waited for. */
function untilAborted(resolve: Resolve, signal: AbortSignal): Resolve {
  return (hostname) =>
    new Promise((settle, reject) => {
      const onAbort = () => reject(new Error('aborted'));
      signal.addEventListener('abort', onAbort, { once: true });
      resolve(hostname)
        .then(settle, reject)
        .finally(() => signal.removeEventListener('abort', onAbort));
    });
}

function headerText(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

function connectError(error: Error): AttemptError {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'ECONNREFUSED') return 'connection_refused';
  if (error instanceof errors.ConnectTimeoutError || code === 'ETIMEDOUT') return 'connect_timeout';
  if (/^E(CONN|HOST|NET|PIPE|ADDR|ACCES|PERM|MFILE|NFILE)/.test(code)) return 'connection_failed';
  return 'tls_error';
}

function requestError(error: unknown): AttemptError {
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) return 'timeout';
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return /^(HPE_|UND_ERR_HEADERS_OVERFLOW)/.test(code) ? 'invalid_response' : 'connection_failed';
}
