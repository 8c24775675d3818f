/** Archives that are the same, byte by byte, on any machine that builds them from the same commit. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

/** Names in order, nobody's files, one time for all, and no time in gzip's own head. */
export async function pack(folder: string, name: string, archive: string, at: Date): Promise<void> {
  const alike = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${Math.floor(+at / 1000)}`];
  // Unpacked by root, it must not let others write where they may only read.
  const modes = ['--mode=u+rwX,go+rX,go-w'];
  await promisify(execFile)('tar', [...alike, ...modes, '-I', 'gzip -n -6', '-cf', archive, '-C', folder, name]);
}

/** Bytes of all files below. */
export async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Checksums of the files in a folder, as `sha256sum --check` reads them. */
export async function checksums(folder: string): Promise<string> {
  const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  const lines = names.map(async ({ name }) => {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, name)), hash);
    return `${hash.digest('hex')}  ${name}\n`;
  });
  return (await Promise.all(lines)).sort().join('');
}
