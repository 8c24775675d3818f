/** The data folder: its contents, the process that uses it, and the remains of a crash. */
import { closeSync, openSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeFolder, syncFolder } from '../base/files.ts';
import { type Advice, naming, refusedBySystem } from '../base/system-error.ts';
import { describeOurselves, describeUser } from '../base/users.ts';
import { sqlState } from './connection.ts';
import type { Binaries } from './embedded-binaries.ts';
import { DatabaseOpenError, explainConnecting } from './open-error.ts';

/** The folder's own port number; no TCP port is opened. */
export const SOCKET_PORT = 5432;
const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;
const READ_ADVICE = 'run timebank as the user that the folder belongs to, or set DATA_DIR to another folder';
const LEFTOVER_GRACE_MS = 1000;
const LEFTOVER_WAIT_MAX_MS = 20_000;

/** An open PostgreSQL folder. Hold it as long as connections are made through it. */
export interface Folder {
  readonly path: string;
  readonly device: bigint;
  readonly inode: bigint;
  /** Where clients find the socket. A path may be too long for one (107 bytes), the descriptor's never is. */
  socketHost(): Promise<string>;
  close(): void;
}

/** The process that started PostgreSQL in a data folder. */
export interface Holder {
  readonly pid: number;
  /** Its name, such as "timebank serve". */
  readonly command: string;
  readonly address: string | null;
  readonly started_at: string;
  /** A service: no other process may serve from this folder. */
  readonly exclusive: boolean;
  /** Distinguishes the process from a later one with the same pid (field 22 of /proc/pid/stat). */
  readonly start_ticks: string | null;
}

/** Opens an existing folder. */
export async function openFolder(path: string): Promise<Folder> {
  const { dev, ino } = await stat(path, { bigint: true });
  const descriptor = openSync(path, 'r');
  return {
    path,
    device: dev,
    inode: ino,
    async socketHost() {
      if (process.platform === 'linux') return `/proc/self/fd/${descriptor}`;
      return (await readPostmasterFile(path))?.socketFolder ?? path;
    },
    close: () => closeSync(descriptor),
  };
}

/**
 * Whether the folder holds a database this PostgreSQL can run.
 * @returns false when there is none yet
 * @throws DatabaseOpenError when something else is there
 */
export async function hasDatabase(path: string, binaries: Binaries): Promise<boolean> {
  const status = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw refusedBySystem(`read the data folder ${path}`, READ_ADVICE, error);
  });
  if (status === undefined) return false;
  const ourId = process.geteuid?.();
  if (ourId !== undefined && status.uid !== ourId) {
    throw new DatabaseOpenError(
      `The data folder ${path} belongs to ${describeUser(status.uid)}, and this process runs as ${describeUser(ourId)}: run timebank as that user, or set DATA_DIR to another folder.`,
    );
  }
  const version = (await readFile(join(path, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version === String(binaries.majorVersion)) return true;
  if (version !== '') {
    const [ours, advice] = binaries.isOwn
      ? [`EMBEDDED_POSTGRES_BIN (${binaries.folder})`, `name the folder of a PostgreSQL ${version} there, or unset it`]
      : ['the PostgreSQL of this timebank', `name the folder of a PostgreSQL ${version} in EMBEDDED_POSTGRES_BIN`];
    throw new DatabaseOpenError(
      `The data folder ${path} was written by PostgreSQL ${version} and ${ours} is ${binaries.version}: ${advice}, or restore a backup into a new DATA_DIR.`,
    );
  }
  if ((await readdir(path)).length === 0) return false;
  throw new DatabaseOpenError(
    `The folder ${path} is not empty and holds no database: set DATA_DIR to another folder, or empty it.`,
  );
}

/** Creates the folder that holds everything, readable by its owner only. */
export async function createDataDir(dataDir: string): Promise<void> {
  await writing(dataDir, () => makeFolder(dataDir));
}

/** Write permission of the group and of others. */
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Checks that no other user can replace the folder's database or key.
 * @throws DatabaseOpenError when the folder is another user's, or others may write to it
 */
export async function checkDataDir(dataDir: string): Promise<void> {
  const status = await stat(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new DatabaseOpenError(`The folder ${dataDir} cannot be read (${error.code}).`);
  });
  if (!status) return;
  const ourId = process.geteuid?.();
  if (ourId === undefined) return;
  if (status.uid !== ourId) {
    throw new DatabaseOpenError(
      `The folder ${dataDir} belongs to user id ${status.uid}, and this process runs as ${ourId}: run timebank as that user, or set DATA_DIR to another folder.`,
    );
  }
  if ((status.mode & WRITABLE_BY_OTHERS) !== 0) {
    throw new DatabaseOpenError(
      `Other users may write to the folder ${dataDir}, and could put another database or key into it: take their rights away with chmod go-w ${dataDir}, or set DATA_DIR to another folder.`,
    );
  }
}

