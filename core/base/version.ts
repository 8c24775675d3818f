/** Which release this is, and which build of it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

interface Manifest {
  readonly version: string;
  /** Written by the release (`tools/release/stage.ts`), which has no history. */
  readonly commit?: string;
  /** The day of that commit, `2026-11-29`. */
  readonly made?: string;
}

const readManifest = () => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;

/** The service's version: `0.1.0`. */
export function serviceVersion(): string {
  return readManifest().version;
}

/** The service's version and commit, as SemVer writes a build: `0.1.0+f844f4bd`; the version alone where no commit is known. */
export function serviceBuild(): string {
  const { version, commit = commitOfProcess() } = readManifest();
  return commit === undefined ? version : `${version}+${commit}`;
}

/** The day of its commit, `2026-11-29`; undefined where none is known. */
export function buildDay(): string | undefined {
  const { commit, made } = readManifest();
  return commit === undefined ? commitOfProcess() && git('log', '-1', '--format=%cs')?.trim() : made;
}

/** Whether this program was unpacked from a release: it is the installed one, and no developer's clone. */
export const isRelease = (): boolean => readManifest().commit !== undefined;

/** Read once: a clone may check out another commit while this process runs on. */
const commitOfProcess = once(readCommit);

function once<T>(read: () => T): () => T {
  let kept: { readonly value: T } | undefined;
  return () => {
    kept ??= { value: read() };
    return kept.value;
  };
}

/** The first eight digits of the commit that is checked out; undefined where this folder is no clone, or git is missing. */
function readCommit(): string | undefined {
  const [prefix, commit] = git('rev-parse', '--show-prefix', '--short=8', 'HEAD')?.split('\n') ?? [];
  // A folder inside another project's clone would have that project's commits.
  return prefix === '' ? commit?.slice(0, 8) : undefined;
}

/** What git says of this folder; undefined where it is no clone, or git is missing. */
function git(...args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', ['-c', 'safe.directory=*', '-C', ROOT, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
}
