/** A primary with a synchronous standby behind a wire of some length. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import {
  type PostgresServer,
  setSynchronousStandbys,
  startPostgresServer,
  startStandby,
} from '../server/src/test-support/postgres-server.ts';
import { startProcess, stopProcess } from './webhook-service.ts';

export interface Primary extends PostgresServer {
  /** Transactions aborted by a conflict so far. */
  readonly brokenOff: () => number;
}

export interface Standby {
  /** The time of the wire alone, in ms. */
  readonly roundTripsMs: readonly number[];
  /** On the standby, once it has applied what the primary had written when asked. */
  count(database: string, text: string): Promise<number>;
  stop(): Promise<void>;
}

/** Deadlock, serialization failure, a lock that was not waited for, and a key that another had just used. */
const BROKEN_OFF = /^(40P01|40001|55P03|23505) ERROR:/;
const PINGS = 200;
const WAIT_MS = 20_000;

/** @returns undefined where Debian's package postgresql is not installed */
export async function startPrimary(): Promise<Primary | undefined> {
  let brokenOff = 0;
  const settings = ['synchronous_commit=on', 'log_min_messages=error', 'log_line_prefix=%e '];
  const onLog = (line: string) => {
    if (BROKEN_OFF.test(line)) brokenOff++;
  };
  const server = await startPostgresServer({ settings, onLog });
  return server && { ...server, brokenOff: () => brokenOff };
}

/** Copies the primary and makes every commit from now on wait until the standby has it on its disk. */
export async function startSynchronousStandby(primary: PostgresServer): Promise<Standby> {
  const proxy = startProcess('hot-account-proxy.ts');
  let standby: PostgresServer | undefined;
  async function stop(): Promise<void> {
    // First, or who still writes waits for a standby that is gone.
    await setSynchronousStandbys(primary, '').catch(() => {});
    await standby?.stop();
    await stopProcess(proxy);
  }
  try {
    const roundTripsMs = await measureRoundTrips(proxy);
    standby = await startStandby(primary, await through(proxy, primary.port));
    await setSynchronousStandbys(primary, '*');
    return { roundTripsMs, count: (database, text) => countOn(primary, standby, database, text), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The proxy's port that leads to this one. */
async function through(proxy: ChildProcess, port: number): Promise<number> {
  const answer = once(proxy, 'message', { signal: AbortSignal.timeout(WAIT_MS) });
  proxy.send(port);
  return (await answer)[0] as number;
}

async function measureRoundTrips(proxy: ChildProcess): Promise<number[]> {
  const echo = createServer({ noDelay: true }, (socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
  try {
    await once(echo, 'listening');
    const port = await through(proxy, (echo.address() as AddressInfo).port);
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    const roundTripsMs: number[] = [];
    while (roundTripsMs.length < PINGS) {
      const sentMs = performance.now();
      socket.write('.');
      await once(socket, 'data', { signal: AbortSignal.timeout(WAIT_MS) });
      roundTripsMs.push(performance.now() - sentMs);
    }
    socket.destroy();
    return roundTripsMs;
  } finally {
    echo.close();
  }
}

async function countOn(
  primary: PostgresServer,
  standby: PostgresServer | undefined,
  database: string,
  text: string,
): Promise<number> {
  const [{ lsn }] = await rows<{ lsn: string }>(await primary.database(database), 'select pg_current_wal_lsn() as lsn');
  const url = (await standby?.database(database)) ?? '';
  await until(url, `select where pg_last_wal_replay_lsn() >= '${lsn}'`);
  return (await rows<{ count: number }>(url, text))[0].count;
}

/** Asks until there is a row. */
async function until(url: string, text: string): Promise<void> {
  const deadlineMs = performance.now() + WAIT_MS;
  while ((await rows(url, text)).length === 0) {
    if (performance.now() > deadlineMs) throw new Error(`not within ${WAIT_MS} ms: ${text}`);
    await delay(50);
  }
}

/** Asks on a connection of its own. */
export async function rows<Row>(url: string, text: string): Promise<[Row, ...Row[]]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as [Row, ...Row[]];
  } finally {
    await client.end();
  }
}
