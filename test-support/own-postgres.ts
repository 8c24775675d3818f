/** A PostgreSQL server for one test file alone, which can be frozen as a hung machine is, and crashed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { systemClock } from '../core/base/clock.ts';
import { findPostmaster, openFolder, sendSignal } from '../core/database/data-folder.ts';
import { openEmbedded } from '../core/database/embedded.ts';
import { migrate } from '../core/database/migrate.ts';
import { ADMIN_ROLE } from '../core/database/postmaster.ts';
import type { TestDatabase } from './database.ts';
import { childrenOf } from './proc.ts';
import { silentLog } from './server.ts';
import { createTemporaryFolder } from './temporary-folder.ts';
import { waitUntil } from './wait-until.ts';

export interface OwnPostgres {
  readonly database: TestDatabase;
  /** Runs statements as the administrator of the server; settings that they alter are in force at once. */
  administer(...statements: string[]): Promise<void>;
  /** SIGSTOP to all of its processes: connections stand and are accepted, and nothing answers. */
  freeze(): Promise<void>;
  /** SIGCONT. */
  thaw(): void;
  /**
   * Ends the server so that data not yet on disk is lost: `immediate` ends the server at once, `backend` one of its processes by SIGKILL, for which
   * it ends all others. It starts again by itself; resolves once it answers.
   */
  crash(how: Crash): Promise<void>;
  stop(): Promise<void>;
}

export type Crash = 'immediate' | 'backend';

/** Waits for the end of its input (this process is gone, or thaws), and lets the processes go on. */
const THAWER = 'cat >/dev/null; kill -CONT "$@" 2>/dev/null';

/** Starts a server with a migrated database in a temporary folder. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const folder = await createTemporaryFolder();
  const dataDir = join(folder.path, 'data');
  const options = { dataDir, exclusive: true, create: true, command: 'a test', address: undefined, log: silentLog };
  const { ownerConnection, appConnection, stop } = await openEmbedded(options);
  await migrate({ ownerConnection, appConnection, clock: systemClock });
  const postmasterNow = async () => {
    const opened = await openFolder(join(dataDir, 'postgres'));
    const postmaster = (await findPostmaster(opened))?.pid;
    opened.close();
    if (postmaster === undefined) throw new Error('the server that was started is not found');
    return postmaster;
  };
  const frozen = new Set<number>();
  let thawer: ChildProcess | undefined;

  function thaw(): void {
    // One that was ending when it was frozen may be gone with the first that goes on.
    for (const pid of frozen) sendSignal(pid, 'SIGCONT');
    frozen.clear();
    thawer?.stdin?.end();
    thawer = undefined;
  }

  return {
    database: { ownerConnection, appConnection, ownerUrl: '', appUrl: '', drop: async () => {} },
    async administer(...statements) {
      const administrator = { ...ownerConnection, user: ADMIN_ROLE };
      for (const statement of [...statements, 'select pg_reload_conf()']) await ask(administrator, statement);
    },
    async freeze() {
      // The postmaster first, so that it starts no further process.
      const postmaster = await postmasterNow();
      const pids = [postmaster];
      process.kill(postmaster, 'SIGSTOP');
      frozen.add(postmaster);
      for (const pid of await childrenOf(postmaster)) {
        try {
          process.kill(pid, 'SIGSTOP');
        } catch {
          // It has ended since.
          continue;
        }
        frozen.add(pid);
        pids.push(pid);
      }
      thawer = spawn('/bin/sh', ['-c', THAWER, 'sh', ...pids.map(String)], {
        detached: true,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
    },
    thaw,
    async crash(how) {
      const startedAt = await serverStart(ownerConnection);
      const victim = how === 'immediate' ? await postmasterNow() : await backendOf(ownerConnection);
      process.kill(victim, how === 'immediate' ? 'SIGQUIT' : 'SIGKILL');
      await waitUntil(
        'PostgreSQL answers again',
        async () => (await serverStart(ownerConnection).catch(() => startedAt)) !== startedAt,
      );
    },
    async stop() {
      thaw();
      await stop();
      await folder.remove();
    },
  };
}

async function ask<Row extends pg.QueryResultRow>(connection: pg.ClientConfig, sql: string): Promise<Row> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows[0] as Row;
  } finally {
    await client.end();
  }
}

/** When the server last began to serve: after a crash of one of its processes, too. */
const serverStart = async (connection: pg.ClientConfig) =>
  (
    await ask<{ at: string }>(
      connection,
      `select backend_start::text as at from pg_stat_activity where backend_type = 'walwriter'`,
    )
  ).at;

/** A process that serves another's connection. */
const backendOf = async (connection: pg.ClientConfig) =>
  (
    await ask<{ pid: number }>(
      connection,
      `select pid from pg_stat_activity where application_name = 'timebank' order by pid limit 1`,
    )
  ).pid;
