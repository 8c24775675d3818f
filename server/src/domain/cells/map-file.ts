/** The map of a proxy in front of several installations: a file in which each line has a key and the cell it leads to. */
import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError } from '../../platform/base/config.ts';
import { fileAdvice, syncFolder } from '../../platform/base/files.ts';
import { naming } from '../../platform/base/system-error.ts';
import { describeOurselves } from '../../platform/base/users.ts';

export interface MapLine {
  /** A tag (`4fGh2`), a slug behind a slash (`/elm`), or a client id. */
  readonly key: string;
  readonly cell: string;
}

const PARTIAL = '.partial';
/** Writing takes milliseconds: an older one is of a command that was killed. */
const PARTIAL_KEPT_MS = 60_000;
const MODE = 0o644;

const writeAdvice = (code: string) =>
  code === 'ENOENT' ? 'make its folder first' : `let ${describeOurselves()} write there`;

/**
 * Replaces the file by one with other lines, at once: a reader finds the old file or the new one. Comments stay, on top.
 * @param change what becomes of its lines; none while there is no file. What it throws leaves the file as it is
 * @throws SystemError, or ConfigError while another command writes it
 */
export async function changeMapFile(
  path: string,
  change: (lines: readonly MapLine[]) => Promise<readonly MapLine[]>,
): Promise<void> {
  // A link stays one.
  const target = await realpath(path).catch(() => path);
  const partial = `${target}${PARTIAL}`;
  const file = await openPartial(path, partial);
  try {
    const before = await naming(`read the map ${path}`, fileAdvice, () => readIfThere(target));
    const mode = await stat(target).then(
      (found) => found.mode,
      () => MODE,
    );
    const comments = before.split('\n').filter((line) => line.trimStart().startsWith('#'));
    const lines = await change(linesIn(path, before));
    const text = [...comments, ...lines.map(({ key, cell }) => `${key} ${cell}`)].map((line) => `${line}\n`).join('');
    await naming(`write the map ${path}`, writeAdvice, async () => {
      await file.writeFile(text);
      await file.chmod(mode & 0o777);
      await file.sync();
      await rename(partial, target);
      await syncFolder(dirname(target));
    });
  } finally {
    await file.close();
    await rm(partial, { force: true });
  }
}

async function openPartial(path: string, partial: string) {
  const found = await stat(partial).catch(() => undefined);
  if (found && Date.now() - found.mtimeMs > PARTIAL_KEPT_MS) await rm(partial, { force: true });
  return await naming(`write the map ${path}`, writeAdvice, () =>
    open(partial, 'wx').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      throw new ConfigError(`Another command is writing ${path}: repeat this one in a minute.`);
    }),
  );
}

async function readIfThere(path: string): Promise<string> {
  return await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}

function linesIn(path: string, text: string): MapLine[] {
  return text.split('\n').flatMap((line, at) => {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return [];
    const [key, cell, ...more] = trimmed.split(/\s+/);
    if (key === undefined || cell === undefined || more.length > 0) {
      throw new ConfigError(`Line ${at + 1} of ${path} is none of a map: it must have a key and the name of a cell.`);
    }
    return [{ key, cell }];
  });
}
