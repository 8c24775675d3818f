/** The client library as the file that npm installs: what `npm pack` puts into it, the same bytes on every node. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createTar } from 'nanotar';
import { installedPath, isInstalled } from './source.ts';

const FOLDER = 'client';
/** `files` of its package.json, and what npm always takes along. */
const CONTENTS = ['LICENSE', 'README.md', 'package.json', 'bin', 'dist'];
/** The time that npm gives every file. */
const MTIME_MS = Date.UTC(1985, 9, 26, 8, 15);

/** False where the service was installed without it, or before it was built. */
export const hasClientPackage = (): boolean =>
  CONTENTS.every((name) => isInstalled(`${FOLDER}/${name}`)) && isInstalled(`${FOLDER}/dist/index.js`);

/** `timebank-client-0.1.0.tgz` */
export function clientPackageName(): string {
  const { version } = JSON.parse(readFileSync(installedPath(`${FOLDER}/package.json`), 'utf8')) as { version: string };
  return `timebank-client-${version}.tgz`;
}

/** @throws Error where a file is missing; see `hasClientPackage` */
export function makeClientPackage(): Uint8Array {
  const files = CONTENTS.flatMap(filesBelow).sort();
  const attrs = { mtime: MTIME_MS, uid: 0, gid: 0 };
  const entries = files.map((name) => ({
    name: `package/${name}`,
    data: readFileSync(join(installedPath(FOLDER), name)),
    attrs: { ...attrs, mode: name.startsWith('bin/') ? '755' : '644' },
  }));
  return gzipSync(createTar(entries), { level: 9 });
}

function filesBelow(name: string): string[] {
  if (!['bin', 'dist'].includes(name)) return [name];
  const root = join(installedPath(FOLDER), name);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(installedPath(FOLDER).length + 1));
}
