/** A small file system in memory, mounted for one process and those that it starts. */
import { spawnSync } from 'node:child_process';
import { cannot } from './has-tool.ts';

const IN_NAMESPACE = ['--user', '--map-root-user', '--mount', '--', 'sh', '-c'];
const MOUNT = 'mount -t tmpfs -o "size=$0,mode=0700" tmpfs "$1"';

/** Why tests cannot have one, or false: for `skip`. */
export const noSmallDisk = () =>
  cannot(
    spawnSync('unshare', [...IN_NAMESPACE, MOUNT, '1m', '/mnt']).status !== 0 &&
      'needs to mount a file system, which this user may not',
  );

/**
 * What to run so that the command finds an empty file system on the folder.
 * @param size as mount takes it: `40m`
 */
export function onSmallDisk(size: string, folder: string, command: readonly string[]): [string, string[]] {
  return ['unshare', [...IN_NAMESPACE, `${MOUNT} && shift && exec "$@"`, size, folder, ...command]];
}
