/** Backups as files: one appears under its name only when it was read back, and old ones make room. */
import { createReadStream } from 'node:fs';
import { access, constants as fs, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { BackupTrailer } from '../../platform/backup/format.ts';
import { checkBackup } from '../../platform/backup/read.ts';
import { makeFolder, stampOf, syncFolder } from '../../platform/base/files.ts';
import { naming, refusedBySystem } from '../../platform/base/system-error.ts';
import { DAY_MS, HOUR_MS } from '../../platform/base/time.ts';
import { describeOurselves } from '../../platform/base/users.ts';
import { type BackupOptions, backUp, type Place } from './backup.ts';

/** By the instant of its snapshot, in UTC. */
const NAME = /^timebank-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.backup$/;
/** Ends the name of what is being written. */
const PARTIAL = '.partial';
/** Whoever claimed the folder longer ago was killed. */
const CLAIM_KEPT_MS = 6 * HOUR_MS;

const writeAdvice = (code: string) =>
  code === 'ENOENT' ? 'make its folder first' : `let ${describeOurselves()} write there`;

export interface BackupFile {
  readonly path: string;
  readonly at: Date;
}

/**
 * Writes a backup to a new file for its owner alone, and reads it back.
 * @throws SystemError that names the file; then there is no such file
 */
export async function writeBackupFile(
  place: Place,
  path: string,
  options: BackupOptions,
): Promise<{ readonly bytes: number; readonly trailer: BackupTrailer }> {
  const partial = `${path}${PARTIAL}`;
  const named = (error: unknown) => refusedBySystem(`write the backup ${path}`, writeAdvice, error);
  try {
    const file = await open(partial, 'wx', 0o600).catch((error) => {
      throw named(error);
    });
    const stream = file.createWriteStream({ flush: true });
    let refused: unknown;
    stream.once('error', (error) => {
      refused = error;
    });
    const trailer = await backUp(place, stream, options).catch((error) => {
      // What the database says is not the file's.
      throw error === refused ? named(error) : error;
    });
    await checkBackup(createReadStream(partial));
    await rename(partial, path);
    await syncFolder(dirname(resolve(path)));
    return { bytes: (await stat(path)).size, trailer };
  } finally {
    await rm(partial, { force: true });
  }
}

/** The scheduled backups in a folder, newest first; none where there is no folder. */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .flatMap((name) => {
      const [, day, ...time] = NAME.exec(name) ?? [];
      return day === undefined ? [] : [{ path: join(folder, name), at: new Date(`${day}T${time.join(':')}Z`) }];
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime());
}

/**
 * Makes a backup if the newest is a day old, and deletes all but the newest ones.
 * @param keep how many stay
 * @returns the backup that was made; undefined: none is due, or another node is making it
 */
export async function backUpIfDue(
  place: Place,
  folder: string,
  keep: number,
  options: BackupOptions,
): Promise<BackupFile | undefined> {
  const at = place.clock.now();
  const isDue = async () => {
    const [newest] = await listBackups(folder);
    return newest === undefined || at.getTime() - newest.at.getTime() >= DAY_MS;
  };
  if (!(await isDue())) return undefined;
  await openBackupFolder(folder);
  const claim = join(folder, 'timebank.backup.claim');
  if (!(await claimed(claim))) return undefined;
  try {
    if (!(await isDue())) return undefined;
    await removePartials(folder);
    const path = join(folder, `timebank-${stampOf(at)}.backup`);
    await writeBackupFile(place, path, options);
    for (const old of (await listBackups(folder)).slice(keep)) await rm(old.path, { force: true });
    return { path, at };
  } finally {
    await rm(claim, { force: true });
  }
}

/** Makes BACKUP_DIR if there is none. @throws SystemError when it cannot be written */
export async function openBackupFolder(folder: string): Promise<void> {
  const advice = () => `mount its disk, let ${describeOurselves()} write there, or correct BACKUP_DIR`;
  await naming(`write to BACKUP_DIR ${folder}`, advice, async () => {
    await makeFolder(folder);
    await access(folder, fs.W_OK | fs.X_OK);
  });
}

/** What killed nodes were writing. */
async function removePartials(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.endsWith(PARTIAL) && NAME.test(name.slice(0, -PARTIAL.length))) await rm(join(folder, name));
  }
}

/** Whether this process is the one that makes it, of all that share the folder. */
async function claimed(claim: string): Promise<boolean> {
  const existing = await stat(claim).catch(() => undefined);
  if (existing && Date.now() - existing.mtimeMs > CLAIM_KEPT_MS) await rm(claim, { force: true });
  try {
    await (await open(claim, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
