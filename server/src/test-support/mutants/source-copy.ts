/** A copy of the sources to be broken, which uses the dependencies of this one. */
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';

const OWN_PACKAGES = '@timebank';
const LEFT_OUT = new Set(['node_modules', '.git', 'data', 'coverage', 'screenshots']);

/** @param to an empty folder outside `from` */
export async function copySources(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) || path === from });
  const modules = join(from, 'node_modules');
  await mkdir(join(to, 'node_modules', OWN_PACKAGES), { recursive: true });
  for (const name of await readdir(modules)) {
    if (name !== OWN_PACKAGES) await symlink(join(modules, name), join(to, 'node_modules', name));
  }
  // The workspaces are those of the copy, or its tests would run what is not broken.
  for (const name of await readdir(join(modules, OWN_PACKAGES))) {
    const link = join(to, 'node_modules', OWN_PACKAGES, name);
    await symlink(relative(join(link, '..'), join(to, name)), link);
  }
}