/**
 * Creates the database in a folder beside its place and renames it, so that an interrupted start leaves no
 * incomplete database. The caller holds the folder's lock.
 * @param initialise fills the folder of the given name in `dataDir`
 */
export async function createDatabase(dataDir: string, initialise: (name: string) => Promise<void>): Promise<void> {
  const path = join(dataDir, 'postgres');
  const temporary = 'postgres.new';
  try {
    await rm(join(dataDir, temporary), { recursive: true, force: true });
    await mkdir(join(dataDir, temporary), { mode: 0o700 });
    await initialise(temporary);
    await rename(join(dataDir, temporary), path);
    await syncFolder(dataDir);
  } catch (error) {
    await rm(join(dataDir, temporary), { recursive: true, force: true }).catch(() => undefined);
    throw refusedBySystem(...writingTo(dataDir), error);
  }
}

/** Operations in the data folder, with the advice for a refusal by the system. */
const writing = <T>(dataDir: string, work: () => Promise<T>): Promise<T> => naming(...writingTo(dataDir), work);

function writingTo(dataDir: string): readonly [what: string, advice: Advice] {
  const advice = (code: string) =>
    code === 'EROFS'
      ? 'its disk is mounted read-only, as it is after a fault, so look at the log of the system (dmesg)'
      : `let ${describeOurselves()} write there, or set DATA_DIR to another folder`;
  return [`write to DATA_DIR ${dataDir}`, advice];
}

/** A running server in the folder; without a pid it is invisible from here, such as in another container. */
export interface RunningPostmaster {
  readonly pid: number | undefined;
}

/**
 * Finds the server that is running in the folder. The pid in postmaster.pid alone proves nothing: it may be a zombie's,
 * or have been given to another process since.
 */
export async function findPostmaster(folder: Folder): Promise<RunningPostmaster | undefined> {
  const file = await readPostmasterFile(folder.path);
  if (file !== undefined && (await isServerIn(folder, file.pid))) return { pid: file.pid };
  return (await accepts(join(await folder.socketHost(), SOCKET_NAME))) ? { pid: undefined } : undefined;
}

async function isServerIn(folder: Folder, pid: number): Promise<boolean> {
  if (!(await isAlive(pid))) return false;
  if (process.platform !== 'linux') return true;
  const cwd = await stat(`/proc/${pid}/cwd`, { bigint: true }).catch(() => undefined);
  return cwd?.dev === folder.device && cwd.ino === folder.inode;
}

async function readPostmasterFile(
  path: string,
): Promise<{ pid: number; socketFolder: string | undefined } | undefined> {
  const text = await readFile(join(path, 'postmaster.pid'), 'utf8').catch(() => undefined);
  const lines = text?.split('\n') ?? [];
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, socketFolder: lines[4] || undefined } : undefined;
}

function accepts(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const answer = (value: boolean) => {
      socket.destroy();
      resolve(value);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
  });
}

/** Ends the processes that a killed server left in the folder, and removes the files that would block the next one. */
export async function clearLeftovers(folder: Folder): Promise<void> {
  const killAt = Date.now() + LEFTOVER_GRACE_MS;
  let signal: NodeJS.Signals = 'SIGQUIT';
  for (let pids = await serverProcesses(folder); pids.length > 0; pids = await serverProcesses(folder)) {
    if (Date.now() >= killAt) signal = 'SIGKILL';
    if (Date.now() >= killAt + LEFTOVER_WAIT_MAX_MS) {
      throw new DatabaseOpenError(
        `Processes of an earlier server in ${folder.path} do not end: pids ${pids.join(', ')}.`,
      );
    }
    for (const pid of pids) sendSignal(pid, signal);
    await delay(20);
  }
  // The socket's lock file carries a pid as well.
  for (const name of ['postmaster.pid', SOCKET_NAME, `${SOCKET_NAME}.lock`]) {
    await rm(join(folder.path, name), { force: true });
  }
}

