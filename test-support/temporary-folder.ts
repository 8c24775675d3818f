/** Folders that go away with the process that made them, even if it is killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own for one test. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** Waits for the end of its input (this process is gone), lets a PostgreSQL inside finish, and removes the folder. */
const WATCHER = `
cat >/dev/null
tries=0
while [ -e "$1" ] && [ -n "$(find "$1" -name postmaster.pid 2>/dev/null)" ] && [ $tries -lt 100 ]; do
  sleep 0.1; tries=$((tries + 1))
done
rm -rf "$1"`;

/** Creates a folder under the system's temporary one. */
export async function createTemporaryFolder(): Promise<TemporaryFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'timebank-test-')));
  const watcher = spawn('/bin/sh', ['-c', WATCHER, 'sh', path], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  });
  watcher.unref();
  // The pipe must not keep this process alive either; it closes with it.
  (watcher.stdin as unknown as { unref(): void }).unref();
  return {
    path,
    async remove() {
      watcher.ref();
      watcher.stdin.end();
      if (watcher.exitCode === null) await once(watcher, 'exit');
    },
  };
}
