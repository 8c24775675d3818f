/** A PostgreSQL server for one test file alone, which can be frozen as a hung machine is. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { systemClock } from '../platform/base/clock.ts';
import { findPostmaster, openFolder, sendSignal } from '../platform/database/data-folder.ts';
import { openEmbedded } from '../platform/database/embedded.ts';
import { migrate } from '../platform/database/migrate.ts';
import type { TestDatabase } from './database.ts';
import { childrenOf } from './proc.ts';
import { silentLog } from './server.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

export interface OwnPostgres {
  readonly database: TestDatabase;
  /** SIGSTOP to all of its processes: connections stand and are accepted, and nothing answers. */
  freeze(): Promise<void>;
  /** SIGCONT. */
  thaw(): void;
  stop(): Promise<void>;
}

/** Waits for the end of its input (this process is gone, or thaws), and lets the processes go on. */
const THAWER = 'cat >/dev/null; kill -CONT "$@" 2>/dev/null';

/** Starts a server with a migrated database in a temporary folder. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const folder = await createTemporaryFolder();
  const dataDir = join(folder.path, 'data');
  const options = { dataDir, exclusive: true, create: true, command: 'a test', address: undefined, log: silentLog };
  const { ownerConnection, appConnection, stop } = await openEmbedded(options);
  await migrate({ ownerConnection, appConnection, clock: systemClock });
  const opened = await openFolder(join(dataDir, 'postgres'));
  const postmaster = (await findPostmaster(opened))?.pid;
  opened.close();
  if (postmaster === undefined) throw new Error('the server that was started is not found');
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
    async freeze() {
      // The postmaster first, so that it starts no further process.
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
    async stop() {
      thaw();
      await stop();
      await folder.remove();
    },
  };
}
