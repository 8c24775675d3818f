/** Backups as files: one appears under its name only when it was read back, and old ones make room. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  access,
  constants as fs,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { type BackupFile, listBackups } from '../../../../console/desk/backup-folder.ts';
import { ConfigError } from '../../../../core/base/config.ts';
import { makeFolder, stampOf, syncFolder, writeAdvice } from '../../../../core/base/files.ts';
import { naming, refusedBySystem } from '../../../../core/base/system-error.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../../core/base/time.ts';
import { describeOurselves } from '../../../../core/base/users.ts';
import type { Encryption } from '../../backup/encryption.ts';
import { type BackupHeader, type BackupTrailer, unusable } from '../../backup/format.ts';
import { openBackup } from '../../backup/parts.ts';
import { checkBackup } from '../../backup/read.ts';
import {
  type BackupOptions,
  type BackupPlace,
  backUp,
  type InstallationMark,
  type MadeBackup,
  readInstallation,
  rememberBackupFolder,
} from './backup.ts';

/** Ends the name of what is being written. */
const PARTIAL = '.partial';
/** Who writes a file, or has claimed the folder, touches it as often, in whatever it is at work. */
const TOUCH_MS = 15 * SECOND_MS;
/** A file that was not touched for so long is of a process that was killed, wherever that ran. */
const LEFT_MS = 2 * MINUTE_MS;

export interface WrittenFile {
  readonly bytes: number;
  readonly header: BackupHeader;
  readonly trailer: BackupTrailer;
  /** SHA-256 of the file, in hexadecimal: kept elsewhere, it proves the file. */
  readonly digest: string;
}

/**
 * Writes a backup to a new file for its owner alone, and reads it back.
 * @throws SystemError that names the file; then there is no such file
 */
export async function writeBackupFile(place: BackupPlace, path: string, options: BackupOptions): Promise<WrittenFile> {
  return await writeCheckedFile('the backup', path, (sink) => backUp(place, sink, options), options.encryption);
}

/**
 * Writes a file in the format of a backup for its owner alone; it appears under its name once it was read back.
 * @param what such as `the backup`
 * @param encryption what is written is encrypted so: under a passphrase it is read back whole, for others byte by byte
 * @throws SystemError that names the file; then there is no such file
 */
export async function writeCheckedFile(
  what: string,
  path: string,
  write: (sink: Writable) => Promise<MadeBackup>,
  encryption?: Encryption,
): Promise<WrittenFile> {
  const partial = `${path}${PARTIAL}`;
  const named = (error: unknown) => refusedBySystem(`write ${what} ${path}`, writeAdvice, error);
  await removePartials(resolve(partial));
  const file = await open(partial, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST'
      ? new ConfigError(
          `${partial} is being written: wait for it, or name another file (one that was killed is given up after ${LEFT_MS / MINUTE_MS} minutes).`,
        )
      : named(error);
  });
  const touching = keepTouching(partial);
  try {
    const stream = file.createWriteStream({ flush: true });
    let refused: unknown;
    stream.once('error', (error) => {
      refused = error;
    });
    const made = await write(stream).catch((error) => {
      // An error of the database is not one of the file.
      throw error === refused ? named(error) : error;
    });
    const { header } = made;
    const { trailer, digest } = encryption?.recipients
      ? await checkBytes(partial, made)
      : await checkBackup(createReadStream(partial), made.macKey, encryption);
    await rename(partial, path);
    await syncFolder(dirname(resolve(path)));
    return { bytes: (await stat(path)).size, header, trailer, digest };
  } finally {
    clearInterval(touching);
    await rm(partial, { force: true });
  }
}

function keepTouching(path: string): NodeJS.Timeout {
  const touch = () => utimes(path, new Date(), new Date()).catch(() => undefined);
  return setInterval(() => void touch(), TOUCH_MS).unref();
}

/** Whether a process that was killed has left it. */
async function isLeft(path: string): Promise<boolean> {
  const status = await stat(path).catch(nothingThere);
  return status !== undefined && Date.now() - status.mtimeMs > LEFT_MS;
}

/** Nobody here opens the file: what the disk holds must be what was sent to it. @throws DatabaseOpenError */
async function checkBytes(
  path: string,
  { trailer, encryptedDigest }: MadeBackup,
): Promise<Pick<WrittenFile, 'trailer' | 'digest'>> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  const digest = hash.digest('hex');
  if (digest !== encryptedDigest) throw unusable('the disk holds other bytes than were written to it');
  return { trailer, digest };
}

/** Whose backups are in the folder: the id of the installation. */
const OWNER_FILE = 'timebank.installation';

/** Why no backup of this installation belongs into a folder now: it is another one's, or not the one that it was. */
export interface Stranger {
  readonly finding: string;
  readonly advice: string;
}

/**
 * Whose a folder of scheduled backups is: what it says itself, else what its newest backup says.
 * @returns undefined: it is this installation's, or nobody's yet
 */
