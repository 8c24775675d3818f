/** One process at a time starts and runs PostgreSQL in a data folder. */
import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';

/** A held lock; it ends with the process at the latest. */
export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes the folder's lock: a name in Linux's abstract socket space, which the kernel frees when its process dies, so
 * that no stale lock can exist. It does not reach over network namespaces or to other systems; there the lock in the
 * database and the holder's note keep two services apart.
 * @returns undefined when another process holds it
 */
export async function takeFolderLock(path: string): Promise<FolderLock | undefined> {
  if (process.platform !== 'linux') return { release: async () => {} };
  const { dev, ino } = await stat(path, { bigint: true });
  const server = createServer((socket) => socket.destroy());
  const taken = await new Promise<boolean>((resolve, reject) => {
    server.once('listening', () => resolve(true));
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    server.listen({ path: `\0timebank-${dev}-${ino}` });
  });
  if (!taken) return undefined;
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}
