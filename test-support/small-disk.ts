/** A small file system in memory, mounted for some processes alone. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { childEnvironment } from './child-environment.ts';
import type { CommandResult } from './command.ts';
import { cannot } from './has-tool.ts';

const MAIN = join(import.meta.dirname, '../service/main.ts');
const IN_NAMESPACE = ['--user', '--map-root-user', '--mount', '--', 'sh', '-c'];
const MOUNT = 'mount -t tmpfs -o "size=$0,mode=0700" tmpfs "$1"';

export interface SmallDisk {
  /** Its path, as seen from outside. */
  readonly path: string;
  /** The words before a command that is to see it. */
  readonly within: readonly string[];
  /** Runs `timebank` with it. */
  run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<CommandResult>;
  /** It is gone with the last process that sees it. */
  stop(): Promise<void>;
}

/** Why tests cannot have one, or false: for `skip`. */
export const noSmallDisk = () =>
  cannot(
    spawnSync('unshare', [...IN_NAMESPACE, MOUNT, '1m', '/mnt']).status !== 0 &&
      'needs to mount a file system, which this user may not',
  );

/**
 * An empty one on the folder.
 * @param size as mount takes it: `40m`
 */
export async function startSmallDisk(size: string, folder: string): Promise<SmallDisk> {
  // It ends with its input, which closes with this process.
  const holder = spawn('unshare', [...IN_NAMESPACE, `${MOUNT} && echo && exec cat`, size, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(holder, 'exit');
  await Promise.race([once(holder.stdout, 'data'), ended]);
  if (holder.exitCode !== null) throw new Error('the file system could not be mounted');
  const within = ['nsenter', '--preserve-credentials', '--user', '--mount', `--target=${holder.pid}`, '--'];
  return {
    path: join(`/proc/${holder.pid}/root`, folder),
    within,
    async run(args, env) {
      const [command = '', ...words] = [...within, process.execPath, MAIN, ...args];
      const child = spawn(command, words, {
        env: { ...childEnvironment(), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
      return { code, stdout, stderr };
    },
    async stop() {
      holder.stdin.end();
      await ended;
    },
  };
}
