/** The machine: a Node that fits, memory, folders of this user's own, room on the disks. */
import { access, constants as fs, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../../core/base/clock.ts';
import type { Config } from '../../../../core/base/config.ts';
import { DAY_MS } from '../../../../core/base/time.ts';
import { describeUser, sudoUser } from '../../../../core/base/users.ts';
import { buildDay } from '../../../../core/base/version.ts';
import { embeddedVersion, newestMinorOf } from '../../../../core/database/embedded-version.ts';
import { OPEN_TO_OTHERS } from '../../../../core/installation/key-file.ts';
import { describeNoDatabase } from '../installation/first-start.ts';
import { blocking, type Check, type Finding, NotPossible, notChecked, note, ok, problem, problemOf } from './check.ts';
import { describeSize } from './words.ts';

const NODE_MIN = 24;
/** A process of the service needs about 200 MB. */
const MEMORY_LOW_BYTES = 256e6;
const DISK_PROBLEM_BYTES = 1e9;
/** Fixes come sooner than that. */
const OLD_AFTER_MS = 183 * DAY_MS;
const DISK_PROBLEM_SHARE = 0.05;
const DISK_NOTE_SHARE = 0.15;
const FILES_PROBLEM_SHARE = 0.01;

/** @param version of timebank @param clock says how old this build is */
export function machineChecks(config: Config, version: string, clock: Clock): Check[] {
  const { dataDir, backupDir } = config;
  return [
    { name: 'program', run: async () => judgeNode(version, process.versions.node) },
    { name: 'updates', run: async () => judgeUpdates(buildDay(), postgresInside(config), clock.now()) },
    { name: 'memory', run: async () => judgeMemory(process.availableMemory()) },
    { name: 'data_folder', settings: ['DATABASE_URL', 'SECRET_KEY'], run: () => checkDataFolder(config) },
    { name: 'disk', settings: ['DATABASE_URL', 'SECRET_KEY'], run: () => checkDisk(needDataDir(config), dataDir) },
    { name: 'backup_disk', run: () => checkBackupDisk(backupDir, dataDir) },
  ];
}

export function judgeNode(version: string, node: string): Finding {
  const found = `timebank ${version} on Node ${node}`;
  if (Number(node.split('.')[0]) >= NODE_MIN) return ok(found);
  return problem(found, `Start server/bin/timebank, which runs Node ${NODE_MIN}, or install Node ${NODE_MIN}.`);
}

const postgresInside = ({ databaseUrl, embeddedPostgresBin }: Config) =>
  databaseUrl === undefined ? embeddedVersion(embeddedPostgresBin) : undefined;

/**
 * Whether a newer release is likely, judged without the network.
 * @param made the day of this build
 * @param postgres the embedded one
 */
export function judgeUpdates(made: string | undefined, postgres: string | undefined, now: Date): Finding {
  const newest = newestMinorOf(postgres);
  if (made !== undefined && now.getTime() - Date.parse(made) > OLD_AFTER_MS) {
    return note(`this build is of ${made}`, 'Look for a newer release: docs/security-updates.md.');
  }
  if (newest !== undefined) {
    return note(
      `PostgreSQL ${postgres} is inside, and ${newest} has later fixes`,
      'Let your distribution keep it up to date: docs/security-updates.md.',
    );
  }
  return ok(made === undefined ? 'nothing newer is known to this build' : `this build is of ${made}`);
}

export function judgeMemory(availableBytes: number): Finding {
  const found = `${describeSize(availableBytes)} available`;
  if (availableBytes >= MEMORY_LOW_BYTES) return ok(found);
  return note(
    found,
    'The service needs about 200 MB, and a command such as "timebank backup" 100 MB beside it: end what else uses memory, or give the machine more.',
  );
}

/** A server and a key that is a setting leave nothing to keep in the folder. */
function needDataDir({ databaseUrl, secretKey, dataDir }: Config): string {
  if (databaseUrl === undefined || secretKey === undefined) return dataDir;
  throw new NotPossible('DATA_DIR is not used with DATABASE_URL and SECRET_KEY');
}

async function checkDataFolder(config: Config): Promise<Finding> {
  const path = needDataDir(config);
  const status = await stat(path).catch((error: NodeJS.ErrnoException) => error);
  if (status instanceof Error) {
    if (status.code !== 'ENOENT') {
      return blocking(
        problem(`${path} cannot be read (${status.code})`, 'Run this command as the user of the service.'),
      );
    }
    if (config.databaseUrl === undefined) return blocking(problemOf(await describeNoDatabase(config)));
    return problem(`${path} does not exist`, 'Mount its disk, or set DATA_DIR to the folder of this installation.');
  }
  if (!status.isDirectory()) return blocking(problem(`${path} is not a folder`, 'Set DATA_DIR to a folder.'));
  const user = process.geteuid?.();
  if (user !== undefined && status.uid !== user) {
    return blocking(
      problem(
        `${path} belongs to ${describeUser(status.uid)}, and this command runs as ${describeUser(user)}`,
        `Run it as root, which becomes that user, or as the user itself: sudo -u ${sudoUser(status.uid)} timebank doctor`,
      ),
    );
  }
  if (config.databaseUrl === undefined && !(await stat(join(path, 'postgres')).catch(() => undefined))) {
    return blocking(problemOf(await describeNoDatabase(config)));
  }
  if ((status.mode & OPEN_TO_OTHERS) !== 0) {
    const mode = (status.mode & 0o777).toString(8);
    return problem(`${path} is open to other users (mode ${mode})`, `Take their rights away: chmod go= ${path}`);
  }
  try {
    await access(path, fs.R_OK | fs.W_OK | fs.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const advice =
      code === 'EROFS'
        ? 'Its disk is mounted read-only, as it is after a fault: look at the log of the system (dmesg).'
        : `Give its owner the right: chmod u=rwx ${path}`;
    return problem(`${path} cannot be written (${code})`, advice);
  }
  return ok(`${path}, of this user alone`);
}

async function checkBackupDisk(backupDir: string | undefined, dataDir: string): Promise<Finding> {
  if (backupDir === undefined) return notChecked('BACKUP_DIR is not set');
  const finding = await checkDisk(backupDir, backupDir);
  if (finding.result !== 'ok') return finding;
  const [data, backups] = await Promise.all([stat(dataDir).catch(() => undefined), stat(backupDir)]);
  if (data?.dev !== backups.dev) return finding;
  return note(`${finding.finding}, the disk of DATA_DIR`, 'Keep copies of the backups on another machine.');
}

async function checkDisk(path: string, found: string): Promise<Finding> {
  const disk = await statfs(path).catch((error: NodeJS.ErrnoException) => {
    throw new NotPossible(`${path} cannot be read (${error.code})`);
  });
  return judgeDisk(found, disk);
}

/** The figures of `statfs` for a disk. */
export interface Disk {
  readonly bsize: number;
  readonly blocks: number;
  readonly bavail: number;
  readonly files: number;
  readonly ffree: number;
}

export function judgeDisk(path: string, { bsize, blocks, bavail, files, ffree }: Disk): Finding {
  const freeBytes = bavail * bsize;
  const share = bavail / blocks;
  const found = `${describeSize(freeBytes)} free of ${describeSize(blocks * bsize)} in ${path}`;
  const advice = 'Delete what is not needed, or enlarge the disk. Delete nothing in DATA_DIR/postgres.';
  if (share < DISK_PROBLEM_SHARE || freeBytes < DISK_PROBLEM_BYTES) return problem(found, advice);
  // Some file systems make room for files as they need it, and tell 0.
  if (files > 0 && ffree / files < FILES_PROBLEM_SHARE) {
    return problem(
      `${found}, but room for ${ffree} more files only`,
      'Delete many small files (df -i shows how many).',
    );
  }
  return share < DISK_NOTE_SHARE ? note(found, advice) : ok(found);
}
