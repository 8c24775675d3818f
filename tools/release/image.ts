/** Run by the Dockerfile, without git: `node tools/release/image.ts <folder>` fills the folder with what the image runs. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ROOT } from './checkout.ts';
import type { Architecture } from './stage.ts';
import { makeTree } from './tree.ts';

const [folder = ''] = process.argv.slice(2);
const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string; commit?: string };
/** As all builders hand it over who want the same bytes twice. */
const { SOURCE_DATE_EPOCH } = process.env;
const at = SOURCE_DATE_EPOCH === undefined ? new Date() : new Date(Number(SOURCE_DATE_EPOCH) * 1000);
const arch = process.arch as Architecture;
const release = { version: manifest.version, at, arch, commit: manifest.commit ?? (await headOfClone()) };
const { packages, bytes } = await makeTree(folder, release, await filesHere());
console.log(`${folder}: ${packages} packages, ${Math.ceil(bytes / 1e6)} MB`);

/** The commit that is checked out, by the few files of git that the context has; undefined: it comes from no clone. */
async function headOfClone(): Promise<string | undefined> {
  const read = (name: string) => readFile(join(ROOT, '.git', name), 'utf8').catch(() => '');
  const head = await read('HEAD');
  const branch = /^ref: (\S+)$/m.exec(head)?.[1];
  if (branch === undefined) return digitsOf(head);
  const packed = (await read('packed-refs')).split('\n').find((line) => line.endsWith(` ${branch}`));
  return digitsOf(await read(branch)) ?? digitsOf(packed);
}

function digitsOf(text = ''): string | undefined {
  return /^([0-9a-f]{8})[0-9a-f]{32}/.exec(text)?.[1];
}

/** The context, as .dockerignore leaves it, without the packages that were installed beside it. */
async function filesHere(): Promise<string[]> {
  const entries = await readdir(ROOT, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths.map((path) => relative(ROOT, path)).filter((name) => !/(^|\/)(\.git|node_modules|dist)\//.test(name));
}
