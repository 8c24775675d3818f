/** Which release this is, and which build of it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

interface Manifest {
  readonly version: string;
  /** Written by the release (`tools/release/stage.ts`), which has no history. */
  readonly commit?: string;
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
  try {
    const [prefix, commit] = execFileSync(
      'git',
      ['-c', 'safe.directory=*', '-C', ROOT, 'rev-parse', '--show-prefix', '--short=8', 'HEAD'],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    ).split('\n');
    // A folder inside another project's clone would have that project's commits.
    return prefix === '' ? commit?.slice(0, 8) : undefined;
  } catch {
    return undefined;
  }
}
