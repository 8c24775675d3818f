/**
 * The connections to one origin and address, each pinned to its address: none is shared between hosts. Those that were
 * idle for long are dropped.
 */
import { Agent, type AgentOptions } from 'node:https';
import { isIP } from 'node:net';
import tls from 'node:tls';
import type { GuardFault } from './fault.ts';
import type { MayConnect } from './resolve.ts';

/** Shorter than receivers' usual 5 s, so that a connection is rarely used in the moment it is closed. */
const KEEP_ALIVE_MS = 3000;
const POOL_IDLE_MS = 30_000;
const POOLS_MAX = 2000;
/** Handshakes of a pool at once. More would share the same processors, and all end at the time limit together. */
const CONNECTING_MAX = 8;

/** A connection that could not be made: nothing was sent, so another address may be tried. */
export class ConnectFailure extends Error {
  readonly kind: GuardFault;
  constructor(kind: GuardFault) {
    super(kind);
    this.kind = kind;
  }
}

/** Where connections of a pool lead. */
export interface PinnedAddress {
  /** Of the URL: in Host and, unless it is an address, in SNI; the certificate must be for it. */
  readonly hostname: string;
  readonly address: string;
  readonly port: number;
}

export interface PinnedPool extends PinnedAddress {
  readonly agent: Agent;
  /** Connections that are being made. */
  readonly connecting: Set<tls.TLSSocket>;
  /** Requests that wait for an idle connection, or until one more may be made; each takes one at once when called. */
  readonly waiting: (() => void)[];
  /** Requests that use it now. */
  users: number;
  usedAtMs: number;
}

export interface PinnedPools {
  readonly mayConnect: MayConnect;
  readonly connectTimeoutMs: number;
  readonly secureContext: tls.SecureContext | undefined;
  /** By name, port and address, least recently used first. */
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

export function poolFor(pools: PinnedPools, pinned: PinnedAddress): PinnedPool {
  const { entries } = pools;
  const key = `${pinned.hostname} ${pinned.port} ${pinned.address}`;
  const known = entries.get(key);
  if (known) entries.delete(key);
  dropIdle(entries);
  const entry = known ?? createPool(pools, pinned);
  entry.usedAtMs = performance.now();
  entries.set(key, entry);
  return entry;
}

/** Calls `start`, which takes a connection at once, as soon as there is one or may be one more. */
export function whenConnectable(pool: PinnedPool, start: () => void): void {
  pool.waiting.push(start);
  startWaiting(pool);
}

function startWaiting({ agent, connecting, waiting }: PinnedPool): void {
  const isIdle = () => Object.values(agent.freeSockets).some((sockets) => sockets && sockets.length > 0);
  while (waiting.length > 0 && (connecting.size < CONNECTING_MAX || isIdle())) waiting.shift()?.();
}

export function destroyPools({ entries }: PinnedPools): void {
  for (const pool of entries.values()) destroyPool(pool);
  entries.clear();
}

function destroyPool({ agent, connecting }: PinnedPool): void {
  agent.destroy();
  for (const socket of connecting) socket.destroy();
}

function dropIdle(entries: PinnedPools['entries']): void {
  for (const [key, entry] of entries) {
    if (entries.size < POOLS_MAX && performance.now() - entry.usedAtMs < POOL_IDLE_MS) return;
    if (entry.users > 0) continue;
    entries.delete(key);
    destroyPool(entry);
  }
}

function createPool(pools: PinnedPools, pinned: PinnedAddress): PinnedPool {
  const agent = new Agent({ keepAlive: true, timeout: KEEP_ALIVE_MS, scheduling: 'lifo' });
  const pool: PinnedPool = { ...pinned, agent, connecting: new Set(), waiting: [], users: 0, usedAtMs: 0 };
  agent.createConnection = pinnedConnector(pools, pool);
  agent.on('free', () => startWaiting(pool));
  return pool;
}

type ConnectCallback = (error: Error | null, socket: tls.TLSSocket) => void;

/** The address replaces the name only in the TCP connection; Host, SNI and certificate keep the name. */
function pinnedConnector(
  { mayConnect, connectTimeoutMs, secureContext }: PinnedPools,
  pool: PinnedPool,
): Agent['createConnection'] {
  const { hostname, address, port, connecting } = pool;
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  let session: Buffer | undefined;
  const connect = (_: AgentOptions, callback: ConnectCallback) => {
    const socket = tls.connect({
      host: address,
      port,
      ALPNProtocols: ['http/1.1'],
      // An address is never sent as SNI; the certificate must then be for the address, which is the host.
      servername: isIP(name) === 0 ? name : '',
      ...(secureContext ? { secureContext } : {}),
      ...(session ? { session } : {}),
    });
    connecting.add(socket);
    const timer = setTimeout(() => socket.destroy(new ConnectFailure('connect_timeout')), connectTimeoutMs);
    const settle = (failure: ConnectFailure | null) => {
      clearTimeout(timer);
      if (!connecting.delete(socket)) return;
      if (failure) socket.destroy();
      callback(failure, socket);
      startWaiting(pool);
    };
    socket.setKeepAlive(true);
    socket.setNoDelay(true);
    socket.on('session', (fresh) => {
      session = fresh;
    });
    socket.on('error', (error) => settle(new ConnectFailure(connectError(error))));
    socket.on('close', () => settle(new ConnectFailure('connection_failed')));
    socket.once('secureConnect', () => {
      settle(mayConnect(socket.remoteAddress ?? '', port) ? null : new ConnectFailure('address_not_allowed'));
    });
  };
  return connect as Agent['createConnection'];
}

function connectError(error: Error): GuardFault {
  if (error instanceof ConnectFailure) return error.kind;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'ECONNREFUSED') return 'connection_refused';
  if (code === 'ETIMEDOUT') return 'connect_timeout';
  if (/^E(CONN|HOST|NET|PIPE|ADDR|ACCES|PERM|MFILE|NFILE)/.test(code)) return 'connection_failed';
  return 'tls_error';
}
