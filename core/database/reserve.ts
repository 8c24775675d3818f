/**
 * Room on the disk of the data folder that only commands may use. On a full disk PostgreSQL refuses new connections, which
 * write a file of their own at times, and nothing could be saved or switched off.
 */
import { randomBytes } from 'node:crypto';
import { open, readdir, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../base/files.ts';
import { sqlState } from './connection.ts';

/** Pieces; each command that meets a full disk takes one. */
const PIECES = 4;
const PIECE_BYTES = 4_000_000;
/** Less than this is a full disk: a new connection and a small change need some hundred kB. */
const FULL_BYTES = 1_000_000;
/** The reserve is set aside only where it is a small part of what is free. */
const FREE_MIN_BYTES = 4 * PIECES * PIECE_BYTES;
const DISK_FULL = '53100';

export const RESERVE_RELEASED =
  'The disk of DATA_DIR is full: a part of the reserve was released for this command. Make room on it';

const folderOf = (dataDir: string) => join(dataDir, 'reserve');

/** Sets aside the missing pieces, if there is room for them. */
export async function keepReserve(dataDir: string): Promise<void> {
  const folder = folderOf(dataDir);
  const present = new Set(await readdir(folder).catch(() => []));
  for (let piece = 1; piece <= PIECES; piece++) {
    const name = String(piece);
    if (present.has(name)) continue;
    if ((await freeBytes(dataDir)) < FREE_MIN_BYTES) return;
    await makeFolder(folder);
    const path = join(folder, `${name}.partial`);
    const file = await open(path, 'w', 0o600);
    // A file system with compression would reserve no room for zeros.
    await file
      .writeFile(randomBytes(PIECE_BYTES))
      .then(() => file.sync())
      .finally(() => file.close());
    await rename(path, join(folder, name));
  }
}

/** Releases a piece if the disk is full. @returns whether it did */
export async function makeRoom(dataDir: string): Promise<boolean> {
  const free = await freeBytes(dataDir).catch(() => Number.POSITIVE_INFINITY);
  return free < FULL_BYTES && (await releaseReserve(dataDir));
}

/** @returns whether there was a piece left */
export async function releaseReserve(dataDir: string): Promise<boolean> {
  const folder = folderOf(dataDir);
  const [piece] = await readdir(folder).catch(() => []);
  if (piece === undefined) return false;
  await rm(join(folder, piece), { force: true });
  return true;
}

/** Only the server reports a quota. */
export const isDiskFull = (error: unknown): boolean =>
  sqlState(error) === DISK_FULL || /No space left|quota exceeded/i.test((error as Error).message);

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
