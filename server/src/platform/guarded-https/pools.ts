/**
 * One pool of connections per origin and address, each pinned to its address: connections are never shared between hosts.
 * Pools that were idle for long are dropped.
 */
import tls from 'node:tls';
import type { AttemptError } from '@timebank/contract';
import { buildConnector, errors, Pool } from 'undici';
import type { MayConnect } from './resolve.ts';

/** Shorter than receivers' usual 5 s, so that a connection is rarely used in the moment it is closed. */
const KEEP_ALIVE_MS = 3000;
const POOL_IDLE_MS = 30_000;
const POOLS_MAX = 2000;

/** A connection that could not be made: nothing was sent, so another address may be tried. */
export class ConnectFailure extends Error {
  readonly kind: AttemptError;
  constructor(kind: AttemptError) {
    super(kind);
    this.kind = kind;
  }
}

export interface PinnedPool {
  readonly pool: Pool;
  /** Requests that use it now. */
  users: number;
  usedAtMs: number;
}

export interface PinnedPools {
  readonly mayConnect: MayConnect;
  readonly connectTimeoutMs: number;
  readonly secureContext: tls.SecureContext | undefined;
  /** By origin and address, least recently used first. */
  readonly entries: Map<string, PinnedPool>;
}

/** @param extraCa PEM of a certificate authority trusted beside the usual ones */
export function createPools(
  mayConnect: MayConnect,
  connectTimeoutMs: number,
  extraCa: string | undefined,
): PinnedPools {
  const ca = extraCa === undefined ? undefined : [...tls.getCACertificates('default'), extraCa];
  return { mayConnect, connectTimeoutMs, secureContext: ca && tls.createSecureContext({ ca }), entries: new Map() };
}

export function poolFor(pools: PinnedPools, origin: string, port: number, address: string): PinnedPool {
  const { entries } = pools;
  const key = `${origin} ${address}`;
  const known = entries.get(key);
  if (known) entries.delete(key);
  dropIdle(entries);
  const entry = known ?? { pool: createPool(pools, origin, port, address), users: 0, usedAtMs: 0 };
  entry.usedAtMs = performance.now();
  entries.set(key, entry);
  return entry;
}

export async function destroyPools({ entries }: PinnedPools): Promise<void> {
  await Promise.all([...entries.values()].map(({ pool }) => pool.destroy()));
  entries.clear();
}

function dropIdle(entries: PinnedPools['entries']): void {
  for (const [key, entry] of entries) {
    if (entries.size < POOLS_MAX && performance.now() - entry.usedAtMs < POOL_IDLE_MS) return;
    if (entry.users > 0) continue;
    entries.delete(key);
    void entry.pool.destroy();
  }
}

function createPool(pools: PinnedPools, origin: string, port: number, address: string): Pool {
  const { mayConnect, connectTimeoutMs, secureContext } = pools;
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

function connectError(error: Error): AttemptError {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'ECONNREFUSED') return 'connection_refused';
  if (error instanceof errors.ConnectTimeoutError || code === 'ETIMEDOUT') return 'connect_timeout';
  if (/^E(CONN|HOST|NET|PIPE|ADDR|ACCES|PERM|MFILE|NFILE)/.test(code)) return 'connection_failed';
  return 'tls_error';
}
