/** The input of `docker build` and `docker compose`, as an archive for operators without a clone. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from './checkout.ts';

/**
 * Copies the project into a new folder, and notes the commit, which nobody could read there.
 * @param files of the project
 */
export async function copyContext(folder: string, commit: string, files: readonly string[]): Promise<void> {
  for (const name of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await cp(join(ROOT, name), join(folder, name));
  }
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, commit }, null, 2)}\n`);
}