/** Every PostgreSQL process that works in the folder (Linux). */
export async function serverProcesses(folder: Folder): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const pid = Number(name);
    const command = await readFile(`/proc/${name}/comm`, 'utf8').catch(() => '');
    if (command.trim() === 'postgres' && (await isServerIn(folder, pid))) found.push(pid);
  }
  return found;
}

/** Sends a signal; a process that is gone already is no error. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Whether the process exists and has not ended: a zombie still answers to signal 0. */
async function isAlive(pid: number): Promise<boolean> {
  if (process.platform === 'linux') return (await startTicks(pid)) !== undefined;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function startTicks(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The command in parentheses may hold anything; what follows it is fields 3 and on.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields === undefined || fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}

const holderFile = (dataDir: string) => join(dataDir, 'holder.json');

/** Writes the note that this process runs the folder's database. */
export async function writeHolder(
  dataDir: string,
  holder: Pick<Holder, 'command' | 'address' | 'exclusive'>,
): Promise<void> {
  const self: Holder = {
    ...holder,
    pid: process.pid,
    started_at: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    start_ticks: (await startTicks(process.pid)) ?? null,
  };
  const temporary = `${holderFile(dataDir)}.${process.pid}`;
  await writing(dataDir, async () => {
    await writeFile(temporary, `${JSON.stringify(self)}\n`, { mode: 0o600 });
    await rename(temporary, holderFile(dataDir));
  });
}

/** Removes this process's note, not another's. */
export async function removeHolder(dataDir: string): Promise<void> {
  if ((await readHolder(dataDir))?.pid === process.pid) await rm(holderFile(dataDir), { force: true });
}

/** The noted process, if it still runs. */
export async function readHolder(dataDir: string): Promise<Holder | undefined> {
  const text = await readFile(holderFile(dataDir), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const holder = JSON.parse(text) as Holder;
    if (!Number.isInteger(holder.pid) || !(await isAlive(holder.pid))) return undefined;
    return holder.start_ticks === null || holder.start_ticks === (await startTicks(holder.pid)) ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** The sentence that names the holder. */
export function describeHolder(dataDir: string, holder: Holder | undefined): string {
  if (holder === undefined) {
    return `The data folder ${dataDir} is in use by a process this one cannot see (another container?): stop it, or set DATA_DIR to another folder.`;
  }
  const details = [`pid ${holder.pid}`, holder.address, `since ${holder.started_at}`].filter(Boolean).join(', ');
  return `The data folder ${dataDir} is in use by ${holder.command} (${details}): stop it, or set DATA_DIR to another folder.`;
}

/** The sentence for a folder without a database: a disk that is not mounted looks like a new folder. */
export async function describeMissing(dataDir: string): Promise<string> {
  const names = await readdir(dataDir).catch(() => undefined);
  const what =
    names === undefined
      ? `There is no folder ${dataDir}`
      : names.length === 0
        ? `The data folder ${dataDir} is empty`
        : `There is no database in ${dataDir}`;
  return `${what}: mount its disk if it has one of its own, set DATA_DIR or DATABASE_URL, or, for a new installation only, run "timebank init".`;
}

/** SQLSTATE of a server that is starting or stopping. */
const NOT_NOW = '57P03';

/** The sentence for a running server that refuses every connection: its own words first. */
export function describeRefusal(dataDir: string, holder: Holder | undefined, error: unknown): string {
  const state = sqlState(error);
  if (state !== undefined && state !== NOT_NOW) return explainConnecting(error);
  const whose = holder === undefined ? '' : ` of ${holder.command} (pid ${holder.pid}, since ${holder.started_at})`;
  return `The database${whose} does not answer (${(error as Error).message}): it is starting or stopping, or it hangs, so look at ${dataDir}/postgres/postgres.log and then restart the service.`;
}
