/** The checkout that a release is built from. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** @throws Error where something is not committed: nobody could build it again */
export function demandClean(): void {
  const changed = git('status', '--porcelain');
  if (changed !== '') throw new Error(`Commit or remove these first:\n${changed}`);
}

/** When the commit was made; every file of the release bears it, so that two builds are the same. */
export const commitTime = () => new Date(git('log', '-1', '--format=%cI'));

/** The first eight digits: a release has no history to read them from (`core/base/version.ts`). */
export const commit = () => git('rev-parse', '--short=8', 'HEAD').slice(0, 8);

/** The files of the project, without deleted ones. */
export function listFiles(): string[] {
  const names = git('ls-files', '--cached', '--others', '--exclude-standard').split('\n');
  const deleted = new Set(git('ls-files', '--deleted').split('\n'));
  return names.filter((name) => !deleted.has(name));
}
