/** The files of a move, by what they are called. */
import { isZip, unpack } from '../../../tables/archive.ts';
import { PackedFileFault } from '../../../tables/record-types.ts';
import { type MoveFile, MoveFileFault } from './types.ts';

const USED = /\.(?:csv|txt|json)$/i;

/**
 * The tables and documents of an archive, or of a folder's files; an archive in a folder counts where there is nothing
 * else.
 * @throws MoveFileFault
 */
export async function filesOfMove(given: readonly MoveFile[]): Promise<MoveFile[]> {
  const loose = given.filter(({ name, bytes }) => USED.test(name) && !isZip(bytes));
  if (loose.length > 0) return sorted(loose);
  const archives = given.filter(({ bytes }) => isZip(bytes));
  const [archive, second] = archives;
  if (!archive) throw new MoveFileFault('no_files');
  if (second) throw new MoveFileFault('several_archives');
  try {
    const files = await unpack(archive.bytes);
    const inside = files.filter(({ name }) => USED.test(name));
    const depth = Math.min(...inside.map(({ name }) => name.split('/').length));
    const top = inside.filter(({ name }) => name.split('/').length === depth);
    if (top.length === 0) throw new MoveFileFault('archive_empty', { file: archive.name });
    return sorted(top.map(({ name, bytes }) => ({ name: name.split('/').at(-1) ?? name, bytes })));
  } catch (error) {
    if (error instanceof PackedFileFault) throw new MoveFileFault('archive', { file: archive.name }, error.message);
    throw error;
  }
}

const sorted = (files: readonly MoveFile[]) => [...files].sort((a, b) => (a.name < b.name ? -1 : 1));

/** The one file whose name fits. @throws MoveFileFault where several do */
export function fileNamed(files: readonly MoveFile[], pattern: RegExp): MoveFile | undefined {
  const [found, second] = files.filter(({ name }) => pattern.test(name));
  if (found && second) throw new MoveFileFault('two_of_a_kind', { file: found.name, other: second.name });
  return found;
}

/** @param what the file is called there @throws MoveFileFault */
export function neededFile(files: readonly MoveFile[], pattern: RegExp, what: string): MoveFile {
  const found = fileNamed(files, pattern);
  if (!found) throw new MoveFileFault('missing', { file: what });
  return found;
}
