/** `DATA_DIR/secret.key`: read, made, replaced without a moment in which a crash leaves none, and kept private. */
import { randomBytes } from 'node:crypto';
import { chmod, copyFile, constants as fs, link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError, isSecretKey } from '../base/config.ts';
import { makeFolder, stampOf, syncFolder } from '../base/files.ts';
import { naming } from '../base/system-error.ts';
import { describeOurselves } from '../base/users.ts';
import type { DatabaseLog } from '../database/log.ts';

/** Rights that nobody but the owner of a secret may have. */
export const OPEN_TO_OTHERS = 0o077;

export const keyFileOf = (dataDir: string) => join(dataDir, 'secret.key');
/** Where a rotation keeps the next key until the database has changed over to it. */
export const nextKeyFileOf = (dataDir: string) => `${keyFileOf(dataDir)}.new`;

/** 32 random bytes in base64. */
export function newSecretKey(): string {
  return randomBytes(32).toString('base64');
}

/**
 * Reads a key.
 * @returns undefined when there is no such file
 * @throws ConfigError when it holds something else
 */
export async function readKeyFile(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new ConfigError(`${path} cannot be read (${error.code}): give this user the right to read it.`);
  });
  if (text === undefined || isSecretKey(text.trim())) return text?.trim();
  throw new ConfigError(
    `${path} does not hold a key of 32 bytes in base64: restore the file from a backup, or give up what it opened by "timebank secret-key accept-loss".`,
  );
}

/** Writes a key for its owner alone; a file that exists stays, and its key is returned. */
export async function createKeyFile(path: string, key: string): Promise<string> {
  return await naming(`write the key file ${path}`, `let ${describeOurselves()} write there`, () =>
    putKeyFile(path, key),
  );
}

async function putKeyFile(path: string, key: string): Promise<string> {
  await makeFolder(dirname(path));
  const temporary = `${path}.${process.pid}`;
  await rm(temporary, { force: true });
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(`${key}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    // Unlike a rename it never replaces: the second process reads what the first wrote.
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(dirname(path));
  return (await readKeyFile(path)) ?? key;
}

/**
 * Puts the next key in the place of the present one, which is kept aside.
 * @returns the path of the old key; undefined when there was none
 */
export async function putNextKeyInPlace(dataDir: string, now: Date): Promise<string | undefined> {
  const old = await keepAside(dataDir, now);
  await rename(nextKeyFileOf(dataDir), keyFileOf(dataDir));
  await syncFolder(dataDir);
  return old;
}

/** Copies the present key file to `secret.key.<time>.old`. */
export async function keepAside(dataDir: string, now: Date): Promise<string | undefined> {
  const path = keyFileOf(dataDir);
  const old = `${path}.${stampOf(now)}.old`;
  try {
    await copyFile(path, old, fs.COPYFILE_EXCL);
    await chmod(old, 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code !== 'EEXIST') throw error;
  }
  await syncFolder(dataDir);
  return old;
}

/** Takes other users' access to the path away where it is ours, and says so where it is not. */
export async function keepPrivate(path: string, log: DatabaseLog): Promise<void> {
  const status = await stat(path).catch(() => undefined);
  if (status === undefined || (status.mode & OPEN_TO_OTHERS) === 0) return;
  const mode = (status.mode & 0o777).toString(8);
  try {
    if (status.uid !== process.geteuid?.()) throw new Error('not ours');
    await chmod(path, status.mode & 0o7700);
    log.warn({ path, mode }, `${path} was open to other users; only its owner may use it now`);
  } catch {
    log.warn({ path, mode }, `${path} is open to other users: take their rights away (chmod go= ${path})`);
  }
}
