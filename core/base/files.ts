/** Folders and files of the operator: made, made durable, opened, and named after an instant. */
import type { ReadStream } from 'node:fs';
import { mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { naming } from './system-error.ts';
import { describeOurselves } from './users.ts';

/**
 * Makes a folder for this user alone, and those above it. Node's own `recursive` never ends where the system says that a
 * folder above is missing although it is there, as in /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(path) === path || (await isThere(dirname(path)))) throw error;
    await makeFolder(dirname(path));
    await makeFolder(path);
  }
}

const isThere = async (path: string) => (await stat(path).catch(() => undefined)) !== undefined;

/** Reasons why the system refuses a file that the operator names. */
export function fileAdvice(code: string): string {
  return code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR'
    ? 'correct its name'
    : `let ${describeOurselves()} read it`;
}

/** Reads a file that the operator names. @param what such as "the settings" @throws SystemError */
export const readNamedFile = (what: string, path: string): Promise<string> =>
  naming(`read ${what} ${path}`, fileAdvice, () => readFile(path, 'utf8'));

/** Opens one. @param end the last byte that is wanted @throws SystemError before anything is read */
export async function openNamedFile(what: string, path: string, end?: number): Promise<ReadStream> {
  return naming(`read ${what} ${path}`, fileAdvice, async () => {
    const handle = await open(path, 'r');
    if (!(await handle.stat()).isDirectory()) return handle.createReadStream(end === undefined ? {} : { end });
    await handle.close();
    throw Object.assign(new Error('EISDIR'), { code: 'EISDIR', errno: -21 });
  });
}

/** Reasons why it refuses one that is to be written. */
export const writeAdvice = (code: string): string =>
  code === 'ENOENT' ? 'make its folder first' : `let ${describeOurselves()} write there`;

/** Writes a file that must not be there yet. @param what such as "the archive" @throws SystemError */
export function writeNewFile(what: string, path: string, content: string | Buffer, mode = 0o666): Promise<void> {
  const advice = (code: string) => (code === 'EEXIST' ? 'name a new file' : `let ${describeOurselves()} write there`);
  return naming(`write ${what} to ${path}`, advice, () => writeFile(path, content, { flag: 'wx', mode }));
}

/** Makes the names in a folder durable, as `fsync` does its files. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** An instant for a file's name: `2026-11-22T09-30-00Z`. */
export function stampOf(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}