export async function strangerIn(folder: string, ours: InstallationMark): Promise<Stranger | undefined> {
  const ownerFile = join(folder, OWNER_FILE);
  const owner = (await readFile(ownerFile, 'utf8').catch(nothingThere))?.trim();
  const [newest] = await listBackups(folder);
  const header = owner === undefined && newest ? await readHeaderOf(newest.path).catch(() => undefined) : undefined;
  const theirs = owner ?? header?.installation ?? undefined;
  if (theirs === undefined && newest === undefined && ours.backupFolder === folder) {
    return {
      finding: `${folder} is empty, and backups of this installation were made there`,
      advice: `Mount its disk, or, if they were removed, write ${ours.id} into ${ownerFile}.`,
    };
  }
  const isOurs = theirs !== undefined ? theirs === ours.id : header === undefined || header.key_check === ours.keyCheck;
  if (isOurs) return undefined;
  const who = theirs === undefined ? 'it has another key' : `${theirs}, and this one is ${ours.id}`;
  return {
    finding: `${folder} holds the backups of another installation (${who})`,
    advice: `Set BACKUP_DIR to a folder of its own, or, if this installation takes the place of that one, write ${ours.id} into ${ownerFile}.`,
  };
}

/** The scheduled backups in a folder if they are this installation's, newest first. */
export async function ownBackups(folder: string, ours: InstallationMark): Promise<BackupFile[]> {
  return (await strangerIn(folder, ours)) === undefined ? await listBackups(folder) : [];
}

/**
 * Makes a backup if the newest is a day old, and deletes all but the newest ones.
 * @param keep how many stay
 * @returns the backup that was made; undefined: none is due, or another node is making it
 * @throws ConfigError where the folder holds another installation's, which would make room for this one's
 */
export async function backUpIfDue(
  place: BackupPlace,
  folder: string,
  keep: number,
  options: BackupOptions,
): Promise<(BackupFile & WrittenFile) | undefined> {
  const at = place.clock.now();
  const isDue = async () => {
    const [newest] = await listBackups(folder);
    return newest === undefined || at.getTime() - newest.at.getTime() >= DAY_MS;
  };
  if (!(await isDue())) return undefined;
  await openBackupFolder(folder, false);
  const claim = join(folder, 'timebank.backup.claim');
  if (!(await claimed(claim))) return undefined;
  const touching = keepTouching(claim);
  try {
    const ours = await readInstallation(place);
    const stranger = await strangerIn(folder, ours);
    if (stranger !== undefined) throw new ConfigError(`No backup is made: ${stranger.finding}. ${stranger.advice}`);
    if (!(await isDue())) return undefined;
    const path = join(folder, `timebank-${stampOf(at)}.backup`);
    const written = await writeBackupFile(place, path, options);
    await writeFile(join(folder, OWNER_FILE), `${ours.id}\n`, { mode: 0o600 });
    await rememberBackupFolder(place, folder);
    for (const old of (await listBackups(folder)).slice(keep)) await rm(old.path, { force: true });
    return { path, at, ...written };
  } finally {
    clearInterval(touching);
    await rm(claim, { force: true });
  }
}

/** The sentence for a BACKUP_DIR that is not there: a disk that is not mounted looks like one to be made. */
export const describeNoBackupFolder = (folder: string): string =>
  `There is no folder ${folder}, which BACKUP_DIR names: mount its disk if it has one of its own, make it (mkdir), or correct BACKUP_DIR.`;

/**
 * Looks whether BACKUP_DIR can be written.
 * @param create whether a new installation is meant, so that a missing folder is made
 * @throws ConfigError where there is none; SystemError when it cannot be written
 */
export async function openBackupFolder(folder: string, create: boolean): Promise<void> {
  const advice = () => `mount its disk, let ${describeOurselves()} write there, or correct BACKUP_DIR`;
  await naming(`write to BACKUP_DIR ${folder}`, advice, async () => {
    if (create) await makeFolder(folder);
    else if (!(await stat(folder).catch(nothingThere))) throw new ConfigError(describeNoBackupFolder(folder));
    await access(folder, fs.W_OK | fs.X_OK);
  });
}

/** Removes the unfinished files of killed nodes and commands: of backups in this folder, and the one of this name. */
async function removePartials(own: string): Promise<void> {
  const folder = dirname(own);
  const names = await readdir(folder).catch(() => []);
  const paths = names.filter((one) => one.endsWith(`backup${PARTIAL}`)).map((name) => join(folder, name));
  for (const path of new Set([...paths, own])) if (await isLeft(path)) await rm(path, { force: true });
}

async function readHeaderOf(path: string): Promise<BackupHeader> {
  const source = createReadStream(path);
  try {
    return (await openBackup(source)).header;
  } finally {
    source.destroy();
  }
}

function nothingThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}

/** Whether this process is the one that makes it, of all that share the folder. */
async function claimed(claim: string): Promise<boolean> {
  if (await isLeft(claim)) await rm(claim, { force: true });
  try {
    await (await open(claim, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
